import type { HostedCheckout } from '@mizan/contracts';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CheckoutView, PageData } from '../checkout-view.ts';
import { localeOf } from '../locale.ts';
import { CheckoutFrame } from '../parts/frame.ts';
import { otherLanguage } from '../texts/texts.ts';
import { wordingOf, type Wording } from '../wording.ts';
import { AmountField } from './amount-field.tsx';
import { askedBy } from './asked.ts';
import { firstValues, type Values } from './form-values.ts';
import { findLastMethod } from './last-method.ts';
import { useLook } from './look.ts';
import { busyLabel, PaymentForm } from './payment-form.tsx';
import { PromotionField } from './promotion-field.tsx';
import { toCardHolder } from './requests.ts';
import { StagePanel } from './stage-panel.tsx';
import { useMethodPrice } from './use-method-price.ts';
import { useCheckout } from './use-checkout.ts';
import { useHostedCard } from './use-hosted-card.ts';
import { offeredWays, valuesChoosing } from './ways.ts';

/** The checkout page, alive. */
export function App({ data }: { data: PageData }) {
  const [locale, setLocale] = useState(data.locale);
  const wording = useMemo(() => wordingOf(data.checkout, locale, data), [locale]);
  const { view, own, stage, isBusy, changeLine, chooseMethod, enterCode, goWithout, pay, reload } = useCheckout(
    data,
    wording,
  );
  const [values, setValues] = useState<Values>(() => beginning(data));
  const [isTouched, setTouched] = useState(false);
  const [isOpen, setOpen] = useState(data.checkout.lineItems.length <= 2);
  const isCustom = view.lineItems.some(({ price }) => price.type === 'CUSTOM');
  useFillIn(own, data.country, setValues);
  useDocumentLanguage(wording);
  useFocusOnPanel(stage.name);

  const asked = askedBy(view, data, values);
  useMethodPrice(
    view,
    asked.method,
    values,
    { isReady: stage.name === 'form' && own !== undefined, isTouched },
    chooseMethod,
  );
  const card = useHostedCard(asked.cardEntry, {
    language: locale.language,
    look: useLook(),
    amount: view.amountTotal,
    currency: view.currency,
    isLocked: stage.name === 'paying',
  });
  const tokenize = asked.cardEntry && (() => card.tokenize(toCardHolder(asked, values)));
  const isForm = stage.name === 'form' || stage.name === 'paying';
  const isChangeable = stage.name === 'form' && own !== undefined;
  return (
    <CheckoutFrame
      view={view}
      wording={wording}
      onLanguage={() => setLocale(localeOf(otherLanguage(locale.language)))}
      actions={{
        isOpen: isOpen || isCustom,
        toggle: () => setOpen(!isOpen),
        edit: isChangeable
          ? {
              isBusy,
              changeQuantity: (line, quantity) => changeLine({ id: line.id, quantity }),
              amountField: (line) => (
                <AmountField
                  key={line.id}
                  line={line}
                  wording={wording}
                  decimals={data.priceDecimals ?? data.decimals}
                  isBusy={isBusy}
                  onChange={(customAmount) => changeLine({ id: line.id, customAmount })}
                />
              ),
              promotionField: view.allowPromotionCodes && (
                <PromotionField view={view} wording={wording} isBusy={isBusy} onEnter={enterCode} />
              ),
            }
          : undefined,
      }}
    >
      {isForm ? (
        <PaymentForm
          view={view}
          wording={wording}
          asked={asked}
          values={values}
          isPaying={stage.name === 'paying'}
          isBusy={isBusy || own === undefined || (asked.cardEntry !== undefined && card.state !== 'ready')}
          card={card}
          notice={stage.name === 'form' ? stage.notice : undefined}
          onChange={(name, value) => {
            setTouched(true);
            setValues((before) => ({ ...before, [name]: value }));
          }}
          onPay={() => pay(asked, values, tokenize)}
          onWithout={goWithout}
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

/** What the form begins with: what is known, and what was paid with before a bank sent the buyer back. */
const beginning = ({ checkout, country, isCapturedLater }: PageData): Values => ({
  ...firstValues(checkout, country),
  ...valuesChoosing(offeredWays(checkout, isCapturedLater), findLastMethod(checkout.id ?? '')),
});

/** Fills in what the platform knows about the buyer, without overwriting what was typed meanwhile. */
function useFillIn(
  own: HostedCheckout | undefined,
  country: string,
  setValues: (to: (before: Values) => Values) => void,
): void {
  const done = useRef(false);
  useEffect(() => {
    if (!own || done.current) return;
    done.current = true;
    setValues((typed) => ({ ...firstValues(own as CheckoutView & HostedCheckout, country), ...typed }));
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
