import type { PaymentMethodType } from '@mizan/contracts';
import { useEffect, useRef } from 'preact/hooks';
import type { CheckoutView } from '../../view/checkout-view.ts';
import type { FormValues } from '../fields/form-context.ts';
import { digitsOf } from '../methods/card-number.ts';
import type { MethodChoice } from './use-checkout.ts';

/** Number of first digits that identify a card's issuer. */
const binLength = 8;

interface SelectedMethod {
  readonly view: CheckoutView;
  readonly method: PaymentMethodType | undefined;
  readonly values: FormValues;
  readonly isReady: boolean;
  /** The buyer has started to fill in the form. */
  readonly isTouched: boolean;
}

/**
 * Where the buyer pays the fee, requests it as soon as another method is selected or the card is known. A payment link has
 * no session before the buyer starts to fill in the form, so that a visit alone creates nothing.
 */
export function useMethodPrice(
  { view, method, values, isReady, isTouched }: SelectedMethod,
  choose: (method: MethodChoice) => void,
): void {
  const cardBin = method === 'card' ? binOf(values['card.number'] ?? '') : undefined;
  const requested = useRef(view.fees ? keyOf(view.fees.paymentMethodType, undefined) : undefined);
  const isPassedOn = view.totalDetails.amountPlatformFee !== undefined;
  const isStarted = view.id !== undefined || isTouched;
  const key = method && keyOf(method, cardBin);
  useEffect(() => {
    if (!isReady || !isPassedOn || !isStarted || !method || key === requested.current) return;
    requested.current = key;
    choose({ paymentMethodType: method, ...(cardBin === undefined ? {} : { cardBin }) });
  }, [isReady, isPassedOn, isStarted, key]);
}

const keyOf = (method: PaymentMethodType, cardBin: string | undefined): string => `${method} ${cardBin ?? ''}`;

function binOf(number: string): string | undefined {
  const digits = digitsOf(number);
  return digits.length < binLength ? undefined : digits.slice(0, binLength);
}
