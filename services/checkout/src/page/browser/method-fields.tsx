import type { PaymentMethodCategory, PaymentMethodType } from '@mizan/contracts';
import { CardFields } from './card-fields.tsx';
import { AddressFields, NameField, PhoneField } from './details-fields.tsx';
import { carrierPrefix } from './egyptian-phone.ts';
import { TextField } from './field.tsx';
import { HostedCardField } from './hosted-card-field.tsx';
import type { MethodProps } from './method-selector.tsx';
import { monthlyOf, shortestTenure, tenures } from './tenures.ts';

/** What the chosen method needs to know, and what will happen with it. */
export function MethodFields(props: MethodProps & { way: PaymentMethodCategory }) {
  const { form, wording, asked, view, way, card } = props;
  const { texts, say, amount } = wording;
  const { method, forMethod } = asked;
  if (method === undefined) return null;
  if (asked.cardEntry) return <HostedCardField card={card} texts={texts} />;
  if (method === 'card') return <CardFields form={form} texts={texts} />;
  const known = { method: texts.ways.names[method], amount: amount(view.amountTotal) };
  return (
    <>
      {asked.fields.includes('method.phone') && <OwnPhone {...props} method={method} />}
      {method === 'instapay' && (
        <TextField
          form={form}
          name="method.handle"
          label={texts.ways.handle}
          hint={texts.ways.handleHint}
          autocomplete="off"
          inputmode="email"
          maxLength={100}
          isLatin
        />
      )}
      {method === 'valu' && <Tenures {...props} />}
      {forMethod.includes('name') && <NameField form={form} texts={texts} />}
      {forMethod.includes('phone') && <PhoneField form={form} name="phone" label={texts.phone} />}
      {forMethod.includes('shipping') && (
        <>
          <h3>{texts.shippingAddress}</h3>
          <TextField form={form} name="shipping.name" label={texts.fullName} autocomplete="shipping name" />
          <AddressFields form={form} wording={wording} prefix="shipping" />
        </>
      )}
      <p class="way-hint">{say(texts.ways.hints[way], known)}</p>
    </>
  );
}

function OwnPhone({ form, wording: { texts, say }, method }: MethodProps & { method: PaymentMethodType }) {
  const { names, walletPhone, phoneHint } = texts.ways;
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
  const chosen = form.values['method.tenure'] ?? String(shortestTenure);
  return (
    <fieldset class="tenures">
      <legend>{texts.ways.tenure}</legend>
      {tenures.map((months) => (
        <label key={months} class="tenure">
          <input
            type="radio"
            name="method.tenure"
            value={months}
            checked={chosen === String(months)}
            disabled={form.isDisabled}
            onChange={() => form.change('method.tenure', String(months))}
          />
          <span>{say(texts.ways.months[months], { count: count(months) })}</span>
          <span class="tenure-amount">
            {say(texts.ways.monthly, { amount: amount(monthlyOf(view.amountTotal, months)) })}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
