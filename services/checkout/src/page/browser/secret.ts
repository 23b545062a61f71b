const keyOf = (id: string): string => `mizan-checkout-${id}`;

/**
 * The client secret, from the fragment of the address. It is remembered for this tab, because a bank's page sends the
 * buyer back to the address without it.
 */
export function findSecret(id: string): string | undefined {
  const fragment = decoded(location.hash.slice(1));
  if (fragment.startsWith(`${id}_secret_`)) {
    rememberSecret(id, fragment);
    return fragment;
  }
  try {
    return sessionStorage.getItem(keyOf(id)) ?? undefined;
  } catch {
    return undefined; // storage is switched off
  }
}

/** A fragment as it was meant; nothing when a mail program or a finger cut an escape in two. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return '';
  }
}

/** Forgets it once there is nothing left to do. */
export function forgetSecret(id: string): void {
  try {
    sessionStorage.removeItem(keyOf(id));
  } catch {
    // storage is switched off
  }
}

/** Remembers it for this tab. */
export function rememberSecret(id: string, secret: string): void {
  try {
    sessionStorage.setItem(keyOf(id), secret);
  } catch {
    // storage is switched off: the way back from a bank then needs the full link again
  }
}
