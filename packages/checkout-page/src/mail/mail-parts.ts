import { type Currency, currencyDecimals } from '@mizan/contracts';
import { cardName } from '../texts/card-name.ts';
import { formatAmount } from '../texts/format-amount.ts';
import { formatMoment } from '../texts/format-moment.ts';
import type { PageLocale } from '../texts/locale.ts';
import { orderRows, orderTexts } from '../texts/order-rows.ts';
import type { MethodTexts } from '../texts/methods-en.ts';
import { fill, texts } from '../texts/texts.ts';
import { mailTexts, type MailTexts } from './mail-texts.ts';
import type { MailView } from './mail-view.ts';
import { plainText } from './plain-text.ts';

type Row = readonly [label: string, value: string];

/** What a mail consists of, as text that is not escaped yet: its HTML and its plain text say the same. */
export interface MailParts {
  readonly subject: string;
  readonly title: string;
  readonly merchantName: string;
  readonly logo: string | null;
  /** Shown in test mode only. */
  readonly testMode: string | null;
  /** The largest of all: an amount, with its label. */
  readonly amount: Row;
  /** What the buyer shows or types elsewhere. */
  readonly code: Row | null;
  readonly lead: string;
  readonly rows: readonly Row[];
  /** What was bought, with a last row for what is not listed. */
  readonly items: readonly Row[];
  /** From the items to the total of the order, the last. */
  readonly totals: readonly Row[];
  readonly itemsTitle: string;
  readonly button: { readonly label: string; readonly url: string; readonly fallback: string };
  readonly notes: readonly string[];
}

/** Puts into words what a mail says. */
export function toMailParts(view: MailView, locale: PageLocale): MailParts {
  const { content, merchant } = view;
  const say = mailTexts[locale.language];
  const own = say[content.template];
  const name = plainText(merchant.name, 100);
  const inWords = wordsIn(view, locale);
  const amount = inWords.amount(content.total);
  const reference = 'reference' in content ? plainText(content.reference) : '';
  const received = receivedOf(view);
  const values = {
    ...{ merchant: name, amount, reference, number: 'number' in content ? content.number : '' },
    received: received ? inWords.amount(received) : '',
  };
  const shown = view.items.map(({ name: item, quantity, ...price }): Row => {
    const label = plainText(item, 120);
    return [quantity === 1 ? label : `${label} × ${inWords.count(quantity)}`, inWords.amount(price)];
  });
  const hidden = view.itemCount - shown.length;
  return {
    subject: plainText(fill(own.subject, values), 180),
    title: fill(own.title, values),
    merchantName: name,
    logo: merchant.logo,
    testMode: view.livemode ? null : say.testMode,
    amount: [own.amount, amount],
    code: codeOf(view, locale),
    lead: fill(leadOf(view, locale), values),
    rows: rowsOf(view, locale),
    items:
      hidden > 0
        ? [...shown, [fill(orderTexts[locale.language].moreItems, { count: inWords.count(hidden) }), '']]
        : shown,
    totals: view.totals ? orderRows(view.totals, locale) : [],
    itemsTitle: say.items,
    button: { label: own.button, url: content.url, fallback: say.fallback },
    notes: [
      own.note,
      fill(merchant.replyTo === null ? contactIn(view, say) : say.canReply, values),
      fill(say.why, values),
    ],
  };
}

function codeOf({ content }: MailView, { language }: PageLocale): Row | null {
  if (content.template === 'voucher') return [mailTexts[language].voucherReference, plainText(content.reference)];
  if (content.template === 'transfer_instructions')
    return [texts[language].methods.transferReference, plainText(content.reference)];
  return null;
}

/** What is to be paid elsewhere begins with how, as its page does. */
function leadOf({ content }: MailView, { language }: PageLocale): string {
  if (content.template === 'voucher') return content.instructions[language];
  if (content.template !== 'transfer_instructions') return mailTexts[language][content.template].lead;
  const { transferText, transferRestText, instapayText, instapayRestText } = texts[language].methods;
  const [whole, rest] =
    'handle' in content.account ? [instapayText, instapayRestText] : [transferText, transferRestText];
  return content.received ? rest : whole;
}

/** What the merchant has received of what is to be transferred, if anything. */
const receivedOf = ({ content }: MailView) => (content.template === 'transfer_instructions' ? content.received : null);

/** How the buyer contacts a merchant to whom no mail can be sent: with what this mail names. */
function contactIn({ content }: MailView, say: MailTexts): string {
  if (content.template === 'voucher') return say.contactWithNumber;
  if (content.template === 'transfer_instructions') return say.contactWithTransferReference;
  return 'reference' in content ? say.contactWithReference : say.contact;
}

function wordsIn({ merchant: { country } }: MailView, { tag }: PageLocale) {
  return {
    amount: ({ amount, currency }: { readonly amount: number; readonly currency: Currency }): string =>
      formatAmount(amount, { currency, decimals: currencyDecimals[currency] }, tag),
    moment: (at: string): string => formatMoment(at, { country, tag }),
    count: (count: number): string => new Intl.NumberFormat(tag).format(count),
  };
}

function rowsOf(view: MailView, locale: PageLocale): readonly Row[] {
  const { content } = view;
  const say = mailTexts[locale.language];
  const { amount, moment } = wordsIn(view, locale);
  const names = texts[locale.language].methods.names;
  const described = (description: string | null): Row[] =>
    description === null ? [] : [[say.description, plainText(description)]];
  const ordered = (checkoutSessionId: string | null): Row[] =>
    checkoutSessionId === null ? [] : [[say.orderReference, checkoutSessionId]];
  switch (content.template) {
    case 'receipt':
    case 'refund_receipt': {
      const isRefund = content.template === 'refund_receipt';
      const { type, card } = content.method;
      return [
        [say.number, content.number],
        [isRefund ? say.refundedOn : say.paidOn, moment(content.at)],
        ...(content.presented ? [[say.orderAmount, amount(content.presented)] as const] : []),
        [isRefund ? say.paidWith : say.method, card ? cardName(card) : names[type]],
        ...described(content.description),
        ...ordered(content.checkoutSessionId),
        [say.reference, content.reference],
      ];
    }
    case 'refund_details':
      return [
        [say.enterBefore, moment(content.expiresAt)],
        ...described(content.description),
        ...ordered(content.checkoutSessionId),
        [say.reference, content.reference],
      ];
    case 'voucher':
      return [
        [say.payBefore, moment(content.expiresAt)],
        [say.payWith, names[content.methodType]],
        ...(content.billerCode === null ? [] : [[say.billerCode, plainText(content.billerCode)] as const]),
        ...described(content.description),
      ];
    case 'transfer_instructions':
      return [
        ...accountRows(content.account, texts[locale.language].methods),
        ...(content.received
          ? [[texts[locale.language].methods.amountReceived, amount(content.received)] as const]
          : []),
        [say.payBefore, moment(content.expiresAt)],
        ...described(content.description),
        ...ordered(content.checkoutSessionId),
      ];
    case 'checkout_recovery':
      return [[say.continueBefore, moment(content.until)]];
  }
}

type Account = Extract<MailView['content'], { readonly template: 'transfer_instructions' }>['account'];

/** Where the money goes, without spaces: it is copied into the app of a bank. */
function accountRows(account: Account, say: MethodTexts): readonly Row[] {
  if ('handle' in account) return [[say.instapayAddress, plainText(account.handle)]];
  const { iban, accountName, bankName } = account;
  return [
    [say.iban, plainText(iban)],
    [say.accountName, plainText(accountName)],
    ...(bankName === undefined ? [] : [[say.bankName, plainText(bankName)] as const]),
  ];
}
