/** The plain programs of examples/textbook beside a figure: which part is shown, and which lines are at work. */
export interface Source<S, R> {
  /** The name of the file, and its text as it was when the page was built. */
  file: string;
  text: string;
  /** The shown part begins at the line with this text, or at the comment before it, and ends where its braces close. */
  from: string;
  /**
   * Blocks by name. Each begins at the one line of the shown part that has this text: if that is a comment, the block
   * is its paragraph, else the line alone.
   */
  blocks: Record<string, string>;
  /** The names of the blocks that the current step has gone through. */
  lit(result: R, state: S): string[];
}

export interface Line {
  number: number;
  text: string;
}

/** With names of blocks that the compiler checks. */
export function source<S, R, K extends string>(description: {
  file: string;
  text: string;
  from: string;
  blocks: Record<K, string>;
  lit(result: R, state: S): NoInfer<K>[];
}): Source<S, R> {
  return description;
}

/** The one place of a text among lines. */
function onlyLine(lines: Line[], text: string, file: string): number {
  const found = lines.flatMap((line, i) => (line.text.includes(text) ? [i] : []));
  if (found.length !== 1) throw new Error(`${file} has ${found.length} lines with '${text}'`);
  return found[0]!;
}

export function shownLines<S, R>({ file, text, from }: Source<S, R>): Line[] {
  const lines = text.split('\n').map((line, i) => ({ number: i + 1, text: line })),
    head = onlyLine(lines, from, file),
    end = lines.findIndex((line, i) => i >= head && /^\};?$/.test(line.text));
  let start = head;
  while (/^(\/\/\/|template)/.test(lines[start - 1]?.text ?? '')) --start;
  return lines.slice(start, end + 1);
}

/** The numbers of the lines of each block. */
export function blocksOf<S, R>(code: Source<S, R>): Map<string, number[]> {
  const lines = shownLines(code);
  const indent = (text: string) => text.length - text.trimStart().length;
  return new Map(
    Object.entries(code.blocks).map(([name, text]) => {
      const start = onlyLine(lines, text, code.file),
        first = lines[start]!;
      if (!first.text.trimStart().startsWith('//')) return [name, [first.number]];
      const length = lines
        .slice(start + 1)
        .findIndex(
          (line) =>
            line.text === '' || indent(line.text) < indent(first.text) || /^\s*\/\/ \d\./.test(line.text),
        );
      return [name, lines.slice(start, start + 1 + length).map((line) => line.number)];
    }),
  );
}
