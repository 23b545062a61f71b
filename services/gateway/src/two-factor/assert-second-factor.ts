import { Problem, type Database, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { countAttempt, type AttemptRule } from '../limits/count-attempt.ts';
import { stepOfCode } from './one-time-code.ts';

/**
 * People mistype a code once or twice. Three of a million codes are valid at any time: twenty guesses an hour find one in
 * about two years.
 */
const codeLimits: AttemptRule = {
  maxByWindowSeconds: new Map([
    [60, 5],
    [3_600, 20],
  ]),
  refusal: 'Too many wrong codes.',
  reason: 'account',
};

/** Per key, so that somebody with a leaked one cannot use up the codes of the account's other keys. */
const subjectOf = (keyId: string | undefined): string => `second factor ${keyId}`;

/** The code that a request carries, and the key that presents it. */
export interface PresentedCode {
  readonly keyId: string | undefined;
  /** The header `Two-Factor-Code`. */
  readonly code: string | undefined;
}

/** Text that cannot be a code is not counted. */
const isCode = (code: string | undefined): boolean => code !== undefined && /^\d{6}$/.test(code);

/**
 * Counts a code as wrong before it is checked, outside the transaction that a wrong code rolls back: codes sent in parallel
 * cannot all pass before the first is counted. {@link assertSecondFactor} takes a right one off the count again.
 *
 * @throws Problem `rate_limit`: more than five of a key in a minute or twenty in an hour, even if the code is right
 */
export async function countCode({ system }: Database, { keyId, code }: PresentedCode): Promise<void> {
  if (isCode(code)) await countAttempt(system, codeLimits, subjectOf(keyId));
}

/**
 * Requires the second factor for changes to live keys. A code works once: its step is stored, and neither it nor an older
 * one is accepted again. {@link countCode} must have counted the code before the transaction.
 *
 * @param options.mayRepeat also accepts the latest code that was accepted, while it is valid: for the retry of a request
 * @throws Problem `two_factor_required`: live mode without a valid code, or the account has no second factor
 */
export async function assertSecondFactor(
  tx: Tx,
  { secrets, mayRepeat = false }: { readonly secrets: ServiceSecrets; readonly mayRepeat?: boolean },
  { keyId, code }: PresentedCode,
): Promise<void> {
  if (!tx.scope.livemode) return;
  const account = await tx.one<{ sealed: Buffer | null }>`
    select two_factor_sealed as sealed from accounts where id = ${tx.scope.merchantId}`;
  if (!account?.sealed) throw new Problem('two_factor_required', noSecondFactor);
  const step = stepOfCode(Buffer.from(secrets.decrypt(account.sealed), 'base64'), code ?? '', new Date());
  const isAccepted =
    step !== undefined &&
    (await tx.one`
      update accounts set two_factor_step = ${step}
      where id = ${tx.scope.merchantId} and (two_factor_step is null or two_factor_step < ${mayRepeat ? step + 1 : step})
      returning 1`);
  if (!isAccepted) throw new Problem('two_factor_required', code === undefined ? codeNeeded : codeRefused);
  uncountCode(tx, { keyId, code });
}

const noSecondFactor = 'The account has no second factor yet. Ask the operator of the platform to set one up.';
const codeNeeded = 'Send the current code of the account’s authenticator as Two-Factor-Code.';
const codeRefused = 'The Two-Factor-Code is wrong, or was used already. Wait for the next code of the authenticator.';

/**
 * Takes a code that {@link countCode} counted off the count again, with the commit: it was right, or nothing depended on it.
 * The order is that in which codes are counted, so that the two cannot deadlock.
 */
export function uncountCode(tx: Tx, { keyId, code }: PresentedCode): void {
  if (!isCode(code)) return;
  const subject = subjectOf(keyId);
  tx.alongCommit`
    with counted as (select ctid, count from attempts where subject = ${subject} order by seconds for update),
    last as (delete from attempts where ctid in (select ctid from counted where count = 1))
    update attempts set count = count - 1 where ctid in (select ctid from counted where count > 1)`;
}
