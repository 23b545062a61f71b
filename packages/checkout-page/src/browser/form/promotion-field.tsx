import { useState } from 'preact/hooks';
import type { Wording } from '../../texts/wording.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';

interface PromotionFieldProps {
  readonly view: CheckoutView;
  readonly wording: Wording;
  readonly isBusy: boolean;
  /** Applies a code, or removes it with null. Resolves with why it was rejected, if it was. */
  readonly onEnter: (code: string | null) => Promise<string | undefined>;
}

/** The field appears when its link is pressed, and is what the buyer types into next. */
const focusOnce = (input: HTMLInputElement | null): void => input?.focus();

/** The link that opens the field for a promotion code, the field, or the applied code with a button that removes it. */
export function PromotionField({ view, wording: { texts, say }, isBusy, onEnter }: PromotionFieldProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const discount = view.discounts.find(({ promotionCodeCode }) => promotionCodeCode !== null);
  const code = discount?.promotionCodeCode;
  const enter = async (wanted: string | null): Promise<void> => {
    const refused = await onEnter(wanted);
    setError(refused);
    if (refused === undefined) setText('');
  };
  const apply = (): void => void (text.trim() !== '' && enter(text));
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
        ref={focusOnce}
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
