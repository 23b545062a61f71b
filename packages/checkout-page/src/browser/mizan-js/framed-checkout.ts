import type { EmbeddedCheckout, EmbeddedCheckoutOptions, MountTarget } from '@mizan/contracts';
import type { Platform } from '../client/checkout-api.ts';
import { rememberedSecret } from '../client/tab-memory.ts';
import type { FrameMessage, Hello } from '../embed/parent-page.ts';
import { CheckoutError } from './checkout-error.ts';
import { addressBack, checkSecret, findSecret, sessionOf } from './client-secret.ts';

/** Height until the checkout reports its own, CSS pixels: most of a phone's screen, so that little moves then. */
const firstHeight = 560;
/** A loaded frame replies at once; one that the browser refused to show never does. Milliseconds. */
const answerMaxMs = 5_000;

/**
 * The checkout's page in a frame of the merchant's. The two talk over a port that is handed to the platform's origin only;
 * the frame takes it from origins only that may show it.
 */
export class FramedCheckout implements EmbeddedCheckout {
  readonly #platform: Platform;
  readonly #options: EmbeddedCheckoutOptions;
  #secret: Promise<string> | undefined;
  #frame: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  /** Runs while a document that was greeted has not answered. */
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #isComplete = false;
  /** Its session cannot be paid: the next mount needs another one. */
  #isDead = false;
  #isDestroyed = false;

  constructor(platform: Platform, options: EmbeddedCheckoutOptions) {
    const { returnUrl } = options;
    checkSecret(options);
    if (returnUrl !== undefined && new URL(returnUrl, location.href).origin !== location.origin)
      throw new TypeError('returnUrl must be of the origin that shows the checkout.');
    this.#platform = platform;
    this.#options = options;
  }

  mount(target: string | MountTarget): void {
    if (this.#isDestroyed) throw new Error('This checkout was destroyed.');
    const element = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : (target as HTMLElement);
    if (!element) throw new Error(`There is no element ${String(target)}.`);
    this.unmount();
    if (this.#isDead) this.#secret = undefined;
    this.#isDead = false;
    const frame = (this.#frame = newFrame());
    frame.addEventListener('load', () => this.#greet(frame));
    element.replaceChildren(frame);
    this.#findSecret().then(
      (secret) => {
        if (this.#frame === frame) frame.src = `${this.#platform.origin}/c/${sessionOf(secret)}#${secret}`;
      },
      (thrown: unknown) => {
        this.#secret = undefined; // the next mount fetches it again
        this.#fail(frame, thrown instanceof Error ? thrown.message : String(thrown), 'client_secret_unavailable');
      },
    );
  }

  unmount(): void {
    this.#disconnect();
    this.#frame?.remove();
    this.#frame = undefined;
  }

  destroy(): void {
    this.unmount();
    this.#isDestroyed = true;
  }

  #findSecret(): Promise<string> {
    return (this.#secret ??= findSecret(this.#options));
  }

  /** Greets the document that the frame has just loaded. Only a document of the platform's origin receives it. */
  #greet(frame: HTMLIFrameElement): void {
    if (this.#frame !== frame || !frame.src) return;
    this.#disconnect(); // from the previous document, which is gone
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    void this.#findSecret().then((secret) => {
      if (this.#port !== port1) return;
      const id = sessionOf(secret);
      this.#silenceTimer = setTimeout(
        () =>
          this.#fail(
            frame,
            `The checkout may not be shown on ${location.origin}. Register the origin in allowedOrigins of a publishable key, create the session with uiMode embedded, and check that it exists.`,
            'frame_refused',
          ),
        answerMaxMs,
      );
      port1.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
        if (this.#port !== port1) return;
        clearTimeout(this.#silenceTimer);
        this.#onMessage(frame, data, secret);
      };
      const hello: Hello = { type: 'mizan:hello', returnUrl: addressBack(this.#options.returnUrl, id) };
      frame.contentWindow?.postMessage(hello, this.#platform.origin, [port2]);
    });
  }

  #disconnect(): void {
    clearTimeout(this.#silenceTimer);
    this.#port?.close();
    this.#port = undefined;
  }

  #onMessage(frame: HTMLIFrameElement, message: FrameMessage, secret: string): void {
    switch (message.type) {
      case 'ready':
        frame.title = message.title;
        frame.style.opacity = '1';
        frame.parentElement?.removeAttribute('aria-busy');
        this.#options.onReady?.();
        break;
      case 'resize':
        frame.style.height = `${message.height}px`;
        break;
      case 'complete': {
        const { checkoutSessionId, paymentStatus } = message;
        if (this.#isComplete) break;
        this.#isComplete = true;
        this.#options.onComplete?.({ checkoutSessionId, paymentStatus });
        break;
      }
      case 'error': // the frame stays: the buyer reads there what happened
        this.#isDead = true;
        rememberedSecret.forget(sessionOf(secret));
        this.#report(message.message, message.code);
        break;
      case 'leave':
        this.#leave(message.url, message.isDone, secret);
        break;
    }
  }

  #leave(address: string, isDone: boolean, secret: string): void {
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return;
    if (isDone) return location.replace(url);
    rememberedSecret.remember(sessionOf(secret), secret);
    location.assign(url);
  }

  #fail(frame: HTMLIFrameElement, message: string, code: CheckoutError['code']): void {
    if (this.#frame !== frame) return;
    frame.parentElement?.removeAttribute('aria-busy');
    this.unmount();
    this.#report(message, code);
  }

  #report(message: string, code: CheckoutError['code']): void {
    console.error(`mizan.js: ${message}`);
    this.#options.onError?.(new CheckoutError(code, message));
  }
}

function newFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = 'Checkout';
  frame.allow = 'payment';
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: `${firstHeight}px`,
    border: '0',
    opacity: '0',
    colorScheme: 'normal', // else a dark page would get a frame with a dark backdrop behind a light checkout
  });
  return frame;
}
