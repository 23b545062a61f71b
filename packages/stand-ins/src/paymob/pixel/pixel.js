/**
 * The embedded field as Paymob documents it: `new Pixel({ publicKey, clientSecret, paymentMethods, elementId, … })` puts a card
 * form into an element of the shop's page. The form is a frame of this stand-in, so the card never reaches the shop.
 */
const origin = new URL(import.meta.url).origin;
const fields = new Set();

export class Pixel {
  #options;
  #frame;
  #isPaying = false;

  constructor(options) {
    this.#options = options;
    const element = document.getElementById(options.elementId);
    if (!element) throw new Error(`Pixel: there is no element with the id ${options.elementId}.`);
    this.#frame = document.createElement('iframe');
    this.#frame.title = 'Card details';
    this.#frame.allow = 'payment';
    this.#frame.style.cssText = 'width: 100%; border: 0; min-height: 16rem; color-scheme: normal';
    this.#load();
    element.replaceChildren(this.#frame);
    window.addEventListener('message', this.#receive);
    window.addEventListener('payFromOutside', this.#payFromOutside);
    window.addEventListener('updateIntentionData', this.#load);
    fields.add(this);
  }

  /** Shows changed amounts: call it after the intention was changed and before `payFromOutside`. */
  static async updateIntentionData() {
    await Promise.all([...fields].map((field) => field.#load()));
  }

  #load = () => {
    if (!this.#frame.isConnected && this.#frame.src) return this.#remove();
    const {
      publicKey,
      clientSecret,
      paymentMethods = ['card'],
      disablePay,
      showSaveCard,
      forceSaveCard,
    } = this.#options;
    const query = new URLSearchParams({ publicKey, clientSecret, methods: paymentMethods.join(',') });
    for (const [name, value] of Object.entries({ disablePay, showSaveCard, forceSaveCard }))
      if (value) query.set(name, '1');
    query.set('lang', document.documentElement.lang || navigator.language);
    return new Promise((loaded) => {
      this.#frame.addEventListener('load', loaded, { once: true });
      this.#frame.src = `${origin}/pixel/frame?${query}`;
    });
  };

  #remove() {
    window.removeEventListener('message', this.#receive);
    window.removeEventListener('payFromOutside', this.#payFromOutside);
    window.removeEventListener('updateIntentionData', this.#load);
    fields.delete(this);
  }

  #send(message) {
    this.#frame.contentWindow?.postMessage({ source: 'paymob-pixel', ...message }, origin);
  }

  #payFromOutside = () => {
    if (this.#options.disablePay) void this.#start('card');
  };

  /** Asks the shop first: `false` from its hook stops the payment. */
  async #start(method) {
    if (this.#isPaying || !this.#frame.isConnected) return;
    this.#isPaying = true;
    try {
      if ((await this.#options.beforePaymentComplete?.(method)) !== false) this.#send({ type: 'pay', method });
    } finally {
      this.#isPaying = false;
    }
  }

  #receive = ({ source, origin: from, data }) => {
    if (source !== this.#frame.contentWindow || from !== origin || data?.source !== 'paymob-pixel') return;
    if (data.type === 'ready' && this.#options.customStyle)
      this.#send({ type: 'style', customStyle: { ...this.#options.customStyle } });
    if (data.type === 'height') this.#frame.style.height = `${data.height}px`;
    if (data.type === 'validation') this.#options.cardValidationChanged?.(data.isValid);
    if (data.type === 'before') void this.#start(data.method);
    if (data.type === 'cancel') this.#options.onPaymentCancel?.();
    if (data.type === 'complete') {
      void this.#options.afterPaymentComplete?.(data.response);
      if (data.response.success !== 'true') void this.#load();
    }
  };
}

window.Pixel = Pixel;
