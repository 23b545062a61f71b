import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { parseAmount, toMajor } from '../../texts/format-amount.ts';
import type { Wording } from '../../texts/wording.ts';
import { type CheckoutView, lacksAmount } from '../../view/checkout-view.ts';
import { afterPress } from '../fields/after-press.ts';
import type { OrderEntries } from './order-entries.ts';

type Line = CheckoutView['lineItems'][number];

interface AmountFieldProps {
  readonly line: Line;
  readonly wording: Wording;
  /** Of the currency that the price is in. */
  readonly decimals: number;
  readonly isBusy: boolean;
  /** Where the field stands until it goes, so that no other amount than the one in it is paid. */
  readonly entries: OrderEntries;
  /**
   * Resolves with whether the order has the amount now.
   *
   * @param isBeforePaying the buyer has pressed the button that pays: the new total is pointed out to them
   */
  readonly onChange: (amount: number, isBeforePaying: boolean) => Promise<boolean>;
}

/** How much to pay, in the currency of the price. Sent when the field loses focus, and before anything is paid. */
export function AmountField({ line, wording, decimals, isBusy, entries, onChange }: AmountFieldProps) {
  const { texts } = wording;
  const current = line.presentmentDetails?.amountSubtotal ?? line.amountSubtotal;
  const [text, setText] = useState(current > 0 ? toMajor(current, decimals) : '');
  const [isChecked, setChecked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const chosen = acceptedAmount(line, text, decimals);
  const isPending = chosen !== undefined && (chosen !== current || lacksAmount(line));
  const isWrong = isChecked && chosen === undefined;
  const note = limitsText(line, wording, isWrong);
  const noteId = `amount-${line.id}-note`;

  useLayoutEffect(() => {
    entries.set(line.id, {
      complain: () => {
        setChecked(true);
        return chosen === undefined;
      },
      focus: () => input.current?.focus(),
      isPending,
      apply: async () => chosen !== undefined && onChange(chosen, true),
    });
  });
  useLayoutEffect(() => () => void entries.delete(line.id), [line.id]);
  const commit = useRef(() => {});
  commit.current = () => {
    setChecked(true);
    if (chosen !== undefined && isPending && !isBusy && entries.has(line.id)) void onChange(chosen, false);
  };
  // A touch moves the focus just before its click, which has to reach its button first.
  const leave = (): void => void setTimeout(() => afterPress(() => commit.current()));
  return (
    <div class={`custom-amount${isWrong ? ' field-wrong' : ''}`}>
      <div class="custom-amount-frame">
        <span aria-hidden="true">{line.price.currency}</span>
        <input
          ref={input}
          aria-label={texts.chooseAmount}
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby={note ? noteId : undefined}
          inputMode="decimal"
          dir="ltr"
          autocomplete="off"
          disabled={isBusy}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && commit.current()}
        />
      </div>
      {note && (
        <p class={isWrong ? 'note note-wrong' : 'note'} id={noteId} role={isWrong ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The amount that was typed; undefined when it is none, or not within the limits of the price. */
function acceptedAmount({ price }: Line, text: string, decimals: number): number | undefined {
  const { minimum = null, maximum = null } = price.customUnitAmount ?? {};
  const amount = parseAmount(text, decimals);
  if (amount === undefined || amount < (minimum ?? 0)) return undefined;
  return maximum !== null && amount > maximum ? undefined : amount;
}

/** The limits of the price, if it has any; as what to enter when `isWrong`. */
function limitsText({ price }: Line, { texts, say, priceAmount }: Wording, isWrong: boolean): string | undefined {
  const { minimum = null, maximum = null } = price.customUnitAmount ?? {};
  const { between, from, upTo, any } = isWrong ? texts.enterAmount : texts.amountLimits;
  if (maximum !== null && minimum)
    return say(between, { minimum: priceAmount(minimum), maximum: priceAmount(maximum) });
  if (minimum) return say(from, { minimum: priceAmount(minimum) });
  return maximum === null ? any : say(upTo, { maximum: priceAmount(maximum) });
}
