import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linksOf, type Links } from './payment-links.test-support.ts';

let world: CheckoutWorld;
let links: Links;
beforeAll(async () => {
  world = await startCheckout();
  links = linksOf(world);
});
afterAll(() => world.stop());

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('the end of a link', () => {
  const age = (id: string) =>
    world.db('checkout').query(`update payment_links set expires_at = now() - interval '1 s' where id = $1`, [id]);
  const restart = async () => {
    await world.replica('checkout').stop();
    await world.replica('checkout').start();
  };
  const typesOf = async (id: string) => (await links.eventsOf(id)).map(({ type }) => type);

  test('is published once, and again when it was moved and came again', async () => {
    const [link, open] = [await links.create({ expiresAt: tomorrow() }), await links.create({ expiresAt: tomorrow() })];
    await age(link.id);
    await restart();
    await eventually(async () => expect(await typesOf(link.id)).toContain('payment_link.expired'));
    const events = await links.eventsOf(link.id);
    expect(events.at(-1)).toMatchObject({ version: 2, object: await links.read(link.id) });

    expect((await links.change(link.id, { expiresAt: (await links.read(link.id)).expiresAt })).status).toBe(200);
    expect((await links.change(link.id, { expiresAt: tomorrow() })).status).toBe(200);
    await age(link.id);
    await restart();
    await eventually(async () =>
      expect(await typesOf(link.id)).toEqual([
        'payment_link.created',
        'payment_link.expired',
        'payment_link.updated',
        'payment_link.expired',
      ]),
    );
    expect(await typesOf(open.id)).toEqual(['payment_link.created']);
  });
});
