import type { MailView } from '@mizan/checkout-page';
import type { AccountProfile, CheckoutMailContent } from '@mizan/contracts';
import { type BoundCalls, Problem } from '@mizan/service-kit';
import { isWanted, type MailApp } from './mail-app.ts';
import type { MailRow } from './mail.entity.ts';

/** What a mail says now, or why it says nothing. */
export type ComposedMail =
  | { readonly state: 'ready'; readonly to: string; readonly view: MailView }
  | { readonly state: 'later'; readonly reason: string }
  | { readonly state: 'void'; readonly reason: string };

type ComposedFor = Pick<MailRow, 'merchantId' | 'livemode' | 'template' | 'aboutId'>;

/**
 * Asks the services that own a mail's object what it says, with the account's settings as they are now.
 *
 * @throws what a call throws: the owner does not answer
 */
export async function composeMail(
  app: Pick<MailApp, 'accounts' | 'callsFor'>,
  { merchantId, livemode, template, aboutId }: ComposedFor,
): Promise<ComposedMail> {
  const scope = { merchantId, livemode };
  const calls = app.callsFor(scope);
  const account = await app.accounts.get({ scope, calls });
  if (!isWanted(template, account.mail)) return { state: 'void', reason: 'the account has this mail off' };
  if (template === 'checkout_recovery') {
    const checkout = await findCheckout(calls, aboutId);
    if (!checkout?.recovery)
      return { state: 'void', reason: 'the checkout cannot be recovered, or its buyer entered no email address' };
    const content = { template, ...checkout.recovery } as const;
    return { state: 'ready', to: content.to, view: viewOf({ account, livemode, checkout, content }) };
  }
  const reply = await calls.composePaymentMail({ template, aboutId });
  if (reply.state === 'void')
    return {
      state: 'void',
      reason: reply.hasAddress ? 'it is no longer needed' : 'no email address of the buyer is known',
    };
  if (reply.state === 'later') return { state: 'later', reason: 'its receipt has no number yet' };
  const { checkoutSessionId } = reply.content;
  const checkout = checkoutSessionId === null ? null : await findCheckout(calls, checkoutSessionId);
  const isToPay = template === 'voucher' || template === 'transfer_instructions';
  const content = isToPay && checkout?.pageUrl ? { ...reply.content, url: checkout.pageUrl } : reply.content;
  return { state: 'ready', to: content.to, view: viewOf({ account, livemode, checkout, content }) };
}

/** A checkout that was deleted with its test data says nothing; what it led to may still be mailed. */
const findCheckout = (calls: BoundCalls, checkoutSessionId: string): Promise<CheckoutMailContent | null> =>
  calls.composeCheckoutMail({ checkoutSessionId }).catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.code === 'resource_missing') return null;
    throw thrown;
  });

interface Composition {
  readonly account: AccountProfile;
  readonly livemode: boolean;
  readonly checkout: CheckoutMailContent | null;
  readonly content: MailView['content'];
}

const viewOf = ({ account, livemode, checkout, content }: Composition): MailView => ({
  merchant: {
    name: account.displayName,
    logo: account.logo,
    country: account.country,
    replyTo: account.mail.replyTo,
  },
  livemode,
  locale: checkout?.locale ?? account.defaultLocale,
  ...itemsOf(checkout, content),
  content,
});

/** A refund may return one item of many, and its mail names none. */
const itemsOf = (
  checkout: CheckoutMailContent | null,
  { template }: MailView['content'],
): Pick<MailView, 'items' | 'itemCount' | 'totals'> =>
  checkout && (template === 'receipt' || template === 'checkout_recovery')
    ? { items: checkout.items, itemCount: checkout.itemCount, totals: checkout.totals }
    : { items: [], itemCount: 0 };
