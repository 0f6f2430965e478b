/** One kind of minus sign: the typographic one, as wide as a plus. */
export function withMinus(text: string): string {
  return text.replace(/(^|[^\w−-])-(?=[\d.])/g, '$1−').replace(/(\de)-(?=\d)/g, '$1−');
}
