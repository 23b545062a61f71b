import type { HostedCheckout } from '@mizan/contracts';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Texts } from '../../texts/texts.ts';
import type { Wording } from '../../texts/wording.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import { awaitsBuyer } from '../../view/payment-state.ts';

/** What every panel about a later payment needs. */
export interface PayLaterProps {
  readonly view: CheckoutView;
  /** The checkout as only its buyer sees it. */
  readonly own: HostedCheckout;
  readonly wording: Wording;
}

interface InfoRowProps {
  readonly name: string;
  readonly value: ComponentChildren;
  /** What the button beside it copies; absent without a button. */
  readonly copied?: string;
  readonly texts?: Texts;
}

/** One row of the instructions: a name and its value. */
export const InfoRow = ({ name, value, copied, texts }: InfoRowProps) => (
  <div class="detail-row">
    <dt>{name}</dt>
    <dd>
      <span>{value}</span>
      {copied !== undefined && texts && <CopyButton name={name} text={copied} texts={texts} />}
    </dd>
  </div>
);

/** A number or code, which is written from left to right in every language. */
export const Code = ({ children }: { children: string }) => <bdi dir="ltr">{children}</bdi>;

/** Groups of characters are easier to read out and to compare: `123 456 789`. */
export const inGroupsOf = (size: number, text: string): string =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(' ');

export const PrintButton = ({ texts }: { texts: Texts }) => (
  <button class="button button-quiet no-print" type="button" onClick={() => print()}>
    {texts.methods.print}
  </button>
);

/** The link back to the merchant, and in test mode the link to the simulator. */
export function NextSteps({ view, own, wording }: PayLaterProps) {
  const { texts, say } = wording;
  const { redirect, hostedConfirmation } = own.afterCompletion;
  const returnUrl = redirect?.url ?? hostedConfirmation?.returnUrl;
  const isLeaving = redirect && !awaitsBuyer(own);
  const isAtDoor = own.paymentIntent?.paymentMethod?.type === 'cash_on_delivery';
  const pageUrl = own.paymentIntent?.nextAction?.redirectToUrl.url;
  return (
    <div class="next-steps no-print">
      {!isLeaving && returnUrl && (
        <a class="button button-quiet" href={returnUrl}>
          {say(texts.returnTo)}
        </a>
      )}
      {isLeaving && <p class="quiet">{say(texts.redirecting)}</p>}
      {!isAtDoor && <p class="quiet">{texts.methods.updates}</p>}
      {!isAtDoor && <OwnAddress own={own} texts={texts} />}
      {!view.livemode && pageUrl && (
        <a class="quiet" href={pageUrl}>
          {texts.methods.simulate}
        </a>
      )}
    </div>
  );
}

/** The address with which the buyer comes back to the instructions, on any device. */
function OwnAddress({ own: { url }, texts }: { own: HostedCheckout; texts: Texts }) {
  const { saveAddress } = texts.methods;
  return (
    <div class="own-address">
      <p>{saveAddress}</p>
      <a href={url} dir="ltr">
        {url}
      </a>
      <CopyButton name={saveAddress} text={url} texts={texts} />
    </div>
  );
}

/** How long the button shows that it worked, milliseconds. */
const copiedMs = 2_500;

/** Copies a number to the clipboard; absent where the browser offers no clipboard. */
export function CopyButton({ name, text, texts: { methods } }: { name: string; text: string; texts: Texts }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const clipboard = navigator.clipboard as Clipboard | undefined; // only where the page came by https
  if (!clipboard) return null;
  const copy = (): void => {
    void clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <button class="copy" type="button" onClick={copy} aria-label={methods.copyOf.replace('{name}', name)}>
      <span role="status">{isCopied ? methods.copied : methods.copy}</span>
    </button>
  );
}
