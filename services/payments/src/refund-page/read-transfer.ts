import type { TransferForm, TransferType } from '@mizan/checkout-page';
import { type Currency, RefundTransferTo } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** What a buyer has typed; fields of other ways are empty or left over from before. */
export interface TypedTransfer {
  readonly type: string;
  readonly holderName: string;
  readonly iban: string;
  readonly phone: string;
  readonly handle: string;
  readonly kiosk: string;
}

/** Ways in which money of a currency can be returned: InstaPay, mobile wallets and outlets are Egyptian. */
export const transferTypesFor = (currency: Currency): readonly TransferType[] =>
  currency === 'EGP' ? ['bank_transfer', 'instapay', 'wallet', 'kiosk'] : ['bank_transfer'];

/** An empty form. */
export const emptyForm: TransferForm = {
  type: 'bank_transfer',
  values: { holderName: '', iban: '', phone: '', handle: '', kiosk: '' },
  errors: {},
};

/** Where the money goes, or the form with what is wrong. */
export function readTransfer(
  typed: TypedTransfer,
  currency: Currency,
): { readonly transferTo: RefundTransferTo } | { readonly form: TransferForm } {
  const type = transferTypesFor(currency).find((each) => each === typed.type);
  const values = {
    holderName: typed.holderName.trim().replaceAll(/\s+/g, ' '),
    iban: inLatinDigits(typed.iban).trim(),
    phone: typed.phone.trim(),
    handle: inLatinDigits(typed.handle).trim().toLowerCase(),
    kiosk: typed.kiosk,
  };
  if (!type) return { form: { ...emptyForm, values } };
  const destination = readDestination(type, values);
  const errors = {
    ...('error' in destination && destination.error),
    ...(values.holderName.length < 2 && ({ holderName: values.holderName === '' ? 'missing' : 'invalid' } as const)),
  };
  if ('error' in destination || Object.keys(errors).length > 0) return { form: { type, values, errors } };
  return { transferTo: RefundTransferTo.parse({ type, holderName: values.holderName, ...destination.fields }) };
}

type Values = TransferForm['values'];
type Destination =
  | { readonly fields: Partial<Pick<RefundTransferTo, 'iban' | 'phone' | 'handle' | 'kiosk'>> }
  | { readonly error: TransferForm['errors'] };

function readDestination(type: TransferType, values: Values): Destination {
  switch (type) {
    case 'bank_transfer': {
      const iban = electronicFormatIBAN(values.iban) ?? '';
      if (values.iban === '') return { error: { iban: 'missing' } };
      return isValidIBAN(iban) ? { fields: { iban } } : { error: { iban: 'invalid' } };
    }
    case 'wallet': {
      if (values.phone === '') return { error: { phone: 'missing' } };
      const phone = parsePhoneNumberFromString(values.phone, 'EG');
      const isMobile = phone?.isValid() === true && phone.country === 'EG' && phone.getType() === 'MOBILE';
      return phone && isMobile ? { fields: { phone: phone.number } } : { error: { phone: 'invalid' } };
    }
    case 'instapay': {
      if (values.handle === '') return { error: { handle: 'missing' } };
      return /^[a-z0-9._-]{2,60}@[a-z0-9.-]{2,60}$/.test(values.handle)
        ? { fields: { handle: values.handle } }
        : { error: { handle: 'invalid' } };
    }
    case 'kiosk': {
      const { kiosk } = values;
      return kiosk === 'fawry' || kiosk === 'aman' ? { fields: { kiosk } } : { error: { kiosk: 'invalid' } };
    }
  }
}
