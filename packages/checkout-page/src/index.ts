export { loadBundle, type PageBundle } from './bundle/load-bundle.ts';
export { contrastOf } from './render/theme.ts';
export type { BundleNames } from './render/document.ts';
export { type PageMessage, renderCheckout, renderMessage } from './render/render-page.ts';
export { renderNoReceipt, renderReceipt } from './receipt/render-receipt.ts';
export type { ReceiptView, RefundState } from './receipt/receipt-view.ts';
export { chooseLocale, displayLocaleOf } from './texts/locale.ts';
export { lacksAmount, type PageData, toCheckoutView } from './view/checkout-view.ts';
export { awaitsBuyer, endedEarlyReason, unpaidReason } from './view/payment-state.ts';
