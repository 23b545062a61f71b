import { amountText, sign } from './signature.ts';
import type { FawryAccount, Order } from './state.ts';

/** How notifications and status answers spell methods: not as requests do. */
const spelling = { PAYATFAWRY: 'PayAtFawry', MWALLET: 'Mobile Wallet' } as const;

/** An order as notification v2 and status v2 show it, signed. Amounts are numbers; signatures have two decimals. */
export function renderOrder(account: FawryAccount, order: Order, requestId: string): Readonly<Record<string, unknown>> {
  const paymentAmount = order.amount + order.fees;
  const paymentMethod = spelling[order.method];
  const paymentRefrenceNumber = order.paidAt === null ? undefined : String(order.id * 10 + 1);
  return {
    requestId,
    fawryRefNumber: String(order.id),
    merchantRefNumber: order.merchantRefNum,
    customerName: order.customerName,
    customerMobile: order.customerMobile,
    customerMail: order.customerMail,
    customerMerchantId: order.customerProfileId,
    paymentAmount: paymentAmount / 100,
    orderAmount: order.amount / 100,
    fawryFees: order.fees / 100,
    orderStatus: order.status,
    paymentMethod,
    ...(order.paidAt !== null && { paymentTime: order.paidAt, paymentRefrenceNumber }),
    orderExpiryDate: order.expiresAt,
    orderItems: order.items.map(({ itemId, price, quantity }) => ({ itemCode: itemId, price, quantity })),
    ...(order.failure && { failureErrorCode: order.failure.code, failureReason: order.failure.reason }),
    messageSignature: sign(
      [
        String(order.id),
        order.merchantRefNum,
        amountText(paymentAmount),
        amountText(order.amount),
        order.status,
        paymentMethod,
        paymentRefrenceNumber,
      ],
      account.secureKey,
    ),
  };
}
