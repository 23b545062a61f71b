import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Wording } from '../../texts/wording.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import type { OrderEntries } from './order-entries.ts';

interface PromotionFieldProps {
  readonly view: CheckoutView;
  readonly wording: Wording;
  readonly isBusy: boolean;
  /** Where the field stands while it has a code, so that nothing is paid without it. */
  readonly entries: OrderEntries;
  /**
   * Applies a code, or removes it with null.
   *
   * @param isBeforePaying the buyer has pressed the button that pays: the new total is pointed out to them
   */
  readonly onEnter: (code: string | null, isBeforePaying: boolean) => Promise<CodeAnswer>;
}

/** Whether the code was applied or removed, and why it was rejected, if it was. */
export interface CodeAnswer {
  readonly isDone: boolean;
  readonly rejection?: string | undefined;
}

const entryName = 'promotionCode';

/** The link that opens the field for a promotion code, the field, or the applied code with a button that removes it. */
export function PromotionField({ view, wording: { texts, say }, isBusy, entries, onEnter }: PromotionFieldProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const discount = view.discounts.find(({ promotionCodeCode }) => promotionCodeCode !== null);
  const code = discount?.promotionCodeCode;
  const input = useRef<HTMLInputElement>(null);
  const enter = async (wanted: string | null, isBeforePaying = false): Promise<boolean> => {
    const { isDone, rejection } = await onEnter(wanted, isBeforePaying);
    setError(rejection);
    if (isDone) setText('');
    return isDone;
  };
  const apply = (): void => void (text.trim() !== '' && enter(text));
  // The field appears when its link is pressed, and is typed into next; why a code was rejected is read next.
  useEffect(() => input.current?.focus(), [isOpen, error]);
  useLayoutEffect(() => {
    entries.set(entryName, {
      complain: () => false,
      focus: () => input.current?.focus(),
      isPending: isOpen && !code && !error && text.trim() !== '', // who has read why it was rejected may pay without it
      apply: () => enter(text, true),
    });
  });
  useLayoutEffect(() => () => void entries.delete(entryName), []);
  const appliedCode = code && (
    <>
      <span class="chip promotion-code" dir="ltr">
        {code}
      </span>
      <button
        type="button"
        class="promotion-remove"
        aria-label={say(texts.removeCode, { code })}
        disabled={isBusy}
        onClick={() => void enter(null)}
      >
        {texts.remove}
      </button>
    </>
  );
  const link = (
    <button type="button" class="promotion-remove promotion-add" disabled={isBusy} onClick={() => setOpen(true)}>
      {texts.addCode}
    </button>
  );
  const field = (
    <>
      <input
        class="control"
        ref={input}
        name="promotionCode"
        aria-label={texts.promotionCode}
        placeholder={texts.promotionCode}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error ? 'promotion-note' : undefined}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={50}
        disabled={isBusy}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
      <button type="button" class="button button-quiet" disabled={isBusy || text.trim() === ''} onClick={apply}>
        {texts.applyCode}
      </button>
      {error && (
        <p class="note note-wrong" id="promotion-note" role="alert">
          {error}
        </p>
      )}
    </>
  );
  return (
    <div class={`promotion${error ? ' field-wrong' : ''}`}>
      {appliedCode || (isOpen ? field : link)}
      <p class="note" role="status">
        {discount && !discount.appliesToOrder ? texts.codeWithoutEffect : ''}
      </p>
    </div>
  );
}
