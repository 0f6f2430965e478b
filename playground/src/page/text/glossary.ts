/** The box that explains a term: two lines and a small figure. */
import { glossary } from './words.js';

/** A click on a term shows its entry; Escape, or a click elsewhere, hides it. */
export function wireGlossary(box: HTMLElement): void {
  document.addEventListener('click', (event) => {
    const term = (event.target as Element).closest<HTMLElement>('[data-term]');
    const entry = term && glossary[term.dataset.term ?? ''];
    box.hidden = !entry;
    if (!term || !entry) return;
    box.innerHTML = `<svg viewBox="0 0 106 60" aria-hidden="true">${entry.figure}</svg>`;
    box.append(entry.text);
    const at = term.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - 370)) + scrollX}px`;
    box.style.top = `${at.bottom + 8 + scrollY}px`;
  });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && (box.hidden = true));
}
