import { type AccountProfile, UpdateAccount } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { sendAsOperator } from '../../api/send-request.ts';

/** Before new terms: names what the buyers of a live account can no longer pay with; undefined where they lose nothing. */
export async function termsQuestion(
  command: Command,
  id: string,
  terms: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const parsed = UpdateAccount.safeParse(terms);
  if (!parsed.success) return undefined; // the API says what is wrong
  const line = `GET /operator/accounts/${encodeURIComponent(id)}` as const;
  const account = await ifReadable('The present terms', sendAsOperator<AccountProfile>(command, line));
  if (!account?.livePaymentsEnabled) return undefined;
  const { supportedCurrencies = account.supportedCurrencies, feeSchedule = account.feeSchedule } = parsed.data;
  const kept = waysToPay({ supportedCurrencies, feeSchedule });
  const lost = [...waysToPay(account)].flatMap(([currency, types]) => {
    const missing = types.filter((type) => !kept.get(currency)?.includes(type));
    return missing.length > 0 ? [`${missing.join(', ')} in ${currency}`] : [];
  });
  return lost.length > 0
    ? `Apply these terms to ${id}? Its buyers can no longer pay with ${lost.join('; ')}.`
    : undefined;
}

/** What decides how buyers can pay. */
interface Offer {
  readonly supportedCurrencies: readonly Pick<
    AccountProfile['supportedCurrencies'][number],
    'code' | 'paymentMethodTypes'
  >[];
  readonly feeSchedule: readonly Pick<AccountProfile['feeSchedule'][number], 'currency' | 'paymentMethodType'>[];
}

/** The methods that an account accepts and has a fee for, by currency. */
const waysToPay = ({ supportedCurrencies, feeSchedule }: Offer): ReadonlyMap<string, readonly string[]> =>
  new Map(
    supportedCurrencies.map(({ code, paymentMethodTypes }) => {
      const hasFee = (type: string) =>
        feeSchedule.some(({ currency, paymentMethodType }) => currency === code && paymentMethodType === type);
      return [code, paymentMethodTypes.filter(hasFee)];
    }),
  );
