import { Panel } from '../parts/panel.ts';
import { PaidPanel } from '../parts/result-panels.ts';
import { Fact, WayOn, type PayLaterProps } from './instructions.tsx';
import { TransferPanel } from './transfer-panel.tsx';
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
    <Panel icon="check" tone="good" title={texts.ways.deliveryTitle}>
      <p>{say(texts.ways.deliveryText, { amount: amount(view.amountTotal) })}</p>
      {customMessage && <p class="message">{customMessage}</p>}
      {place && (
        <dl class="facts">
          <Fact name={texts.ways.deliverTo} value={<span class="place">{place}</span>} />
        </dl>
      )}
      <WayOn {...props} />
    </Panel>
  );
}

function PushPanel(props: PayLaterProps) {
  const { view, wording } = props;
  const { texts, say, amount } = wording;
  return (
    <Panel icon="push" tone="plain" title={texts.ways.pushTitle}>
      <p>{say(texts.ways.pushText, { amount: amount(view.amountTotal) })}</p>
      <WayOn {...props} />
    </Panel>
  );
}
