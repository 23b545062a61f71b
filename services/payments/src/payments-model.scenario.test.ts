import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { scaleTimeout, sizeOf } from '@mizan/testing';
import { withDatabase } from '@mizan/service-kit';
import { anyCommand, type Command } from './payments-commands.test-support.ts';
import { Model } from './payments-model.test-support.ts';
import { Janitor, Subject } from './payments-subject.test-support.ts';
import { type PaymentsWorld, startPayments } from './payments.test-support.ts';
import { anyMoneyCommand, knownHistories } from './money-history-commands.test-support.ts';
import { countEnds, History, UnreliableWorld } from './money-histories.test-support.ts';

/** Sequences that a run tries. Those that run side by side belong to merchants of their own. */
const atOnce = 16;
const sequences = Number(process.env['MIZAN_PROPERTY_RUNS'] ?? sizeOf({ quick: 96, full: 1_000 }));
const anySequence = fc.array(anyCommand, { minLength: 3, maxLength: 12 });

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

/** Sends the commands to model and service, which must agree on every answer and on what is left in the end. */
async function runSequence(commands: readonly Command[], janitor: Janitor): Promise<void> {
  const [model, subject] = [new Model(), new Subject(world, janitor)];
  for (const command of commands)
    expect([command, await subject.apply(command)]).toEqual([command, model.apply(command)]);

  for (const [i, { status, attempts, captured, capturable, refunded }] of model.sessions.entries()) {
    const intent = await subject.intent(i);
    expect({
      status: intent?.status ?? 'new',
      attempts: intent?.charges.length ?? 0,
      captured: intent?.amountReceived ?? 0,
      capturable: intent?.amountCapturable ?? 0,
      refunded: intent?.amountRefunded ?? 0,
    }).toEqual({ status, attempts, captured, capturable, refunded });
  }
  expect(await subject.balance()).toBe(model.balance);
}

describe('any sequence of commands', () => {
  test(
    'is answered as the specification says, and leaves a ledger that adds up to the unit',
    async () => {
      await Janitor.employ(world, (janitor) =>
        fc.assert(
          fc.asyncProperty(fc.array(anySequence, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
            const ends = await Promise.allSettled(batch.map((commands) => runSequence(commands, janitor)));
            for (const end of ends) if (end.status === 'rejected') throw end.reason;
          }),
          { numRuns: Math.ceil(sequences / atOnce), endOnFailure: process.env['CI'] !== undefined },
        ),
      );
      // Once for all of them: it recomputes the whole ledger, whose findings name their merchants.
      expect(await world.findings()).toEqual([]);
    },
    scaleTimeout(600_000),
  );
});

describe('with a provider that approves late, twice, after a cancellation and in silence, and payers who object', () => {
  const histories = Number(process.env['MIZAN_MONEY_HISTORIES'] ?? sizeOf({ quick: 60, full: 2_000 }));
  const seed = Number(process.env['MIZAN_SEED'] ?? Date.now() % 2 ** 31);
  const together = 12; // fewer than the connections of a service

  // Its accounts have a provider of their own, which the running service knows nothing of.
  beforeAll(() => world.replica('payments').stop());

  test(
    `no money is lost, and none is kept that no order needs (${histories} histories, seed ${seed})`,
    () =>
      withDatabase('payments', world.databaseUrls('payments').runtimeUrl, async (db) => {
        const unreliable = new UnreliableWorld(db, world.confirmRequest);
        const anyHistory = fc.array(anyMoneyCommand, { minLength: 3, maxLength: 12 });
        await fc.assert(
          fc.asyncProperty(fc.array(anyHistory, { minLength: together, maxLength: together }), async (batch) => {
            const ends = await Promise.allSettled(batch.map((commands) => new History(unreliable).run(commands)));
            for (const [index, end] of ends.entries())
              if (end.status === 'rejected')
                throw new Error(`the history ${JSON.stringify(batch[index], null, 1)}`, { cause: end.reason });
          }),
          {
            seed,
            numRuns: Math.ceil(histories / together),
            endOnFailure: true, // each try would run them all again
            examples: [[knownHistories]],
          },
        );
        // Few random histories may end like this; some known ones do.
        expect(Object.entries(await countEnds(db)).filter(([, count]) => count === 0)).toEqual([]);
        expect(await world.findings()).toEqual([]);
      }),
    scaleTimeout(1_800_000),
  );
});
