import type { MizanFactory } from '@mizan/contracts';
import { openCheckout } from './custom-checkout.ts';
import { FramedCheckout } from './framed-checkout.ts';

/** The platform is where this script comes from; only a classic script can tell. */
const { currentScript } = document;
if (!(currentScript instanceof HTMLScriptElement))
  throw new Error('Load mizan.js with <script src="…/js/mizan.js">, not as a module.');
const { origin } = new URL(currentScript.src);

const factory: MizanFactory = (publishableKey) => {
  if (/^mz_[sr]k_/.test(publishableKey ?? ''))
    throw new TypeError('This is a secret key: never put it in a page. Use a publishable key, mz_pk_…');
  return {
    initEmbeddedCheckout: (options) => new FramedCheckout({ origin, publishableKey }, options),
    initCheckout: (options) => openCheckout({ origin, publishableKey }, options),
  };
};

(window as unknown as { Mizan: MizanFactory }).Mizan = factory;
