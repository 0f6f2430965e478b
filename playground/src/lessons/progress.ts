/** Which lessons are solved. Stored in the browser if it allows that. */
const key = 'abut-lessons';

export function solvedLessons(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

export function keepSolved(id: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([...solvedLessons().add(id)]));
  } catch {
    // Without storage the ticks last as long as the page.
  }
}
