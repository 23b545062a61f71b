import { forget, recall, remember } from './tab-storage.ts';

const keyOf = (id: string): string => `mizan-checkout-${id}`;

/**
 * The client secret, from the fragment of the address. It is remembered for this tab, because a bank's page sends the
 * buyer back to the address without it.
 */
export function findSecret(id: string): string | undefined {
  const fragment = decoded(location.hash.slice(1));
  if (!fragment.startsWith(`${id}_secret_`)) return recallSecret(id);
  rememberSecret(id, fragment);
  return fragment;
}

/** A fragment as it was meant; nothing when a mail program or a finger cut an escape in two. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return '';
  }
}

/** Remembers it for this tab while the buyer is away. Else the way back from a bank needs the full address again. */
export const rememberSecret = (id: string, secret: string): void => remember(keyOf(id), secret);

export const recallSecret = (id: string): string | undefined => recall(keyOf(id));

/** Forgets it once there is nothing left to do. */
export const forgetSecret = (id: string): void => forget(keyOf(id));
