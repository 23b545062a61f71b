import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { lacksAmount } from '../../session/lacks-amount.ts';
import type { CheckoutView } from '../checkout-view.ts';
import { icons } from '../parts/icons.ts';
import { takesMethod } from '../takes-method.ts';
import type { Texts } from '../texts/texts.ts';
import type { Wording } from '../wording.ts';
import { BillingFields, ContactFields, CustomFields, ShippingFields } from './details-fields.tsx';
import { controlId, type FormContext } from './field.tsx';
import { afterPress } from './after-press.ts';
import type { Asked } from './asked.ts';
import { checkValues, type Errors, type Values } from './form-values.ts';
import { MethodSelector } from './method-selector.tsx';
import type { Notice, Without } from './stage.ts';
import type { HostedCard } from './use-hosted-card.ts';

interface PaymentFormProps {
  readonly view: CheckoutView;
  readonly wording: Wording;
  readonly asked: Asked;
  readonly values: Values;
  readonly isPaying: boolean;
  readonly isBusy: boolean;
  readonly notice: Notice | undefined;
  /** The provider's field, where the card is typed in one. */
  readonly card: HostedCard;
  readonly onChange: (name: string, value: string) => void;
  readonly onPay: () => void;
  readonly onWithout: (without: Without) => void;
}

/** Everything the buyer fills in, and the button that pays. */
export function PaymentForm(props: PaymentFormProps) {
  const { view, wording, asked, values, isPaying, isBusy, notice, card, onChange, onPay, onWithout } = props;
  const { texts, say } = wording;
  const without = notice?.without;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const wrong = checkValues(view, asked, values, texts, new Date());
  const methodThen = useMemo(() => asked.method, [notice]); // another method makes the complaint history
  const isAtField = notice?.field !== undefined && asked.fields.includes(notice.field);
  const refused = isAtField && notice.atValues === values ? { [notice.field ?? '']: notice.text } : {};
  const shown: Errors = { ...only(wrong, left), ...refused };
  useFocusOnNotice(notice, isAtField);

  const form: FormContext = {
    values,
    errors: shown,
    isDisabled: isPaying,
    optional: texts.optional,
    change: onChange,
    leave: (name) => values[name] && afterPress(() => setLeft((before) => new Set([...before, name]))),
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isPaying || isBusy) return;
    setLeft(new Set(asked.fields));
    const first = asked.fields.find((field) => wrong[field]);
    if (first) document.getElementById(controlId(first))?.focus();
    else onPay();
  };
  return (
    <form class="form" noValidate onSubmit={submit} aria-busy={isPaying}>
      <ContactFields form={form} wording={wording} asked={asked} />
      {asked.hasShipping && !asked.forMethod.includes('shipping') && <ShippingFields form={form} wording={wording} />}
      <CustomFields form={form} wording={wording} view={view} />
      {takesMethod(view) && (
        <section class="group" aria-labelledby="payment-title">
          <h2 id="payment-title">{view.mode === 'setup' ? texts.cardToSave : texts.payment}</h2>
          <MethodSelector form={form} wording={wording} asked={asked} view={view} card={card} />
          {asked.ways.length === 0 && <NoWay view={view} texts={texts} />}
        </section>
      )}
      {asked.hasBilling && (
        <section class="group" aria-labelledby="billing-title">
          <h2 id="billing-title">{texts.billingAddress}</h2>
          <BillingFields form={form} wording={wording} asked={asked} />
        </section>
      )}
      {notice && !isAtField && asked.method === methodThen && (
        <div class={`notice notice-${notice.tone}`} role="alert" id="notice" tabIndex={-1}>
          {icons.alert()}
          <p>
            {notice.text} {notice.hint && <span>{notice.hint}</span>}
          </p>
        </div>
      )}
      {without && (
        <button type="button" class="button button-quiet" disabled={isBusy} onClick={() => onWithout(without)}>
          {texts.withoutDiscount}
        </button>
      )}
      {view.mode === 'subscription' && <p class="note first-period">{texts.firstPeriod}</p>}
      {view.mode === 'setup' && <p class="note">{say(texts.saveNote)}</p>}
      {(!takesMethod(view) || asked.method) && (
        <button class="button button-pay" type="submit" disabled={isBusy} aria-disabled={isPaying}>
          {isPaying ? <span class="spinner" /> : icons.lock()}
          <span>{isPaying ? busyLabel(view, wording) : payLabel(view, asked, wording)}</span>
        </button>
      )}
      {asked.method === 'card' && <p class="secure">{texts.secure}</p>}
    </form>
  );
}

/** A live checkout without a way has lost its provider, for a moment or for good. */
function NoWay({ view, texts }: { view: CheckoutView; texts: Texts }) {
  if (!view.livemode) return <p class="note">{texts.noCards}</p>;
  return (
    <>
      <p class="note">{texts.cardEntry.unavailable}</p>
      <button type="button" class="button button-quiet" onClick={() => location.reload()}>
        {texts.tryAgain}
      </button>
    </>
  );
}

function payLabel(view: CheckoutView, { method }: Asked, { texts, say, amount }: Wording): string {
  if (view.mode === 'setup') return texts.saveCard;
  if (view.amountTotal === 0) return view.lineItems.some(lacksAmount) ? texts.chooseAmount : texts.completeFree;
  if (method === 'fawry' || method === 'aman') return texts.ways.getVoucher;
  if (method === 'bank_transfer') return texts.ways.getTransfer;
  if (method === 'cash_on_delivery') return texts.ways.placeOrder;
  const labels = { PAY: texts.pay, SUBSCRIBE: texts.subscribe, BOOK: texts.book, DONATE: texts.donate };
  return say(labels[view.submitType], { amount: amount(view.amountTotal) });
}

export const busyLabel = ({ mode }: CheckoutView, { texts }: Wording): string =>
  mode === 'setup' ? texts.saving : texts.paying;

const only = (errors: Errors, names: ReadonlySet<string>): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => names.has(name)));

/** Brings what is wrong into view: the field that was refused, or the notice above the button. */
function useFocusOnNotice(notice: Notice | undefined, isAtField: boolean): void {
  const seen = useRef(notice);
  useEffect(() => {
    if (!notice || seen.current === notice) return;
    seen.current = notice;
    document.getElementById(isAtField && notice.field ? controlId(notice.field) : 'notice')?.focus();
  }, [notice]);
}
