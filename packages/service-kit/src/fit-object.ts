import { cuttableListsOf, maxObjectBytes, type CuttableList, type KeptEnd, type ListItem } from '@mizan/contracts';
import type { z } from 'zod';

/** An object as JSON of a bounded size. */
export interface FittedObject {
  readonly text: string;
  /** The lists that were cut, as `truncated` names them. */
  readonly cut: readonly string[];
  /** The members whose texts had to be shortened because no list was left to cut, the largest first. */
  readonly shortened: readonly string[];
}

interface FitOptions {
  /** Names the lists that may be cut. */
  readonly schema: z.ZodType;
  /** Bytes of JSON; {@link maxObjectBytes} when absent. */
  readonly maxBytes?: number;
  /** False where the object must not get a member `truncated`. */
  readonly namesCut?: boolean;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Without counting: no character of UTF-16 has more than three bytes in UTF-8. */
const fits = (text: string, maxBytes: number): boolean => text.length * 3 <= maxBytes || bytesOf(text) <= maxBytes;

/**
 * Writes an object as JSON of at most `maxBytes`. A larger one has its lists cut, the largest first, down to what fits;
 * each keeps the end that its contract declares, and `truncated` names them. When that is not enough, long texts are
 * shortened and their members are named, too: callers that can refuse the object look at `shortened`.
 */
export function fitObject(
  object: object,
  { schema, maxBytes = maxObjectBytes, namesCut = true }: FitOptions,
): FittedObject {
  const text = JSON.stringify(object);
  if (fits(text, maxBytes)) return { text, cut: [], shortened: [] };
  const copy = new CutCopy(text, maxBytes, namesCut);
  while (copy.excessBytes > 0 && copy.cutLargest(cuttableListsOf(schema)));
  const shortened = copy.excessBytes > 0 ? copy.membersBySize() : [];
  for (const characters of shortenedTo) if (copy.excessBytes > 0) copy.shortenTexts(characters);
  return { ...copy.written, shortened };
}

/** Lengths that texts are shortened to, one after the other, until the object fits; characters. */
const shortenedTo = [4_096, 1_024, 256, 64, 16];

/** What a list answers: its items, and how many there are in all. */
export interface ListAnswer extends Readonly<Record<string, unknown>> {
  readonly data: readonly object[];
}

/** Writes a page with items of a bounded size. */
export function fitItems({ data, ...rest }: ListAnswer, item: ListItem): string {
  const items = data.map((each) => fitObject(each, item).text);
  const others = JSON.stringify(rest).slice(1);
  return `{"data":[${items.join(',')}]${others === '}' ? '' : ','}${others}`;
}

interface FoundList {
  readonly name: string;
  readonly keeps: KeptEnd;
  readonly items: unknown[];
  readonly bytes: number;
}

type Members = Record<string, unknown>;

class CutCopy {
  readonly #copy: Members;
  readonly #maxBytes: number;
  readonly #namesCut: boolean;
  readonly #cut = new Set<string>();
  #text = '';

  constructor(text: string, maxBytes: number, namesCut: boolean) {
    this.#copy = JSON.parse(text) as Members;
    this.#maxBytes = maxBytes;
    this.#namesCut = namesCut;
    this.#write();
  }

  get excessBytes(): number {
    return bytesOf(this.#text) - this.#maxBytes;
  }

  get written() {
    return { text: this.#text, cut: [...this.#cut] };
  }

  /** Cuts the largest list that has items, as much as needed. @returns false when there is none */
  cutLargest(lists: readonly CuttableList[]): boolean {
    const found = lists.flatMap((list) => listsAt(this.#copy, list));
    const largest = found.reduce<FoundList | undefined>((a, b) => (a && a.bytes >= b.bytes ? a : b), undefined);
    if (!largest) return false;
    const { items, name, keeps } = largest;
    this.#cut.add(name);
    this.#write();
    for (let excess = this.excessBytes; excess > 0 && items.length > 0;) {
      const removed = keeps === 'first' ? items.pop() : items.shift();
      excess -= bytesOf(JSON.stringify(removed)) + (items.length > 0 ? 1 : 0); // with its comma
    }
    this.#write();
    return true;
  }

  /** The object's own members, the largest first. */
  membersBySize(): string[] {
    const sized = Object.entries(this.#copy).map(([name, value]) => ({ name, bytes: bytesOf(JSON.stringify(value)) }));
    return sized.sort((a, b) => b.bytes - a.bytes).map(({ name }) => name);
  }

  shortenTexts(characters: number): void {
    for (const [name, value] of Object.entries(this.#copy)) {
      if (name === 'truncated' || (neverShort.test(name) && typeof value === 'string')) continue;
      const short = withShortTexts(value, characters);
      if (short !== value) this.#cut.add(name);
      this.#copy[name] = short;
    }
    this.#write();
  }

  #write(): void {
    if (this.#namesCut && this.#cut.size > 0) this.#copy['truncated'] = [...this.#cut];
    this.#text = JSON.stringify(this.#copy);
  }
}

/** The lists with items at a path. */
function listsAt(value: unknown, { path, keeps }: CuttableList, at = 0): FoundList[] {
  if (typeof value !== 'object' || value === null) return [];
  if (at < path.length && Array.isArray(value)) return value.flatMap((each) => listsAt(each, { path, keeps }, at));
  if (at < path.length) return listsAt((value as Members)[path[at] ?? ''], { path, keeps }, at + 1);
  if (!Array.isArray(value) || value.length === 0) return [];
  return [{ name: path.join('.'), keeps, items: value, bytes: bytesOf(JSON.stringify(value)) }];
}

/** Members that are read by programs: shortened, they would name something else, or nothing. */
const neverShort = /^(id|object|status|type|currency|.+(Id|At))$/;

/** The same value when it has no longer text. */
function withShortTexts(value: unknown, characters: number): unknown {
  if (typeof value === 'string')
    return value.length > characters ? value.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '') : value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, each]) =>
      [name, neverShort.test(name) && typeof each === 'string' ? each : withShortTexts(each, characters)] as const,
  );
  if (entries.every(([name, each]) => each === (value as Members)[name])) return value;
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
