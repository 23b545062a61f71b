import type { PaymentMethodCategory } from '@mizan/contracts';
import { Fragment } from 'preact';
import type { CheckoutView } from '../checkout-view.ts';
import { icons } from '../parts/icons.ts';
import type { Wording } from '../wording.ts';
import type { Asked } from './asked.ts';
import { brandMarks } from './brand-marks.tsx';
import type { FormContext } from './field.tsx';
import { MethodFields } from './method-fields.tsx';
import type { HostedCard } from './use-hosted-card.ts';
import { chosenWay, methodField, wayField, type Way } from './ways.ts';

export interface MethodProps {
  readonly form: FormContext;
  readonly wording: Wording;
  readonly asked: Asked;
  readonly view: CheckoutView;
  readonly card: HostedCard;
}

/**
 * How the buyer pays: one radio button for each way, and below the chosen one what it needs. Where there is only one way
 * nothing is to be chosen.
 */
export function MethodSelector(props: MethodProps) {
  const { form, wording, asked } = props;
  const chosen = chosenWay(asked.ways, form.values);
  if (!chosen) return null;
  if (asked.ways.length === 1) return <WayBody {...props} way={chosen} hasName />;
  return (
    <fieldset class="ways">
      <legend class="unseen">{wording.texts.ways.legend}</legend>
      {asked.ways.map((way) => (
        <div key={way.name} class={way === chosen ? 'way way-chosen' : 'way'}>
          <label class="way-head">
            <input
              type="radio"
              name={wayField}
              value={way.name}
              checked={way === chosen}
              disabled={form.isDisabled}
              onChange={() => form.change(wayField, way.name)}
            />
            <span class="way-title">
              <span>{titleOf(way, wording)}</span>
              {way.types.length > 1 && way !== chosen && <NamesOf way={way} wording={wording} />}
            </span>
            <WayMark way={way} />
          </label>
          {way === chosen && <WayBody {...props} way={way} />}
        </div>
      ))}
    </fieldset>
  );
}

function WayBody({ way, hasName, ...props }: MethodProps & { way: Way; hasName?: boolean }) {
  const { form, wording, asked } = props;
  const { ways } = wording.texts;
  return (
    <div class={hasName ? 'way-alone' : 'way-body'}>
      {hasName && way.name !== 'card' && <p class="way-name">{titleOf(way, wording)}</p>}
      {way.types.length > 1 && (
        <fieldset class="chips">
          <legend class="unseen">{`${ways.groups[way.name]}: ${ways.chooseOne}`}</legend>
          {way.types.map((type) => (
            <label key={type} class="chip-choice">
              <input
                type="radio"
                name={methodField(way.name)}
                value={type}
                checked={type === asked.method}
                disabled={form.isDisabled}
                onChange={() => form.change(methodField(way.name), type)}
              />
              <span>{ways.names[type]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <MethodFields {...props} way={way.name} />
    </div>
  );
}

/** A way of one method is called by its name. */
function titleOf({ name, types: [type, ...more] }: Way, { texts: { ways } }: Wording): string {
  return type && more.length === 0 ? ways.names[type] : ways.groups[name];
}

/** Each name keeps its own direction, or Latin names in an Arabic list would change places. */
const NamesOf = ({ way: { types }, wording: { texts } }: { way: Way; wording: Wording }) => (
  <span class="way-note">
    {types.map((type, index) => (
      <Fragment key={type}>
        {index > 0 && texts.comma}
        <bdi>{texts.ways.names[type]}</bdi>
      </Fragment>
    ))}
  </span>
);

const marks: Readonly<Record<PaymentMethodCategory, keyof typeof icons>> = {
  card: 'card',
  wallet: 'wallet',
  mobile_wallet: 'phone',
  bank_app: 'push',
  bnpl: 'calendar',
  voucher: 'kiosk',
  bank_transfer: 'columns',
  cash: 'cash',
};

const WayMark = ({ way: { name } }: { way: Way }) => (
  <span class="way-mark" aria-hidden="true">
    {name === 'card' ? brandMarks('unknown') : icons[marks[name]]()}
  </span>
);
