import type { Customer, ListCustomer, SessionCustomer, SpendData } from '@mizan/contracts';
import { averageAmount } from '@mizan/money';
import type { CustomerRow } from './customer.entity.ts';

/** Also what may be undefined has to be listed, so that a new optional field is a type error until it is. */
type Complete<T> = { [Name in keyof Required<T>]: T[Name] };

/** A customer exactly as its GET and its events return it. */
export const toCustomerResource = (customer: CustomerRow): Complete<Customer> => ({
  id: customer.id,
  object: 'customer',
  type: customer.type,
  createdAt: customer.createdAt.toISOString(),
  updatedAt: customer.updatedAt.toISOString(),
  name: customer.name ?? undefined,
  email: customer.email ?? undefined,
  phone: customer.phone ?? undefined,
  address: customer.address ?? undefined,
  shipping: customer.shipping ?? undefined,
  guestFingerprint: {
    emails: customer.guestEmails,
    phones: customer.guestPhones,
    cardFingerprints: customer.guestCards.map((fingerprint) => ({ fingerprint })),
  },
  metadata: customer.metadata,
  merchantId: customer.merchantId,
  currency: customer.currency,
  spendData: toSpendData(customer),
  balance: '0', // customer credit does not exist yet
});

/** A customer in a list. */
export const toListCustomer = (customer: CustomerRow): ListCustomer => ({
  id: customer.id,
  type: customer.type,
  createdAt: customer.createdAt.toISOString(),
  name: customer.name,
  email: customer.email,
  phone: customer.phone,
  country: customer.address?.country ?? null,
  latestPaymentMethod: toListedMethod(customer.latestPaymentMethod),
  spendData: toSpendData(customer),
});

/** A customer in a checkout session. */
export const toSessionCustomer = (customer: CustomerRow): Complete<SessionCustomer> => ({
  id: customer.id,
  type: customer.type,
  name: customer.name ?? undefined,
  email: customer.email ?? undefined,
  phone: customer.phone ?? undefined,
  address: customer.address ?? undefined,
  shipping: customer.shipping ?? undefined,
  metadata: customer.metadata,
});

/** What a customer has spent. */
export function toSpendData(customer: CustomerRow): SpendData {
  const { grossSpend, amountRefunded, amountDisputeLosses, numPayments } = customer;
  return {
    amountDisputeLosses,
    amountRefunded,
    averageOrderValue: averageAmount(grossSpend, numPayments),
    currency: customer.currency,
    firstPurchaseAt: customer.firstPurchaseAt?.toISOString() ?? '',
    grossSpend,
    lastPurchaseAt: customer.lastPurchaseAt?.toISOString() ?? '',
    netSpend: grossSpend - amountRefunded,
    numPayments,
  };
}

function toListedMethod(method: CustomerRow['latestPaymentMethod']): ListCustomer['latestPaymentMethod'] {
  if (method === null) return null;
  const { createdAt: _, version: __, ...shown } = method;
  return shown;
}
