import type { PaymentMethodType } from '@mizan/contracts';
import { useEffect, useRef } from 'preact/hooks';
import type { CheckoutView } from '../../view/checkout-view.ts';
import type { FormValues } from '../fields/form-context.ts';
import { digitsOf } from '../methods/card-number.ts';
import type { MethodChoice } from './use-checkout.ts';

/** First digits that tell cards apart. */
const binLength = 8;

/**
 * Where the buyer pays the fee, asks what it is as soon as another method is chosen or the card is known. A payment link
 * has no checkout before somebody begins to fill it in, so that looking at it leaves nothing behind.
 */
export function useMethodPrice(
  view: CheckoutView,
  method: PaymentMethodType | undefined,
  values: FormValues,
  { isReady, isTouched }: { readonly isReady: boolean; readonly isTouched: boolean },
  choose: (method: MethodChoice) => void,
): void {
  const cardBin = method === 'card' ? binOf(values['card.number'] ?? '') : undefined;
  const told = useRef(view.fees ? keyOf(view.fees.paymentMethodType, undefined) : undefined);
  const isPassedOn = view.totalDetails.amountPlatformFee !== undefined;
  const isLink = view.id === undefined;
  const isBegun = !isLink || isTouched;
  const key = method && keyOf(method, cardBin);
  useEffect(() => {
    if (!isReady || !isPassedOn || !isBegun || !method || key === told.current) return;
    told.current = key;
    choose({ paymentMethodType: method, ...(cardBin === undefined ? {} : { cardBin }) });
  }, [isReady, isPassedOn, isBegun, key]);
}

const keyOf = (method: PaymentMethodType, cardBin: string | undefined): string => `${method} ${cardBin ?? ''}`;

function binOf(number: string): string | undefined {
  const digits = digitsOf(number);
  return digits.length < binLength ? undefined : digits.slice(0, binLength);
}
