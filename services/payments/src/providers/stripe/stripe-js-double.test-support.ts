import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { methods } from './stripe-objects.test-support.ts';

/** A local stand-in for js.stripe.com: the script as its reference documents it, and the frame that it draws. */
export interface StripeJsDouble {
  /** For `MIZAN_STRIPE_JS_URL`. */
  readonly scriptUrl: string;
  readonly origin: string;
  /** While true, nothing is answered but an error. */
  isDown: boolean;
  close(): Promise<void>;
}

/** Card numbers that may be typed, and what Stripe makes of them. */
export const numbers = {
  approving: '4242424242424242',
  declining: '4000000000000002',
  challenging: '4000000000003220',
  /** No token is made of it. */
  mistyped: '4242424242424241',
} as const;

const tokens: Readonly<Record<string, string>> = {
  [numbers.approving]: methods.approving,
  [numbers.declining]: methods.declining,
  [numbers.challenging]: methods.challenging,
};

/**
 * Stripe.js with what the checkout page uses of it. As the real one it brings in a part of itself by an address that is a
 * plain string, writes markup, keeps what is typed in a frame of its own origin, and refuses calls out of order.
 */
const script = `(() => {
  const { origin } = new URL(document.currentScript.src);
  const seen = (window.stripeDouble = { changes: [], holders: [] });
  const load = () => new Promise((done, failed) => {
    const part = document.createElement('script');
    part.src = origin + '/endive/part.js';
    part.onload = done;
    part.onerror = failed;
    document.head.appendChild(part);
  });
  class PaymentElement {
    #handlers = {};
    #frame;
    #answers = new Map();
    constructor(options) { this.options = options; }
    on(event, handler) { this.#handlers[event] = handler; return this; }
    mount(place) {
      place.innerHTML = '<div class="__PrivateStripeElement"></div>';
      this.#frame = document.createElement('iframe');
      this.#frame.title = 'Secure payment input frame';
      this.#frame.style.setProperty('border', '0', 'important');
      this.#frame.style.setProperty('width', '100%', 'important');
      this.#frame.src = origin + '/field#' + encodeURIComponent(JSON.stringify(this.options));
      this.listen = ({ source, data }) => {
        if (source !== this.#frame.contentWindow) return;
        if (data.height) this.#frame.style.setProperty('height', data.height + 'px', 'important');
        if (data.isReady) load().then(() => this.#handlers.ready?.({ elementType: 'payment' }));
        this.#answers.get(data.id)?.(data.answer);
      };
      addEventListener('message', this.listen);
      place.firstChild.appendChild(this.#frame);
    }
    update(options) { this.tell({ options }); return this; }
    focus() { this.#frame.focus(); this.tell({ focus: true }); }
    destroy() { removeEventListener('message', this.listen); this.#frame?.remove(); }
    tell(message) { this.#frame?.contentWindow?.postMessage(message, origin); }
    ask(question) {
      const id = Math.random();
      return new Promise((answer) => { this.#answers.set(id, answer); this.tell({ id, question }); });
    }
  }
  window.Stripe = (publishableKey) => {
    if (!/^pk_(live|test)_/.test(publishableKey)) throw new Error('Please call Stripe() with your publishable key.');
    seen.publishableKey = publishableKey;
    return {
      elements(options) {
        if (!(options.amount > 0)) throw new Error('IntegrationError: amount');
        Object.assign(seen, { options });
        let element;
        return {
          isChecked: false,
          create: (type, more) => {
            seen.elementOptions = { type, ...more };
            return (element = new PaymentElement(options));
          },
          update: (change) => { seen.changes.push(change); element.tell({ options: change }); },
          async submit() {
            const error = await element.ask('check');
            this.isChecked = !error;
            return error ? { error } : { selectedPaymentMethod: 'card' };
          },
          token: () => element.ask('token'),
        };
      },
      async createPaymentMethod({ elements, params }) {
        if (!elements.isChecked) throw new Error('IntegrationError: elements.submit() comes first');
        seen.holders.push(params.billing_details);
        const { id, error } = await elements.token();
        return error ? { error } : { paymentMethod: { id, object: 'payment_method', type: 'card' } };
      },
    };
  };
})();`;

/** The frame: three inputs with labels in both languages, in the colours that the page asked for. */
const field = `<!doctype html><html><meta charset="utf-8"><title>Secure card payment input frame</title>
<style>
  body { margin: 0; padding: 1px; font: 16px sans-serif; }
  form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
  label:first-child { grid-column: 1 / -1; }
  label { display: grid; gap: 4px; font-size: 14px; font-weight: 500; }
  input { box-sizing: border-box; width: 100%; padding: 12px; font-size: 16px; direction: ltr; border: 1px solid; color: inherit; }
  [dir=rtl] input { text-align: right; }
  p { margin: 0; grid-column: 1 / -1; font-size: 13px; }
</style>
<form><label><span></span><input name="number" inputmode="numeric" placeholder="1234 1234 1234 1234"></label>
<label><span></span><input name="expiry" inputmode="numeric" placeholder="MM / YY"></label>
<label><span></span><input name="cvc" inputmode="numeric" placeholder="CVC"></label><p role="alert" hidden></p></form>
<script>
  const tokens = ${JSON.stringify(tokens)};
  const words = {
    en: ['Card number', 'Expiration date', 'Security code', 'Your card number is incomplete.'],
    ar: ['رقم البطاقة', 'تاريخ انتهاء الصلاحية', 'رمز الأمان', 'رقم بطاقتك غير مكتمل.'],
  };
  const form = document.forms[0];
  const complaint = document.querySelector('p');
  const say = (message) => parent.postMessage(message, '*');
  const show = ({ locale, appearance, readOnly }) => {
    if (locale) {
      document.documentElement.lang = locale;
      document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr';
      document.querySelectorAll('span').forEach((label, index) => (label.textContent = words[locale][index]));
      complaint.textContent = words[locale][3];
    }
    if (appearance) {
      const { colorBackground, colorText, colorDanger, borderRadius } = appearance.variables;
      Object.assign(document.body.style, { color: colorText, background: colorBackground });
      complaint.style.color = colorDanger;
      for (const input of form.elements)
        Object.assign(input.style, { borderColor: appearance.rules['.Input'].borderColor, background: colorBackground, borderRadius });
    }
    if (readOnly !== undefined) for (const input of form.elements) input.readOnly = readOnly;
  };
  const questions = {
    check: () => {
      const number = form.number.value.replaceAll(' ', '');
      const isComplete = number.length >= 16 && form.expiry.value && form.cvc.value;
      complaint.hidden = Boolean(isComplete);
      tellHeight();
      return isComplete ? null : { type: 'validation_error', code: 'incomplete_number', message: complaint.textContent };
    },
    token: () => {
      const id = tokens[form.number.value.replaceAll(' ', '')];
      return id ? { id } : { error: { type: 'card_error', code: 'incorrect_number', message: 'Your card number is incorrect.' } };
    },
  };
  const tellHeight = () => say({ height: Math.ceil(document.body.getBoundingClientRect().height) });
  addEventListener('message', ({ data }) => {
    if (data.options) show(data.options);
    if (data.focus) form.number.focus();
    if (data.question) say({ id: data.id, answer: questions[data.question]() });
  });
  show(JSON.parse(decodeURIComponent(location.hash.slice(1))));
  tellHeight();
  say({ isReady: true });
</script></html>`;

/** Serves the script and its frame on an origin of their own. */
export async function startStripeJsDouble(): Promise<StripeJsDouble> {
  const files: Readonly<Record<string, readonly [type: string, content: string]>> = {
    '/endive/stripe.js': ['text/javascript', script],
    '/endive/part.js': ['text/javascript', 'window.stripeDouble.hasPart = true;'],
    '/field': ['text/html', field],
  };
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (!file || double.isDown) return void response.writeHead(503).end();
    response.writeHead(200, { 'content-type': `${file[0]}; charset=utf-8`, 'cache-control': 'no-store' }).end(file[1]);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: StripeJsDouble = {
    origin,
    scriptUrl: `${origin}/endive/stripe.js`,
    isDown: false,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return double;
}
