/** How often a charge may get another intention: while its buyer has seen none. */
export const maxReferences = 3;

/** The n-th reference of a charge at its provider, which may refuse one that was used before. @param n from 1 */
export const referenceOf = (chargeId: string, n: number): string => (n === 1 ? chargeId : `${chargeId}-${n}`);

/** The charge of a reference; undefined when it is of another integration at the same account. */
export const chargeOfReference = (reference: string | null | undefined): string | undefined =>
  /^(ch_[A-Za-z0-9_]+)(?:-\d)?$/.exec(reference ?? '')?.[1];
