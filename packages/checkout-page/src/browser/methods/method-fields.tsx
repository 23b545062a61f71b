import type { PaymentMethodCategory, PaymentMethodType } from '@mizan/contracts';
import { icons } from '../../parts/icons.ts';
import type { Texts } from '../../texts/en.ts';
import type { Wording } from '../../texts/wording.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import { AddressFields, NameField, PhoneField } from '../fields/address-fields.tsx';
import { TextField } from '../fields/field.tsx';
import type { FormContext } from '../fields/form-context.ts';
import type { ProviderCard } from '../provider-card/use-provider-card.ts';
import { CardFields } from './card-fields.tsx';
import { carrierPrefix } from './egyptian-phone.ts';
import { methodFieldNames, type MethodNeeds, monthlyInstallment, shortestTenure, tenures } from './method-needs.ts';

export interface MethodProps {
  readonly form: FormContext;
  readonly wording: Wording;
  readonly needs: MethodNeeds & { readonly hasName: boolean };
  readonly view: CheckoutView;
  readonly card: ProviderCard;
}

/** The fields of the selected method, and what happens next. */
export function MethodFields(props: MethodProps & { group: PaymentMethodCategory }) {
  const { form, wording, needs, view, group, card } = props;
  const { texts, say, amount } = wording;
  const { method, methodDetails } = needs;
  if (method === undefined) return null;
  if (needs.cardEntry) return <ProviderCardField card={card} texts={texts} />;
  if (method === 'card' && !view.livemode) return <CardFields form={form} texts={texts} />;
  const known = { method: texts.methods.names[method], amount: amount(view.amountTotal) };
  const fields = methodFieldNames(method, view);
  const { hints, liveHints } = texts.methods;
  const liveHint = needs.walletEntry ? texts.methods.walletHint : liveHints[group as keyof typeof liveHints];
  const hint = (view.livemode && liveHint) || hints[group];
  return (
    <>
      {fields.includes('method.phone') && <OwnPhone {...props} method={method} />}
      {fields.includes('method.handle') && (
        <TextField
          form={form}
          name="method.handle"
          label={texts.methods.handle}
          hint={texts.methods.handleHint}
          autocomplete="off"
          inputmode="email"
          maxLength={100}
          isLatin
        />
      )}
      {method === 'valu' && !view.livemode && <Tenures {...props} />}
      {methodDetails.includes('name') && <NameField form={form} texts={texts} />}
      {methodDetails.includes('phone') && <PhoneField form={form} name="phone" label={texts.phone} />}
      {methodDetails.includes('shipping') && (
        <>
          <h3>{texts.shippingAddress}</h3>
          {!needs.hasName && (
            <TextField form={form} name="shipping.name" label={texts.fullName} autocomplete="shipping name" />
          )}
          <AddressFields form={form} wording={wording} prefix="shipping" />
        </>
      )}
      <p class="method-hint">{say(hint, known)}</p>
    </>
  );
}

function OwnPhone({ form, wording: { texts, say }, method }: MethodProps & { method: PaymentMethodType }) {
  const { names, walletPhone, phoneHint } = texts.methods;
  const prefix = carrierPrefix(method);
  return (
    <PhoneField
      form={form}
      name="method.phone"
      label={say(walletPhone, { method: names[method] })}
      hint={prefix && say(phoneHint, { prefix })}
    />
  );
}

function Tenures({ form, wording, view }: MethodProps) {
  const { texts, say, count, amount } = wording;
  const selected = form.values['method.tenure'] ?? String(shortestTenure);
  return (
    <fieldset class="tenures">
      <legend>{texts.methods.tenure}</legend>
      {tenures.map((months) => (
        <label key={months} class="tenure">
          <input
            type="radio"
            name="method.tenure"
            value={months}
            checked={selected === String(months)}
            disabled={form.isDisabled}
            onChange={() => form.change('method.tenure', String(months))}
          />
          <span>{say(texts.methods.months[months], { count: count(months) })}</span>
          <span class="tenure-amount">
            {say(texts.methods.monthly, { amount: amount(monthlyInstallment(view.amountTotal, months)) })}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Where the provider draws its card field; what stands there until it has, and when it cannot. */
function ProviderCardField({ card, texts }: { card: ProviderCard; texts: Texts }) {
  const { cardEntry } = texts;
  return (
    <fieldset class={`card provider-card provider-card-${card.state}`} aria-busy={card.state === 'loading'}>
      <legend class="unseen">{texts.cardDetails}</legend>
      <div class="provider-card-place" ref={card.placeAt} />
      {card.state === 'loading' && (
        <p class="provider-card-wait" role="status">
          <span class="spinner" />
          {cardEntry.loading}
        </p>
      )}
      {card.state === 'failed' && (
        <div class="notice notice-bad" role="alert">
          {icons.alert()}
          <div>
            <p>
              {cardEntry.failed} <span>{cardEntry.failedHint}</span>
            </p>
            <button type="button" class="button button-quiet" onClick={card.retry}>
              {texts.tryAgain}
            </button>
          </div>
        </div>
      )}
    </fieldset>
  );
}
