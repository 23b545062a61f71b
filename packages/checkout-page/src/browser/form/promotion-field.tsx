import { useState } from 'preact/hooks';
import type { Wording } from '../../texts/wording.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';

interface PromotionFieldProps {
  readonly view: CheckoutView;
  readonly wording: Wording;
  readonly isBusy: boolean;
  /** Enters a code, or takes it back with null. Answers why it was refused, if it was. */
  readonly onEnter: (code: string | null) => Promise<string | undefined>;
}

/** Where the buyer enters a promotion code, or sees the one that counts and takes it back. */
export function PromotionField({ view, wording: { texts, say }, isBusy, onEnter }: PromotionFieldProps) {
  const [text, setText] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const code = view.discounts.find(({ promotionCodeCode }) => promotionCodeCode !== null)?.promotionCodeCode;
  const enter = async (wanted: string | null): Promise<void> => {
    const refused = await onEnter(wanted);
    setComplaint(refused);
    if (refused === undefined) setText('');
  };
  const apply = (): void => void (text.trim() !== '' && enter(text));
  if (code)
    return (
      <div class="promotion">
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
      </div>
    );
  return (
    <div class={`promotion${complaint ? ' field-wrong' : ''}`}>
      <input
        class="control"
        name="promotionCode"
        aria-label={texts.promotionCode}
        placeholder={texts.promotionCode}
        aria-invalid={complaint ? 'true' : undefined}
        aria-describedby={complaint ? 'promotion-note' : undefined}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={50}
        disabled={isBusy}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setComplaint(undefined);
        }}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
      <button type="button" class="button button-quiet" disabled={isBusy || text.trim() === ''} onClick={apply}>
        {texts.applyCode}
      </button>
      {complaint && (
        <p class="note note-wrong" id="promotion-note" role="alert">
          {complaint}
        </p>
      )}
    </div>
  );
}
