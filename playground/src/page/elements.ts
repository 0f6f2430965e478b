/** Elements of the page by their ids. */
export const find = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;
