import type { NextAction, PaymentMethodType } from '@mizan/contracts';
import { useState } from 'preact/hooks';
import { Panel } from '../../parts/panel.ts';
import {
  Code,
  CopyButton,
  InfoRow,
  inGroupsOf,
  formatMoment,
  NextSteps,
  type PayLaterProps,
  PrintButton,
} from './instructions.tsx';

type Voucher = NonNullable<NextAction['displayVoucherDetails']>;

/** The payment number and instructions for the kiosk, on a screen or on paper. */
export function VoucherPanel(props: PayLaterProps & { voucher: Voucher; method: PaymentMethodType | undefined }) {
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
        <InfoRow name={methods.payUntil} value={formatMoment(wording, voucher.expiresAt)} />
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
  address !== null &&
  URL.canParse(address, location.href) &&
  new URL(address, location.href).origin === location.origin;
