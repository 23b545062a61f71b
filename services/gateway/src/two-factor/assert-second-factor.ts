import { Problem, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { forgetGuess } from './count-guess.ts';
import { stepOfCode } from './one-time-code.ts';

/**
 * Insists on the second factor where live keys are made or changed. A code works once: the step it belongs to is kept,
 * and neither it nor an older one is taken again. Before the transaction the code was counted: `countGuess`.
 *
 * @param given the header `Two-Factor-Code`
 * @throws Problem `two_factor_required`: live mode without a valid code, or an account that has no second factor
 */
export async function checkSecondFactor(tx: Tx, secrets: ServiceSecrets, given: string | undefined): Promise<void> {
  if (!tx.scope.livemode) return;
  const account = await tx.one<{ sealed: Buffer | null }>`
    select two_factor_sealed as sealed from accounts where id = ${tx.scope.merchantId}`;
  if (!account?.sealed)
    throw new Problem(
      'two_factor_required',
      'The account has no second factor yet: whoever runs the platform sets one up.',
    );
  const step = stepOfCode(Buffer.from(secrets.decrypt(account.sealed), 'base64'), given ?? '', new Date());
  const taken =
    step !== undefined &&
    (await tx.one`
      update accounts set two_factor_step = ${step}
      where id = ${tx.scope.merchantId} and (two_factor_step is null or two_factor_step < ${step}) returning 1`);
  if (!taken)
    throw new Problem(
      'two_factor_required',
      'Send the current code of the account’s authenticator as Two-Factor-Code.',
    );
  forgetGuess(tx);
}
