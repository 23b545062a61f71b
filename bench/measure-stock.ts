import type { Price, Product } from '@mizan/contracts';
import { Calls, newId } from '@mizan/service-kit';
import { demoAccount, post } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { median, percentile } from './load.ts';
import { buyFor } from './purchases.ts';
import type { BenchStack } from './stack.ts';

const rounds = 5;
const seconds = 4;
const buyers = 16;
const least = 1_000;

/** How many checkouts a second can hold a piece of the same price: all of them change one row. */
export async function measureStock(stack: BenchStack): Promise<Row[]> {
  const account = demoAccount(stack);
  const product = await post<Product>(stack, account, '/products', { name: 'In demand' });
  const { id: priceId } = await post<Price>(stack, account, `/prices?productId=${product.id}`, {
    currency: 'EGP',
    unitAmount: 10_000,
    stock: 100_000_000,
  });
  const checkout = new Calls('checkout', stack.identitiesOf('checkout'), { catalog: stack.dev.services.catalog.url });
  const calls = checkout.bind({ merchantId: account.id, livemode: false });
  const hold = () =>
    calls.holdStock({
      holdId: newId('hold'),
      checkoutSessionId: newId('cs_test'),
      items: [{ priceId, quantity: 1 }],
    });
  try {
    await buyFor(5, buyers, hold);
    const took: number[][] = [];
    for (let round = 0; round < rounds; round++) took.push(await buyFor(seconds, buyers, hold));
    const rate = median(took.map((each) => each.length / seconds));
    const [p50, p99] = [median(took.flat()), percentile(took.flat(), 0.99)];
    return [
      row(
        'holds on one price, 16 at once',
        '≥ 1,000 per second',
        `${Math.round(rate)} per second (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms)`,
        rate >= least,
      ),
    ];
  } finally {
    await checkout.close();
  }
}
