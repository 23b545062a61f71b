import type { NextAction, PaymentMethodType } from '@mizan/contracts';
import { useState } from 'preact/hooks';
import type { Texts } from '../../texts/texts.ts';
import { Panel } from '../../parts/panel.ts';
import { PaidPanel } from '../../parts/result-panels.ts';
import { originOf } from '../../view/origin-of.ts';
import { type Rest, restOf } from '../../view/rest-to-pay.ts';
import { Code, CopyButton, InfoRow, inGroupsOf, NextSteps, type PayLaterProps, PrintButton } from './instructions.tsx';

/** How to pay what is paid later: at a kiosk, by bank transfer, in the bank's app, at the door. */
export function PayLaterPanel(props: PayLaterProps) {
  const { nextAction, paymentMethod } = props.own.paymentIntent ?? {};
  const { displayVoucherDetails: voucher, displayBankTransferDetails: transfer } = nextAction ?? {};
  const { displayInstapayDetails: instapay } = nextAction ?? {};
  const method = paymentMethod?.type;
  if (voucher) return <VoucherPanel {...props} voucher={voucher} method={method} />;
  if (transfer) return <TransferPanel {...props} transfer={transfer} />;
  if (instapay) return <InstapayPanel {...props} instapay={instapay} />;
  if (method === 'cash_on_delivery') return <DeliveryPanel {...props} />;
  if (method === 'instapay') return <PushPanel {...props} />;
  return <PaidPanel {...props} unpaid="awaited" />;
}

type Voucher = NonNullable<NextAction['displayVoucherDetails']>;

/** The payment number and instructions for the kiosk, on a screen or on paper. */
function VoucherPanel(props: PayLaterProps & { voucher: Voucher; method: PaymentMethodType | undefined }) {
  const { view, wording, voucher, method } = props;
  const [isMissing, setMissing] = useState(false);
  const { texts, say, amount, locale } = wording;
  const { methods } = texts;
  const known = { method: method ? methods.names[method] : '', amount: amount(view.amountTotal) };
  const places = voucher.channels.flatMap((name) => methods.channels[name as keyof typeof methods.channels] ?? []);
  return (
    <Panel icon="kiosk" tone="plain" title={say(methods.voucherTitle, known)}>
      <p>{say(methods.voucherText, known)}</p>
      <div class="ticket">
        <p class="ticket-label">{methods.voucherNumber}</p>
        <p class="ticket-number">
          <Code>{inGroupsOf(3, voucher.reference)}</Code>
        </p>
        <CopyButton name={methods.voucherNumber} text={voucher.reference} texts={texts} />
        {isOwnOrigin(voucher.barcodeUrl) && !isMissing && (
          <img
            class="barcode"
            src={voucher.barcodeUrl}
            alt={methods.barcodeAlt}
            width={280}
            height={96}
            onError={() => setMissing(true)}
          />
        )}
      </div>
      <dl class="details-list">
        {voucher.billerCode && <InfoRow name={methods.billerCode} value={<Code>{voucher.billerCode}</Code>} />}
        <InfoRow name={methods.payUntil} value={wording.moment(voucher.expiresAt)} />
        {places.length > 0 && <InfoRow name={methods.payAt} value={places.join(texts.comma)} />}
      </dl>
      <p class="instructions">{voucher.instructions[locale.language]}</p>
      <PrintButton texts={texts} />
      <NextSteps {...props} />
    </Panel>
  );
}

/** The page loads pictures from the platform only; without the barcode the number still works. */
const isOwnOrigin = (address: string | null): address is string =>
  address !== null && originOf(address, location.href) === location.origin;

function DeliveryPanel(props: PayLaterProps) {
  const { view, own } = props;
  const { texts, say, amount } = props.wording;
  const rest = restOf(view, props.wording);
  const { name, address } = own.customerDetails?.shipping ?? {};
  const lines = [name, address?.line1, address?.line2, address?.city, address?.state, address?.postalCode];
  const place = lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
  const { customMessage } = own.afterCompletion.hostedConfirmation ?? {};
  return (
    <Panel icon="check" tone="good" title={texts.methods.deliveryTitle}>
      <p role="status">
        {rest
          ? say(texts.methods.deliveryRestText, rest)
          : say(texts.methods.deliveryText, { amount: amount(view.amountTotal) })}
      </p>
      {customMessage && <p class="message">{customMessage}</p>}
      {place && (
        <dl class="details-list">
          <InfoRow name={texts.methods.deliverTo} value={<span class="place">{place}</span>} />
        </dl>
      )}
      <NextSteps {...props} />
    </Panel>
  );
}

function PushPanel(props: PayLaterProps) {
  const { texts, say, amount } = props.wording;
  return (
    <Panel icon="push" tone="plain" title={texts.methods.pushTitle}>
      <p>{say(texts.methods.pushText, { amount: amount(props.view.amountTotal) })}</p>
      <NextSteps {...props} />
    </Panel>
  );
}

type Transfer = NonNullable<NextAction['displayBankTransferDetails']>;

/** Where the buyer transfers the money to, or the rest of it, and the reference that it is found by. */
function TransferPanel(props: PayLaterProps & { transfer: Transfer }) {
  const { view, wording, transfer } = props;
  const { texts, say, amount } = wording;
  const rest = restOf(view, wording, transfer.amount);
  const sum = rest?.amount ?? amount(transfer.amount);
  const { iban, accountName, bankName, reference } = transfer;
  const { methods } = texts;
  return (
    <Panel icon="columns" tone="plain" title={say(methods.transferTitle, { amount: sum })}>
      <p role="status">{rest ? say(methods.transferRestText, rest) : say(methods.transferText)}</p>
      <dl class="details-list">
        <InfoRow name={methods.iban} value={<Code>{inGroupsOf(4, iban)}</Code>} copied={iban} texts={texts} />
        <InfoRow name={methods.accountName} value={<bdi>{accountName}</bdi>} copied={accountName} texts={texts} />
        {bankName && <InfoRow name={methods.bankName} value={<bdi>{bankName}</bdi>} />}
        <InfoRow name={methods.transferReference} value={<Code>{reference}</Code>} copied={reference} texts={texts} />
        <AmountRows rest={rest} sum={sum} texts={texts} />
        <InfoRow name={methods.payUntil} value={wording.moment(transfer.expiresAt)} />
      </dl>
      <PrintButton texts={texts} />
      <NextSteps {...props} />
    </Panel>
  );
}

/** What to send; where a part of it was received, that part and what is left. */
const AmountRows = ({ rest, sum, texts: { methods } }: { rest: Rest | undefined; sum: string; texts: Texts }) => (
  <>
    {rest && <InfoRow name={methods.amountReceived} value={rest.received} />}
    <InfoRow name={rest ? methods.amountLeft : methods.transferAmount} value={sum} />
  </>
);

type Instapay = NonNullable<NextAction['displayInstapayDetails']>;

/** The merchant's InstaPay address, which the buyer sends the money to, or the rest of it. */
function InstapayPanel(props: PayLaterProps & { instapay: Instapay }) {
  const { view, wording, instapay } = props;
  const { texts, say, amount } = wording;
  const rest = restOf(view, wording, instapay.amount);
  const sum = rest?.amount ?? amount(instapay.amount);
  const { handle, reference } = instapay;
  const { methods } = texts;
  return (
    <Panel icon="push" tone="plain" title={say(methods.instapayTitle, { amount: sum })}>
      <p role="status">{rest ? say(methods.instapayRestText, rest) : say(methods.instapayText)}</p>
      <dl class="details-list">
        <InfoRow name={methods.instapayAddress} value={<Code>{handle}</Code>} copied={handle} texts={texts} />
        <InfoRow name={methods.transferReference} value={<Code>{reference}</Code>} copied={reference} texts={texts} />
        <AmountRows rest={rest} sum={sum} texts={texts} />
        <InfoRow name={methods.payUntil} value={wording.moment(instapay.expiresAt)} />
      </dl>
      <NextSteps {...props} />
    </Panel>
  );
}
