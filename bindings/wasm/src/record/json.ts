/** A JSON parser that records the place of every value, so that an error can point at it. */

export type Path = (string | number)[];

export interface Located {
  value: unknown;
  /** The place of the value of a path: from, to. For a missing value it is that of the nearest one above. */
  place(path: Path): [number, number];
  /** The place of the name of a member. */
  namePlace(path: Path): [number, number];
}

export class JsonError extends Error {
  constructor(
    message: string,
    readonly from: number,
    readonly to: number,
  ) {
    super(message);
    this.name = 'JsonError';
  }
}

class Parser {
  private at = 0;
  readonly places = new Map<string, [number, number]>();
  /** The names of members, by their paths. */
  readonly names = new Map<string, [number, number]>();

  constructor(private readonly text: string) {}

  document(): unknown {
    const value = this.value([]);
    this.space();
    if (this.at < this.text.length) this.fail('text follows the end of the record');
    return value;
  }

  private value(path: Path): unknown {
    this.space();
    const from = this.at;
    const c = this.text[this.at];
    let value: unknown;
    if (c === '{') value = this.object(path);
    else if (c === '[') value = this.array(path);
    else if (c === '"') value = this.string();
    else value = this.word();
    this.places.set(JSON.stringify(path), [from, this.at]);
    return value;
  }

  private object(path: Path): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    this.at++;
    if (this.skip('}')) return result;
    do {
      this.space();
      const from = this.at;
      if (this.text[this.at] !== '"') this.fail('a name in double quotes is expected here');
      const key = this.string();
      if (key in result) throw new JsonError(`${[...path, key].join('.')}: given twice`, from, this.at);
      this.names.set(JSON.stringify([...path, key]), [from, this.at]);
      if (!this.skip(':')) this.fail('a colon is missing');
      result[key] = this.value([...path, key]);
    } while (this.skip(','));
    if (!this.skip('}')) this.fail('a comma or a closing } is missing');
    return result;
  }

  private array(path: Path): unknown[] {
    const result: unknown[] = [];
    this.at++;
    if (this.skip(']')) return result;
    do result.push(this.value([...path, result.length]));
    while (this.skip(','));
    if (!this.skip(']')) this.fail('a comma or a closing ] is missing');
    return result;
  }

  private string(): string {
    const match = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    if (!found) this.fail('a string is not closed');
    this.at = match.lastIndex;
    try {
      return JSON.parse(found[0]) as string;
    } catch {
      throw new JsonError('a string has a bad escape', this.at - found[0].length, this.at);
    }
  }

  private word(): unknown {
    const match = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    const next = found ? this.text[match.lastIndex] : undefined;
    if (!found || (next !== undefined && /[\w.+-]/.test(next)))
      this.fail('not JSON: a number, a string, [ or { is expected here');
    const value: unknown = JSON.parse(found[0]);
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new JsonError('the number does not fit a double', this.at, match.lastIndex);
    }
    this.at = match.lastIndex;
    return value;
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at++;
  }
  private skip(c: string): boolean {
    this.space();
    if (this.text[this.at] !== c) return false;
    this.at++;
    return true;
  }
  private fail(message: string): never {
    const word = /[\w.+-]*/y;
    word.lastIndex = this.at;
    word.exec(this.text);
    throw new JsonError(message, this.at, Math.max(word.lastIndex, this.at + 1));
  }
}

/** Throws JsonError. */
export function parseJson(text: string): Located {
  const parser = new Parser(text);
  const value = parser.document();
  const place = (path: Path): [number, number] => {
    for (let length = path.length; ; --length) {
      const found = parser.places.get(JSON.stringify(path.slice(0, length)));
      if (found || length === 0) return found ?? [0, text.length];
    }
  };
  return { value, place, namePlace: (path) => parser.names.get(JSON.stringify(path)) ?? place(path) };
}
