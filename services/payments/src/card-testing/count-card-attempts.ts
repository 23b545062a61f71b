import {
  acrossMerchants,
  fragment,
  job,
  own,
  Problem,
  type Fragment,
  type Scope,
  type TxAtOnce,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import type { ChargeRoute } from '../providers/port/provider.ts';
import { cardAttempts } from './card-attempt.table.ts';

const hour = 3_600;
const day = 24 * hour;

/** A payment link, and the network of the buyer who pays there. */
export interface LinkBuyer {
  readonly paymentLinkId: string;
  readonly network: string;
}

/** One limit: what it counts, how many there may be, and in which time. */
interface Rule {
  readonly subject: string;
  readonly most: number;
  readonly seconds: number;
  /** What the caller reads beyond it. */
  readonly refusal: string;
}

const declines = 'declines';

/**
 * Counts a confirm of live mode before its first transaction, also one that is refused, and refuses it when the account had
 * too many declines, or when the card or the link was tried too often.
 *
 * @param attempt undefined when none is made, as in a confirm that continues one
 * @throws Problem `rate_limit`
 */
export async function countCardAttempt(
  { db, cardTestingLimits: limits }: App,
  scope: Scope,
  {
    attempt,
    link,
  }: {
    readonly attempt: { readonly route: Pick<ChargeRoute, 'method'> } | null | undefined;
    readonly link?: LinkBuyer | undefined;
  },
): Promise<void> {
  if (countsNoAttempts(scope) || !attempt) return;
  const recent = await db.system.one<Counted>`
    select count, ${secondsLeft(hour)} as left from card_attempts
    where ${own({ scope })} and subject = ${declines} and opened_at > now() - ${hour} * interval '1 second'`;
  if (recent && recent.count >= limits.declinesPerHour)
    throw tooMany(recent, 'At this account, too many cards were declined within an hour.');
  const fingerprint = attempt.route.method.card?.fingerprint;
  const rules: Rule[] = [
    ...(link ? [linkRule(link, limits.linkConfirmsPerHour)] : []),
    ...(fingerprint ? [cardRule(fingerprint, limits.attemptsPerCardAndDay)] : []),
  ];
  for (const rule of rules) {
    const counted = await db.system.one<Counted>`${counting(scope, rule)}`;
    if (counted && counted.count > rule.most) throw tooMany(counted, rule.refusal);
  }
}

const linkRule = ({ paymentLinkId, network }: LinkBuyer, most: number): Rule => ({
  subject: `link ${paymentLinkId} ${network}`,
  most,
  seconds: hour,
  refusal: 'This payment link was confirmed too often from one network within an hour.',
});

const cardRule = (fingerprint: string, most: number): Rule => ({
  subject: `card ${fingerprint}`,
  most,
  seconds: day,
  refusal:
    'This card was used too often at this account within 24 hours, whether it was approved or declined. Pay in another way, or later.',
});

/** Counts a card that was declined in live mode, with the commit that records it. */
export function countDecline(tx: TxAtOnce, { paymentMethod }: ChargeRow): void {
  if (tx.scope.livemode && paymentMethod.card)
    tx.alongCommit`${counting(tx.scope, { subject: declines, seconds: hour })}`;
}

/** Whether a confirm may be loaded again without being counted again: there are no stolen cards in test mode. */
export const countsNoAttempts = ({ livemode }: Scope): boolean => !livemode;

interface Counted {
  readonly count: number;
  /** Until the window ends, seconds. */
  readonly left: number;
}

const secondsLeft = (seconds: number): Fragment =>
  fragment`ceil(extract(epoch from opened_at + ${seconds} * interval '1 second' - now()))::int`;

/** Adds one to a window, which starts with its first attempt: refused ones do not extend it. In real time. */
function counting(scope: Scope, { subject, seconds }: Pick<Rule, 'subject' | 'seconds'>): Fragment {
  const isOver = fragment`card_attempts.opened_at + ${seconds} * interval '1 second' <= now()`;
  return fragment`
    ${cardAttempts.insert([{ ...scope, subject, openedAt: fragment`now()`, count: 1 }])}
    on conflict (merchant_id, livemode, subject) do update set
      count = case when ${isOver} then 1 else card_attempts.count + 1 end,
      opened_at = case when ${isOver} then now() else card_attempts.opened_at end
    returning count, ${secondsLeft(seconds)} as left`;
}

const tooMany = ({ left }: Counted, refusal: string): Problem =>
  new Problem('rate_limit', `${refusal} Retry-After says when it is possible again, in seconds.`, {
    retryAfterSeconds: Math.max(1, left),
    headers: { 'RateLimit-Reason': declines },
  });

/** Deletes windows that have ended. */
export const deleteEndedCardAttempts = job('forget-card-attempts', {
  everyMs: 10 * 60_000,
  run: async ({ db }) => {
    const deleted = await db.system.sql`
      delete from card_attempts where ctid = any(array(
        select ctid from card_attempts where ${acrossMerchants} and opened_at < now() - ${day} * interval '1 second'
        limit 5000)) returning 1`;
    return deleted.length;
  },
});
