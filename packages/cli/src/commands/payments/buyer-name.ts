import type { Charge, PaymentIntent } from '@mizan/contracts';

/** Whose payment it is: a name, else an email address or a phone number; null if none is known. */
export const buyerNameOf = ({
  payment,
  charge = payment?.latestCharge,
}: {
  readonly payment?: Pick<PaymentIntent, 'customer' | 'latestCharge'>;
  readonly charge?: Pick<Charge, 'billingDetails'> | null | undefined;
}): string | null => nameOf(payment?.customer) ?? nameOf(charge?.billingDetails);

const nameOf = (
  person: { readonly [Field in 'name' | 'email' | 'phone']?: string | null | undefined } | null | undefined,
) => person?.name ?? person?.email ?? person?.phone ?? null;
