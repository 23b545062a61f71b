import type { HostedCheckout, PaymentMethodType } from '@mizan/contracts';
import { useEffect, useState } from 'preact/hooks';
import { Loading, Panel } from '../../parts/panel.ts';
import { ExpiredPanel, PaidPanel } from '../../parts/result-panels.ts';
import { scarceItems, type Shortage } from '../../parts/shortage.ts';
import type { Wording } from '../../texts/wording.ts';
import { amountPaidOf, type CheckoutView, type PageData } from '../../view/checkout-view.ts';
import { knownPart } from '../../view/part-received.ts';
import { endedEarlyReason, unpaidReason } from '../../view/payment-state.ts';
import { FieldPanel } from './field-panel.tsx';
import { PayLaterPanel } from './pay-later-panel.tsx';
import type { Stage } from './stage.ts';

interface StagePanelProps {
  /** What the server rendered the page with. */
  readonly data: PageData;
  readonly stage: Stage;
  readonly view: CheckoutView;
  readonly own: HostedCheckout | undefined;
  readonly wording: Wording;
  readonly onRetry: () => void;
}

/** Everything that can stand in the place of the form. */
export function StagePanel({ data, stage, view, own, wording, onRetry }: StagePanelProps) {
  const { texts, say } = wording;
  const isLong = useIsLong(stage.name);
  switch (stage.name) {
    case 'done':
      return (
        <PaidPanel
          view={view}
          wording={wording}
          own={own}
          unpaid={own ? unpaidReason(own) : data.unpaid}
          amountPaid={amountPaidOf(view, data)}
          partReceived={knownPart(data, own)}
        />
      );
    case 'expired':
      return (
        <ExpiredPanel
          view={view}
          wording={wording}
          own={own}
          endedEarly={own ? endedEarlyReason(own) : data.endedEarly}
        />
      );
    case 'waiting':
      return own ? <PayLaterPanel view={view} own={own} wording={wording} /> : <Loading wording={wording} isTall />;
    case 'loading':
    case 'recovering':
      return <Loading wording={wording} isTall />;
    case 'action':
      return stage.frameUrl !== undefined ? (
        <FieldPanel url={stage.url} frameUrl={stage.frameUrl} wording={wording} onDone={onRetry} />
      ) : stage.method && stage.method !== 'card' ? (
        <ActionPanel url={stage.url} method={stage.method} wording={wording} />
      ) : (
        <Panel icon="bank" tone="plain" title={texts.actionTitle}>
          <p>{texts.actionText}</p>
          <a class="button" href={stage.url}>
            {texts.actionGo}
          </a>
        </Panel>
      );
    case 'checking':
      return (
        <Panel icon="spinner" tone="plain" title={texts.checkingTitle}>
          <p>{isLong ? say(texts.checkingLong) : texts.checkingText}</p>
        </Panel>
      );
    case 'soldOut':
      return <SoldOutPanel view={view} wording={wording} shortage={stage.shortage} onBack={onRetry} />;
    case 'notRecovered':
      return (
        <Panel icon="alert" tone="plain" title={texts.notOpenedTitle}>
          <p>{texts.notOpenedText}</p>
          <button class="button" type="button" onClick={onRetry}>
            {texts.tryAgain}
          </button>
        </Panel>
      );
    case 'gone':
    case 'linkClosed':
    case 'linkExpired':
    case 'incomplete':
      return (
        <Panel icon={messageIcons[stage.name]} tone="plain" title={texts[`${stage.name}Title`]}>
          <p>{texts[`${stage.name}Text`]}</p>
        </Panel>
      );
    default:
      return null;
  }
}

/** Leads back to the form only where the buyer can do something there. */
function SoldOutPanel({
  view,
  wording,
  shortage,
  onBack,
}: Pick<StagePanelProps, 'view' | 'wording'> & { shortage: Shortage | undefined; onBack: () => void }) {
  const { texts, say } = wording;
  const { names, canLower, canRemove, canWait } = scarceItems(view, shortage);
  const advice = canLower
    ? texts.soldOutLower
    : canRemove
      ? texts.soldOutRemove
      : say(canWait ? texts.soldOutWait : texts.soldOutEnd);
  return (
    <Panel icon="bag" tone="plain" title={texts.soldOutTitle}>
      <p>{say(texts.soldOutText, { items: names.join(texts.comma) })}</p>
      <p>{advice}</p>
      {(canLower || canRemove || canWait) && (
        <button class="button" type="button" onClick={onBack}>
          {texts.back}
        </button>
      )}
      {view.cancelUrl && (
        <a class="button button-quiet" href={view.cancelUrl}>
          {say(texts.returnTo)}
        </a>
      )}
    </Panel>
  );
}

/** Icons of the panels that only say something. */
const messageIcons = { gone: 'bag', linkClosed: 'link', linkExpired: 'clock', incomplete: 'link' } as const;

function ActionPanel({ url, method, wording }: { url: string; method: PaymentMethodType; wording: Wording }) {
  const { methods } = wording.texts;
  const say = (text: string): string => wording.say(text, { method: methods.names[method] });
  return (
    <Panel icon="phone" tone="plain" title={say(methods.actionTitle)}>
      <p>{say(methods.actionText)}</p>
      <a class="button" href={url}>
        {say(methods.actionGo)}
      </a>
      <p class="quiet">{methods.actionOther}</p>
    </Panel>
  );
}

/** After this long the page says that the buyer need not wait, milliseconds. */
const longMs = 40_000;

function useIsLong(stage: string): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, [stage]);
  return isLong;
}
