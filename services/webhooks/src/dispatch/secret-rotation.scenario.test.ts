import { expect, test } from '@jest/globals';
import { useDispatcher } from './dispatcher.test-support.ts';

const hour = 3_600;
const { rows, createEndpoint, publish, attemptsFor, attempted, now, advance } = useDispatcher();

test('while a rotated secret overlaps, attempts are signed with both, and after that with the new one only', async () => {
  const { id } = await createEndpoint();
  const donor = await createEndpoint();
  await rows(
    `update webhook_endpoints e set previous_secret_sealed = e.secret_sealed, previous_secret_until = $3,
       secret_sealed = (select secret_sealed from webhook_endpoints where id = $2) where id = $1`,
    [id, donor.id, new Date(now().getTime() + hour * 1_000)],
  );
  await publish();
  await attempted(id, 1);
  advance(hour + 1);
  await publish();
  await attempted(id, 2);
  const [during, after] = attemptsFor(id).map(({ signingKeys }) => signingKeys);
  const [ofDonor] = attemptsFor(donor.id).map(({ signingKeys }) => signingKeys[0]);
  expect([during?.length, after?.length]).toEqual([2, 1]);
  expect(during?.[0]).toBe(ofDonor);
  expect(after?.[0]).toBe(ofDonor);
});
