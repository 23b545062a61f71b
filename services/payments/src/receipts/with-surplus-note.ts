import type { chooseLocale, ReceiptView } from '@mizan/checkout-page';
import type { FoundReceipt } from './find-receipt.ts';

type Language = ReturnType<typeof chooseLocale>['language'];

const notes: Readonly<Record<Language, string>> = {
  en: 'The payment did not need this money. It is returned to you.',
  ar: 'لم تكن هناك حاجة إلى هذا المبلغ لإتمام الدفع، ولذلك يُرد إليك.',
};

/** The receipt as it is shown: that of money which its payment did not need says so, after what the merchant says that the payment is for. */
export function withSurplusNote({ view, isSurplus }: FoundReceipt, language: Language): ReceiptView {
  if (!isSurplus) return view;
  const description = view.description === null ? notes[language] : `${view.description} · ${notes[language]}`;
  return { ...view, description };
}
