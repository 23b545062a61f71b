import { z } from 'zod';
import { JsonClient } from '../port/json-client.ts';

/** What one connection calls Tamara with. */
export interface TamaraAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly apiToken: string;
}

const Refusal = z.object({ message: z.string() });

/** Tamara's API. */
export const tamaraClient = ({ url, apiToken }: TamaraAccess): JsonClient =>
  new JsonClient({
    name: 'Tamara',
    url,
    headers: { authorization: `Bearer ${apiToken}` },
    textOf: (body) => Refusal.safeParse(body).data?.message ?? '',
  });
