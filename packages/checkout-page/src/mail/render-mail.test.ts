import { describe, expect, test } from '@jest/globals';
import { MailTemplate } from '@mizan/contracts';
import type { MailView } from './mail-view.ts';
import { renderMail } from './render-mail.ts';

const payment = {
  to: 'mona@example.com',
  checkoutSessionId: null,
  total: { amount: 1_250, currency: 'KWD' as const },
  url: 'https://pay.example.com/receipts/ch_1-x',
  description: 'Order 7',
};
const receipt = {
  ...payment,
  number: 'R-2026-000123',
  reference: 'ch_1',
  presented: { amount: 400, currency: 'USD' as const },
  at: '2026-11-25T10:00:00.000Z',
  method: { type: 'card' as const, card: { brand: 'visa', last4: '4242' } },
};
const contents: Readonly<Record<MailTemplate, MailView['content']>> = {
  receipt: { template: 'receipt', ...receipt },
  refund_receipt: { template: 'refund_receipt', ...receipt, reference: 're_1' },
  refund_details: { template: 'refund_details', ...payment, reference: 're_1', expiresAt: '2026-12-28T10:00:00.000Z' },
  voucher: {
    template: 'voucher',
    ...payment,
    methodType: 'fawry',
    reference: '9876543210',
    billerCode: '788',
    expiresAt: '2026-11-28T10:00:00.000Z',
    instructions: { en: 'Pay at any outlet.', ar: 'ادفع في أي منفذ.' },
  },
  transfer_instructions: {
    template: 'transfer_instructions',
    ...payment,
    account: { iban: 'EG380019000500000000263180002', accountName: 'Nile Soap House', bankName: 'NBE' },
    received: null,
    reference: 'K7QM-2XTD-9HPA',
    expiresAt: '2026-12-02T10:00:00.000Z',
  },
  checkout_recovery: {
    template: 'checkout_recovery',
    to: 'mona@example.com',
    total: payment.total,
    url: 'https://pay.example.com/c/cs_1/recover#secret',
    until: '2026-12-25T10:00:00.000Z',
  },
};
const viewOf = (template: MailTemplate, changes: Partial<MailView> = {}): MailView => ({
  merchant: { name: 'Nile Soap House', logo: null, country: 'KW', replyTo: null },
  livemode: true,
  locale: 'en',
  items: [],
  itemCount: 0,
  content: contents[template],
  ...changes,
});

describe.each(MailTemplate.options)('%s', (template) => {
  test.each(['en', 'ar-EG', 'ar', 'en-GB'])(
    'says in %s, as text and as HTML, the amount, the merchant and where to go',
    (locale) => {
      const { subject, html, text } = renderMail(viewOf(template, { locale }));
      const isArabic = locale.startsWith('ar');
      expect(html).toContain(isArabic ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">');
      for (const part of [subject, html, text]) {
        expect(part).not.toMatch(/\{\w+\}|undefined|null|NaN/); // nothing is left to fill in
        expect(/[\u0600-\u06ff]/.test(part)).toBe(isArabic);
      }
      const amount = { en: '1.250', 'en-GB': '1.250', ar: '1.250', 'ar-EG': '١٫٢٥٠' }[locale];
      for (const part of [html, text])
        for (const said of [amount, 'Nile Soap House', contents[template].url]) expect(part).toContain(said);
      expect(subject).toContain('Nile Soap House');
      expect(subject).not.toContain('\n');
    },
  );

  test('escapes what merchants and buyers wrote', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&';
    const content = {
      ...contents[template],
      ...('description' in contents[template] ? { description: evil } : {}),
      ...(template === 'voucher' ? { reference: evil, billerCode: evil, instructions: { en: evil, ar: evil } } : {}),
      ...(template === 'transfer_instructions'
        ? { reference: evil, account: { iban: evil, accountName: evil, bankName: evil } }
        : {}),
    } as MailView['content'];
    const view = viewOf(template, {
      merchant: { name: evil, logo: `https://x.example/"onload="alert(1)`, country: 'KW', replyTo: null },
      items: [{ name: evil, quantity: 1, amount: 5, currency: 'KWD' }],
      itemCount: 1,
      content,
    });
    const { html } = renderMail(view);
    expect(html).not.toContain('<img src=x');
    expect(html).not.toMatch(/"\s*onload="/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
    expect(html).not.toContain('<script');
  });

  test('says in test mode that it is one', () => {
    expect(renderMail(viewOf(template)).text).not.toContain('Test mode');
    const { html, text } = renderMail(viewOf(template, { livemode: false }));
    for (const part of [html, text]) expect(part).toContain('Test mode: no money moves.');
  });
});

test('a receipt has number, date on the clock of the merchant, method, price in its currency, and reference', () => {
  const { text } = renderMail(viewOf('receipt'));
  for (const said of [
    'Receipt number: R-2026-000123',
    'Date paid: November 25, 2026 at 1:00',
    'Order amount: $4.00',
    'Payment method: Visa •••• 4242',
    'Description: Order 7',
    'Reference: ch_1',
  ])
    expect(text).toContain(said);
});

test('a mail that requests bank details names the order that it is about', () => {
  const content = { ...contents.refund_details, checkoutSessionId: 'cs_1' } as MailView['content'];
  const { text, html } = renderMail(viewOf('refund_details', { content }));
  expect(text).toContain('Description: Order 7\nOrder reference: cs_1\nReference: re_1\n');
  expect(html).toContain('cs_1');
});

test('items are listed with quantity and amount, and how many are not', () => {
  const items = [
    { name: 'Laurel soap', quantity: 2, amount: 1_000, currency: 'KWD' as const },
    { name: 'صابون', quantity: 1, amount: 250, currency: 'KWD' as const },
  ];
  const { text } = renderMail(viewOf('receipt', { items, itemCount: 12 }));
  expect(text).toContain('- Laurel soap × 2: KWD\u00a01.000\n- صابون: KWD\u00a00.250\n- and 10 more\n');
  expect(renderMail(viewOf('receipt', { items, itemCount: 2 })).text).not.toContain('more');
});

test('the discount and the total of an order follow its items, and rows of 0 are left out', () => {
  const items = [{ name: 'Laurel soap', quantity: 2, amount: 1_000, currency: 'KWD' as const }];
  const rest = { tax: 0, shipping: 0, vat: 0, fee: 0 };
  const totals = { currency: 'KWD' as const, subtotal: 1_000, discount: 250, total: 750, ...rest };
  const { text, html } = renderMail(viewOf('receipt', { items, itemCount: 1, totals }));
  expect(text).toContain(
    'KWD\u00a01.000\nSubtotal: KWD\u00a01.000\nDiscount: -KWD\u00a00.250\nTotal: KWD\u00a00.750\n\n',
  );
  expect(html).toContain('-KWD\u00a00.250');
});

test('a voucher has its number, its biller code and its instructions in the language of the mail', () => {
  const { text, subject } = renderMail(viewOf('voucher', { locale: 'ar' }));
  for (const said of ['رقم الدفع: 9876543210', 'كود المفوتر: 788', 'ادفع في أي منفذ.']) expect(text).toContain(said);
  expect(subject).toContain('9876543210');
});

test('a transfer has its account, its reference and what to do with it, in the words of its page', () => {
  const { text, subject } = renderMail(viewOf('transfer_instructions'));
  for (const said of [
    'include the reference, so that your payment can be matched.',
    'Reference: K7QM-2XTD-9HPA\nIBAN: EG380019000500000000263180002\nAccount holder: Nile Soap House\nBank: NBE\nPay before: December 2, 2026',
  ])
    expect(text).toContain(said);
  expect(subject).toContain('K7QM-2XTD-9HPA');

  const content = { ...contents.transfer_instructions, account: { handle: 'soap@instapay' } } as MailView['content'];
  const instapay = renderMail(viewOf('transfer_instructions', { content })).text;
  for (const said of ['in your InstaPay app', 'InstaPay address: soap@instapay\n']) expect(instapay).toContain(said);
  expect(instapay).not.toContain('IBAN');

  const arabic = renderMail(viewOf('transfer_instructions', { locale: 'ar' })).text;
  for (const said of ['الرقم المرجعي: K7QM-2XTD-9HPA', 'واذكر الرقم المرجعي.']) expect(arabic).toContain(said);
});

test.each([
  [
    'en',
    { iban: 'EG380019000500000000263180002', accountName: 'Nile Soap House' },
    'Nile Soap House has received KWD 0.750 of your payment. Transfer exactly the remaining KWD 1.250 and include the reference',
    'Received so far: KWD 0.750\n',
  ],
  [
    'en',
    { handle: 'soap@instapay' },
    'Nile Soap House has received KWD 0.750 of your payment. Send exactly the remaining KWD 1.250 to this address in your InstaPay app',
    'Received so far: KWD 0.750\n',
  ],
  [
    'ar',
    { handle: 'soap@instapay' },
    'وصل 0.750 د.ك. من دفعتك إلى Nile Soap House. أرسل المبلغ المتبقي 1.250 د.ك. بالضبط إلى هذا العنوان',
    'المبلغ الذي وصل: 0.750 د.ك.\n',
  ],
])(
  'the mail asks in %s for the rest of a transfer, and says what was received of it: %j',
  (locale, account, lead, row) => {
    const received = { ...payment.total, amount: 750 };
    const content = { ...contents.transfer_instructions, account, received } as MailView['content'];
    const text = renderMail(viewOf('transfer_instructions', { content, locale }))
      .text.replaceAll('\u00a0', ' ')
      .replaceAll('\u200f', '');
    for (const said of [lead, row]) expect(text).toContain(said);
  },
);

test('the mail of a transfer that an earlier release composed, without what was received, asks for all of it', () => {
  const { received: _unknown, ...content } = contents.transfer_instructions as Extract<
    MailView['content'],
    { template: 'transfer_instructions' }
  >;
  const { text } = renderMail(viewOf('transfer_instructions', { content: content as MailView['content'] }));
  expect(text).toContain('give the reference');
  expect(text).not.toContain('Received so far');
});

test.each([
  ['receipt', 'give the reference.'],
  ['transfer_instructions', 'give the reference.'],
  ['voucher', 'give the payment number.'],
  ['checkout_recovery', 'Contact Nile Soap House.'],
] as const)('without an address for replies, a %s asks for nothing that it does not name', (template, contact) => {
  expect(renderMail(viewOf(template)).text).toContain(contact);
});

test('buyers are invited to reply where replies arrive', () => {
  const merchant = { ...viewOf('receipt').merchant, replyTo: 'help@nile.example' };
  expect(renderMail(viewOf('receipt', { merchant })).text).toContain('Reply to this mail');
  expect(renderMail(viewOf('receipt')).text).not.toContain('Reply to this mail');
});

test('an unknown locale is English, and text cannot change the direction of what follows', () => {
  const { html, subject } = renderMail(
    viewOf('receipt', {
      locale: 'fr-FR',
      merchant: { ...viewOf('receipt').merchant, name: 'Nile\u202e elpmaxe\u2066' },
    }),
  );
  expect(html).toContain('<html lang="en" dir="ltr">');
  expect(subject + html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});
