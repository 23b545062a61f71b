import type { AccountProfile, MailSettings, MailTemplate } from '@mizan/contracts';
import type { AnswerCache, BoundCalls, Database, Metrics, Scope } from '@mizan/service-kit';
import type { SmtpTimes } from './send-over-smtp.ts';
import type { SmtpServer } from './smtp-server.ts';

/** What mail needs of the running service. */
export interface MailApp {
  readonly db: Database;
  readonly metrics: Metrics;
  readonly accounts: AnswerCache<AccountProfile>;
  readonly callsFor: (scope: Scope) => BoundCalls;
  /** Undefined: live mode sends no mail. */
  readonly smtp: SmtpServer | undefined;
  readonly smtpTimes?: SmtpTimes;
  /** Real time. */
  readonly now: () => Date;
}

/**
 * Whether an account has this mail sent. The buyer of a refund that needs bank details always gets the mail about it: the
 * merchant created that refund with the address it goes to.
 */
export function isWanted(template: MailTemplate, { receipts, recovery }: MailSettings): boolean {
  if (template === 'refund_details') return true;
  return template === 'checkout_recovery' ? recovery : receipts;
}

/** Whether mail of a mode goes anywhere: live mode needs a server, test mode has the local mailbox. */
export const sendsMail = ({ smtp }: Pick<MailApp, 'smtp'>, livemode: boolean): boolean =>
  !livemode || smtp !== undefined;
