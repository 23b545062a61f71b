/** How a request is answered wrongly. */
export type FaultEffect =
  | 'lost' // the connection closes without an answer
  | 'reset' // the connection is reset
  | 'slow'
  | 'html_500'
  | 'error_in_200'
  | 'not_json'
  | 'redirect'
  | 'status';

export const faultEffects: readonly FaultEffect[] = [
  'lost',
  'reset',
  'slow',
  'html_500',
  'error_in_200',
  'not_json',
  'redirect',
  'status',
];

export interface Fault {
  readonly effect: FaultEffect;
  /** Whether the work of the request is done all the same, before the wrong answer. Not by default. */
  readonly done?: boolean;
  /** Only requests of this method; any without it. */
  readonly method?: string;
  /** Only requests whose path starts with this; any without it. A `*` stands for any text, a `$` at the end for the end of the path. */
  readonly path?: string;
  /** How many requests it concerns; 1 by default, null until it is cleared. */
  readonly times?: number | null;
  /** Of `slow`. */
  readonly delayMs?: number;
  /** Of `redirect`. */
  readonly location?: string;
  /** Of `status`. */
  readonly status?: number;
  /** Of `status` and `error_in_200`: any JSON. */
  readonly body?: unknown;
}

/** The faults that wait for a request, oldest first. */
export class Faults {
  readonly #waiting: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times === null ? Infinity : (fault.times ?? 1) });
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  /** The fault that this request meets, used up once by it. */
  take(method: string, path: string): Fault | undefined {
    const index = this.#waiting.findIndex(
      ({ fault }) => (fault.method ?? method) === method && matches(fault.path ?? '', path),
    );
    const entry = this.#waiting[index];
    if (entry === undefined) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.#waiting.splice(index, 1);
    return entry.fault;
  }

  get waiting(): readonly Fault[] {
    return this.#waiting.map(({ fault }) => fault);
  }
}

/** Whether a path starts with a pattern, in which `*` stands for any text and a last `$` for the end. */
export function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let from = first.length;
  const isFound = others.every((part) => {
    const at = path.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
  return isFound && (!isWhole || from === path.length);
}
