import { z } from 'zod';
import { JsonClient } from '../port/json-client.ts';

/** What one connection calls Tabby with. */
export interface TabbyAccess {
  /** Base of the account's region, without a slash at the end. */
  readonly url: string;
  readonly secretKey: string;
}

const Refusal = z.object({ error: z.string() });

/** Tabby's API. Its errors have a sentence for the log in `error`; those of its servers may be a bare text. */
export const tabbyClient = ({ url, secretKey }: TabbyAccess): JsonClient =>
  new JsonClient({
    name: 'Tabby',
    url,
    headers: { authorization: `Bearer ${secretKey}` },
    textOf: (body) => Refusal.safeParse(body).data?.error ?? (typeof body === 'string' ? body : ''),
  });
