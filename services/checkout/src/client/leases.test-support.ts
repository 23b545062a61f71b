import type { CheckoutWorld } from '../checkout.test-support.ts';

/** Until when a confirm may hold a session; null while none does. */
export async function attemptUntilOf(world: CheckoutWorld, sessionId: string): Promise<Date | null | undefined> {
  const { rows } = await world
    .db('checkout')
    .query<{ attempt_until: Date | null }>('select attempt_until from checkout_sessions where id = $1', [sessionId]);
  return rows[0]?.attempt_until;
}

/** The time that an attempt may take is over. */
export async function letLapse(world: CheckoutWorld, sessionId: string, secondsAgo = 1): Promise<void> {
  await world
    .db('checkout')
    .query(`update checkout_sessions set attempt_until = now() - $2 * interval '1 s' where id = $1`, [
      sessionId,
      secondsAgo,
    ]);
}

/** The janitor comes when the service starts. */
export async function callJanitor(world: CheckoutWorld): Promise<void> {
  await world.replica('checkout').stop();
  await world.replica('checkout').start();
}

/** The time that an attempt may take is over, and the janitor comes. */
export async function endLease(world: CheckoutWorld, sessionId: string): Promise<void> {
  await letLapse(world, sessionId);
  await callJanitor(world);
}
