/** An element of lessons.html. */
export const find = (id: string): HTMLElement => document.getElementById(id)!;
