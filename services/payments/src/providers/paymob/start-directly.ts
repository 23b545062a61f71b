import type { ProviderMethod } from '../port/provider-method.ts';
import { type Intention, StartedTransaction } from './paymob-objects.ts';
import type { PaymobContext, StartedRecord } from './paymob-store.ts';
import { isOfPaymob } from './read-error.ts';

/** What a payment that was started by request adds to its page. */
type Started = Omit<StartedRecord, 'op'>;

/**
 * Starts what can be started without Paymob's page: a kiosk's bill, and a wallet whose number is known. If Paymob does not
 * start it, the buyer does on Paymob's page, which offers the same.
 */
export async function startDirectly(
  { client }: PaymobContext,
  { type, wallet }: ProviderMethod,
  { payment_keys: [paymentKey] }: Intention,
): Promise<Started> {
  const phone = wallet?.phone ? egyptianNumberOf(wallet.phone) : undefined;
  const source =
    type === 'aman'
      ? { identifier: 'AGGREGATOR', subtype: 'AGGREGATOR' }
      : phone === undefined
        ? undefined
        : { identifier: phone, subtype: 'WALLET' };
  if (!source || !paymentKey) return {};
  try {
    const started = await client.sendOpenly({
      method: 'POST',
      path: '/api/acceptance/payments/pay',
      body: { source, payment_token: paymentKey.key },
      answer: StartedTransaction,
    });
    return source.subtype === 'AGGREGATOR' ? billOf(started) : stepOf(started);
  } catch (thrown) {
    if (isOfPaymob(thrown)) return {};
    throw thrown;
  }
}

function billOf({ id, pending, data }: StartedTransaction): Started {
  const bill = data?.bill_reference ?? null;
  return pending && bill !== null ? { transactionId: id, bill: String(bill) } : {};
}

function stepOf({ id, pending, redirect_url: url, iframe_redirection_url: frameUrl }: StartedTransaction): Started {
  const redirectUrl = [url, frameUrl].find((each) => each && URL.canParse(each) && /^https?:/.test(each));
  return pending && redirectUrl ? { transactionId: id, redirectUrl } : {};
}

/** A number as Egyptian wallets have it, `01XXXXXXXXX`; undefined for another country's. */
export function egyptianNumberOf(phone: string): string | undefined {
  const local = phone.replaceAll(/[\s()-]/g, '').replace(/^(?:\+|00)?20(?=1)/, '0');
  return /^01[0125]\d{8}$/.test(local) ? local : undefined;
}
