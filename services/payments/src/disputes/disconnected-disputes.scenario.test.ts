import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Dispute } from '@mizan/contracts';
import { type AnyBody, eventually } from '@mizan/testing';
import { connectStripe, type LiveWorld, startLivePayments } from '../provider-callbacks/live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

type Answer = Dispute & AnyBody;
const path = '/operator/accounts/acct_test/disputes';

test('a dispute at an account that is not connected any more is opened by hand, recognized once it is connected again, and closed', async () => {
  const { body: intent } = await world.pay('pm_card_visa');
  const chargeId = intent.latestCharge?.id;
  const open = (reference?: string) => {
    const body = { chargeId, amount: 6_000, reason: 'fraudulent', reference };
    return world.operator<Answer>('POST', path, body);
  };
  expect((await open('du_early')).body.error?.code).toBe('resource_invalid_state'); // Stripe reports it itself
  const connection = `/operator/accounts/acct_test/provider-connections/${world.connected.id}`;
  expect((await world.operator('DELETE', connection)).status).toBe(200);
  const atBank = world.stripe.dispute(world.intentAtStripe(chargeId).id, { amount: 6_000 });
  const { status, body: unnamed } = await open();
  expect([status, unnamed.error]).toMatchObject([400, { code: 'parameter_missing', param: 'reference' }]);
  const { body: opened } = await open(atBank);
  expect(opened).toMatchObject({ status: 'NEEDS_RESPONSE', balanceTransactions: [{ type: 'dispute', gross: -6_000 }] });

  await connectStripe(world.operator, 'acct_test');
  const notice = { id: atBank, object: 'dispute', status: 'needs_response' };
  expect((await world.callBack('charge.dispute.created', notice)).status).toBe(200);
  await eventually(async () => {
    const { rows } = await world.db('payments').query('select 1 from dispute_notices');
    expect(rows).toEqual([]);
  });
  const { body: listed } = await world.live<{ data: Dispute[] }>('GET', `/disputes?paymentIntentId=${intent.id}`);
  expect(listed.data).toMatchObject([{ id: opened.id, balanceTransactions: [{ gross: -6_000 }] }]);
  expect((await open(atBank)).body.id).toBe(opened.id);
  const { body: closed } = await world.operator<Answer>('POST', `${path}/${opened.id}/close`, { outcome: 'won' });
  expect(closed).toMatchObject({ status: 'WON', balanceTransactions: [{}, { type: 'dispute_reversal' }] });
  expect(await world.findings()).toEqual([]);
});
