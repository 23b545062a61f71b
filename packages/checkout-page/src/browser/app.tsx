import type { HostedCheckout, PaymentMethodType } from '@mizan/contracts';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CheckoutFrame } from '../parts/checkout-frame.ts';
import { localeOf } from '../texts/locale.ts';
import { otherLanguage, texts } from '../texts/texts.ts';
import { priceCurrencyOf, type Wording, wordingOf } from '../texts/wording.ts';
import { amountPaidOf, type CheckoutView, type PageData } from '../view/checkout-view.ts';
import { unpaidReason } from '../view/payment-state.ts';
import { orderView } from '../view/rest-to-pay.ts';
import { rememberedMethod, rememberedPhone } from './client/tab-memory.ts';
import type { FormValues } from './fields/form-context.ts';
import { AmountField } from './form/amount-field.tsx';
import { formFieldsOf } from './form/form-fields.ts';
import { knownValues } from './form/form-values.ts';
import { useOrderEntries } from './form/order-entries.ts';
import { busyLabel, PaymentForm } from './form/payment-form.tsx';
import { PromotionField } from './form/promotion-field.tsx';
import { toCardHolder } from './form/requests.ts';
import { drawsWallets, offeredMethodGroups, valuesSelecting, withoutWallets } from './methods/method-groups.ts';
import { usePageStyle } from './provider-card/page-style.ts';
import { useProviderCard } from './provider-card/use-provider-card.ts';
import { useProviderWallets } from './provider-card/use-provider-wallets.ts';
import { StagePanel } from './stage/stage-panel.tsx';
import { useCheckout } from './stage/use-checkout.ts';
import { useMethodPrice } from './stage/use-method-price.ts';

/** The interactive checkout page. */
export function App({ data }: { data: PageData }) {
  const [locale, setLocale] = useState(data.locale);
  const {
    view: whole,
    own,
    stage,
    isBusy,
    isChanging,
    shortage,
    changeLine,
    chooseMethod,
    enterCode,
    dropDiscount,
    pay,
    reload,
  } = useCheckout(data, texts[locale.language]);
  const wording = useMemo(() => wordingOf({ ...data, checkout: whole }, locale), [locale, whole]);
  const [values, setValues] = useState<FormValues>(() => initialValues(data));
  const [isTouched, setTouched] = useState(false);
  const [isOpen, setOpen] = useState(data.checkout.lineItems.length <= 2);
  const [wallets, setWallets] = useState<ReadonlySet<PaymentMethodType>>();
  const view = withoutWallets(whole, wallets);
  const isCustom = view.lineItems.some(({ price }) => price.type === 'CUSTOM');
  useFillIn(own, data.country, setValues);
  useDocumentLanguage(wording);
  useFocusOnPanel(stage.name);

  const fields = formFieldsOf(view, data, values);
  useMethodPrice(
    { view, method: fields.method, values, isReady: stage.name === 'form' && own !== undefined, isTouched },
    chooseMethod,
  );
  const setting = {
    language: locale.language,
    pageStyle: usePageStyle(),
    amount: view.amountTotal,
    currency: view.currency,
    isLocked: stage.name === 'paying',
  };
  const card = useProviderCard(fields.cardEntry, setting);
  const tokenize = fields.cardEntry && (() => card.tokenize(toCardHolder(fields, values)));
  const isForm = stage.name === 'form' || stage.name === 'paying';
  const isReady = stage.name === 'form' && own !== undefined && !isBusy;
  const complain = useRef<() => boolean>(() => true);
  const order = useOrderEntries({ isChanging, onApply: () => setOpen(true) });
  const mayPay = (): boolean => {
    const isFormWrong = complain.current();
    return !order.complain() && !isFormWrong && order.isApplied(); // the order is above the form: its field has the focus
  };
  const shown = stage.name === 'form' ? fields.walletEntry?.type : undefined;
  const walletsPlace = useProviderWallets(
    drawsWallets(view) ? view.walletEntries : undefined,
    { ...setting, shown },
    {
      onAvailable: setWallets,
      eventsOf: (type) => ({
        mayOpen: () => isReady && fields.method === type && mayPay(),
        // A sheet that was left open while something else was paid or changed pays nothing.
        agreed: async (tokenizeWallet) =>
          isReady && fields.method === type && order.isSettled() && pay(fields, values, tokenizeWallet),
      }),
    },
  );
  const isChangeable = stage.name === 'form' && own !== undefined;
  return (
    <CheckoutFrame
      view={orderView(view, own ? unpaidReason(own) : data.unpaid)}
      wording={wording}
      amountPaid={amountPaidOf(view, data)}
      onLanguage={() => setLocale(localeOf(otherLanguage(locale.language)))}
      actions={{
        isOpen: isOpen || isCustom,
        toggle: () => setOpen(!isOpen),
        edit: isChangeable
          ? {
              isBusy,
              shortage,
              changeQuantity: (line, quantity) => void changeLine({ id: line.id, quantity }),
              amountField: (line) => (
                <AmountField
                  key={`${line.id} ${line.price.id}`}
                  line={line}
                  wording={wording}
                  decimals={data.decimals[priceCurrencyOf(view)]}
                  isBusy={isBusy}
                  entries={order.entries}
                  onChange={(customAmount, isBeforePaying) => changeLine({ id: line.id, customAmount }, isBeforePaying)}
                />
              ),
              promotionField: view.allowPromotionCodes && (
                <PromotionField
                  view={view}
                  wording={wording}
                  isBusy={isBusy}
                  entries={order.entries}
                  onEnter={enterCode}
                />
              ),
            }
          : undefined,
      }}
    >
      {isForm ? (
        <PaymentForm
          view={view}
          wording={wording}
          fields={fields}
          values={values}
          isPaying={stage.name === 'paying'}
          isBusy={isBusy || own === undefined || (fields.cardEntry !== undefined && card.state !== 'ready')}
          card={card}
          walletsPlace={walletsPlace}
          areWalletsKnown={wallets !== undefined}
          complain={complain}
          mayPay={mayPay}
          notice={stage.name === 'form' ? stage.notice : undefined}
          onChange={(name, value) => {
            setTouched(true);
            setValues((before) => ({ ...before, [name]: value }));
          }}
          onPay={() => void pay(fields, values, tokenize)}
          onDropDiscount={dropDiscount}
        />
      ) : (
        <StagePanel data={data} stage={stage} view={view} own={own} wording={wording} onRetry={reload} />
      )}
      <p class="unseen" role="status">
        {stage.name === 'paying'
          ? busyLabel(view, wording)
          : stage.name === 'checking'
            ? wording.texts.checkingTitle
            : ''}
      </p>
    </CheckoutFrame>
  );
}

/** The form's first values: what is known, and the method and phone that were used before a bank or wallet sent the buyer back. */
function initialValues({ checkout, country, isCapturedLater }: PageData): FormValues {
  const id = checkout.id ?? '';
  const phone = rememberedPhone.recall(id);
  return {
    ...knownValues(checkout, country),
    ...valuesSelecting(offeredMethodGroups(checkout, isCapturedLater), rememberedMethod.recall(id)),
    ...(phone === undefined ? {} : { 'method.phone': phone }),
  };
}

/** Fills in what the platform knows about the buyer, without overwriting what was typed meanwhile. */
function useFillIn(
  own: HostedCheckout | undefined,
  country: string,
  setValues: (to: (before: FormValues) => FormValues) => void,
): void {
  const done = useRef(false);
  useEffect(() => {
    if (!own || done.current) return;
    done.current = true;
    setValues((typed) => ({ ...knownValues(own as CheckoutView & HostedCheckout, country), ...typed }));
  }, [own]);
}

function useDocumentLanguage({ locale, texts, say }: Wording): void {
  useEffect(() => {
    document.documentElement.lang = locale.language;
    document.documentElement.dir = locale.direction;
    document.title = say(texts.pageTitle);
  }, [locale]);
}

/** Screen readers and keyboards follow when a panel takes the form's place. */
function useFocusOnPanel(stage: string): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else document.querySelector<HTMLElement>('.panel-title')?.focus();
  }, [stage]);
}
