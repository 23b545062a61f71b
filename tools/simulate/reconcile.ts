import { setTimeout as delay } from 'node:timers/promises';
import type { CheckoutSession, LedgerVerification, PaymentIntent, Price, Refund } from '@mizan/contracts';
import type { DevFile } from '@mizan/stack/dev-file';
import type { Client } from './client.ts';
import type { Effects } from './journeys.ts';
import { initialStock, type SimulatedMerchant } from './merchants.ts';
import type { Receiver } from './receiver.ts';

const retryDelayMs = 500;
const pageRows = 100;

/** The effects that every acknowledged payment and refund must have. */
const effectNames = [
  'payment received',
  'session completed',
  'refund listed',
  'stock sold',
  'webhook delivered',
  'ledger consistent',
] as const;
type EffectName = (typeof effectNames)[number];

/** One effect that did not follow, and of what: an id of a payment, session, refund or price, or the ledger's finding. */
export interface MissingEffect {
  readonly effect: EffectName;
  readonly of: string;
}

/** What followed from what the API had acknowledged; nothing is missing when everything did. */
export interface Reconciliation {
  readonly payments: number;
  readonly refunds: number;
  readonly missing: readonly MissingEffect[];
  readonly webhooksReceived: number;
  readonly webhooksRepeated: number;
  readonly webhooksForged: number;
  /** How long it took after the last request until nothing was missing, seconds. */
  readonly settledInSeconds: number;
}

interface Run {
  readonly client: Client;
  readonly dev: DevFile;
  readonly effects: Effects;
  readonly receiver: Receiver;
}

/**
 * Compares what the API acknowledged with payments, sessions, refunds, stock, webhooks and the ledger, repeatedly until
 * they agree or the time is up.
 *
 * @param timeoutSeconds how long to wait for effects
 */
export async function reconcile(run: Run, timeoutSeconds: number): Promise<Reconciliation> {
  const { effects, receiver } = run;
  const startedAtMs = performance.now();
  const elapsed = (): number => (performance.now() - startedAtMs) / 1_000;
  for (;;) {
    const missing = await findMissing(run);
    if (missing.length === 0 || elapsed() > timeoutSeconds)
      return {
        payments: effects.paid.length,
        refunds: effects.refunded.length,
        missing,
        webhooksReceived: receiver.counts.verified,
        webhooksRepeated: receiver.counts.repeated,
        webhooksForged: receiver.counts.forged,
        settledInSeconds: Math.round(elapsed() * 10) / 10,
      };
    await delay(retryDelayMs);
  }
}

/** How many of each effect are missing, for a summary; effects of which none is are left out. */
export const countMissing = (missing: readonly MissingEffect[]): string =>
  effectNames
    .map((name) => [name, missing.filter(({ effect }) => effect === name).length] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} × "${name}"`)
    .join(', ');

async function findMissing(run: Run): Promise<MissingEffect[]> {
  const { paid, refunded } = run.effects;
  const merchants = [...new Set([...paid, ...refunded].map(({ by }) => by))];
  const byMerchant = await Promise.all(merchants.map((merchant) => findMissingOf(run, merchant)));
  return [...byMerchant.flat(), ...missingWebhooks(run), ...(await ledgerFindings(run))];
}

/** What is missing of one merchant's, by what the API lists for it. */
async function findMissingOf({ client, effects }: Run, merchant: SimulatedMerchant): Promise<MissingEffect[]> {
  const headers = { authorization: merchant.authorization };
  const get = <Body>(path: string): Promise<Body> => client.send<Body>({ method: 'GET', path, headers, status: 200 });
  const intents = await listAll<PaymentIntent>(get, '/payment-intents');
  const sessions = await listAll<CheckoutSession>(get, '/checkout/sessions');
  const refunds = await listAll<Refund>(get, '/refunds');
  const received = new Set(intents.filter(({ amountReceived }) => amountReceived > 0).map(({ id }) => id));
  const completed = new Set(sessions.filter(({ status }) => status === 'complete').map(({ id }) => id));
  const listed = new Set(refunds.map(({ id }) => id));

  const paid = effects.paid.filter(({ by }) => by === merchant);
  const refunded = effects.refunded.filter(({ by }) => by === merchant);
  const missing = (effect: EffectName, of: string): MissingEffect => ({ effect, of });
  return [
    ...paid.filter(({ intentId }) => !received.has(intentId)).map((each) => missing('payment received', each.intentId)),
    ...paid
      .filter(({ sessionId }) => !completed.has(sessionId))
      .map((each) => missing('session completed', each.sessionId)),
    ...refunded.filter(({ refundId }) => !listed.has(refundId)).map((each) => missing('refund listed', each.refundId)),
    ...(await unsoldStock(get, merchant, paid)),
  ];
}

/** A price sold at least what was acknowledged; a payment whose response was lost may have sold more. */
async function unsoldStock(
  get: <Body>(path: string) => Promise<Body>,
  merchant: SimulatedMerchant,
  paid: Effects['paid'],
): Promise<MissingEffect[]> {
  const missing: MissingEffect[] = [];
  for (const { id } of merchant.prices) {
    const acknowledged = paid.reduce((sum, { priceId, quantity }) => sum + (priceId === id ? quantity : 0), 0);
    const { stock } = await get<Price>(`/prices/${id}`);
    const sold = initialStock - (stock ?? 0);
    if (sold < acknowledged) missing.push({ effect: 'stock sold', of: `${id}: ${sold} of ${acknowledged}` });
  }
  return missing;
}

function missingWebhooks({ effects: { paid, refunded }, receiver: { seen } }: Run): MissingEffect[] {
  const of = (type: string, ids: readonly string[]): MissingEffect[] =>
    ids
      .filter((id) => seen.get(type)?.has(id) !== true)
      .map((id) => ({ effect: 'webhook delivered', of: `${id}: ${type}` }));
  return [
    ...of(
      'payment_intent.succeeded',
      paid.map(({ intentId }) => intentId),
    ),
    ...of(
      'checkout.session.completed',
      paid.map(({ sessionId }) => sessionId),
    ),
    ...of(
      'refund.created',
      refunded.map(({ refundId }) => refundId),
    ),
  ];
}

/** As the operator; a verification takes longer than a request may, the longer the ledger is. */
async function ledgerFindings({ client, dev }: Run): Promise<MissingEffect[]> {
  const { findings } = await client.send<LedgerVerification>({
    method: 'GET',
    path: '/operator/ledger/verification',
    headers: { authorization: `Bearer ${dev.operatorToken}` },
    status: 200,
  });
  return findings.map((finding) => ({ effect: 'ledger consistent', of: JSON.stringify(finding) }));
}

async function listAll<Item>(get: <Body>(path: string) => Promise<Body>, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const { data } = await get<{ data: Item[] }>(`${path}?limit=${pageRows}&page=${page}`);
    items.push(...data);
    if (data.length < pageRows) return items;
  }
}
