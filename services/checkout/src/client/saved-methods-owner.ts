import { own, type Reader } from '@mizan/service-kit';
import type { Session } from '../session/session.ts';

/**
 * Id of the customer whose saved methods may pay a session: the one whom the merchant chose, or into whom that one was
 * merged. Null where the merchant chose none, or chose one who was deleted, so that the buyer's details have led to another:
 * what a buyer types proves nothing.
 */
export async function savedMethodsOwner(
  reader: Reader,
  { settings: { customerId: chosen }, customerId }: Pick<Session, 'settings' | 'customerId'>,
): Promise<string | null> {
  if (chosen === undefined) return null;
  if (chosen === customerId) return chosen;
  const merged = await reader.one`
    select 1 from merged_customers where ${own(reader)} and id = ${chosen} and merged_into = ${customerId}`;
  return merged ? customerId : null;
}
