const keyOf = (id: string): string => `mizan-checkout-method-${id}`;

/** Remembers for this tab what was paid with: a buyer who comes back declined finds it chosen. */
export function rememberMethod(id: string, type: string): void {
  try {
    sessionStorage.setItem(keyOf(id), type);
  } catch {
    // storage is switched off: the first method is chosen then
  }
}

export function findLastMethod(id: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(id)) ?? undefined;
  } catch {
    return undefined; // storage is switched off
  }
}

export function forgetMethod(id: string): void {
  try {
    sessionStorage.removeItem(keyOf(id));
  } catch {
    // storage is switched off
  }
}
