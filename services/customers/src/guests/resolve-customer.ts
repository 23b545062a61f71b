import { isDeepStrictEqual } from 'node:util';
import { type RequestOf, type Calls, completeShipping, type SessionCustomer } from '@mizan/contracts';
import { asStored, overtaken, violatedConstraint, type Reader, type Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { toCustomerResource, toSessionCustomer } from '../customer/customer.resource.ts';
import { findUnlessMissing, lockByEmail, lockCustomer } from '../customer/find-customer.ts';
import { noMarks, replaceMarks, withMarks } from '../customer/guest-marks.ts';
import { insertCustomer } from '../customer/insert-customer.ts';
import { mergeGuests } from './merge-guests.ts';
import { recognizeBuyer } from './recognize-buyer.ts';

/** What a checkout knows about its buyer; the phone is already in E.164 where it could be parsed. */
export type Buyer = RequestOf<Calls['resolveCustomer']>;

/**
 * The customer that {@link resolveCustomer} would find without changing anything: one read, and no transaction. Undefined
 * where there is something to change, to create or to refuse.
 *
 * Nothing is stored for a repeat of the request, which resolves again, as if it had come only now. It finds the same
 * customer: when guests were merged meanwhile, the survivor, to whom the marks pass and the first id leads; another one only
 * when the merchant has changed whose marks they are, and no attempt has started with the first answer then. The repeat of a
 * request that had an effect finds the answer stored with it where nobody is recognized any more.
 */
export async function findUnchanged(reader: Reader, buyer: Buyer): Promise<SessionCustomer | undefined> {
  if (buyer.customerId !== null) return findChosenUnchanged(reader, buyer.customerId, buyer);
  const [known, ...others] = await recognizeBuyer(reader, buyer);
  if (!known || others.length > 0 || (known.type === 'guest' && !isUnchanged(known, withBuyer(known, buyer))))
    return undefined;
  return toSessionCustomer(known);
}

async function findChosenUnchanged(reader: Reader, id: string, buyer: Buyer): Promise<SessionCustomer | undefined> {
  const chosen = await findUnlessMissing(reader, id);
  const mayGetEmail = chosen?.email === null && buyer.email !== null;
  if (!chosen || mayGetEmail || !isUnchanged(chosen, chosenDetails(chosen, buyer))) return undefined;
  return toSessionCustomer(chosen);
}

const isUnchanged = (customer: CustomerRow, changes: Partial<CustomerRow>): boolean =>
  isDeepStrictEqual({ ...customer, ...changes }, customer);

/**
 * Resolves the customer of a checkout's buyer: the one that the merchant chose, one recognized by e-mail, phone or
 * card, or a new one.
 *
 * @throws Problem `resource_missing`: `customerId` is not this merchant's
 */
export async function resolveCustomer(tx: Tx, buyer: Buyer): Promise<SessionCustomer> {
  if (buyer.customerId !== null)
    return toSessionCustomer(await fillChosen(tx, await lockCustomer(tx, buyer.customerId, 'customerId'), buyer));
  const known = await recognizeOne(tx, buyer);
  if (!known) return toSessionCustomer(await createBuyer(tx, buyer));
  // Typing the e-mail of a registered customer does not prove to be that customer, and changes nothing of it.
  return toSessionCustomer(known.type === 'guest' ? await updateGuest(tx, known, buyer) : known);
}

/** The customer that the buyer is recognized as. Guests that turn out to be one person are merged. */
async function recognizeOne(tx: Tx, buyer: Buyer): Promise<CustomerRow | undefined> {
  for (;;) {
    const matches = await recognizeBuyer(tx, buyer);
    if (matches.length < 2) return matches[0];
    const merged = await mergeGuests(tx, matches);
    if (merged) return merged;
  }
}

/** Fills empty fields of the customer that the merchant chose, and overwrites only what the session allows. */
async function fillChosen(tx: Tx, customer: CustomerRow, buyer: Buyer): Promise<CustomerRow> {
  const email = customer.email ?? (await unlessUsed(tx, buyer.email));
  return changeWithEmail(tx, customer, { ...chosenDetails(customer, buyer), email });
}

const chosenDetails = (customer: CustomerRow, { customerUpdate: rule, ...buyer }: Buyer) => ({
  phone: customer.phone ?? buyer.phone,
  name: (rule.name === 'auto' ? buyer.name : null) ?? customer.name ?? buyer.name,
  address: (rule.address === 'auto' ? asStored(buyer.address) : null) ?? customer.address,
  shipping:
    rule.shipping === 'auto' && buyer.shipping
      ? asStored(completeShipping(buyer.shipping, customer.shipping))
      : customer.shipping,
});

/** Another checkout may take the e-mail between the search for it and the change: then the search runs again. */
const changeWithEmail = (...change: Parameters<typeof changeCustomer>): Promise<CustomerRow> =>
  changeCustomer(...change).catch((thrown: unknown) => {
    throw violatedConstraint(thrown) === 'customers_email' ? overtaken(thrown) : thrown;
  });

const unlessUsed = async (tx: Tx, email: string | null): Promise<string | null> =>
  email !== null && (await lockByEmail(tx, email)) ? null : email;

/** Adds what this checkout knows to a guest; when nothing is new, it locks nothing. */
async function updateGuest(tx: Tx, found: CustomerRow, buyer: Buyer): Promise<CustomerRow> {
  if (isUnchanged(found, withBuyer(found, buyer))) return found;
  const guest = await lockCustomer(tx, found.id);
  if (guest.type !== 'guest') return guest; // the merchant has registered it by now
  const changes = withBuyer(guest, buyer);
  const email = guest.email ?? (await unlessUsed(tx, buyer.email));
  await replaceMarks(tx, guest, changes);
  return changeWithEmail(tx, guest, { ...changes, email });
}

const withBuyer = (guest: CustomerRow, buyer: Buyer) => ({
  name: guest.name ?? buyer.name,
  email: guest.email ?? buyer.email,
  phone: guest.phone ?? buyer.phone,
  address: guest.address ?? asStored(buyer.address),
  shipping: guest.shipping ?? asStored(buyer.shipping),
  ...withMarks(guest, buyer),
});

/** Creates a guest; a registered customer when the merchant wants one for every purchase and there is an e-mail. */
async function createBuyer(tx: Tx, buyer: Buyer): Promise<CustomerRow> {
  const registers = buyer.customerCreation === 'always' && buyer.email !== null;
  const inserted = await insertCustomer(tx, {
    type: registers ? 'registered' : 'guest',
    name: buyer.name,
    email: buyer.email,
    phone: buyer.phone,
    address: asStored(buyer.address),
    shipping: asStored(buyer.shipping),
    currency: buyer.currency,
    ...withMarks(noMarks, buyer),
  });
  if (inserted) {
    tx.emit('customer.created', { object: toCustomerResource(inserted), version: inserted.version });
    return inserted;
  }
  const other = buyer.email === null ? undefined : await lockByEmail(tx, buyer.email);
  if (!other) throw overtaken(); // the customer who took the e-mail was merged or deleted since
  return other; // a concurrent checkout with the same e-mail was first
}
