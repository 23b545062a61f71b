import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { asStored, containing, json } from './sql.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
});
afterAll(() => probe.close());

test('asStored orders keys as a jsonb column does, at every level', async () => {
  const given = {
    size: 1,
    b: { zz: [{ y: 1, x: 2 }], a: null },
    colour: true,
    ar: 'نص',
    é: 1,
    aa: 2,
    '10': 1,
    '9': 2,
    B: 3,
    gone: undefined,
  };
  const row = await probe.db.system.one<{ value: unknown }>`select ${json(given)}::jsonb as value`;
  expect(JSON.stringify(asStored(given))).toBe(JSON.stringify(row?.value));
  expect(JSON.stringify(row?.value)).not.toBe(JSON.stringify(given));
});

test.each(['100%', 'a_b', 'back\\slash', "quo'te", '%_\\'])(
  'containing(%j) matches that text and not what its characters could stand for',
  async (term) => {
    const row = await probe.db.system.one<{ itself: boolean; other: boolean }>`
    select ${`x${term}y`}::text ilike ${containing(term)} as itself, ${`x${term.replaceAll(/[%_\\']/g, 'z')}y`}::text ilike ${containing(term)} as other`;
    expect(row).toEqual({ itself: true, other: false });
  },
);
