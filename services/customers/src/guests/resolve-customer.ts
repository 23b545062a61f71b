import { isDeepStrictEqual } from 'node:util';
import type { RequestOf, Calls, SessionCustomer } from '@mizan/contracts';
import { asStored, type Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { toCustomerResource, toSessionCustomer } from '../customer/customer.resource.ts';
import { lockByEmail, lockCustomer } from '../customer/find-customer.ts';
import { moveMarks, noMarks, withMarks } from '../customer/guest-marks.ts';
import { insertCustomer } from '../customer/insert-customer.ts';
import { mergeGuests } from './merge-guests.ts';
import { recognizeBuyer } from './recognize-buyer.ts';

/** What a checkout knows about its buyer, the phone already in E.164 where it could be read. */
export type Buyer = RequestOf<Calls['resolveCustomer']>;

/**
 * The customer whom a checkout's buyer is: the one that the merchant chose, one recognised by e-mail, phone or card, or
 * a new one.
 *
 * @throws Problem `resource_missing`: `customerId` is not this merchant's
 */
export async function resolveCustomer(tx: Tx, buyer: Buyer): Promise<SessionCustomer> {
  if (buyer.customerId !== null)
    return toSessionCustomer(await updateChosen(tx, await lockCustomer(tx, buyer.customerId, 'customerId'), buyer));
  const known = await recognizeOne(tx, buyer);
  const customer = known ?? (await createBuyer(tx, buyer));
  // Whoever types a registered customer's e-mail is not known to be that customer, and changes nothing of it.
  return toSessionCustomer(customer.type === 'guest' && known ? await learn(tx, customer, buyer) : customer);
}

/** Whom the buyer is recognised as. Guests who turn out to be one person become one customer. */
async function recognizeOne(tx: Tx, buyer: Buyer): Promise<CustomerRow | undefined> {
  for (;;) {
    const matches = await recognizeBuyer(tx, buyer);
    if (matches.length < 2) return matches[0];
    const merged = await mergeGuests(tx, matches);
    if (merged) return merged;
  }
}

/** Fills what the merchant's customer lacks, and overwrites only what the session was told to. */
async function updateChosen(tx: Tx, customer: CustomerRow, buyer: Buyer): Promise<CustomerRow> {
  const { customerUpdate: rule } = buyer;
  const email = customer.email ?? (await unlessTaken(tx, buyer.email));
  return changeCustomer(tx, customer, {
    email,
    phone: customer.phone ?? buyer.phone,
    name: (rule.name === 'auto' ? buyer.name : null) ?? customer.name ?? buyer.name,
    address: (rule.address === 'auto' ? asStored(buyer.address) : null) ?? customer.address,
    shipping: (rule.shipping === 'auto' ? asStored(buyer.shipping) : null) ?? customer.shipping,
  });
}

const unlessTaken = async (tx: Tx, email: string | null): Promise<string | null> =>
  email !== null && (await lockByEmail(tx, email)) ? null : email;

/** Adds to a guest what this checkout tells about it; one that tells nothing new locks nothing. */
async function learn(tx: Tx, seen: CustomerRow, buyer: Buyer): Promise<CustomerRow> {
  if (isDeepStrictEqual({ ...seen, ...newsOf(seen, buyer) }, seen)) return seen;
  const guest = await lockCustomer(tx, seen.id);
  if (guest.type !== 'guest') return guest; // the merchant registered it meanwhile
  const news = newsOf(guest, buyer);
  const email = guest.email ?? (await unlessTaken(tx, buyer.email));
  await moveMarks(tx, guest.id, guest, news);
  return changeCustomer(tx, guest, { ...news, email });
}

const newsOf = (guest: CustomerRow, buyer: Buyer) => ({
  name: guest.name ?? buyer.name,
  email: guest.email ?? buyer.email,
  phone: guest.phone ?? buyer.phone,
  address: guest.address ?? asStored(buyer.address),
  shipping: guest.shipping ?? asStored(buyer.shipping),
  ...withMarks(guest, buyer),
});

/** A new guest; a registered customer when the merchant wants one for every purchase and there is an e-mail. */
async function createBuyer(tx: Tx, buyer: Buyer): Promise<CustomerRow> {
  const registers = buyer.customerCreation === 'always' && buyer.email !== null;
  const made = await insertCustomer(tx, {
    type: registers ? 'registered' : 'guest',
    name: buyer.name,
    email: buyer.email,
    phone: buyer.phone,
    address: asStored(buyer.address),
    shipping: asStored(buyer.shipping),
    currency: buyer.currency,
    ...withMarks(noMarks, buyer),
  });
  if (made) {
    tx.emit('customer.created', { object: toCustomerResource(made), version: made.version });
    return made;
  }
  const other = buyer.email === null ? undefined : await lockByEmail(tx, buyer.email);
  if (!other) throw new Error('bug: an e-mail was taken by nobody');
  return other; // a checkout with the same e-mail was first by a moment
}
