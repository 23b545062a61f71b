/*
 * What is remembered for this tab only, as long as it is open. Where the browser stores nothing (storage that is switched
 * off, or full), nothing is remembered, and nothing fails.
 */

const remembered = (prefix: string) => ({
  remember: (id: string, value: string): void => void orNothing(() => sessionStorage.setItem(prefix + id, value)),
  recall: (id: string): string | undefined => orNothing(() => sessionStorage.getItem(prefix + id)) ?? undefined,
  forget: (id: string): void => void orNothing(() => sessionStorage.removeItem(prefix + id)),
});

/** The client secret of a checkout, while the buyer is away. Otherwise the way back from a bank needs the full address. */
export const rememberedSecret = remembered('mizan-checkout-');

/** What the buyer paid with: a buyer who returns declined finds it selected, otherwise the first method. */
export const rememberedMethod = remembered('mizan-checkout-method-');

/** The phone of the wallet that the buyer paid with, for another try. */
export const rememberedPhone = remembered('mizan-checkout-phone-');

/** That the page was loaded again because another provider takes the payment now: its buyer reads why. */
export const rememberedReload = remembered('mizan-checkout-reload-');

/** The client secret, from the fragment of the address, or as remembered: a bank's page sends the buyer back without it. */
export function findSecret(id: string): string | undefined {
  // A mail program or a finger may have cut an escape in two.
  const fragment = orNothing(() => decodeURIComponent(location.hash.slice(1)));
  if (!fragment?.startsWith(`${id}_secret_`)) return rememberedSecret.recall(id);
  rememberedSecret.remember(id, fragment);
  return fragment;
}

function orNothing<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
