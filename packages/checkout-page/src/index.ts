export { loadBundle, type PageBundle } from './bundle/load-bundle.ts';
export { contrastOf } from './render/theme.ts';
export type { BundleNames } from './render/document.ts';
export { renderCheckout } from './render/render-checkout.ts';
export { type PageMessage, renderMessage } from './render/render-message.ts';
export { chooseLocale } from './texts/locale.ts';
export { lacksAmount, type PageData, toCheckoutView } from './view/checkout-view.ts';
export { awaitsBuyer, endedEarlyReason, unpaidReason } from './view/payment-state.ts';
