/*
 * What is remembered for this tab only, as long as it is open. Where the browser keeps nothing (storage that is switched
 * off, or full), nothing is remembered, and nothing fails.
 */

export function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // kept nowhere
  }
}

export function recall(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // kept nowhere
  }
}
