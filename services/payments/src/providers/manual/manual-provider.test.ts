import { beforeEach, describe, expect, test } from '@jest/globals';
import { provesConformance } from '../port/conformance.test-support.ts';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import type { ProviderMethod } from '../port/provider-method.ts';
import type { Provider } from '../port/provider.ts';
import { createManualProvider, transferReference } from './manual-provider.ts';
import type { ManualRecord } from './manual-store.ts';

const now = new Date('2030-06-01T12:00:00.000Z');
const later = (days: number): Date => new Date(now.getTime() + days * 24 * 60 * 60_000);
const receiver = { iban: 'EG380019000500000000263180002', accountName: 'Nile Soap House', bankName: 'NBE' };
const transfer: ProviderMethod = { type: 'bank_transfer', token: 'manual', card: null, cardInfo: null, receiver };
const cash: ProviderMethod = { type: 'cash_on_delivery', token: 'manual', card: null, cardInfo: null };

let provider: Provider;
beforeEach(() => {
  provider = createManualProvider(inMemoryRecords<ManualRecord>());
});
const authorize = (chargeId = 'ch_1', method = transfer, at = now) =>
  provider.authorize({ chargeId, amount: 12_345, currency: 'EGP', captureMethod: 'automatic', method, now: at });
const paid = (chargeId = 'ch_1', at = now) =>
  provider.completeAction({ chargeId, now: at, answer: { result: 'paid' } });

test('a transfer waits for seven days and says where to, how much and with which reference', async () => {
  const waiting = {
    kind: 'pending',
    checkAgainAt: later(7),
    bankTransfer: {
      ...receiver,
      reference: transferReference('ch_1'),
      amount: 12_345,
      currency: 'EGP',
      expiresAt: later(7).toISOString(),
    },
  };
  expect(await authorize()).toMatchObject(waiting);
  expect(await authorize('ch_1', transfer, later(1))).toMatchObject(waiting); // a repeated request answers the same
  expect(await provider.sync({ chargeId: 'ch_1', now: later(6.9) })).toMatchObject(waiting);
});

test('InstaPay waits for a day and says which address to send to', async () => {
  const method: ProviderMethod = { ...transfer, type: 'instapay', receiver: { handle: 'shop@instapay' } };
  expect(await authorize('ch_1', method)).toMatchObject({
    kind: 'pending',
    bankTransfer: null,
    instapay: { handle: 'shop@instapay', reference: transferReference('ch_1'), expiresAt: later(1).toISOString() },
  });
});

test('cash at the door waits until it is paid or canceled', async () => {
  expect(await authorize('ch_1', cash)).toMatchObject({ kind: 'pending', checkAgainAt: null, bankTransfer: null });
  expect(await provider.sync({ chargeId: 'ch_1', now: later(300) })).toMatchObject({ kind: 'pending' });
});

test('money that the merchant reports is taken once, whatever follows', async () => {
  await authorize();
  const approved = { kind: 'approved', captured: true, amount: 12_345, capturable: 0 };
  expect(await paid()).toMatchObject(approved);
  expect(await paid('ch_1', later(9))).toMatchObject(approved);
  expect(await provider.cancel({ chargeId: 'ch_1', now, recorded: 12_345 })).toEqual({ kind: 'already_captured' });
  expect(await provider.sync({ chargeId: 'ch_1', now: later(9) })).toMatchObject(approved);
});

test('after a cancellation no money is expected, whenever the request arrives', async () => {
  expect(await provider.cancel({ chargeId: 'ch_1', now, recorded: 0 })).toEqual({ kind: 'canceled' });
  expect(await authorize()).toMatchObject({ kind: 'declined' });
  expect(await provider.sync({ chargeId: 'ch_1', now: later(1) })).toEqual({ kind: 'canceled' });
});

test('a transfer whose time is over is not expected any more, and one that came before is not lost', async () => {
  await authorize();
  expect(await provider.sync({ chargeId: 'ch_1', now: later(7) })).toMatchObject({ kind: 'declined' });
  await authorize('ch_2');
  await paid('ch_2', later(7)); // nothing has ended it yet
  expect(await provider.sync({ chargeId: 'ch_2', now: later(8) })).toMatchObject({ kind: 'approved' });
});

test.each([
  ['has expired', () => provider.sync({ chargeId: 'ch_1', now: later(7) })],
  ['was refused', () => provider.completeAction({ chargeId: 'ch_1', now, answer: { result: 'refused' } })],
  ['was canceled', () => provider.cancel({ chargeId: 'ch_1', now, recorded: 0 })],
])('money that came after the payment %s is taken once it is reported, and nothing ends it again', async (_, end) => {
  await authorize();
  await end();
  expect((await provider.sync({ chargeId: 'ch_1', now: later(8) })).kind).toMatch(/declined|canceled/);
  const approved = await paid('ch_1', later(9));
  expect(approved).toMatchObject({ kind: 'approved', captured: true, amount: 12_345, capturable: 0 });
  expect(await provider.cancel({ chargeId: 'ch_1', now: later(9), recorded: 0 })).toEqual({
    kind: 'already_captured',
  });
  expect(await provider.completeAction({ chargeId: 'ch_1', now: later(9), answer: { result: 'refused' } })).toEqual(
    approved,
  );
  for (const again of [paid(), authorize(), provider.sync({ chargeId: 'ch_1', now: later(300) })])
    expect(await again).toEqual(approved);
});

test('what was never requested is not found, and cannot be paid', async () => {
  expect(await provider.sync({ chargeId: 'ch_1', now })).toEqual({ kind: 'not_found' });
  expect(await paid()).toEqual({ kind: 'not_found' });
});

test('references differ, spell no word and are the same for the same charge', () => {
  const references = new Set(Array.from({ length: 1_000 }, (_, n) => transferReference(`ch_${n}`)));
  expect(references.size).toBe(1_000);
  for (const reference of references)
    expect(reference).toMatch(/^[2-9BCDFGHJ-NP-TV-XZ]{4}(-[2-9BCDFGHJ-NP-TV-XZ]{4}){2}$/);
  expect(transferReference('ch_1')).toBe(transferReference('ch_1'));
});

describe('the promises of the provider port', () =>
  provesConformance(() => ({
    provider: createManualProvider(inMemoryRecords<ManualRecord>()),
    approving: transfer,
    challenging: transfer,
    authenticated: { result: 'paid' },
    refused: { result: 'refused' },
    declining: transfer,
    silent: transfer,
    uncapturable: transfer,
    slowToRefund: transfer,
    failingToRefund: transfer,
    refundMs: 0,
    refuseCredentials: null,
    ofThousandths: null, // it converts no amount
    ofAnotherType: cash,
    answersOfAnother: 'The merchant reports the money, by the charge.',
    limits: {
      approvesOnReport: true,
      capturesOnce: true,
      holdsNothing: true,
      redirectsAlways: true, // no answer can get lost: it is a row of the platform's own database
      refundsNothing: true,
      refundsAtOnce: true,
      refundsAreFinal: true,
    },
  })));
