import { useState } from 'preact/hooks';
import { parseAmount, toMajor } from '../../texts/format-amount.ts';
import type { Wording } from '../../texts/wording.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';

type Line = CheckoutView['lineItems'][number];

interface AmountFieldProps {
  readonly line: Line;
  readonly wording: Wording;
  /** Of the currency that the price is in. */
  readonly decimals: number;
  readonly isBusy: boolean;
  readonly onChange: (amount: number) => void;
}

/** How much to pay, in the currency of the price. Sent when the field loses focus. */
export function AmountField({ line, wording, decimals, isBusy, onChange }: AmountFieldProps) {
  const { texts, say, priceAmount: amount } = wording;
  const { minimum = null, maximum = null } = line.price.customUnitAmount ?? {};
  const current = line.presentmentDetails?.amountSubtotal ?? line.amountSubtotal;
  const [text, setText] = useState(current > 0 ? toMajor(current, decimals) : '');
  const [isWrong, setWrong] = useState(false);
  const limits =
    minimum !== null && maximum !== null
      ? say(texts.amountBetween, { minimum: amount(minimum), maximum: amount(maximum) })
      : minimum !== null && minimum > 0
        ? say(texts.amountFrom, { minimum: amount(minimum) })
        : maximum !== null
          ? say(texts.amountUpTo, { maximum: amount(maximum) })
          : undefined;
  const commit = (): void => {
    const chosen = parseAmount(text, decimals);
    const fits = chosen !== undefined && chosen >= (minimum ?? 0) && chosen <= (maximum ?? Number.MAX_SAFE_INTEGER);
    setWrong(!fits);
    if (fits && chosen !== current) onChange(chosen);
  };
  return (
    <div class={`custom-amount${isWrong ? ' field-wrong' : ''}`}>
      <div class="custom-amount-frame">
        <span aria-hidden="true">{line.price.currency}</span>
        <input
          aria-label={texts.chooseAmount}
          aria-invalid={isWrong ? 'true' : undefined}
          inputMode="decimal"
          dir="ltr"
          autocomplete="off"
          disabled={isBusy}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
      </div>
      {(isWrong || limits) && (
        <p class={isWrong ? 'note note-wrong' : 'note'}>{isWrong ? texts.amountOutside : limits}</p>
      )}
    </div>
  );
}
