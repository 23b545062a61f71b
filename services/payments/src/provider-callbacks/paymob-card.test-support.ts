import { expect } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import type { PaymobStandIn } from '@mizan/stand-ins';
import { type Api, eventually } from '@mizan/testing';
import type { PaymentsWorld } from '../payments.test-support.ts';
import { makeLiveFundsAvailable } from './live-funds.test-support.ts';

interface PaymobShop {
  readonly world: PaymentsWorld;
  readonly paymob: PaymobStandIn;
  /** A live key of a merchant that is connected to it. */
  readonly live: Api;
}

/** A live payment of 100.00 EGP by card through Paymob, whose money is available. */
export async function payByPaymobCard({ world, paymob, live }: PaymobShop): Promise<PaymentIntent> {
  const { body: intent } = await live<PaymentIntent>('POST', '/payment-intents', {
    ...{ amount: 10_000, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example/thanks' },
    paymentMethod: { type: 'card' },
  });
  const [charge] = intent.charges;
  paymob.pay(charge?.id ?? '');
  const back = `${world.urls.payments}/providers/paymob/return/${charge?.config?.['connectionId']}`;
  const paid = await eventually(async () => {
    await fetch(`${back}?merchant_order_id=${charge?.id}`, { redirect: 'manual' });
    await world.makeDue('charges');
    const { body } = await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`);
    expect(body.status).toBe('SUCCEEDED');
    return body;
  });
  await makeLiveFundsAvailable(world);
  return paid;
}
