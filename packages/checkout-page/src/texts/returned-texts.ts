import type { Language } from './texts.ts';

const en = {
  title: 'Your payment is being confirmed',
  text: 'This page updates automatically. Please do not pay again. The page where you started to pay shows the result, too.',
  lastText:
    'You can close this page: {merchant} receives the result either way. You need not pay again, unless the page where you started to pay shows that the payment was not completed.',
  failedTitle: 'The payment was not completed',
  failedText: 'You were not charged. To try again, go back to the page where you started to pay.',
};

const ar: typeof en = {
  title: 'جارٍ تأكيد عملية الدفع',
  text: 'تُحدَّث هذه الصفحة تلقائيًا. يرجى عدم الدفع مرة أخرى. تظهر النتيجة أيضًا في الصفحة التي بدأت الدفع منها.',
  lastText:
    'يمكنك إغلاق هذه الصفحة، وستصل النتيجة إلى {merchant} في كل الأحوال. لا داعي للدفع مرة أخرى، إلا إذا ظهر في الصفحة التي بدأت الدفع منها أن الدفع لم يكتمل.',
  failedTitle: 'لم تكتمل عملية الدفع',
  failedText: 'لم يُخصم منك أي مبلغ. للمحاولة مرة أخرى، عُد إلى الصفحة التي بدأت الدفع منها.',
};

/** What a buyer reads who has returned without the client secret. Rendered by the server alone: the script has none of it. */
export const returnedTexts: Readonly<Record<Language, typeof en>> = { en, ar };
