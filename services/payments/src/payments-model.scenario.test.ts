import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { scaleTimeout, sizeOf } from '@mizan/testing';
import { anyCommand, type Command } from './payments-commands.test-support.ts';
import { Model } from './payments-model.test-support.ts';
import { Janitor, Subject } from './payments-subject.test-support.ts';
import { type PaymentsWorld, startPayments } from './payments.test-support.ts';

/** Sequences that a run tries. Those that run side by side belong to merchants of their own. */
const atOnce = 16;
const sequences = Number(process.env['MIZAN_PROPERTY_RUNS'] ?? sizeOf({ quick: 96, full: 2_000 }));
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
