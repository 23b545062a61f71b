import { describe, expect, jest, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { useBus } from './bus.test-support.ts';
import { PostgresInbox } from './postgres-inbox.ts';
import type { DeadLetter } from './subscribe-options.ts';

const { world, publish, newMerchant, openBus, subscribe, returnTimes } = useBus();

describe('an event whose handler fails', () => {
  test('is redelivered until it succeeds, while other events overtake it', async () => {
    const merchant = newMerchant();
    const [seen, done]: string[][] = [[], []];
    const { id: flaky } = await publish(merchant, { objectId: 're_flaky' });
    const { id: good } = await publish(merchant, { objectId: 're_good' });
    await subscribe('refund.created', merchant, ({ id }) => {
      seen?.push(id);
      if (id === flaky && seen?.filter((each) => each === id).length !== 3) throw new Error('not yet');
      done?.push(id);
    });
    await eventually(() => expect(done).toHaveLength(2));
    expect(done).toEqual([good, flaky]);
  });

  test('becomes a dead letter after the last attempt, stored with its reason, and can be requeued', async () => {
    const merchant = newMerchant();
    const inbox = new PostgresInbox(world().db('public' as never), merchant);
    await inbox.createTables();
    let isFixed = false;
    const done: string[] = [];
    const { id } = await publish(merchant);
    const handler = ({ id: each }: { id: string }) => {
      if (!isFixed) throw new Error('a field is missing');
      done.push(each);
    };
    const { subscription } = await subscribe('refund.created', merchant, handler, {
      maxAttempts: 3,
      onDeadLetter: inbox.keep,
    });
    await eventually(async () => expect(await inbox.deadLetters()).toHaveLength(1));
    const [letter] = await inbox.deadLetters();
    expect(letter).toMatchObject({ eventId: id, reason: 'Error: a field is missing', deliveries: 3 });
    await eventually(async () => expect(await subscription.lag()).toEqual({ pending: 0, unacknowledged: 0 }));

    const again = (payload: string) => subscription.handle(payload);
    expect(await inbox.requeue(again)).toBe(0);
    isFixed = true;
    expect(await inbox.requeue(again)).toBe(1);
    expect([done, await inbox.deadLetters()]).toEqual([[id], []]);
  });

  test('never becomes a dead letter because of transient failures, of which each event is reported once a minute', async () => {
    const merchant = newMerchant();
    let outage = true;
    let attempts = 0;
    const [done, letters]: [string[], DeadLetter[]] = [[], []];
    const problems: string[] = [];
    const { id } = await publish(merchant);
    await subscribe(
      'refund.created',
      merchant,
      (event) => {
        attempts++;
        if (outage) throw new Error('connection refused');
        done.push(event.id);
      },
      {
        maxAttempts: 1,
        isTransient: () => outage,
        onDeadLetter: (letter) => void letters.push(letter),
        onProblem: (problem) => void problems.push(problem),
      },
    );
    await eventually(() => expect(attempts).toBeGreaterThan(2));
    expect(problems).toEqual([`refund.created ${id} is waiting for a transient failure to pass`]);
    outage = false;
    await eventually(() => expect(done).toEqual([id]));
    expect(letters).toEqual([]);
  });

  test.each([8, 2])(
    'is retried after eight restarts in an outage: what they returned is none of the %i attempts, nor of their delays',
    async (maxAttempts) => {
      const merchant = newMerchant();
      const [done, letters]: [string[], DeadLetter[]] = [[], []];
      const outage = new Error('connection refused');
      const options = {
        maxAttempts,
        retryDelaysMs: [10, 600_000],
        isTransient: (error: unknown) => error === outage,
        onDeadLetter: (letter: DeadLetter) => void letters.push(letter),
      };
      const { id } = await publish(merchant);
      for (let restarts = 0; restarts < 8; restarts++) {
        let failures = 0;
        const fail = () => {
          failures++;
          throw outage;
        };
        const { bus } = await subscribe('refund.created', merchant, fail, options);
        await eventually(() => expect(failures).toBe(1));
        await bus.drain();
      }
      let attempts = 0;
      const handle = (event: { id: string }) => {
        if (++attempts === 1) throw new TypeError('order is undefined');
        done.push(event.id);
      };
      await subscribe('refund.created', merchant, handle, options);
      await eventually(() => expect(done.length + letters.length).toBe(1));
      expect([done, letters]).toEqual([[id], []]);
    },
  );

  /** Publishes an event that no handler can handle, after so many deliveries that processes returned; counts its attempts. */
  async function poison(merchant: string, returned: number) {
    const { bus } = await subscribe('refund.created', merchant, () => undefined);
    await bus.drain();
    const { id } = await publish(merchant);
    await returnTimes(merchant, returned);
    const letters: DeadLetter[] = [];
    let attempts = 0;
    const fail = () => {
      attempts++;
      throw new TypeError('order is undefined');
    };
    const options = { maxAttempts: 3, onDeadLetter: (letter: DeadLetter) => void letters.push(letter) };
    const start = () => subscribe('refund.created', merchant, fail, options);
    return { id, letters, start, attempts: () => attempts };
  }

  test.each([
    ['after all of its attempts when others were returned before', 8, 3, 'TypeError: order is undefined'],
    ['at its hundredth delivery, even if this process has not seen it fail', 99, 1, 'TypeError: order is undefined'],
    ['without an attempt after that', 100, 0, 'Error: delivered 101 times and never acknowledged'],
  ])('becomes a dead letter %s', async (_when, returned, tried, reason) => {
    const { id, letters, start, attempts } = await poison(newMerchant(), returned);
    await start();
    await eventually(() => expect(letters).toHaveLength(1));
    expect(letters).toMatchObject([{ eventId: id, reason, deliveries: returned + Math.max(tried, 1) }]);
    expect(attempts()).toBe(tried);
  });

  test('becomes a dead letter also where two processes each see a part of its failures', async () => {
    const { letters, start, attempts } = await poison(newMerchant(), 0);
    await Promise.all([start(), start()]);
    await eventually(() => expect(letters).toHaveLength(1));
    expect(attempts()).toBeGreaterThanOrEqual(3);
    expect(attempts()).toBeLessThanOrEqual(5); // each process allows two failures, and the next one is the last
  });
});

test('a failure is a warning of the process where no onProblem receives it, and says when the event is lost', async () => {
  const merchant = newMerchant();
  const { id } = await publish(merchant);
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  try {
    const bus = await openBus();
    const options = { durable: 'warns', merchantId: merchant, maxAttempts: 2, retryDelaysMs: [10] };
    await bus.subscribe('refund.created', options, () => {
      throw new TypeError('order is undefined');
    });
    const detail = expect.stringMatching(/^TypeError: order is undefined\n +at /);
    const type = 'MizanBusWarning';
    await eventually(() =>
      expect(warn.mock.calls).toEqual([
        [`refund.created ${id} failed (attempt 1 of 2): order is undefined`, { type, detail }],
        [`${id} is lost: set onDeadLetter to store it: order is undefined`, { type, detail }],
      ]),
    );
  } finally {
    warn.mockRestore();
  }
});

test.each([
  [
    'throws',
    () => {
      throw new Error('the log is full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the log is full'))],
] as const)(
  'an onProblem that %s ends nothing: the failure is a warning, and the event is retried',
  async (_name, onProblem) => {
    const merchant = newMerchant();
    const { id } = await publish(merchant);
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const done: string[] = [];
    let attempts = 0;
    try {
      await subscribe(
        'refund.created',
        merchant,
        (event) => {
          if (++attempts === 1) throw new TypeError('order is undefined');
          done.push(event.id);
        },
        { onProblem },
      );
      await eventually(() => expect(done).toEqual([id]));
      expect(warn.mock.calls.map(([text]) => text)).toEqual([
        `refund.created ${id} failed (attempt 1 of 8): order is undefined`,
      ]);
    } finally {
      warn.mockRestore();
    }
  },
);

test('a message that cannot be read becomes a dead letter at once and delays no other event', async () => {
  const merchant = newMerchant();
  const [done, letters]: [string[], DeadLetter[]] = [[], []];
  const { seq } = await publish(merchant, { text: '{"specversion": "1.0"' });
  const { id } = await publish(merchant);
  await subscribe('refund.created', merchant, (event) => void done.push(event.id), {
    onDeadLetter: (letter) => void letters.push(letter),
  });
  await eventually(() => expect(done).toEqual([id]));
  expect(letters).toMatchObject([{ eventId: `seq:${seq}`, payload: '{"specversion": "1.0"', deliveries: 1 }]);
});

test('a dead letter that cannot be stored stays on the bus', async () => {
  const merchant = newMerchant();
  const kept: string[] = [];
  let attempts = 0;
  await publish(merchant, { text: 'no JSON' });
  await subscribe('refund.created', merchant, () => {}, {
    onDeadLetter: ({ eventId }) => {
      if (++attempts === 1) throw new Error('disk full');
      kept.push(eventId);
    },
  });
  await eventually(() => expect(kept).toHaveLength(1));
});
