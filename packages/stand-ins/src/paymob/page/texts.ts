import type { StandInRequest } from '../../server/route.ts';

/** A language of the buyer's pages. */
export type Language = 'en' | 'ar';

const en = {
  standIn: 'Stand-in for Paymob: no real money moves. Never type a real card here.',
  pay: 'Pay',
  card: 'Card',
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  cvv: 'CVV',
  save: 'Save this card',
  savedCard: 'Saved card',
  wallet: 'Mobile wallet',
  phone: 'Phone number',
  kiosk: 'Pay in cash at an outlet',
  getCode: 'Get a bill reference',
  instalments: 'Instalments',
  continue: 'Continue',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  otp: 'One-time password',
  pin: 'PIN',
  plan: 'Plan',
  months: 'months',
  cancel: 'Cancel',
  challenge: 'Your bank asks you to confirm the payment',
  reference: 'Bill reference',
  billHelp: 'Show this reference at an outlet and pay in cash.',
  paidAtOutlet: 'Paid at the outlet',
  approved: 'Payment received',
  declined: 'The payment was declined',
  pending: 'The payment is being processed',
  gone: 'This payment link does not exist',
  unpayable: 'This order was paid already, or its time is over',
  noMethod: 'Nothing here can be paid by a buyer',
  invalid: 'Check this field',
  testCards: 'Test cards',
  testCodes: 'CVV 123, any later expiry. One-time password and PIN: 123456.',
  language: 'العربية',
};

const ar: typeof en = {
  standIn: 'بديل تجريبي عن Paymob: لا تنتقل أموال حقيقية. لا تكتب بيانات بطاقة حقيقية هنا.',
  pay: 'ادفع',
  card: 'بطاقة',
  number: 'رقم البطاقة',
  expiry: 'تاريخ الانتهاء (شهر/سنة)',
  cvv: 'رمز الأمان',
  save: 'احفظ هذه البطاقة',
  savedCard: 'بطاقة محفوظة',
  wallet: 'محفظة إلكترونية',
  phone: 'رقم الهاتف',
  kiosk: 'ادفع نقدًا في منفذ',
  getCode: 'احصل على رقم الفاتورة',
  instalments: 'تقسيط',
  continue: 'متابعة',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  otp: 'كلمة المرور لمرة واحدة',
  pin: 'الرقم السري',
  plan: 'خطة التقسيط',
  months: 'أشهر',
  cancel: 'إلغاء',
  challenge: 'يطلب منك البنك تأكيد الدفع',
  reference: 'رقم الفاتورة',
  billHelp: 'أظهر هذا الرقم في أحد المنافذ وادفع نقدًا.',
  paidAtOutlet: 'تم الدفع في المنفذ',
  approved: 'تم استلام الدفعة',
  declined: 'تم رفض الدفعة',
  pending: 'الدفعة قيد المعالجة',
  gone: 'رابط الدفع هذا غير موجود',
  unpayable: 'تم دفع هذا الطلب من قبل أو انتهت مهلته',
  noMethod: 'لا توجد طريقة دفع متاحة هنا',
  invalid: 'تحقق من هذا الحقل',
  testCards: 'بطاقات تجريبية',
  testCodes: 'رمز الأمان 123 وأي تاريخ لاحق. كلمة المرور والرقم السري: 123456.',
  language: 'English',
};

export type Texts = typeof en;

export const texts: Readonly<Record<Language, Texts>> = { en, ar };

/** The language of the query, else the first one that the browser prefers. */
export function languageOf({ query, headers }: Pick<StandInRequest, 'query' | 'headers'>): Language {
  const chosen = query.get('lang') ?? headers['accept-language'] ?? '';
  return chosen.toLowerCase().startsWith('ar') ? 'ar' : 'en';
}
