/**
 * Light or dark: as the system has it, until the button is pressed. Code that draws with its own colors listens to the
 * `theme` event.
 */
export function wireTheme(button: HTMLElement): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let choice: boolean | null = null;
  const apply = () => {
    const isDark = choice ?? dark.matches;
    document.documentElement.classList.toggle('dark', isDark);
    button.textContent = isDark ? 'light' : 'dark';
    document.dispatchEvent(new Event('theme'));
  };
  button.addEventListener('click', () => {
    choice = !(choice ?? dark.matches);
    apply();
  });
  dark.addEventListener('change', apply);
  apply();
}
