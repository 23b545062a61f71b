import { expect, test } from '@jest/globals';
import type { MailView } from '@mizan/checkout-page';
import PostalMime from 'postal-mime';
import { buildMessage } from './build-message.ts';

const from = 'receipts@pay.example.com';
const view: MailView = {
  merchant: { name: 'Nile Soap House', logo: null, country: 'EG', replyTo: 'help@nile.example' },
  livemode: true,
  locale: 'en',
  items: [{ name: 'Laurel soap', quantity: 2, amount: 10_000, currency: 'EGP' }],
  itemCount: 1,
  content: {
    template: 'receipt',
    to: 'buyer@example.com',
    checkoutSessionId: null,
    total: { amount: 10_000, currency: 'EGP' },
    description: null,
    url: 'https://pay.example.com/receipts/ch_1-abc',
    number: 'R-2026-000123',
    reference: 'ch_1',
    presented: null,
    at: '2026-11-25T10:00:00.000Z',
    method: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  },
};
const named = (name: string): MailView => ({ ...view, merchant: { ...view.merchant, name } });
const build = async (given: MailView) => {
  const raw = await buildMessage(given, { id: 'eml_1', to: 'buyer@example.com', from });
  return { raw: raw.toString(), mail: await PostalMime.parse(raw) };
};

test('a mail is of the merchant, from our address, answered to the merchant, with a text and an HTML part', async () => {
  const { raw, mail } = await build(view);
  expect(mail.from).toEqual({ name: 'Nile Soap House', address: from });
  expect(mail.to).toEqual([{ name: '', address: 'buyer@example.com' }]);
  expect(mail.replyTo).toEqual([{ name: 'Nile Soap House', address: 'help@nile.example' }]);
  expect(mail.messageId).toBe('<eml_1@pay.example.com>');
  expect(mail.subject).toBe('Your receipt from Nile Soap House (R-2026-000123)');
  expect(mail.text).toContain('EGP 100.00'.replace(' ', '\u00a0'));
  expect(mail.html).toContain('Laurel soap × 2');
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw.match(/^Content-Type: text\/(plain|html)/gm)).toHaveLength(2);
});

test('an Arabic mail arrives as it was written', async () => {
  const { mail } = await build({ ...named('بيت الصابون'), locale: 'ar-EG' });
  expect(mail.subject).toBe('إيصالك من بيت الصابون (R-2026-000123)');
  expect(mail.from?.name).toBe('بيت الصابون');
  expect(mail.html).toContain('<html lang="ar" dir="rtl">');
  expect(mail.text).toContain('شكرًا لك');
});

test.each([
  'Nile\r\nBcc: victim@example.com',
  'Nile\nBcc: victim@example.com\n\nhello',
  'Nile\rX-Evil: 1',
  'Nile\u2028Bcc: victim@example.com',
  'Nile" <attacker@example.com>, "x',
  'Nile, attacker@example.com',
  '=?utf-8?Q?Nile=0D=0ABcc:_victim@example.com?=',
  `Nile ${'x'.repeat(100)}\r\nBcc: victim@example.com`,
])('the name %j adds no header, no sender and no recipient', async (name) => {
  const { raw, mail } = await build(named(name));
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  expect(head).not.toMatch(/^(bcc|x-evil)/im);
  expect(mail.from?.address).toBe(from);
  expect([mail.to?.length, mail.cc, mail.bcc]).toEqual([1, undefined, undefined]);
  expect(mail.replyTo).toEqual([{ name: expect.any(String), address: 'help@nile.example' }]);
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mail.subject).not.toMatch(/[\r\n]/);
});
