import { refused } from '../api/refusal.ts';
import type { ConfirmationToken, Intent } from '../state.ts';
import { findOwn, nowSeconds, type Caller } from '../stripe-app.ts';

/**
 * The token with which an intent is confirmed. It works once and for twelve hours.
 *
 * @throws StripeRefusal `resource_missing`; 400 for one that was used, has expired, or was made for another purpose
 */
export function useConfirmationToken(caller: Caller, intent: Intent, id: string): ConfirmationToken {
  const param = 'confirmation_token';
  const token = findOwn(caller, caller.app.state.confirmationTokens, { id, name: 'confirmationtoken', param });
  if (token.expiresAt === null)
    throw refused(
      `The provided ConfirmationToken (${id}) has already been used and cannot be used again.`,
      'confirmation_token_already_used',
      param,
    );
  if (token.expiresAt <= nowSeconds(caller.app))
    throw refused(`The provided ConfirmationToken (${id}) has expired.`, 'confirmation_token_expired', param);
  if (
    token.setupFutureUsage !== null &&
    intent.setupFutureUsage !== null &&
    token.setupFutureUsage !== intent.setupFutureUsage
  )
    throw refused(
      'The setup_future_usage of the ConfirmationToken does not match that of the PaymentIntent.',
      undefined,
      param,
    );
  return token;
}
