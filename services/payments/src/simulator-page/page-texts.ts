/** The same sentence in both languages of the page. */
export interface Bilingual {
  readonly en: string;
  readonly ar: string;
}

/** What the simulated pages say. */
export const texts = {
  title: { en: 'Test payment', ar: 'دفع تجريبي' },
  banner: {
    en: 'This is a simulation. No bank is involved and no money moves.',
    ar: 'هذه محاكاة. لا يوجد بنك حقيقي ولا تنتقل أي أموال.',
  },
  challenge: {
    en: 'A real bank would now ask the buyer to prove who they are. Choose what the buyer does.',
    ar: 'البنك الحقيقي كان سيطلب الآن من المشتري إثبات هويته. اختر ما يفعله المشتري.',
  },
  otp: {
    en: 'The buyer would now have received a code. Here the code is 123456; 000000 is a wrong PIN.',
    ar: 'كان المشتري سيتلقى رمزًا الآن. الرمز هنا 123456، أما 000000 فهو رقم سري خاطئ.',
  },
  wrongCode: { en: 'That is not the code. Try again.', ar: 'هذا ليس الرمز الصحيح. حاول مرة أخرى.' },
  code: { en: 'Code', ar: 'الرمز' },
  installments: {
    en: 'A real provider would now offer installments. Choose what the buyer does.',
    ar: 'مزوّد التقسيط الحقيقي كان سيعرض الأقساط الآن. اختر ما يفعله المشتري.',
  },
  voucher: {
    en: 'The buyer pays this number at a kiosk. Choose what happens next.',
    ar: 'يدفع المشتري هذا الرقم في أحد الأكشاك. اختر ما يحدث له.',
  },
  transfer: {
    en: 'The buyer transfers the amount with this reference. Choose what happens next.',
    ar: 'يحوّل المشتري المبلغ مع هذا المرجع. اختر ما يحدث له.',
  },
  delivery: {
    en: 'The buyer pays in cash when the goods arrive. Choose what happens at the door.',
    ar: 'يدفع المشتري نقدًا عند وصول البضاعة. اختر ما يحدث عند الباب.',
  },
  reference: { en: 'Reference', ar: 'الرقم المرجعي' },
  billerCode: { en: 'Service code', ar: 'رمز الخدمة' },
  iban: { en: 'IBAN', ar: 'رقم الحساب الدولي' },
  accountName: { en: 'Account name', ar: 'اسم الحساب' },
  expiresAt: { en: 'Pay before', ar: 'ادفع قبل' },
  authenticate: { en: 'Authenticate', ar: 'تأكيد الهوية' },
  fail: { en: 'Fail', ar: 'فشل التأكيد' },
  abandon: { en: 'Leave without paying', ar: 'مغادرة دون دفع' },
  submit: { en: 'Confirm', ar: 'تأكيد' },
  agree: { en: 'Agree to the plan', ar: 'الموافقة على الخطة' },
  paid: { en: 'Paid', ar: 'تم الدفع' },
  expire: { en: 'Never paid: let it expire', ar: 'لم يُدفع: تنتهي صلاحيته' },
  refused: { en: 'Refused at the door', ar: 'رُفض عند الباب' },
  over: { en: 'Nothing is left to do here.', ar: 'لم يعد هناك ما يمكن فعله هنا.' },
  back: { en: 'Back to the shop', ar: 'العودة إلى المتجر' },
  missing: { en: 'There is no such payment.', ar: 'لا توجد عملية دفع بهذا الرابط.' },
} as const satisfies Record<string, Bilingual>;
