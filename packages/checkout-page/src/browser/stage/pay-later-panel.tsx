import type { NextAction } from '@mizan/contracts';
import { Panel } from '../../parts/panel.ts';
import { PaidPanel } from '../../parts/result-panels.ts';
import {
  Code,
  InfoRow,
  inGroupsOf,
  formatMoment,
  NextSteps,
  type PayLaterProps,
  PrintButton,
} from './instructions.tsx';
import { VoucherPanel } from './voucher-panel.tsx';

/** How to pay what is paid later: at a kiosk, by bank transfer, in the bank's app, at the door. */
export function PayLaterPanel(props: PayLaterProps) {
  const { nextAction, paymentMethod } = props.own.paymentIntent ?? {};
  const { displayVoucherDetails: voucher, displayBankTransferDetails: transfer } = nextAction ?? {};
  const method = paymentMethod?.type;
  if (voucher) return <VoucherPanel {...props} voucher={voucher} method={method} />;
  if (transfer) return <TransferPanel {...props} transfer={transfer} />;
  if (method === 'cash_on_delivery') return <DeliveryPanel {...props} />;
  if (method === 'instapay') return <PushPanel {...props} />;
  return <PaidPanel {...props} unpaid="awaited" />;
}

function DeliveryPanel(props: PayLaterProps) {
  const { view, own, wording } = props;
  const { texts, say, amount } = wording;
  const { name, address } = own.customerDetails?.shipping ?? {};
  const lines = [name, address?.line1, address?.line2, address?.city, address?.state, address?.postalCode];
  const place = lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
  const { customMessage } = own.afterCompletion.hostedConfirmation ?? {};
  return (
    <Panel icon="check" tone="good" title={texts.methods.deliveryTitle}>
      <p>{say(texts.methods.deliveryText, { amount: amount(view.amountTotal) })}</p>
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
  const { view, wording } = props;
  const { texts, say, amount } = wording;
  return (
    <Panel icon="push" tone="plain" title={texts.methods.pushTitle}>
      <p>{say(texts.methods.pushText, { amount: amount(view.amountTotal) })}</p>
      <NextSteps {...props} />
    </Panel>
  );
}

type Transfer = NonNullable<NextAction['displayBankTransferDetails']>;

/** Where the buyer transfers the money to, and the reference that it is found by. */
export function TransferPanel(props: PayLaterProps & { transfer: Transfer }) {
  const { wording, transfer } = props;
  const { texts, say, amount } = wording;
  const { iban, accountName, reference } = transfer;
  const { methods } = texts;
  return (
    <Panel icon="columns" tone="plain" title={say(methods.transferTitle, { amount: amount(transfer.amount) })}>
      <p>{say(methods.transferText)}</p>
      <dl class="details-list">
        <InfoRow name={methods.iban} value={<Code>{inGroupsOf(4, iban)}</Code>} copied={iban} texts={texts} />
        <InfoRow name={methods.accountName} value={<bdi>{accountName}</bdi>} copied={accountName} texts={texts} />
        <InfoRow name={methods.transferReference} value={<Code>{reference}</Code>} copied={reference} texts={texts} />
        <InfoRow name={methods.transferAmount} value={amount(transfer.amount)} />
        <InfoRow name={methods.payUntil} value={formatMoment(wording, transfer.expiresAt)} />
      </dl>
      <PrintButton texts={texts} />
      <NextSteps {...props} />
    </Panel>
  );
}
