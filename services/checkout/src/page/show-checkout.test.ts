import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { sampleCharge } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
});
afterAll(() => world.stop());

const open = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${world.urls.checkout}${path}`, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

/** What a page shows, without the data for its script. */
const shownIn = (html: string): string =>
  html
    .replace(/<script type="application\/json"[^]*?<\/script>/, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u200f', '');

/** A charge that brought no money, but for what the merchant may have received itself. */
const unreceived = { status: 'FAILED', paid: false, captured: false, amountCaptured: 0 } as const;

/** A session at 125.00 EGP of which this much was captured later. */
async function captureOf(amountReceived: number, locale: string): Promise<CheckoutSession> {
  const session = await world.openSession({ captureMethod: 'manual', locale });
  await world.confirm(session);
  world.siblings.move(session.id, { status: 'SUCCEEDED', amountCapturable: 0, amountReceived });
  await world.publish('payment_intent.succeeded', session.id);
  return session;
}

test('the page shows items, total and merchant, in the language of the browser or of the session', async () => {
  const session = await world.openSession();
  const english = await open(`/c/${session.id}`, { 'accept-language': 'fr, en;q=0.5' });
  expect(english.status).toBe(200);
  expect(english.html).toContain('<html lang="en" dir="ltr">');
  for (const text of ['Olive oil soap', 'EGP&nbsp;125.00', 'Pay Nile Soap House', 'Test mode'])
    expect(english.html.replaceAll('\u00a0', '&nbsp;')).toContain(text);
  const arabic = await open(`/c/${session.id}`, { 'accept-language': 'ar-EG,en;q=0.5' });
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
  expect(arabic.html).toContain('١٢٥٫٠٠');
  const chosen = await world.openSession({ locale: 'ar' });
  expect((await open(`/c/${chosen.id}`, { 'accept-language': 'en' })).html).toContain('dir="rtl"');
});

test('digits are those of the region, unless the tag of the session or browser has others', async () => {
  const digitsOf = async (locale: string, language: string) => {
    const { id } = await world.openSession({ locale });
    const { html } = await open(`/c/${id}`, { 'accept-language': language });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    return ['١٢٥٫٠٠', '125.00'].filter((digits) => html.includes(digits));
  };
  expect(await digitsOf('ar-EG', 'en')).toEqual(['١٢٥٫٠٠']);
  expect(await digitsOf('ar-EG-u-nu-latn', 'en')).toEqual(['125.00']);
  expect(await digitsOf('ar-AE-u-nu-arab', 'en')).toEqual(['١٢٥٫٠٠']);
  expect(await digitsOf('auto', 'ar-EG-u-nu-latn, en;q=0.5')).toEqual(['125.00']);
});

test('anyone with the address but without its secret sees nothing personal and no secret', async () => {
  const session = await world.openSession({
    customerDetails: { name: 'Mona Adel', email: 'mona@example.com' },
    metadata: { margin: 'thirty' },
    customFields: [{ key: 'note', label: 'Note', type: 'TEXT' }],
    afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks?token=t0k' } },
  });
  await world.change(session, { customFields: [{ key: 'note', text: { value: 'my little secret' } }] });
  const { html } = await open(`/c/${session.id}`);
  for (const hidden of ['Mona Adel', 'mona@', 'thirty', 'my little secret', '_secret_', 't0k', 'not for buyers'])
    expect([hidden, html.includes(hidden)]).toEqual([hidden, false]);
});

describe('a buyer who has returned from a bank without the secret', () => {
  const confirming = 'Your payment is being confirmed';
  const look = async (id: string, returned: string) => (await open(`/c/${id}?returned=${returned}`)).html;

  test('sees nothing of the checkout that its address does not show anyway', async () => {
    const session = await world.openSession({
      customerDetails: { name: 'Mona Adel', email: 'mona@example.com' },
      afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks?token=t0k' } },
    });
    await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
    const html = await look(session.id, '1');
    expect(html).toContain(confirming);
    for (const hidden of ['Mona Adel', 'mona@', '_secret_', 't0k', 'REQUIRES_ACTION', '/simulator/'])
      expect([hidden, html.includes(hidden)]).toEqual([hidden, false]);
  });

  test('reads that it is being confirmed while that is in doubt, and that it was not completed once it has failed, but not why', async () => {
    const [declined, doubted] = [await world.openSession(), await world.openSession()];
    await world.confirm(declined, { paymentMethod: card(cards.declined) });
    await world.confirm(doubted, { paymentMethod: card(cards.lostAnswer) });
    expect(await look(doubted.id, '1')).toContain(confirming);
    const html = await look(declined.id, '1');
    expect(html).toContain('The payment was not completed');
    for (const hidden of ['REQUIRES_PAYMENT_METHOD', 'declined', confirming])
      expect([hidden, html.includes(hidden)]).toEqual([hidden, false]);
    await world.confirm(declined, { paymentMethod: card(cards.threeDSecure) });
    expect(await look(declined.id, '1')).toContain(confirming);
  });

  test.each(['15', '16', '0', '-1', '1.5', 'x', ''])('looks no more after the look %j', async (returned) => {
    const { id } = await world.openSession();
    const html = await look(id, returned);
    expect(html).not.toContain('http-equiv');
    expect(html).toContain('"lookAgain":null');
    expect(shownIn(html)).toContain('You need not pay again');
  });

  test('opens the checkout also where an app has added a parameter of its own', async () => {
    const { id } = await world.openSession();
    expect(await open(`/c/${id}?fbclid=abc`)).toMatchObject({ status: 200 });
    expect(await look(id, '1&utm_source=mail')).toContain(confirming);
  });

  test('is led to the next look, and to none once the checkout is over', async () => {
    const session = await world.openSession();
    expect(await look(session.id, '14')).toContain('<meta http-equiv="refresh" content="4;url=?returned=15" />');
    await world.confirm(session);
    const over = await look(session.id, '2');
    expect(over).toContain('Payment successful');
    expect(over).not.toMatch(/http-equiv|lookAgain|being confirmed/);
  });

  test('has the mark from the address that the payment returns to, and any other address has none', async () => {
    const session = await world.openSession();
    const { body } = await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
    const back = body.paymentIntent?.nextAction?.redirectToUrl.returnUrl;
    expect(back).toBe(`${session.url.split('#')[0]}?returned=1`);
    expect((await open(`/c/${session.id}`)).html).not.toMatch(/http-equiv|lookAgain|being confirmed/);
  });
});

test('the page may run one script and one style of ours and connect to no other host', async () => {
  const session = await world.openSession();
  const [first, second] = [await open(`/c/${session.id}`), await open(`/c/${session.id}`)];
  const policy = first.headers.get('content-security-policy') ?? '';
  const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? '';
  expect(nonce.length).toBeGreaterThanOrEqual(22);
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(second.headers.get('content-security-policy')).not.toBe(policy);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  for (const [element] of first.html.matchAll(/<(?:script|style|link)\b[^>]*>/g))
    expect(element).toMatch(/nonce="|type="application\/json"/);
  expect(first.html).not.toMatch(/\son\w+=|\sstyle=|javascript:|https?:\/\//);
  expect(first.headers.get('set-cookie')).toBeNull();
});

test('whatever merchant and catalog write is text, never markup', async () => {
  const attacks = [
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '<svg/onload=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
    '<!--',
    ']]>',
    '&lt;script&gt;',
  ];
  world.siblings.account.displayName = attacks.join(' ');
  const prices = attacks.map((name) =>
    world.siblings.addPrice(
      { name },
      { name, description: name, image: `https://img.example/"${encodeURIComponent(name)}` },
    ),
  );
  const other = world.merchantClient('checkout', { merchantId: 'acct_xss' });
  const { body: session } = await other<{ id: string }>('POST', '/checkout/sessions', {
    lineItems: prices.map(({ price }) => ({ price: price.id })),
    customFields: [{ key: 'a', label: '</script><b>'.slice(0, 50), type: 'TEXT', text: { defaultValue: attacks[0] } }],
    brandingSettings: { fontFamily: 'cairo', colors: { primary: '#FF0000' } },
    cancelUrl: 'https://shop.example/?a="><script>alert(1)</script>',
  });
  const { html } = await open(`/c/${session.id}`);
  world.siblings.account.displayName = 'Nile Soap House';
  const withoutData = html.replace(/<script type="application\/json"[^]*?<\/script>/, '');
  expect(withoutData).not.toMatch(/<(?:b>|svg\/|img src=x)|<!--|<script>/);
  expect(html.match(/<script\b/g)).toHaveLength(2);
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  const data = /id="page-data">([^]*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({
    checkout: { lineItems: prices.map(({ product }) => ({ product: { name: product.name } })) },
  });
});

test('an unknown address gets a friendly 404 page in the reader’s language', async () => {
  const { status, html, headers } = await open('/c/cs_test_nope', { 'accept-language': 'ar' });
  expect(status).toBe(404);
  expect(html).toContain('dir="rtl"');
  expect(html).toContain('لم نعثر على صفحة الدفع هذه');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('a session that is over says so without a script, and one with a redirect redirects', async () => {
  const expired = await world.openSession();
  await world.merchant('POST', `/checkout/sessions/${expired.id}/expire`);
  expect((await open(`/c/${expired.id}`)).html).toContain('This checkout has expired');

  const paid = await world.openSession();
  await world.confirm(paid);
  expect((await open(`/c/${paid.id}`)).html).toContain('Payment successful');

  const back = await world.openSession({
    afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } },
  });
  expect((await open(`/c/${back.id}`)).status).toBe(200);
  await world.confirm(back);
  const answer = await open(`/c/${back.id}`);
  expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
    status: 303,
    location: `https://shop.example/thanks?checkout_session=${back.id}`,
  });
  const browser = await open(`/c/${back.id}`, { accept: 'text/html,*/*;q=0.8' });
  expect(browser.headers.get('location')).toBe(`https://shop.example/thanks?checkout_session=${back.id}#`);
});

describe('a buyer who has paid is sent to', () => {
  const sentTo = async (id: string) => {
    const { status, headers } = await open(`/c/${id}`);
    expect(status).toBe(303);
    return headers.get('location');
  };

  test.each([
    ['https://shop.example/شكرا', 'https://shop.example/%D8%B4%D9%83%D8%B1%D8%A7?checkout_session=ID'],
    ['https://shop.example/thanks?from=pay#top', 'https://shop.example/thanks?from=pay&checkout_session=ID#top'],
    ['https://shop.example/?id={CHECKOUT_SESSION_ID}#top', 'https://shop.example/?id=ID#top'],
    ['https://shop.example/{CHECKOUT_SESSION_ID}/thanks', 'https://shop.example/ID/thanks'],
  ])('%s as %s, by the page and by its script', async (url, location) => {
    const session = await world.openSession({ afterCompletion: { type: 'redirect', redirect: { url } } });
    await world.confirm(session);
    const expected = location.replace('ID', session.id);
    expect(await sentTo(session.id)).toBe(expected);
    expect((await world.view(session)).body.afterCompletion.redirect?.url).toBe(expected);
  });

  test('an address that was stored as it was entered', async () => {
    const session = await world.openSession({
      afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } },
    });
    await world.confirm(session);
    await world
      .db('checkout')
      .query(
        `update checkout_sessions set settings = replace(settings::text, 'example/thanks', 'example/شكرا')::jsonb where id = $1`,
        [session.id],
      );
    expect(await sentTo(session.id)).toBe(
      `https://shop.example/%D8%B4%D9%83%D8%B1%D8%A7?checkout_session=${session.id}`,
    );
  });
});

test('the page shows held money as reserved, and lost money as not charged', async () => {
  const session = await world.openSession({ captureMethod: 'manual' });
  await world.confirm(session);
  const { html } = await open(`/c/${session.id}`);
  expect(html).toContain('Order received');
  expect(html.replaceAll('\u00a0', ' ')).toContain('EGP 125.00 is reserved, and charged only once');

  world.siblings.move(session.id, { status: 'CANCELED' });
  await world.publish('payment_intent.canceled', session.id);
  expect((await open(`/c/${session.id}`)).html).toContain('You were not charged');
});

test.each([
  {
    language: 'en',
    texts: [
      'Paid to Nile Soap House</h1><p class="amount">EGP 50.00<',
      'Total</dt><dd>EGP 125.00<',
      'Amount paid</dt><dd>EGP 50.00<',
      'Nile Soap House has received your payment of EGP 50.00.',
    ],
  },
  {
    language: 'ar',
    texts: [
      'تم الدفع إلى Nile Soap House</h1><p class="amount">50.00 ج.م.<',
      'الإجمالي</dt><dd>125.00 ج.م.<',
      'المبلغ المدفوع</dt><dd>50.00 ج.م.<',
      'تم دفع 50.00 ج.م. إلى Nile Soap House.',
    ],
  },
])(
  'the page of an order of which a part was captured shows that part as paid, beside the total: $language',
  async ({ language, texts }) => {
    const { id } = await captureOf(5_000, language);
    const { html } = await open(`/c/${id}`);
    for (const text of texts) expect(shownIn(html)).toContain(text);
  },
);

test('the page of an order that was captured as a whole shows its total as paid, and no other sum', async () => {
  const { id } = await captureOf(12_500, 'en');
  const shown = shownIn((await open(`/c/${id}`)).html);
  expect(shown).toContain('Paid to Nile Soap House</h1><p class="amount">EGP 125.00<');
  expect(shown).toContain('Nile Soap House has received your payment of EGP 125.00.');
  expect(shown).not.toContain('Amount paid');
});

test.each([
  {
    language: 'en',
    text: 'Nile Soap House has received EGP 50.00 of your payment. EGP 75.00 is still reserved, and charged only once the rest of the order is confirmed. Otherwise it is released.',
  },
  {
    language: 'ar',
    text: 'وصل 50.00 ج.م. من دفعتك إلى Nile Soap House. ما زال 75.00 ج.م. محجوزًا، ولن يُخصم هذا المبلغ إلا عند تأكيد بقية الطلب، وإلا أُلغي الحجز تلقائيًا.',
  },
])(
  'the page of an order of which a part was captured and the rest is held shows both sums: $language',
  async ({ language, text }) => {
    const session = await world.openSession({ captureMethod: 'manual', locale: language });
    await world.confirm(session);
    const status = 'AMOUNT_CAPTURABLE_UPDATED';
    world.siblings.move(session.id, { status, amountReceived: 5_000, amountCapturable: 7_500 });
    await world.publish('payment_intent.amount_capturable_updated', session.id);
    const shown = shownIn((await open(`/c/${session.id}`)).html);
    expect(shown).toContain(text);
    expect(shown).not.toMatch(/EGP 125.00 is reserved|حُجز/);
  },
);

test.each([
  {
    language: 'en',
    text: 'Your payment of EGP 125.00 is not complete. Nile Soap House has received EGP 50.00 of it. Please contact Nile Soap House.',
    denial: 'You were not charged',
  },
  {
    language: 'ar',
    text: 'لم يكتمل دفع 125.00 ج.م.، ووصل منه إلى Nile Soap House مبلغ 50.00 ج.م. فقط. يرجى التواصل مع Nile Soap House.',
    denial: 'لم يُخصم منك أي مبلغ',
  },
])(
  'the page of a transfer of which only a part arrived shows that part, and never that nothing was charged: $language',
  async ({ language, text, denial }) => {
    const session = await world.openSession({ captureMethod: 'manual', locale: language });
    await world.confirm(session);
    const [first, latestCharge] = [0, 5_000].map((amountReceived) => sampleCharge({ ...unreceived, amountReceived }));
    if (!first || !latestCharge) throw new Error('two charges were made');
    const charges = [first, latestCharge];
    world.siblings.move(session.id, { status: 'FAILED', amountCapturable: 0, latestCharge, charges });
    await world.publish('payment_intent.payment_failed', session.id);
    const shown = shownIn((await open(`/c/${session.id}`)).html);
    expect(shown).toContain(text);
    expect(shown).not.toContain(denial);
    expect(shown).not.toMatch(/Left to pay|المبلغ المتبقي|75\.00/);
  },
);

test.each([
  ['bank_transfer', 'en', 'Nile Soap House has not received your transfer of EGP 125.00. If you have sent it, contact'],
  ['instapay', 'ar', 'لم يصل تحويلك بمبلغ 125.00 ج.م. إلى Nile Soap House. إذا كنت قد أرسلته'],
  ['cash_on_delivery', 'en', 'Your payment of EGP 125.00 did not go through. You were not charged.'],
] as const)('after a payment by %s that failed, the page says what is known of it', async (type, locale, text) => {
  const session = await world.openSession({ captureMethod: 'manual', locale });
  await world.confirm(session);
  const { paymentMethod } = world.siblings.paymentOf(session.id).paymentIntent ?? {};
  if (!paymentMethod) throw new Error('the payment has no method');
  world.siblings.move(session.id, {
    ...{ status: 'FAILED', amountCapturable: 0 },
    paymentMethod: { ...paymentMethod, type, card: null },
  });
  await world.publish('payment_intent.payment_failed', session.id);
  expect(shownIn((await open(`/c/${session.id}`)).html)).toContain(text);
});

test.each([
  ['en', 'Your payment of EGP 125.00 was canceled. You were not charged, and what was reserved for it is released.'],
  ['ar', 'أُلغيت عملية دفع 125.00 ج.م.'],
] as const)('after a hold was released, the page says that the payment was canceled: %s', async (locale, text) => {
  const session = await world.openSession({ captureMethod: 'manual', locale });
  await world.confirm(session);
  world.siblings.move(session.id, { status: 'CANCELED', amountCapturable: 0 });
  await world.publish('payment_intent.canceled', session.id);
  expect(shownIn((await open(`/c/${session.id}`)).html)).toContain(text);
});

test.each([
  {
    language: 'en',
    text: 'Nile Soap House has received EGP 50.00 of your payment. Your order is paid as soon as the remaining EGP 75.00 arrives.',
    whole: 'as soon as your payment of EGP 125.00 arrives',
  },
  {
    language: 'ar',
    text: 'وصل 50.00 ج.م. من دفعتك إلى Nile Soap House، وعند وصول المبلغ المتبقي 75.00 ج.م. يكتمل الدفع.',
    whole: 'وعند وصول مبلغ 125.00',
  },
])(
  'without a script, the page of an order that waits for the rest of its transfer asks for that: $language',
  async (each) => {
    const session = await world.openSession({ captureMethod: 'manual', locale: each.language });
    await world.confirm(session);
    const pending = { ...unreceived, status: 'PENDING' } as const;
    const awaits = async (amountReceived: number) => {
      const earlier = sampleCharge({ ...unreceived, amountReceived: 3_000 });
      const latestCharge = sampleCharge({ ...pending, amountReceived });
      const charges = [earlier, latestCharge];
      const { paymentMethod } = world.siblings.paymentOf(session.id).paymentIntent ?? {};
      if (!paymentMethod) throw new Error('the payment has no method');
      const transfer = { ...paymentMethod, type: 'bank_transfer', card: null } as const;
      const waiting = { status: 'PROCESSING', amountCapturable: 0, paymentMethod: transfer } as const;
      world.siblings.move(session.id, { ...waiting, latestCharge, charges });
      await world.publish('payment_intent.updated', session.id);
      return shownIn((await open(`/c/${session.id}`)).html);
    };
    const whole = await awaits(0);
    expect(whole).toContain(each.whole);
    expect(whole).not.toContain('30.00'); // what an earlier attempt received is another matter
    const rest = await awaits(5_000);
    expect(rest).toContain(each.text);
    expect(rest).not.toContain(each.whole);
    expect(rest.match(/75\.00/g)).toHaveLength(3); // the sum of the page, of the order, and of the panel
  },
);

test.each([
  ['when its payment failed', 'payment_intent.payment_failed', 'FAILED', 'Payment not completed'],
  ['when its payment was canceled', 'payment_intent.canceled', 'CANCELED', 'This checkout has expired'],
] as const)(
  'the page of a checkout that expired with a part of its payment shows that part, and not that nothing was charged: %s',
  async (_when, type, status, title) => {
    for (const [language, text, denial] of [
      [
        'en',
        'Your payment of EGP 125.00 is not complete. Nile Soap House has received EGP 50.00 of it. Please contact Nile Soap House.',
        /You were not charged|Go back to Nile|Left to pay|EGP 75\.00/,
      ],
      [
        'ar',
        'لم يكتمل دفع 125.00 ج.م.، ووصل منه إلى Nile Soap House مبلغ 50.00 ج.م. فقط. يرجى التواصل مع Nile Soap House.',
        /لم يُخصم منك أي مبلغ|لبدء طلب جديد|المبلغ المتبقي/,
      ],
    ] as const) {
      const session = await world.openSession({ locale: language });
      await world.confirm(session, { paymentMethod: card(cards.declined) });
      const latestCharge = sampleCharge({ ...unreceived, amountReceived: 5_000 });
      world.siblings.move(session.id, { status, latestCharge, charges: [latestCharge] });
      await world.publish(type, session.id);
      expect((await world.readSession(session.id)).status).toBe('expired');
      const shown = shownIn((await open(`/c/${session.id}`)).html);
      if (language === 'en') expect(shown).toContain(title);
      expect(shown).toContain(text);
      expect(shown).not.toMatch(denial);
    }
  },
);

test('an embedded checkout may be framed by the origins of the account and by no other', async () => {
  const session = await world.openSession({ uiMode: 'embedded' });
  const alone = await open(`/c/${session.id}`);
  expect(alone.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  world.siblings.account.allowedOrigins = ['https://shop.example', 'https://shop.example/path', "'self'", 'https://*'];
  const other = world.merchantClient('checkout', { merchantId: 'acct_framing' });
  const lineItems = [{ price: world.siblings.addPrice().price.id }];
  const { body } = await other<{ id: string }>('POST', '/checkout/sessions', { lineItems, uiMode: 'embedded' });
  const { headers } = await open(`/c/${body.id}`);
  expect(headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example;');
  expect(headers.get('x-frame-options')).toBeNull();
});

test('script and style are built, small, and kept by browsers for good', async () => {
  const { html } = await open(`/c/${(await world.openSession()).id}`);
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(assets).toHaveLength(2);
  let compressed = 0;
  for (const path of assets) {
    const answer = await fetch(`${world.urls.checkout}${path}`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toMatch(path.endsWith('.js') ? /^text\/javascript/ : /^text\/css/);
    const content = Buffer.from(await answer.arrayBuffer());
    for (const trace of ['jsxDEV', process.cwd()]) expect([path, content.includes(trace)]).toEqual([path, false]); // built as for buyers
    expect(content.toString()).not.toMatch(/\(\?<[=!]|\bcanParse\b/); // Safari has neither before 16.4 and 17
    const { length } = gzipSync(content);
    if (path.endsWith('.js')) expect(length).toBeLessThan(45_000);
    compressed += length;
  }
  expect(compressed).toBeLessThan(60 * 1024);
  for (const path of ['/assets/none.js', '/assets/..%2f..%2fpackage.json', '/assets/.env'])
    expect((await open(path)).status).toBe(404);
});
