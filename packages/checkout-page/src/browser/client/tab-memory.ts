/*
 * What is remembered for this tab only, as long as it is open. Where the browser stores nothing (storage that is switched
 * off, or full), nothing is remembered, and nothing fails.
 */

const secretKey = (id: string): string => `mizan-checkout-${id}`;
const methodKey = (id: string): string => `mizan-checkout-method-${id}`;

/**
 * The client secret, from the fragment of the address. It is remembered for this tab, because a bank's page sends the
 * buyer back to the address without it.
 */
export function findSecret(id: string): string | undefined {
  const fragment = decodeFragment(location.hash.slice(1));
  if (!fragment.startsWith(`${id}_secret_`)) return recallSecret(id);
  rememberSecret(id, fragment);
  return fragment;
}

/** A decoded fragment; empty when a mail program or a finger cut an escape in two. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return '';
  }
}

/** Remembers the client secret while the buyer is away. Otherwise the way back from a bank needs the full address. */
export const rememberSecret = (id: string, secret: string): void => remember(secretKey(id), secret);

export const recallSecret = (id: string): string | undefined => recall(secretKey(id));

/** Forgets the client secret once there is nothing left to do. */
export const forgetSecret = (id: string): void => forget(secretKey(id));

/** Remembers what the buyer paid with: a buyer who returns declined finds it selected, otherwise the first method. */
export const rememberMethod = (id: string, type: string): void => remember(methodKey(id), type);

export const recallMethod = (id: string): string | undefined => recall(methodKey(id));

export const forgetMethod = (id: string): void => forget(methodKey(id));

function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // stored nowhere
  }
}

function recall(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // stored nowhere
  }
}
