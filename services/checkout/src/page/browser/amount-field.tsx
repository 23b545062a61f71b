import { useState } from 'preact/hooks';
import type { CheckoutView } from '../checkout-view.ts';
import { parseAmount, toMajor } from '../format-amount.ts';
import type { Wording } from '../wording.ts';

type Line = CheckoutView['lineItems'][number];

interface AmountFieldProps {
  readonly line: Line;
  readonly wording: Wording;
  readonly decimals: number;
  readonly isBusy: boolean;
  readonly onChange: (amount: number) => void;
}

/** Where the buyer says how much to pay. It is sent when the field is left. */
export function AmountField({ line, wording, decimals, isBusy, onChange }: AmountFieldProps) {
  const { texts, say, amount } = wording;
  const { minimum = null, maximum = null } = line.price.customUnitAmount ?? {};
  const [text, setText] = useState(line.amountSubtotal > 0 ? toMajor(line.amountSubtotal, decimals) : '');
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
    if (fits && chosen !== line.amountSubtotal) onChange(chosen);
  };
  return (
    <div class={`custom-amount${isWrong ? ' field-wrong' : ''}`}>
      <div class="custom-amount-frame">
        <span aria-hidden="true">{line.currency}</span>
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
