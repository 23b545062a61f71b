import { countedRowsMax } from '@mizan/contracts';
import type { Command } from 'commander';
import { sendAsMerchant, sendAsOperator } from './send-request.ts';

/** A list of the API. */
export interface List {
  readonly path: `/${string}`;
  readonly filters?: Readonly<Record<string, string | undefined>>;
}

/** A page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  /** Of all pages; it may stop at `countedRowsMax` where a filter is set. */
  readonly totalCount: number;
  readonly isLast: boolean;
}

interface Answer<Item> {
  readonly data: readonly Item[];
  readonly totalCount: number;
  /** Only of lists that are walked by cursor. */
  readonly nextCursor?: string | null;
}

/** Rows of the largest page. */
export const pageMax = 100;

/**
 * The pages of a list, newest first, each read when the one before has been taken. Paths below `/operator` are read with the
 * operator token, others with the API key.
 *
 * @param size rows of a page, at most `pageMax`
 */
export async function* readPages<Item extends { readonly id: string }>(
  command: Command,
  { path, filters = {} }: List,
  size = pageMax,
): AsyncGenerator<Page<Item>> {
  const send = path.startsWith('/operator/') ? sendAsOperator : sendAsMerchant;
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  let position: readonly [name: 'cursor' | 'page', value: string] | undefined;
  let before = new Set<string>();
  for (let number = 1; ; number++) {
    const query = new URLSearchParams([...given, ['limit', String(size)], ...(position ? [[...position]] : [])]);
    const answer: Answer<Item> = await send(command, `GET ${path}?${query}`);
    const { data: rows, totalCount, nextCursor } = answer;
    // Without a cursor, a row that was added meanwhile shifts the last ones of a page to the next.
    const data = rows.filter(({ id }) => !before.has(id));
    const isCounted = totalCount < countedRowsMax;
    const isLast =
      nextCursor === undefined ? rows.length < size || (isCounted && number * size >= totalCount) : nextCursor === null;
    yield { data, totalCount, isLast };
    if (isLast) return;
    before = new Set(rows.map(({ id }) => id));
    position = nextCursor ? ['cursor', nextCursor] : ['page', String(number + 1)];
  }
}
