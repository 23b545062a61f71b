import { type AccountProfile, type Currency, UpdateAccount } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { sendAsOperator } from '../../api/send-request.ts';
import { type LiveMethod, type OfferTerms, typesIn } from './live-methods.ts';
import { readLiveMethods } from './read-live-methods.ts';

/** Before new terms: names what the buyers of a live account can no longer pay with; undefined where they lose nothing. */
export async function termsQuestion(
  command: Command,
  id: string,
  terms: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const parsed = UpdateAccount.safeParse(terms);
  if (!parsed.success) return undefined; // the API says what is wrong
  const offer = await ifReadable('What the account offers now', readOffer(command, id));
  if (!offer?.account.livePaymentsEnabled) return undefined;
  const { account, methods } = offer;
  const { supportedCurrencies = account.supportedCurrencies, feeSchedule = account.feeSchedule } = parsed.data;
  const lost = lostBy({ before: account, after: { supportedCurrencies, feeSchedule }, methods });
  return lost.length > 0
    ? `Apply these terms to ${id}? Its buyers can no longer pay with ${lost.join('; ')}.`
    : undefined;
}

async function readOffer(command: Command, id: string) {
  const line = `GET /operator/accounts/${encodeURIComponent(id)}` as const;
  const account = await sendAsOperator<AccountProfile>(command, line);
  return { account, methods: await readLiveMethods(command, account) };
}

interface TermsChange {
  readonly before: OfferTerms;
  readonly after: OfferTerms;
  readonly methods: readonly LiveMethod[];
}

/** `fawry, card in EGP`, for every currency in which something is offered no longer. */
function lostBy({ before, after, methods }: TermsChange): readonly string[] {
  const offeredIn = (terms: OfferTerms, currency: Currency) => typesIn(terms, methods, currency).offered;
  return before.supportedCurrencies.flatMap(({ code }) => {
    const kept = offeredIn(after, code);
    const missing = offeredIn(before, code).filter((type) => !kept.includes(type));
    return missing.length > 0 ? [`${missing.join(', ')} in ${code}`] : [];
  });
}
