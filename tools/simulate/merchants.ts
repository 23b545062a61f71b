import type { Price, Product, WebhookEndpointWithSecret } from '@mizan/contracts';
import { demoFeeSchedule, demoVatOnFeesPpm } from '@mizan/gateway/accounts/demo-terms';
import type { DevFile } from '@mizan/stack/dev-file';
import type { Client } from './client.ts';

/** A merchant of the run, with something to sell and an endpoint of its own. */
export interface SimulatedMerchant {
  readonly authorization: string;
  readonly prices: readonly Price[];
  readonly endpointId: string;
  readonly webhookSecret: string;
}

/** What things cost in the shop, piastres. */
const amounts = [4_900, 12_500, 24_950, 99_900];

/** How many of each price there are to sell; more than any run does. */
export const initialStock = 100_000_000;

/** Creates accounts with keys as the operator, their prices and their webhook endpoints. */
export async function openMerchants(
  client: Client,
  dev: DevFile,
  count: number,
  webhookUrl: string,
): Promise<SimulatedMerchant[]> {
  const merchants: SimulatedMerchant[] = [];
  for (let i = 0; i < count; i++) merchants.push(await openMerchant(client, dev, i, webhookUrl));
  return merchants;
}

async function openMerchant(
  client: Client,
  dev: DevFile,
  index: number,
  webhookUrl: string,
): Promise<SimulatedMerchant> {
  const operator = { authorization: `Bearer ${dev.operatorToken}` };
  const post = <Body>(path: string, body: unknown, headers: { [name: string]: string }): Promise<Body> =>
    client.send<Body>({ method: 'POST', path, headers, body, status: 201 });
  const account = await post<{ id: string }>(
    '/operator/accounts',
    {
      displayName: `Simulated shop ${index + 1}`,
      country: 'EG',
      defaultCurrency: 'EGP',
      feeSchedule: demoFeeSchedule,
      vatOnFeesPpm: demoVatOnFeesPpm,
    },
    operator,
  );
  const key = await post<{ secret: string }>(
    `/operator/accounts/${account.id}/keys`,
    { name: 'Simulation', type: 'SECRET', mode: 'test' },
    operator,
  );
  const authorization = `Bearer ${key.secret}`;
  const product = await post<Product>('/products', { name: 'Olive oil soap' }, { authorization });
  const prices: Price[] = [];
  for (const unitAmount of amounts)
    prices.push(
      await post<Price>(
        `/prices?productId=${product.id}`,
        { currency: 'EGP', unitAmount, type: 'ONE_TIME', stock: initialStock },
        { authorization },
      ),
    );
  const endpoint = await post<WebhookEndpointWithSecret>(
    '/webhook-endpoints',
    {
      url: `${webhookUrl}/${index}`,
      enabledEvents: ['payment_intent.succeeded', 'checkout.session.completed', 'refund.created'],
    },
    { authorization },
  );
  return { authorization, prices, endpointId: endpoint.id, webhookSecret: endpoint.secret };
}
