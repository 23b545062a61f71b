import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { icons } from '../../parts/icons.ts';
import type { Texts } from '../../texts/texts.ts';
import type { Wording } from '../../texts/wording.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import { lacksAmount, needsPaymentMethod } from '../../view/checkout-view.ts';
import { afterPress } from '../fields/after-press.ts';
import type { FormErrors, FormValues } from '../fields/form-context.ts';
import { controlId, type FormContext } from '../fields/form-context.ts';
import { drawsWallets } from '../methods/method-groups.ts';
import { MethodSelector } from '../methods/method-selector.tsx';
import type { ProviderCard } from '../provider-card/use-provider-card.ts';
import { BillingFields, ContactFields, CustomFields, ShippingFields } from './details-fields.tsx';
import type { FormFields } from './form-fields.ts';
import { checkValues } from './form-values.ts';
import type { Notice, DiscountRemoval } from './notice.ts';

interface PaymentFormProps {
  readonly view: CheckoutView;
  readonly wording: Wording;
  readonly fields: FormFields;
  readonly values: FormValues;
  readonly isPaying: boolean;
  readonly isBusy: boolean;
  readonly notice: Notice | undefined;
  /** The provider's field, where the card is typed in one. */
  readonly card: ProviderCard;
  /** Ref of the element in which the wallets' buttons appear. */
  readonly walletsPlace: (place: HTMLElement | null) => void;
  /** Whether it is known which wallets this device has. */
  readonly areWalletsKnown: boolean;
  /** Is given what marks every wrong field, focuses the first, and says whether there is one. */
  readonly complain: { current: () => boolean };
  /** Whether the form and the order are ready to be paid; otherwise shows the buyer what is not. */
  readonly mayPay: () => boolean;
  readonly onChange: (name: string, value: string) => void;
  readonly onPay: () => void;
  readonly onDropDiscount: (removal: DiscountRemoval) => void;
}

/** Everything the buyer fills in, and the button that pays. */
export function PaymentForm(props: PaymentFormProps) {
  const { view, wording, fields, values, isPaying, isBusy, notice, card, onChange, onPay, onDropDiscount } = props;
  const { walletsPlace, areWalletsKnown, complain, mayPay } = props;
  const { texts, say } = wording;
  const discountRemoval = notice?.discountRemoval;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const wrong = checkValues({ view, fields, values, texts, now: new Date() });
  const methodThen = useMemo(() => fields.method, [notice]); // with another method the error no longer applies
  const isAtField = notice?.field !== undefined && fields.names.includes(notice.field);
  const refused = isAtField && notice.atValues === values ? { [notice.field ?? '']: notice.text } : {};
  const shown: FormErrors = { ...only(wrong, left), ...refused };
  useFocusOnNotice(notice, isAtField);

  const form: FormContext = {
    values,
    errors: shown,
    isDisabled: isPaying,
    optional: texts.optional,
    change: onChange,
    leave: (name) => values[name] && afterPress(() => setLeft((before) => new Set([...before, name]))),
  };
  complain.current = () => {
    setLeft(new Set(fields.names));
    const first = fields.names.find((field) => wrong[field]);
    if (first) document.getElementById(controlId(first))?.focus();
    return first !== undefined;
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isPaying || isBusy || !mayPay() || fields.walletEntry) return; // a wallet pays by its own button
    onPay();
  };
  return (
    <form class="form" noValidate onSubmit={submit} aria-busy={isPaying}>
      <ContactFields form={form} wording={wording} fields={fields} />
      {fields.hasShipping && !fields.methodDetails.includes('shipping') && (
        <ShippingFields form={form} wording={wording} fields={fields} />
      )}
      <CustomFields form={form} wording={wording} view={view} />
      {needsPaymentMethod(view) && (
        <section class="group" aria-labelledby="payment-title">
          <h2 id="payment-title">{view.mode === 'setup' ? texts.cardToSave : texts.payment}</h2>
          <MethodSelector form={form} wording={wording} needs={fields} view={view} card={card} />
          {fields.groups.length === 0 && <NoMethod view={view} texts={texts} areWalletsKnown={areWalletsKnown} />}
        </section>
      )}
      {fields.hasBilling && (
        <section class="group" aria-labelledby="billing-title">
          <h2 id="billing-title">{texts.billingAddress}</h2>
          <BillingFields form={form} wording={wording} fields={fields} />
        </section>
      )}
      {notice && !isAtField && fields.method === methodThen && (
        <div class={`notice notice-${notice.tone}`} role="alert" id="notice" tabIndex={-1}>
          {icons.alert()}
          <p>
            {notice.text} {notice.hint && <span>{notice.hint}</span>}
          </p>
        </div>
      )}
      {discountRemoval && (
        <button
          type="button"
          class="button button-quiet"
          disabled={isBusy}
          onClick={() => onDropDiscount(discountRemoval)}
        >
          {texts.withoutDiscount}
        </button>
      )}
      {view.mode === 'subscription' && <p class="note first-period">{texts.firstPeriod}</p>}
      {view.mode === 'setup' && <p class="note">{say(texts.saveNote)}</p>}
      {view.walletEntries && <div class={isBusy ? 'wallets wallets-busy' : 'wallets'} ref={walletsPlace} />}
      {(!needsPaymentMethod(view) || fields.method) && (!fields.walletEntry || isPaying) && (
        <button class="button button-pay" type="submit" disabled={isBusy} aria-disabled={isPaying}>
          {isPaying ? <span class="spinner" /> : icons.lock()}
          <span>{isPaying ? busyLabel(view, wording) : payLabel(view, fields, wording)}</span>
        </button>
      )}
      {fields.method === 'card' && <p class="secure">{texts.secure}</p>}
    </form>
  );
}

/** Test mode, and a shop that can take no live payment now, are not helped by trying again; a card form may be. */
function NoMethod({ view, texts, areWalletsKnown }: { view: CheckoutView; texts: Texts; areWalletsKnown: boolean }) {
  if (!view.livemode) return <p class="note">{texts.noMethods}</p>;
  if (drawsWallets(view) && !areWalletsKnown)
    return (
      <p class="note wallets-wait" role="status">
        <span class="spinner" />
        {texts.loading}
      </p>
    );
  if (view.walletEntries && view.paymentMethodTypes.length === 0)
    return <p class="note">{texts.methods.walletMissing}</p>;
  if (view.paymentMethodTypes.length === 0) return <p class="note">{texts.cannotTakePayments}</p>;
  return (
    <>
      <p class="note">{texts.cardEntry.unavailable}</p>
      <button type="button" class="button button-quiet" onClick={() => location.reload()}>
        {texts.tryAgain}
      </button>
    </>
  );
}

function payLabel(view: CheckoutView, { method }: FormFields, { texts, say, amount }: Wording): string {
  if (view.mode === 'setup') return texts.saveCard;
  if (view.amountTotal === 0) return view.lineItems.some(lacksAmount) ? texts.chooseAmount : texts.completeFree;
  if (method === 'fawry' || method === 'aman') return texts.methods.getVoucher;
  const isSentByBuyer = method === 'bank_transfer' || (method === 'instapay' && view.livemode);
  if (isSentByBuyer) return texts.methods.getTransfer;
  if (method === 'cash_on_delivery') return texts.methods.placeOrder;
  const labels = { PAY: texts.pay, SUBSCRIBE: texts.subscribe, BOOK: texts.book, DONATE: texts.donate };
  return say(labels[view.submitType], { amount: amount(view.amountTotal) });
}

export const busyLabel = ({ mode }: CheckoutView, { texts }: Wording): string =>
  mode === 'setup' ? texts.saving : texts.paying;

const only = (errors: FormErrors, names: ReadonlySet<string>): FormErrors =>
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
