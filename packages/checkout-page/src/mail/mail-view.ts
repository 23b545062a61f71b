import type { CheckoutMailContent, PaymentMailContent } from '@mizan/contracts';

type Recovery = NonNullable<CheckoutMailContent['recovery']>;

/** Everything that a mail to a buyer says. It can be kept as JSON, and rendered again to the same mail. */
export interface MailView {
  readonly merchant: {
    readonly name: string;
    /** URL; null where the merchant has none. */
    readonly logo: string | null;
    /** ISO 3166-1 alpha-2: its clock dates the mail. */
    readonly country: string;
    /** Where replies go; null where they reach no one. */
    readonly replyTo: string | null;
  };
  readonly livemode: boolean;
  /** BCP 47, of the buyer's checkout or the merchant's default. */
  readonly locale: string;
  /** What was bought, possibly the first of it only. */
  readonly items: CheckoutMailContent['items'];
  /** Of all items. */
  readonly itemCount: number;
  /** What leads from the items to the total; absent where no items are listed, and in mails that were stored without. */
  readonly totals?: CheckoutMailContent['totals'];
  readonly content: PaymentMailContent | ({ readonly template: 'checkout_recovery' } & Recovery);
}

/** A mail as it is sent. */
export interface RenderedMail {
  /** One line, without control characters. */
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
