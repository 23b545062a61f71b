import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutSession, Coupon, PaymentLink } from '@mizan/contracts';
import { eventually, launchBrowser, sizeOf } from '@mizan/testing';
import { BuyerPage, desktop, phone } from './buyer-page.test-support.ts';
import { findBarriers } from './page-barriers.test-support.ts';
import { photograph } from './shop-pages.test-support.ts';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let browser: Awaited<ReturnType<typeof launchBrowser>>;

beforeAll(async () => {
  shop = new Storefront(await startPlatform());
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.world.stop();
});

const visits = [
  { locale: 'en', device: phone, name: 'phone-en', width: phone.viewport.width, colors: 'light' },
  { locale: 'ar', device: desktop, name: 'desktop-ar', width: desktop.viewport.width, colors: 'dark' },
] as const;
type Visit = (typeof visits)[number];
type Texts = Readonly<Record<Visit['locale'], string>>;

let turn = 0;

/**
 * Once as an English speaker with a phone and once as an Arabic speaker at a dark desktop, side by side; in a quick run
 * as one of them, in turn.
 *
 * @param picture what to name the pictures of the end, if any are kept
 */
const everyone = (
  picture: string | undefined,
  visit: (buyer: BuyerPage, visit: Visit) => Promise<void>,
): Promise<unknown> => {
  const chosen = sizeOf<readonly Visit[]>({ quick: visits.slice(turn, turn + 1), full: visits });
  turn = (turn + 1) % visits.length;
  return Promise.all(
    chosen.map(async (each) => {
      const buyer = await BuyerPage.open(
        browser,
        shop.world.gatewayUrl,
        { ...each.device, locale: each.locale },
        each.colors,
      );
      await visit(buyer, each);
      expect(await findBarriers(buyer.page)).toEqual([]);
      expect(await buyer.width()).toBe(each.width);
      expect(buyer.complaints).toEqual([]);
      if (picture) await photograph(buyer.page, `${picture}-${each.name}`);
      await buyer.close();
    }),
  );
};

const customerDetails = { name: 'Mona Adel', email: 'mona@example.com' };
const open = async ({ locale }: Visit, more: Record<string, unknown> = {}): Promise<CheckoutSession> =>
  shop.openSession((await shop.stock(12_500)).price, { locale, customerDetails, ...more });

interface Outcome {
  /** What to name its pictures, if it looks like no other outcome. */
  readonly picture?: string;
  /** What the session is asked for beyond its line. */
  readonly more?: Record<string, unknown>;
  /** From the form to what the buyer sees in the end. */
  readonly pay: (buyer: BuyerPage) => Promise<void>;
  readonly title: Texts;
  /** What the merchant reads then. */
  readonly session: Partial<CheckoutSession>;
}
const success = { en: 'Payment successful', ar: 'تم الدفع بنجاح' };
const isPaid = { status: 'complete', paymentStatus: 'paid' } as const;
/** The buyer has done their part, the money is still to come. */
const isOrdered = { status: 'complete', paymentStatus: 'unpaid' } as const;

const payByCard = async (buyer: BuyerPage, number: string): Promise<void> => {
  await buyer.typeCard(number);
  await buyer.pay();
};
const payByWallet = async (buyer: BuyerPage, code: string): Promise<void> => {
  await buyer.choose('mobile_wallet', 'vodafone_cash');
  await buyer.page.fill('[name="method.phone"]', '01001234567');
  await buyer.pay();
  await buyer.typeCode(code);
};
const orderVoucher = async (buyer: BuyerPage): Promise<void> => {
  await buyer.choose('voucher', 'fawry');
  await buyer.page.fill('[name=phone]', '01001234567');
  await buyer.pay();
  await buyer.page.waitForSelector('.ticket');
};

const cardOutcomes: Readonly<Record<string, Outcome>> = {
  'a card pays': {
    picture: 'card-paid',
    pay: (buyer) => payByCard(buyer, cards.good),
    title: success,
    session: isPaid,
  },
  'a card whose bank asks back pays': {
    pay: async (buyer) => {
      await payByCard(buyer, cards.threeDSecure);
      await buyer.act('authenticate');
    },
    title: success,
    session: isPaid,
  },
  'a card is charged whose processor never answered': {
    picture: 'card-checking',
    pay: (buyer) => payByCard(buyer, cards.lostAnswer),
    title: { en: 'We are checking your payment', ar: 'جارٍ التحقق من عملية الدفع' },
    session: { status: 'open', paymentStatus: 'unpaid' },
  },
  'a card is held for a merchant who captures later': {
    picture: 'card-held',
    more: { captureMethod: 'manual' },
    pay: (buyer) => payByCard(buyer, cards.good),
    title: { en: 'Order received', ar: 'تم استلام طلبك' },
    session: isOrdered,
  },
};

/** What `checkout-page.test.ts` ends with, too: here only in a full run, on every device and without a barrier. */
const otherOutcomes: Readonly<Record<string, Outcome>> = {
  'a wallet of cards pays': {
    pay: async (buyer) => {
      await buyer.choose('wallet', 'apple_pay');
      await buyer.pay();
    },
    title: success,
    session: isPaid,
  },
  'a mobile wallet pays': {
    pay: (buyer) => payByWallet(buyer, '123456'),
    title: success,
    session: isPaid,
  },
  'installments are agreed to': {
    pay: async (buyer) => {
      await buyer.choose('bnpl', 'valu');
      await buyer.page.fill('[name="method.phone"]', '01112223344');
      await buyer.pay();
      await buyer.typeCode('123456');
    },
    title: success,
    session: isPaid,
  },
  'a voucher waits to be paid': {
    picture: 'voucher',
    pay: orderVoucher,
    title: { en: 'Pay in cash at Fawry', ar: 'ادفع نقدًا لدى فوري' },
    session: isOrdered,
  },
  'a voucher runs out': {
    picture: 'voucher-expired',
    pay: async (buyer) => {
      await orderVoucher(buyer);
      await buyer.page.locator('a[href*="/simulator/"]').click();
      await buyer.act('expire');
    },
    title: { en: 'Payment not completed', ar: 'لم يكتمل الدفع' },
    session: { paymentStatus: 'unpaid' },
  },
  'a bank transfer is waited for': {
    picture: 'bank-transfer',
    pay: async (buyer) => {
      await buyer.choose('bank_transfer');
      await buyer.pay();
    },
    title: { en: 'Transfer EGP 125.00', ar: 'حوّل 125.00 ج.م.' },
    session: isOrdered,
  },
  'cash is paid on delivery': {
    picture: 'cash-on-delivery',
    pay: async (buyer) => {
      await buyer.choose('cash');
      await buyer.page.fill('[name="shipping.line1"]', '1 Nile St');
      await buyer.page.fill('[name="shipping.city"]', 'Cairo');
      await buyer.page.fill('[name=phone]', '01001234567');
      await buyer.pay();
    },
    title: { en: 'Order placed', ar: 'تم تأكيد طلبك' },
    session: isOrdered,
  },
  'InstaPay is approved in its app': {
    picture: 'instapay',
    pay: async (buyer) => {
      await buyer.choose('bank_app');
      await buyer.page.fill('[name="method.handle"]', 'mona');
      await buyer.pay();
    },
    title: { en: 'Approve the payment in your InstaPay app', ar: 'وافق على الدفع في تطبيق إنستاباي' },
    session: isOrdered,
  },
};

const outcomes = sizeOf({ quick: cardOutcomes, full: { ...cardOutcomes, ...otherOutcomes } });

describe('on a phone in English and on a dark desktop in Arabic:', () => {
  test('the form shows the order and all that makes the total, before anything is paid', async () => {
    const goods = (name: string, unitAmount: number) => ({
      priceData: { currency: 'EGP', unitAmount, productData: { name } },
    });
    const coupon = await shop.expect<Coupon>(201, 'POST', '/coupons', { name: 'Spring', percentOff: 10 });
    await everyone('form', async (buyer, visit) => {
      const { url } = await open(visit, {
        lineItems: [
          { ...goods('Olive oil soap', 12_500), quantity: 2, adjustableQuantity: { enabled: true } },
          { ...goods('Hibiscus tea', 4_000), quantity: 1 },
        ],
        discounts: [{ coupon: coupon.id }],
        feeConfig: { feesPassThrough: true, vatCollectionEnabled: true, vatCollectionRate: 14 },
      });
      await buyer.goTo(url);
      await buyer.typeCard(cards.good);
      const labels = {
        en: ['Subtotal', 'Discount', 'VAT', 'Payment fee', 'Total due'],
        ar: ['المجموع الفرعي', 'الخصم', 'ضريبة القيمة المضافة', 'رسوم الدفع', 'الإجمالي المستحق'],
      };
      await eventually(async () =>
        expect(await buyer.page.locator('.totals dt').allTextContents()).toEqual(labels[visit.locale]),
      );
    });
  });

  test.each(Object.entries(outcomes))('%s', (_, { picture, more, pay, title, session }) =>
    everyone(picture, async (buyer, visit) => {
      const { id, url } = await open(visit, more);
      await buyer.goTo(url);
      await pay(buyer);
      await buyer.expectPanel(title[visit.locale]);
      expect(await shop.session(id)).toMatchObject(session);
    }),
  );

  type Refusals = Readonly<Record<string, Pick<Outcome, 'picture' | 'pay'> & { reason: Texts }>>;
  const cardRefusals: Refusals = {
    'a declined card': {
      picture: 'card-declined',
      pay: (buyer) => payByCard(buyer, cards.declined),
      reason: { en: 'Your card was declined. You were not charged.', ar: 'رُفضت بطاقتك. لم يُخصم منك أي مبلغ.' },
    },
  };
  /** As with the outcomes: `checkout-page.test.ts` has them in every run. */
  const otherRefusals: Refusals = {
    'a wrong code of a mobile wallet': {
      picture: 'mobile-wallet-declined',
      pay: (buyer) => payByWallet(buyer, '000000'),
      reason: {
        en: 'The code that you entered is incorrect. You were not charged.',
        ar: 'الرمز الذي أدخلته غير صحيح. لم يُخصم منك أي مبلغ.',
      },
    },
    'a lender that refuses': {
      picture: 'installments-refused',
      pay: async (buyer) => {
        await buyer.choose('bnpl', 'sympl');
        await buyer.page.fill('[name="method.phone"]', '01112223303');
        await buyer.pay();
      },
      reason: {
        en: 'This number is not registered for this payment method. You were not charged.',
        ar: 'هذا الرقم غير مسجل في طريقة الدفع هذه. لم يُخصم منك أي مبلغ.',
      },
    },
  };
  const refusals = sizeOf({ quick: cardRefusals, full: { ...cardRefusals, ...otherRefusals } });
  test.each(Object.entries(refusals))('%s leaves the form, with the reason, and a card pays', (_, outcome) =>
    everyone(undefined, async (buyer, visit) => {
      const { id, url } = await open(visit);
      await buyer.goTo(url);
      await outcome.pay(buyer);
      await buyer.expectNotice(outcome.reason[visit.locale]);
      expect(await findBarriers(buyer.page)).toEqual([]);
      await photograph(buyer.page, `${outcome.picture}-${visit.name}`);
      await buyer.choose('card');
      await buyer.typeCard(cards.good);
      await buyer.pay();
      await buyer.expectPanel(success[visit.locale]);
      expect(await shop.session(id)).toMatchObject(isPaid);
    }),
  );

  test('the last piece that another buyer took is sold out', () =>
    everyone('sold-out', async (buyer, visit) => {
      const { price } = await shop.stock(12_500, 1);
      const [slow, quick] = [await shop.openSession(price, { locale: visit.locale }), await shop.openSession(price)];
      await buyer.goTo(slow.url);
      expect((await shop.confirm(quick)).status).toBe(200);
      await payByCard(buyer, cards.good);
      await buyer.expectPanel({ en: 'Not enough in stock', ar: 'الكمية المتوفرة لا تكفي' }[visit.locale]);
      expect(buyer.complaints.splice(0)).toEqual([expect.stringContaining('409')]); // the browser logs the refusal
    }));

  test('a checkout that its merchant ended has expired', () =>
    everyone('expired', async (buyer, visit) => {
      const { id, url } = await open(visit);
      await shop.expect(200, 'POST', `/checkout/sessions/${id}/expire`, {});
      await buyer.page.goto(url ?? '');
      await buyer.expectPanel({ en: 'This checkout has expired', ar: 'انتهت صلاحية صفحة الدفع' }[visit.locale]);
    }));

  test('a link that is switched off is closed', () =>
    everyone('link-inactive', async (buyer, { locale }) => {
      const { price } = await shop.stock(12_500);
      const lineItems = [{ price: price.id, quantity: 1 }];
      const link = await shop.expect<PaymentLink>(201, 'POST', '/payment-links', { lineItems });
      await shop.expect(200, 'PATCH', `/payment-links/${link.id}`, { active: false });
      await buyer.page.goto(link.url);
      await buyer.expectPanel({ en: 'This payment link is closed', ar: 'رابط الدفع هذا مغلق' }[locale]);
    }));
});
