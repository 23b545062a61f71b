import { isLiveKey } from './api/authenticate.ts';
import type { StripeAccount, StripeState } from './state.ts';

/** The account's own keys of a mode: those that it was made with, before any that were added. */
export function credentialsOf(state: StripeState, livemode: boolean): StripeAccount {
  const keyOf = (kind: 'sk' | 'pk'): string =>
    state.keys.find((key) => key.value.startsWith(kind) && isLiveKey(key) === livemode)?.value ?? '';
  return {
    id: state.accountId,
    secretKey: keyOf('sk'),
    publishableKey: keyOf('pk'),
    webhookSecret: state.webhookSecret,
  };
}

/** @returns false: there is no such key */
export function revokeKey({ keys }: StripeState, value: string, isRevoked: boolean): boolean {
  const key = keys.find((each) => each.value === value);
  if (key) key.isRevoked = isRevoked;
  return key !== undefined;
}
