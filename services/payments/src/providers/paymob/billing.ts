import type { Buyer } from '../port/provider.ts';

/** What Paymob's checkout shows of an absent part; a blank one is refused. */
const absent = 'NA';
/** Of a buyer who gave none: Paymob checks that it looks like an address, and this domain never receives mail. */
const absentEmail = 'na@example.com';
const maxNameLength = 50;
const maxPartLength = 100;

/** `billing_data` of an intention: every part is there and none is blank. */
export function billingOf(buyer: Buyer | undefined): Readonly<Record<string, string>> {
  const words = (buyer?.name ?? '').trim().split(/\s+/).filter(Boolean);
  const address = buyer?.address;
  const part = (value: string | null | undefined, max = maxPartLength): string =>
    [...(value ?? '').trim()].slice(0, max).join('').trim() || absent;
  return {
    first_name: part(words[0], maxNameLength),
    last_name: part(words.slice(1).join(' '), maxNameLength),
    email: emailOf(buyer?.email),
    phone_number: part(buyer?.phone),
    street: part(address?.line1),
    building: part(address?.line2),
    apartment: absent,
    floor: absent,
    city: part(address?.city),
    state: part(address?.state),
    country: part(address?.country),
    postal_code: part(address?.postalCode),
  };
}

const emailOf = (email: string | null | undefined): string => {
  const given = email?.trim() ?? '';
  return given !== '' && given.length <= maxPartLength ? given : absentEmail;
};
