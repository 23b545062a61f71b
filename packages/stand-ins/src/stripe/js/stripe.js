/*
 * Stripe.js with what its reference documents of Elements in deferred mode, confirmation tokens and next actions. As the real
 * one it brings in a part of itself by an address that is a plain string, writes markup, keeps what is typed in a frame of
 * its own origin, and refuses calls out of order.
 */
(() => {
  const { origin } = new URL(document.currentScript.src);
  /** What the page has requested, for tests. */
  const seen = (window.stripeStandIn = { changes: [], holders: [] });

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }
  const refuse = (message) => {
    throw new IntegrationError(message);
  };
  const knownOptions = [
    'mode amount currency locale appearance loader fonts setupFutureUsage captureMethod onBehalfOf',
    'paymentMethodCreation paymentMethodTypes allowedPaymentMethodTypes excludedPaymentMethodTypes paymentMethodOptions',
  ].flatMap((line) => line.split(' '));

  function assertOptions(options) {
    const unknown = Object.keys(options).find((name) => !knownOptions.includes(name));
    if (unknown) refuse(`Unrecognized elements() parameter: ${unknown} is not a recognized parameter.`);
    if (!['payment', 'setup', 'subscription'].includes(options.mode)) refuse('Invalid value for elements(): mode');
    if (options.mode === 'payment' && !(Number.isInteger(options.amount) && options.amount > 0))
      refuse('Invalid value for elements(): amount should be a positive integer in the smallest currency unit.');
    if (!/^[a-z]{3}$/.test(options.currency ?? '')) refuse('Invalid value for elements(): currency');
  }

  const load = (path) =>
    new Promise((done, failed) => {
      const part = document.createElement('script');
      part.src = origin + path;
      part.onload = done;
      part.onerror = failed;
      document.head.appendChild(part);
    });

  /** A frame of Stripe's origin, which answers requests. */
  class Frame {
    #answers = new Map();
    #received;
    #isLoaded;
    #frame = document.createElement('iframe');

    constructor(place, { path, title, setting, onMessage = () => {} }) {
      this.#frame.title = title;
      this.#frame.allow = 'payment *';
      for (const [name, value] of [
        ['border', '0'],
        ['width', '100%'],
        ['display', 'block'],
        ['color-scheme', 'light only'], // else a dark page puts white behind it
      ])
        this.#frame.style.setProperty(name, value, 'important');
      this.#frame.src = `${origin}${path}#${encodeURIComponent(JSON.stringify(setting))}`;
      this.#isLoaded = new Promise((loaded) => {
        this.#received = ({ source, data }) => {
          if (source !== this.#frame.contentWindow) return;
          if (data.height) this.#frame.style.setProperty('height', `${data.height}px`, 'important');
          if (data.isReady) loaded();
          this.#answers.get(data.id)?.(data.answer);
          onMessage(data);
        };
      });
      window.addEventListener('message', this.#received);
      place.appendChild(this.#frame);
    }
    hide() {
      this.#frame.style.setProperty('display', 'none', 'important');
      return this;
    }
    focus() {
      this.#frame.focus();
      this.send({ focus: true });
    }
    send(message) {
      this.#frame.contentWindow?.postMessage(message, origin);
    }
    async request(request, data) {
      await this.#isLoaded;
      const id = Math.random();
      return new Promise((answer) => {
        this.#answers.set(id, answer);
        this.send({ id, request, data });
      });
    }
    close() {
      window.removeEventListener('message', this.#received);
      this.#frame.remove();
    }
  }

  class Element {
    #handlers = {};
    constructor(type, key, elements) {
      Object.assign(this, { type, key, elements });
    }
    on(event, handler) {
      this.#handlers[event] = handler;
      return this;
    }
    emit(event, data) {
      this.#handlers[event]?.(data);
      return this.#handlers[event] !== undefined;
    }
    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place) refuse('The selector you specified applies to no DOM elements.');
      place.innerHTML = '<div class="__PrivateStripeElement"></div>';
      const isExpress = this.type === 'expressCheckout';
      this.frame = new Frame(place.firstChild, {
        path: isExpress ? '/endive/express' : '/endive/field',
        title: isExpress ? 'Secure express checkout frame' : 'Secure payment input frame',
        setting: {
          ...this.elements.options,
          elementOptions: this.elementOptions,
          key: this.key,
          host: window.location.hostname,
        },
        onMessage: (data) => void this.receive(data),
      });
    }
    async receive(data) {
      if (data.isReady) {
        await load('/endive/part.js');
        this.emit('ready', {
          elementType: this.type,
          ...(this.type === 'expressCheckout' ? { availablePaymentMethods: data.available } : {}),
        });
      }
      if (data.event === 'confirm') this.elements.agreed = this;
      if (data.event === 'cancel') this.elements.agreed = undefined;
      if (data.event === 'click') this.click(data);
      else if (data.event) this.emit(data.event, { ...data.detail, elementType: this.type, paymentFailed: () => {} });
    }
    /** The page decides in one second whether the wallet's sheet opens. */
    click({ wallet }) {
      const open = (options = {}) => this.frame.send({ open: { wallet, options } });
      const isHandled = this.emit('click', {
        elementType: this.type,
        expressPaymentType: wallet,
        resolve: open,
        reject: () => {},
      });
      if (!isHandled) open();
    }
    update(options) {
      this.frame?.send({ options });
      return this;
    }
    focus() {
      this.frame?.focus();
    }
    unmount() {
      this.frame?.close();
      this.frame = undefined;
    }
    destroy() {
      this.unmount();
      this.elements.forget(this);
    }
  }

  class Elements {
    #created = [];
    /** The Express Checkout Element after the buyer agreed in a wallet's sheet. */
    agreed;
    isChecked = false;
    constructor(key, options) {
      assertOptions(options);
      Object.assign(this, { key, options });
      Object.assign(seen, { options });
    }
    create(type, elementOptions = {}) {
      if (type !== 'payment' && type !== 'expressCheckout') refuse(`Unsupported element type: ${type}`);
      if (this.getElement(type)) refuse(`Can only create one Element of type ${type}.`);
      const element = new Element(type, this.key, this);
      element.elementOptions = elementOptions;
      seen.elementOptions = { type, ...elementOptions };
      this.#created.push(element);
      return element;
    }
    getElement(type) {
      return this.#created.find((each) => each.type === type) ?? null;
    }
    forget(element) {
      this.#created = this.#created.filter((each) => each !== element);
    }
    update(change) {
      seen.changes.push(change);
      this.options = { ...this.options, ...change };
      assertOptions(this.options);
      for (const element of this.#created) element.update(change);
    }
    /** The element that the buyer uses: a wallet's sheet that was agreed to, else the form. */
    get used() {
      const used = this.agreed ?? this.getElement('payment') ?? this.getElement('expressCheckout');
      return used ?? refuse('elements() has no mounted element.');
    }
    async submit() {
      const { error, selectedPaymentMethod } = await this.used.frame.request('check');
      this.isChecked = !error;
      return error ? { error } : { selectedPaymentMethod };
    }
  }

  window.Stripe = (publishableKey, options = {}) => {
    if (!/^pk_(live|test)_\w+/.test(publishableKey ?? ''))
      refuse('Please call Stripe() with your publishable key. You used an empty string or another kind of key.');
    seen.publishableKey = publishableKey;
    let controller;
    const request = (name, data) => {
      controller ??= new Frame(document.body, {
        path: '/endive/controller',
        title: 'Secure controller frame',
        setting: { key: publishableKey },
      }).hide();
      return controller.request(name, data);
    };
    const retrieve = async (clientSecret) => {
      if (!/^pi_\w+_secret_\w+$/.test(clientSecret ?? '')) refuse('Invalid value for clientSecret');
      const { object, error } = await request('intent', clientSecret);
      return error ? { error } : { paymentIntent: object };
    };
    const tokenOf = (elements, kind, data) => {
      if (!elements?.isChecked) refuse('elements.submit() must be called before this.');
      return elements.used.frame.request(kind, data);
    };
    return {
      elements: (given) => new Elements(publishableKey, { locale: options.locale, ...given }),
      async createPaymentMethod({ elements, params = {} }) {
        if (elements?.options.paymentMethodCreation !== 'manual')
          refuse("createPaymentMethod() needs elements() with paymentMethodCreation: 'manual'.");
        seen.holders.push(params.billing_details);
        const { object, error } = await tokenOf(elements, 'method', params);
        return error ? { error } : { paymentMethod: object };
      },
      async createConfirmationToken({ elements, params = {} }) {
        seen.holders.push(params.payment_method_data?.billing_details);
        const setup_future_usage = elements?.options.setupFutureUsage;
        const data = { ...params, ...(setup_future_usage ? { setup_future_usage } : {}) };
        const { object, error } = await tokenOf(elements, 'confirmationToken', data);
        return error ? { error } : { confirmationToken: object };
      },
      async handleNextAction({ clientSecret }) {
        const { paymentIntent, error } = await retrieve(clientSecret);
        if (error || paymentIntent.status !== 'requires_action') return error ? { error } : { paymentIntent };
        const { type, redirect_to_url: redirect, use_stripe_sdk: sdk } = paymentIntent.next_action;
        if (type === 'redirect_to_url') {
          window.location.assign(redirect.url);
          return new Promise(() => {});
        }
        await challenge(sdk.stripe_js);
        const after = await retrieve(clientSecret);
        const failed =
          after.paymentIntent?.status === 'requires_payment_method' && after.paymentIntent.last_payment_error;
        return failed ? { error: { ...failed, payment_intent: after.paymentIntent } } : after;
      },
      retrievePaymentIntent: retrieve,
    };
  };

  /** Shows the bank's page over the shop's until the buyer has acted. */
  function challenge(url) {
    return new Promise((over) => {
      const frame = document.createElement('iframe');
      frame.title = '3D Secure';
      frame.name = 'stripe-challenge-frame';
      for (const [name, value] of [
        ['position', 'fixed'],
        ['inset', '0'],
        ['width', '100%'],
        ['height', '100%'],
        ['border', '0'],
        ['background', '#fff'],
        ['z-index', '2147483647'],
      ])
        frame.style.setProperty(name, value, 'important');
      frame.src = url;
      const received = ({ source, data }) => {
        if (source !== frame.contentWindow || !data.isChallengeOver) return;
        window.removeEventListener('message', received);
        frame.remove();
        over();
      };
      window.addEventListener('message', received);
      document.body.appendChild(frame);
    });
  }
})();
