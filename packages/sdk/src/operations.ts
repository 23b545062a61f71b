// Generated from packages/contracts by `npm run docs`. Do not edit.
import type {
  Account,
  AccountSettings,
  AdvanceTestClock,
  ApiKey,
  ApiKeyList,
  ApiKeyWithSecret,
  Balance,
  BalanceTransaction,
  BalanceTransactionList,
  BankAccount,
  BankAccountList,
  CancelPaymentIntent,
  CapturePaymentIntent,
  Charge,
  ChargeList,
  CheckoutSession,
  CheckoutSessionList,
  ConfirmHostedCheckout,
  ConfirmPaymentIntent,
  ConfirmedCheckout,
  Coupon,
  CouponList,
  CreateApiKey,
  CreateBankAccount,
  CreateCheckoutSession,
  CreateCoupon,
  CreateCustomer,
  CreatePaymentIntent,
  CreatePaymentLink,
  CreatePaymentMethodConfiguration,
  CreatePayout,
  CreatePrice,
  CreatePriceQuery,
  CreateProduct,
  CreatePromotionCode,
  CreateProviderConnection,
  CreateProviderExpectation,
  CreateRefund,
  CreateUploadUrl,
  CreateWebhookEndpoint,
  Customer,
  CustomerList,
  CustomerStats,
  DeleteTestData,
  DeletedApiKey,
  DeletedBankAccount,
  DeletedCoupon,
  DeletedCustomer,
  DeletedPaymentMethodConfiguration,
  DeletedPrice,
  DeletedProduct,
  DeletedProviderConnection,
  DeletedWebhookEndpoint,
  Discount,
  DiscountList,
  Dispute,
  DisputeList,
  DownloadBalanceReportQuery,
  DownloadPaymentsReportQuery,
  DownloadPayoutsReportQuery,
  DownloadRefundsReportQuery,
  Event,
  EventList,
  EventTrigger,
  ExchangeRate,
  GetCustomerStatsQuery,
  GetProductStatsQuery,
  HostedCheckout,
  ListApiKeysQuery,
  ListBalanceTransactionsQuery,
  ListBankAccountsQuery,
  ListChargesQuery,
  ListCheckoutSessionsQuery,
  ListCouponsQuery,
  ListCustomer,
  ListCustomersQuery,
  ListDiscountsQuery,
  ListDisputesQuery,
  ListEventsQuery,
  ListPaymentIntentsQuery,
  ListPaymentLinksQuery,
  ListPaymentMethodConfigurationsQuery,
  ListPayoutBalanceTransactionsQuery,
  ListPayoutsQuery,
  ListPricesQuery,
  ListProductsQuery,
  ListPromotionCodesQuery,
  ListProviderConnectionsQuery,
  ListRefundsQuery,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  MarkPaymentIntentPaid,
  MarkRefundFailed,
  MarkRefundPaid,
  PaymentIntent,
  PaymentIntentList,
  PaymentLink,
  PaymentLinkList,
  PaymentLinkListItem,
  PaymentMethodConfiguration,
  PaymentMethodConfigurationList,
  Payout,
  PayoutBalanceTransactionList,
  PayoutList,
  PayoutSchedule,
  PayoutScheduleList,
  Price,
  PriceList,
  Product,
  ProductList,
  ProductListItem,
  ProductStats,
  PromotionCode,
  PromotionCodeList,
  ProviderConnection,
  ProviderConnectionList,
  ProviderDomain,
  ProviderDomainList,
  ProviderExpectation,
  ProviderRoutes,
  PublicPaymentIntent,
  Refund,
  RefundList,
  RegisterProviderDomain,
  ResendEvent,
  RollApiKey,
  RotateWebhookSecret,
  SendTestEvent,
  SetPayoutSchedule,
  SetPriceStock,
  SetProviderRoutes,
  SetTestExchangeRate,
  SetWebhookChaos,
  SimulateDispute,
  SimulatePayment,
  SimulatePayout,
  SimulateRefund,
  TestClock,
  TestClockAdvance,
  TestDataDeleted,
  TriggerEvent,
  UpdateAccountSettings,
  UpdateApiKey,
  UpdateCheckoutSession,
  UpdateCoupon,
  UpdateCustomer,
  UpdateDispute,
  UpdateHostedCheckout,
  UpdatePaymentIntent,
  UpdatePaymentLink,
  UpdatePaymentMethodConfiguration,
  UpdatePrice,
  UpdateProduct,
  UpdatePromotionCode,
  UpdateProviderConnection,
  UpdateRefund,
  UpdateWebhookEndpoint,
  UploadUrl,
  WebhookChaos,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  WebhookTest,
} from '../types.d.cts';
import type { RequestOptions } from './options.ts';
import { Calls, type DownloadPromise, type ListPromise } from './transport.ts';

/** `mizan.account.settings`. */
export class AccountSettingsCalls extends Calls {
  /**
   * Retrieve the settings of your account. `GET /account/settings`, permission `ACCOUNT_READ`.
   *
   * Branding, mail and the other choices that you can make yourself. Each mode has its own: a test key shows those of test mode.
   */
  get(options?: RequestOptions): Promise<AccountSettings> {
    return this.transport.request({ method: 'GET', path: '/account/settings', options });
  }

  /**
   * Update the settings of your account. `PATCH /account/settings`, permission `ACCOUNT_WRITE`.
   *
   * Changes the settings of the mode of your key; what you leave out stays. A change of `manualMethods` with a live key requires the current code of the account's authenticator app in the `Two-Factor-Code` header: it decides where buyers send their money.
   */
  update(body: UpdateAccountSettings = {}, options?: RequestOptions): Promise<AccountSettings> {
    return this.transport.request({ method: 'PATCH', path: '/account/settings', body, options });
  }
}

/** `mizan.account`. */
export class AccountCalls extends Calls {
  readonly settings = new AccountSettingsCalls(this.transport);

  /**
   * Retrieve your account. `GET /account`.
   *
   * Shows the account, the currencies that it takes and the key that you send.
   */
  get(options?: RequestOptions): Promise<Account> {
    return this.transport.request({ method: 'GET', path: '/account', options });
  }
}

/** `mizan.apiKeys`. */
export class ApiKeysCalls extends Calls {
  /**
   * Create an API key. `POST /api-keys`, permission `API_KEY_WRITE`.
   *
   * Requires a secret key. An account can have 200 valid keys in each mode. A live key also requires the current code of the account's authenticator app in the `Two-Factor-Code` header, and so does a retry with the same idempotency key, which returns the secret again.
   */
  create(body: CreateApiKey, options?: RequestOptions): Promise<ApiKeyWithSecret> {
    return this.transport.request({ method: 'POST', path: '/api-keys', body, options });
  }

  /**
   * List API keys. `GET /api-keys`, permission `API_KEY_READ`.
   *
   * Lists the keys of the mode of the requesting key, including revoked ones.
   */
  list(query: ListApiKeysQuery = {}, options?: RequestOptions): ListPromise<ApiKeyList, ApiKey> {
    return this.transport.list({ method: 'GET', path: '/api-keys', query, options });
  }

  /**
   * Retrieve an API key. `GET /api-keys/{id}`, permission `API_KEY_READ`.
   *
   * Never contains the key itself, only its prefix and last four characters.
   */
  get(id: string, options?: RequestOptions): Promise<ApiKey> {
    return this.transport.request({ method: 'GET', path: '/api-keys/{id}', parameters: { id }, options });
  }

  /**
   * Update an API key. `PATCH /api-keys/{id}`, permission `API_KEY_WRITE`.
   *
   * Changes its name, its permissions or where it may be used from. The key itself stays the same.
   */
  update(id: string, body: UpdateApiKey = {}, options?: RequestOptions): Promise<ApiKey> {
    return this.transport.request({ method: 'PATCH', path: '/api-keys/{id}', parameters: { id }, body, options });
  }

  /**
   * Roll an API key. `POST /api-keys/{id}/roll`, permission `API_KEY_WRITE`.
   *
   * Creates a key with the same permissions. The old key keeps working for the time given in the body.
   */
  roll(id: string, body: RollApiKey = {}, options?: RequestOptions): Promise<ApiKeyWithSecret> {
    return this.transport.request({ method: 'POST', path: '/api-keys/{id}/roll', parameters: { id }, body, options });
  }

  /**
   * Revoke an API key. `DELETE /api-keys/{id}`, permission `API_KEY_WRITE`.
   *
   * Cannot be undone and requires no second factor. Every gateway rejects the key within five seconds. The key stays in the list.
   */
  delete(id: string, options?: RequestOptions): Promise<DeletedApiKey> {
    return this.transport.request({ method: 'DELETE', path: '/api-keys/{id}', parameters: { id }, options });
  }
}

/** `mizan.products.stats`. */
export class ProductsStatsCalls extends Calls {
  /**
   * Retrieve the sales of a product. `GET /products/{id}/stats`, permission `PRODUCT_READ`.
   *
   * Updated from payment and refund events, usually within a second.
   */
  get(id: string, query: GetProductStatsQuery = {}, options?: RequestOptions): Promise<ProductStats> {
    return this.transport.request({ method: 'GET', path: '/products/{id}/stats', parameters: { id }, query, options });
  }
}

/** `mizan.products`. */
export class ProductsCalls extends Calls {
  readonly stats = new ProductsStatsCalls(this.transport);

  /**
   * Create a product. `POST /products`, permission `PRODUCT_WRITE`.
   *
   * Creates a product and, optionally, its prices. Either everything is created or nothing.
   */
  create(body: CreateProduct, options?: RequestOptions): Promise<Product> {
    return this.transport.request({ method: 'POST', path: '/products', body, options });
  }

  /**
   * List products. `GET /products`, permission `PRODUCT_READ`.
   *
   * Does not include products created from the `priceData` of a checkout.
   */
  list(query: ListProductsQuery = {}, options?: RequestOptions): ListPromise<ProductList, ProductListItem> {
    return this.transport.list({ method: 'GET', path: '/products', query, options });
  }

  /**
   * Retrieve a product with its prices. `GET /products/{id}`, permission `PRODUCT_READ`.
   *
   * Archived products and prices are returned as well.
   */
  get(id: string, options?: RequestOptions): Promise<Product> {
    return this.transport.request({ method: 'GET', path: '/products/{id}', parameters: { id }, options });
  }

  /**
   * Update a product. `PATCH /products/{id}`, permission `PRODUCT_WRITE`.
   *
   * Fields that you leave out stay as they are. `metadata` is merged key by key; a `null` deletes its key.
   */
  update(id: string, body: UpdateProduct = {}, options?: RequestOptions): Promise<Product> {
    return this.transport.request({ method: 'PATCH', path: '/products/{id}', parameters: { id }, body, options });
  }

  /**
   * Delete a product and its prices. `DELETE /products/{id}`, permission `PRODUCT_WRITE`.
   *
   * Fails if any of its prices has been used in a line item, or if it has more than 100 prices. In that case, archive the product instead.
   */
  delete(id: string, options?: RequestOptions): Promise<DeletedProduct> {
    return this.transport.request({ method: 'DELETE', path: '/products/{id}', parameters: { id }, options });
  }
}

/** `mizan.prices`. */
export class PricesCalls extends Calls {
  /**
   * Create a price for a product. `POST /prices`, permission `PRICE_WRITE`.
   *
   * A product can have several prices: in other currencies, for other amounts, or with a stock of their own.
   */
  create(fields: CreatePriceQuery & CreatePrice, options?: RequestOptions): Promise<Price> {
    const { productId, ...body } = fields;
    return this.transport.request({ method: 'POST', path: '/prices', query: { productId }, body, options });
  }

  /**
   * List prices. `GET /prices`, permission `PRICE_READ`.
   *
   * Newest first, for one product or for all of them.
   */
  list(query: ListPricesQuery = {}, options?: RequestOptions): ListPromise<PriceList, Price> {
    return this.transport.list({ method: 'GET', path: '/prices', query, options });
  }

  /**
   * Retrieve a price. `GET /prices/{id}`, permission `PRICE_READ`.
   *
   * Contains how many pieces are for sale.
   */
  get(id: string, options?: RequestOptions): Promise<Price> {
    return this.transport.request({ method: 'GET', path: '/prices/{id}', parameters: { id }, options });
  }

  /**
   * Update a price. `PATCH /prices/{id}`, permission `PRICE_WRITE`.
   *
   * You can change the amount, currency and type only until the price is used in a line item.
   */
  update(id: string, body: UpdatePrice = {}, options?: RequestOptions): Promise<Price> {
    return this.transport.request({ method: 'PATCH', path: '/prices/{id}', parameters: { id }, body, options });
  }

  /**
   * Delete a price. `DELETE /prices/{id}`, permission `PRICE_WRITE`.
   *
   * Fails if the price has been used in a line item. In that case, archive it with `active: false`.
   */
  delete(id: string, options?: RequestOptions): Promise<DeletedPrice> {
    return this.transport.request({ method: 'DELETE', path: '/prices/{id}', parameters: { id }, options });
  }
}

/** `mizan.uploadUrl`. */
export class UploadUrlCalls extends Calls {
  /**
   * Create an upload URL. `POST /upload-url`, permission `PRODUCT_WRITE`.
   *
   * Upload the file to `uploadUrl` with PUT and the returned `headers`, then use `publicUrl` as the `image` of a product. The URL works once, for 15 minutes. `dispute_evidence` requires the permission `DISPUTE_WRITE` instead, accepts PDF files as well, and returns a `fileId` for the evidence of a dispute; such files are private: only the operator can read them, to pass them on. An account can keep 10,000 files in each mode. A product image that no product has shown for 30 days is deleted.
   */
  create(body: CreateUploadUrl, options?: RequestOptions): Promise<UploadUrl> {
    return this.transport.request({ method: 'POST', path: '/upload-url', body, options });
  }
}

/** `mizan.customers.stats`. */
export class CustomersStatsCalls extends Calls {
  /**
   * Retrieve the purchases of a customer. `GET /customers/{id}/stats`, permission `CUSTOMER_READ`.
   *
   * Updated from payment and refund events, usually within a second.
   */
  get(id: string, query: GetCustomerStatsQuery = {}, options?: RequestOptions): Promise<CustomerStats> {
    return this.transport.request({ method: 'GET', path: '/customers/{id}/stats', parameters: { id }, query, options });
  }
}

/** `mizan.customers`. */
export class CustomersCalls extends Calls {
  readonly stats = new CustomersStatsCalls(this.transport);

  /**
   * Create a customer. `POST /customers`, permission `CUSTOMER_WRITE`.
   *
   * If the email belongs to a guest, the guest becomes a registered customer with the same ID.
   */
  create(body: CreateCustomer, options?: RequestOptions): Promise<Customer> {
    return this.transport.request({ method: 'POST', path: '/customers', body, options });
  }

  /**
   * List customers. `GET /customers`, permission `CUSTOMER_READ`.
   *
   * Newest first. `search` finds parts of names, email addresses and phone numbers.
   */
  list(query: ListCustomersQuery = {}, options?: RequestOptions): ListPromise<CustomerList, ListCustomer> {
    return this.transport.list({ method: 'GET', path: '/customers', query, options });
  }

  /**
   * Retrieve a customer. `GET /customers/{id}`, permission `CUSTOMER_READ`.
   *
   * A customer who was merged into another one is answered by the remaining one.
   */
  get(id: string, options?: RequestOptions): Promise<Customer> {
    return this.transport.request({ method: 'GET', path: '/customers/{id}', parameters: { id }, options });
  }

  /**
   * Update a customer. `PATCH /customers/{id}`, permission `CUSTOMER_WRITE`.
   *
   * Fields that you leave out stay as they are. `metadata` is merged key by key; a `null` deletes its key.
   */
  update(id: string, body: UpdateCustomer = {}, options?: RequestOptions): Promise<Customer> {
    return this.transport.request({ method: 'PATCH', path: '/customers/{id}', parameters: { id }, body, options });
  }

  /**
   * Delete a customer. `DELETE /customers/{id}`, permission `CUSTOMER_WRITE`.
   *
   * Erases the personal data of the customer, including in checkouts, payments and disputes that have ended. Payments are kept, and the email can be used again. Descriptions, metadata and the other evidence of disputes stay as you wrote them, and events published earlier keep their content until they expire. Refused while a payment, refund or dispute has not ended.
   */
  delete(id: string, options?: RequestOptions): Promise<DeletedCustomer> {
    return this.transport.request({ method: 'DELETE', path: '/customers/{id}', parameters: { id }, options });
  }
}

/** `mizan.checkout.sessions`. */
export class CheckoutSessionsCalls extends Calls {
  /**
   * Create a checkout session. `POST /checkout/sessions`, permission `CHECKOUT_SESSION_WRITE`.
   *
   * Redirect the buyer to the `url` in the response.
   */
  create(body: CreateCheckoutSession, options?: RequestOptions): Promise<CheckoutSession> {
    return this.transport.request({ method: 'POST', path: '/checkout/sessions', body, options });
  }

  /**
   * List checkout sessions. `GET /checkout/sessions`, permission `CHECKOUT_SESSION_READ`.
   *
   * Newest first, of every status. Filter by `status` or `paymentStatus` to find what is open or paid.
   */
  list(
    query: ListCheckoutSessionsQuery = {},
    options?: RequestOptions,
  ): ListPromise<CheckoutSessionList, CheckoutSession> {
    return this.transport.list({ method: 'GET', path: '/checkout/sessions', query, options });
  }

  /**
   * Retrieve a checkout session. `GET /checkout/sessions/{id}`, permission `CHECKOUT_SESSION_READ`.
   *
   * Read it on your server to find out whether it was paid: `paymentStatus` is then `paid`.
   */
  get(id: string, options?: RequestOptions): Promise<CheckoutSession> {
    return this.transport.request({ method: 'GET', path: '/checkout/sessions/{id}', parameters: { id }, options });
  }

  /**
   * Update an open checkout session. `PATCH /checkout/sessions/{id}`, permission `CHECKOUT_SESSION_WRITE`.
   *
   * `lineItems` replaces all lines; lines that include their `id` keep it. A change that affects the amount or the customer abandons an attempt that is waiting for the buyer.
   */
  update(id: string, body: UpdateCheckoutSession = {}, options?: RequestOptions): Promise<CheckoutSession> {
    return this.transport.request({
      method: 'PATCH',
      path: '/checkout/sessions/{id}',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Expire an open checkout session. `POST /checkout/sessions/{id}/expire`, permission `CHECKOUT_SESSION_WRITE`.
   *
   * The session can no longer be paid or recovered. A payment that has not succeeded is canceled.
   */
  expire(id: string, options?: RequestOptions): Promise<CheckoutSession> {
    return this.transport.request({
      method: 'POST',
      path: '/checkout/sessions/{id}/expire',
      parameters: { id },
      options,
    });
  }
}

/** `mizan.checkout`. */
export class CheckoutCalls extends Calls {
  readonly sessions = new CheckoutSessionsCalls(this.transport);
}

/** `mizan.client.checkout`. */
export class ClientCheckoutCalls extends Calls {
  /**
   * Retrieve a checkout in the buyer's browser. `GET /client/checkout/{id}`.
   *
   * For a payment link, use its ID or the last part of its URL; no client secret is needed.
   */
  get(id: string, options?: RequestOptions): Promise<HostedCheckout> {
    return this.transport.request({ method: 'GET', path: '/client/checkout/{id}', parameters: { id }, options });
  }

  /**
   * Update a checkout in the buyer's browser. `PATCH /client/checkout/{id}`.
   *
   * The first update on a payment link creates a session: use the `id` and `clientSecret` in the response from then on. A request from the same network with the same `Idempotency-Key` returns the same session, so use a random one.
   */
  update(id: string, body: UpdateHostedCheckout = {}, options?: RequestOptions): Promise<HostedCheckout> {
    return this.transport.request({
      method: 'PATCH',
      path: '/client/checkout/{id}',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Recover an expired checkout. `POST /client/checkout/{id}/recover`.
   *
   * Creates a copy of a checkout that expired, or whose payment failed, within the last 30 days. The copy has the same items at current prices, the details that the buyer entered, and the discounts that still apply. Use the `id` and `clientSecret` in the response from then on. While such a copy is open or paid, this returns the same copy; if this order was paid in another of its checkouts, also late, it returns that one. `recoveryUrl` of the checkout opens the corresponding page. A checkout that the merchant expired cannot be recovered, nor one of whose payment the merchant has received a part, as of a transfer: a copy costs the whole again.
   */
  recover(id: string, options?: RequestOptions): Promise<HostedCheckout> {
    return this.transport.request({
      method: 'POST',
      path: '/client/checkout/{id}/recover',
      parameters: { id },
      options,
    });
  }

  /**
   * Pay. `POST /client/checkout/{id}/confirm`.
   *
   * A declined payment also returns 200: check `paymentIntent.lastPaymentError`. On a payment link this creates a session; its `id` and `clientSecret` are in the response.
   */
  confirm(id: string, body: ConfirmHostedCheckout = {}, options?: RequestOptions): Promise<ConfirmedCheckout> {
    return this.transport.request({
      method: 'POST',
      path: '/client/checkout/{id}/confirm',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.client.paymentIntents`. */
export class ClientPaymentIntentsCalls extends Calls {
  /**
   * Confirm a payment intent in the buyer's browser. `POST /client/payment-intents/{id}/confirm`.
   *
   * A declined payment also returns 200.
   */
  confirm(id: string, body: ConfirmPaymentIntent = {}, options?: RequestOptions): Promise<PublicPaymentIntent> {
    return this.transport.request({
      method: 'POST',
      path: '/client/payment-intents/{id}/confirm',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.client`. */
export class ClientCalls extends Calls {
  readonly checkout = new ClientCheckoutCalls(this.transport);
  readonly paymentIntents = new ClientPaymentIntentsCalls(this.transport);
}

/** `mizan.paymentLinks`. */
export class PaymentLinksCalls extends Calls {
  /**
   * Create a payment link. `POST /payment-links`, permission `PAYMENT_LINK_WRITE`.
   *
   * Share the `url` in the response. Every buyer who opens it gets a separate checkout.
   */
  create(body: CreatePaymentLink, options?: RequestOptions): Promise<PaymentLink> {
    return this.transport.request({ method: 'POST', path: '/payment-links', body, options });
  }

  /**
   * List payment links. `GET /payment-links`, permission `PAYMENT_LINK_READ`.
   *
   * Newest first, active and inactive.
   */
  list(query: ListPaymentLinksQuery = {}, options?: RequestOptions): ListPromise<PaymentLinkList, PaymentLinkListItem> {
    return this.transport.list({ method: 'GET', path: '/payment-links', query, options });
  }

  /**
   * Retrieve a payment link. `GET /payment-links/{id}`, permission `PAYMENT_LINK_READ`.
   *
   * Contains its `url` and how often it was paid.
   */
  get(id: string, options?: RequestOptions): Promise<PaymentLink> {
    return this.transport.request({ method: 'GET', path: '/payment-links/{id}', parameters: { id }, options });
  }

  /**
   * Update a payment link. `PATCH /payment-links/{id}`, permission `PAYMENT_LINK_WRITE`.
   *
   * `lineItems`, `customFields` and `afterCompletion` are replaced as a whole. Fields that you omit keep their values.
   */
  update(id: string, body: UpdatePaymentLink = {}, options?: RequestOptions): Promise<PaymentLink> {
    return this.transport.request({ method: 'PATCH', path: '/payment-links/{id}', parameters: { id }, body, options });
  }
}

/** `mizan.coupons`. */
export class CouponsCalls extends Calls {
  /**
   * Create a coupon. `POST /coupons`, permission `COUPON_WRITE`.
   *
   * A percentage or a fixed amount. Apply it yourself with `discounts`, or let buyers redeem it with promotion codes.
   */
  create(body: CreateCoupon, options?: RequestOptions): Promise<Coupon> {
    return this.transport.request({ method: 'POST', path: '/coupons', body, options });
  }

  /**
   * List coupons. `GET /coupons`, permission `COUPON_READ`.
   *
   * Newest first.
   */
  list(query: ListCouponsQuery = {}, options?: RequestOptions): ListPromise<CouponList, Coupon> {
    return this.transport.list({ method: 'GET', path: '/coupons', query, options });
  }

  /**
   * Retrieve a coupon. `GET /coupons/{id}`, permission `COUPON_READ`.
   *
   * Contains how often it was redeemed.
   */
  get(id: string, options?: RequestOptions): Promise<Coupon> {
    return this.transport.request({ method: 'GET', path: '/coupons/{id}', parameters: { id }, options });
  }

  /**
   * Update a coupon. `PATCH /coupons/{id}`, permission `COUPON_WRITE`.
   *
   * The discount of a coupon cannot change. Deactivate the coupon and create a new one instead.
   */
  update(id: string, body: UpdateCoupon = {}, options?: RequestOptions): Promise<Coupon> {
    return this.transport.request({ method: 'PATCH', path: '/coupons/{id}', parameters: { id }, body, options });
  }

  /**
   * Delete a coupon. `DELETE /coupons/{id}`, permission `COUPON_WRITE`.
   *
   * Possible only while the coupon has never been redeemed and has no active promotion codes. Its inactive promotion codes are deleted with it.
   */
  delete(id: string, options?: RequestOptions): Promise<DeletedCoupon> {
    return this.transport.request({ method: 'DELETE', path: '/coupons/{id}', parameters: { id }, options });
  }
}

/** `mizan.promotionCodes`. */
export class PromotionCodesCalls extends Calls {
  /**
   * Create a promotion code. `POST /promotion-codes`, permission `PROMOTION_CODE_WRITE`.
   *
   * Its limits cannot exceed those of its coupon.
   */
  create(body: CreatePromotionCode, options?: RequestOptions): Promise<PromotionCode> {
    return this.transport.request({ method: 'POST', path: '/promotion-codes', body, options });
  }

  /**
   * List promotion codes. `GET /promotion-codes`, permission `PROMOTION_CODE_READ`.
   *
   * Newest first. Filter by `couponId` or `code`.
   */
  list(query: ListPromotionCodesQuery = {}, options?: RequestOptions): ListPromise<PromotionCodeList, PromotionCode> {
    return this.transport.list({ method: 'GET', path: '/promotion-codes', query, options });
  }

  /**
   * Retrieve a promotion code. `GET /promotion-codes/{id}`, permission `PROMOTION_CODE_READ`.
   *
   * Contains its coupon and how often it was redeemed.
   */
  get(id: string, options?: RequestOptions): Promise<PromotionCode> {
    return this.transport.request({ method: 'GET', path: '/promotion-codes/{id}', parameters: { id }, options });
  }

  /**
   * Update a promotion code. `PATCH /promotion-codes/{id}`, permission `PROMOTION_CODE_WRITE`.
   *
   * Deactivate a code, or change its restrictions. Its text and coupon stay the same.
   */
  update(id: string, body: UpdatePromotionCode = {}, options?: RequestOptions): Promise<PromotionCode> {
    return this.transport.request({
      method: 'PATCH',
      path: '/promotion-codes/{id}',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.discounts`. */
export class DiscountsCalls extends Calls {
  /**
   * List discounts. `GET /discounts`, permission `COUPON_READ`.
   *
   * Lists redeemed discounts. Pending ones appear only in their checkout session.
   */
  list(query: ListDiscountsQuery = {}, options?: RequestOptions): ListPromise<DiscountList, Discount> {
    return this.transport.list({ method: 'GET', path: '/discounts', query, options });
  }
}

/** `mizan.paymentIntents`. */
export class PaymentIntentsCalls extends Calls {
  /**
   * List payment intents. `GET /payment-intents`, permission `PAYMENT_INTENT_READ`.
   *
   * Newest first, of every status.
   */
  list(query: ListPaymentIntentsQuery = {}, options?: RequestOptions): ListPromise<PaymentIntentList, PaymentIntent> {
    return this.transport.list({ method: 'GET', path: '/payment-intents', query, options });
  }

  /**
   * Create a payment intent. `POST /payment-intents`, permission `PAYMENT_INTENT_WRITE`.
   *
   * Accepts a payment without a checkout session. With `confirm: true` the payment is confirmed immediately; a declined payment also returns 201: check `lastPaymentError`.
   */
  create(body: CreatePaymentIntent, options?: RequestOptions): Promise<PaymentIntent> {
    return this.transport.request({ method: 'POST', path: '/payment-intents', body, options });
  }

  /**
   * Update a payment intent. `PATCH /payment-intents/{id}`, permission `PAYMENT_INTENT_WRITE`.
   *
   * Limited to 1,000 updates per hour for each payment intent by default.
   */
  update(id: string, body: UpdatePaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.transport.request({
      method: 'PATCH',
      path: '/payment-intents/{id}',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Confirm a payment intent. `POST /payment-intents/{id}/confirm`, permission `PAYMENT_INTENT_WRITE`.
   *
   * A declined payment returns 200: check `lastPaymentError`. The payment intent of a checkout session is confirmed through its checkout.
   */
  confirm(id: string, body: ConfirmPaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.transport.request({
      method: 'POST',
      path: '/payment-intents/{id}/confirm',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Capture an authorized payment. `POST /payment-intents/{id}/capture`, permission `PAYMENT_INTENT_WRITE`.
   *
   * If the provider rejects the capture, this returns 200 with `lastPaymentError` and the payment remains authorized. If the provider does not answer, it returns 200 with `pendingCapture` and the same amounts: the platform queries the provider until the outcome is known, and reports it with `payment_intent.succeeded`, `payment_intent.amount_capturable_updated` or, with a `lastPaymentError`, `payment_intent.updated`. Until then, another capture is `payment_still_confirming`.
   */
  capture(id: string, body: CapturePaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.transport.request({
      method: 'POST',
      path: '/payment-intents/{id}/capture',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Cancel a payment intent. `POST /payment-intents/{id}/cancel`, permission `PAYMENT_INTENT_WRITE`.
   *
   * An authorized amount is released first. The checkout session of the payment expires if it is open.
   */
  cancel(id: string, body: CancelPaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.transport.request({
      method: 'POST',
      path: '/payment-intents/{id}/cancel',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Record a payment received outside the platform. `POST /payment-intents/{id}/mark-paid`, permission `PAYMENT_INTENT_WRITE`.
   *
   * For payments that you receive yourself, such as cash on delivery and bank transfers. If you receive it in parts, send each as `amountReceived`: the payment stays PROCESSING until the full amount is received. Money that comes after the payment has expired, was marked as failed or was canceled is recorded in the same way, once all that is missing has come: the payment succeeds, and `outcome.lateSuccess` of its charge is true.
   */
  markPaid(id: string, body: MarkPaymentIntentPaid = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.transport.request({
      method: 'POST',
      path: '/payment-intents/{id}/mark-paid',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Record that a payment outside the platform will not be received. `POST /payment-intents/{id}/mark-failed`, permission `PAYMENT_INTENT_WRITE`.
   *
   * For payments that you receive yourself, such as cash on delivery and bank transfers: the buyer refused the goods, for example. The attempt is declined, and the stock is released.
   */
  markFailed(id: string, options?: RequestOptions): Promise<PaymentIntent> {
    return this.transport.request({
      method: 'POST',
      path: '/payment-intents/{id}/mark-failed',
      parameters: { id },
      options,
    });
  }

  /**
   * Retrieve a payment intent. `GET /payment-intents/{id}`, permission `PAYMENT_INTENT_READ`.
   *
   * Contains its newest charge and, if the buyer has to do something, `nextAction`.
   */
  get(id: string, options?: RequestOptions): Promise<PaymentIntent> {
    return this.transport.request({ method: 'GET', path: '/payment-intents/{id}', parameters: { id }, options });
  }
}

/** `mizan.charges`. */
export class ChargesCalls extends Calls {
  /**
   * List charges. `GET /charges`, permission `CHARGE_READ`.
   *
   * Newest first. Every attempt to pay is a charge, whether it succeeded or not.
   */
  list(query: ListChargesQuery = {}, options?: RequestOptions): ListPromise<ChargeList, Charge> {
    return this.transport.list({ method: 'GET', path: '/charges', query, options });
  }

  /**
   * Retrieve a charge. `GET /charges/{id}`, permission `CHARGE_READ`.
   *
   * Contains its outcome, fees and refunded amount.
   */
  get(id: string, options?: RequestOptions): Promise<Charge> {
    return this.transport.request({ method: 'GET', path: '/charges/{id}', parameters: { id }, options });
  }
}

/** `mizan.refunds`. */
export class RefundsCalls extends Calls {
  /**
   * Refund a charge in full or in part. `POST /refunds`, permission `REFUND_WRITE`.
   *
   * The balance is debited immediately. The fee of the original charge is not returned. `status` is the status reached so far.
   */
  create(body: CreateRefund, options?: RequestOptions): Promise<Refund> {
    return this.transport.request({ method: 'POST', path: '/refunds', body, options });
  }

  /**
   * Update a refund. `PATCH /refunds/{id}`, permission `REFUND_WRITE`.
   *
   * Changes its description and metadata. The amount cannot change.
   */
  update(id: string, body: UpdateRefund = {}, options?: RequestOptions): Promise<Refund> {
    return this.transport.request({ method: 'PATCH', path: '/refunds/{id}', parameters: { id }, body, options });
  }

  /**
   * Cancel a refund that is waiting for the buyer. `POST /refunds/{id}/cancel`, permission `REFUND_WRITE`.
   *
   * Possible while the refund is `REQUIRES_ACTION`. The amount is credited to your balance again.
   */
  cancel(id: string, options?: RequestOptions): Promise<Refund> {
    return this.transport.request({ method: 'POST', path: '/refunds/{id}/cancel', parameters: { id }, options });
  }

  /**
   * Mark a refund as paid. `POST /refunds/{id}/mark-paid`, permission `REFUND_WRITE`.
   *
   * For refunds that the payment provider does not send back, such as those of cash and bank transfers and those with `outOfBand`: you have returned the money outside the platform. If the platform holds the money of the payment, the amount that was debited for the refund is credited to the balance again, as an `adjustment`.
   */
  markPaid(id: string, body: MarkRefundPaid = {}, options?: RequestOptions): Promise<Refund> {
    return this.transport.request({
      method: 'POST',
      path: '/refunds/{id}/mark-paid',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Mark a refund as failed. `POST /refunds/{id}/mark-failed`, permission `REFUND_WRITE`.
   *
   * For the same refunds as `mark-paid`. The amount is credited to the balance.
   */
  markFailed(id: string, body: MarkRefundFailed, options?: RequestOptions): Promise<Refund> {
    return this.transport.request({
      method: 'POST',
      path: '/refunds/{id}/mark-failed',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * List refunds. `GET /refunds`, permission `REFUND_READ`.
   *
   * Newest first, of every status.
   */
  list(query: ListRefundsQuery = {}, options?: RequestOptions): ListPromise<RefundList, Refund> {
    return this.transport.list({ method: 'GET', path: '/refunds', query, options });
  }

  /**
   * Retrieve a refund. `GET /refunds/{id}`, permission `REFUND_READ`.
   *
   * Contains its status and, if it failed, the reason.
   */
  get(id: string, options?: RequestOptions): Promise<Refund> {
    return this.transport.request({ method: 'GET', path: '/refunds/{id}', parameters: { id }, options });
  }
}

/** `mizan.balance`. */
export class BalanceCalls extends Calls {
  /**
   * Retrieve the balance. `GET /balance`, permission `BALANCE_READ`.
   *
   * What is pending, available and payable in each currency, in minor units.
   */
  get(options?: RequestOptions): Promise<Balance> {
    return this.transport.request({ method: 'GET', path: '/balance', options });
  }
}

/** `mizan.balanceTransactions`. */
export class BalanceTransactionsCalls extends Calls {
  /**
   * List balance transactions. `GET /balance-transactions`, permission `BALANCE_READ`.
   *
   * Newest first. Every movement of your balance with its amount, fee and net.
   */
  list(
    query: ListBalanceTransactionsQuery = {},
    options?: RequestOptions,
  ): ListPromise<BalanceTransactionList, BalanceTransaction> {
    return this.transport.list({ method: 'GET', path: '/balance-transactions', query, options });
  }

  /**
   * Retrieve a balance transaction. `GET /balance-transactions/{id}`, permission `BALANCE_READ`.
   *
   * Shows which charge, refund, dispute or payout moved the money.
   */
  get(id: string, options?: RequestOptions): Promise<BalanceTransaction> {
    return this.transport.request({ method: 'GET', path: '/balance-transactions/{id}', parameters: { id }, options });
  }
}

/** `mizan.disputes`. */
export class DisputesCalls extends Calls {
  /**
   * List disputes. `GET /disputes`, permission `DISPUTE_READ`.
   *
   * Newest first. Those with the status `NEEDS_RESPONSE` are waiting for your evidence.
   */
  list(query: ListDisputesQuery = {}, options?: RequestOptions): ListPromise<DisputeList, Dispute> {
    return this.transport.list({ method: 'GET', path: '/disputes', query, options });
  }

  /**
   * Retrieve a dispute. `GET /disputes/{id}`, permission `DISPUTE_READ`.
   *
   * Contains its reason, the evidence so far and the time by which to submit it.
   */
  get(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.transport.request({ method: 'GET', path: '/disputes/{id}', parameters: { id }, options });
  }

  /**
   * Update the evidence of a dispute. `PATCH /disputes/{id}`, permission `DISPUTE_WRITE`.
   *
   * Only while `status` is NEEDS_RESPONSE. The evidence is kept until you submit it. Send it in several requests if it is larger than 256 KiB.
   */
  update(id: string, body: UpdateDispute, options?: RequestOptions): Promise<Dispute> {
    return this.transport.request({ method: 'PATCH', path: '/disputes/{id}', parameters: { id }, body, options });
  }

  /**
   * Submit the evidence of a dispute. `POST /disputes/{id}/submit`, permission `DISPUTE_WRITE`.
   *
   * Can be done once. The dispute is UNDER_REVIEW until the bank decides.
   */
  submit(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.transport.request({ method: 'POST', path: '/disputes/{id}/submit', parameters: { id }, options });
  }

  /**
   * Accept a dispute. `POST /disputes/{id}/accept`, permission `DISPUTE_WRITE`.
   *
   * The dispute is LOST. Cannot be undone.
   */
  accept(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.transport.request({ method: 'POST', path: '/disputes/{id}/accept', parameters: { id }, options });
  }
}

/** `mizan.bankAccounts`. */
export class BankAccountsCalls extends Calls {
  /**
   * Create a bank account. `POST /bank-accounts`, permission `BANK_ACCOUNT_WRITE`.
   *
   * Requires `Two-Factor-Code` in live mode.
   */
  create(body: CreateBankAccount, options?: RequestOptions): Promise<BankAccount> {
    return this.transport.request({ method: 'POST', path: '/bank-accounts', body, options });
  }

  /**
   * List bank accounts. `GET /bank-accounts`, permission `BANK_ACCOUNT_READ`.
   *
   * Newest first. Numbers are masked.
   */
  list(query: ListBankAccountsQuery = {}, options?: RequestOptions): ListPromise<BankAccountList, BankAccount> {
    return this.transport.list({ method: 'GET', path: '/bank-accounts', query, options });
  }

  /**
   * Retrieve a bank account. `GET /bank-accounts/{id}`, permission `BANK_ACCOUNT_READ`.
   *
   * Numbers are masked: only their last four characters are shown.
   */
  get(id: string, options?: RequestOptions): Promise<BankAccount> {
    return this.transport.request({ method: 'GET', path: '/bank-accounts/{id}', parameters: { id }, options });
  }

  /**
   * Delete a bank account. `DELETE /bank-accounts/{id}`, permission `BANK_ACCOUNT_WRITE`.
   *
   * Not while a payout to it is PENDING or a payout schedule uses it.
   */
  delete(id: string, options?: RequestOptions): Promise<DeletedBankAccount> {
    return this.transport.request({ method: 'DELETE', path: '/bank-accounts/{id}', parameters: { id }, options });
  }
}

/** `mizan.payouts.balanceTransactions`. */
export class PayoutsBalanceTransactionsCalls extends Calls {
  /**
   * List the balance transactions of a payout. `GET /payouts/{id}/balance-transactions`, permission `PAYOUT_READ`.
   *
   * An automatic payout lists the transactions that it pays out. They sum to its amount: `net` of each, or only the fee, as a debit, of payments that you received yourself. A payout that you created lists its own debit.
   */
  list(
    id: string,
    query: ListPayoutBalanceTransactionsQuery = {},
    options?: RequestOptions,
  ): ListPromise<PayoutBalanceTransactionList, BalanceTransaction> {
    return this.transport.list({
      method: 'GET',
      path: '/payouts/{id}/balance-transactions',
      parameters: { id },
      query,
      options,
    });
  }
}

/** `mizan.payouts`. */
export class PayoutsCalls extends Calls {
  readonly balanceTransactions = new PayoutsBalanceTransactionsCalls(this.transport);

  /**
   * Create a payout. `POST /payouts`, permission `PAYOUT_WRITE`.
   *
   * Debits `payable` of the balance at once. Requires `Two-Factor-Code` in live mode. The platform then sends the money to your bank account.
   */
  create(body: CreatePayout, options?: RequestOptions): Promise<Payout> {
    return this.transport.request({ method: 'POST', path: '/payouts', body, options });
  }

  /**
   * List payouts. `GET /payouts`, permission `PAYOUT_READ`.
   *
   * Newest first, of every status.
   */
  list(query: ListPayoutsQuery = {}, options?: RequestOptions): ListPromise<PayoutList, Payout> {
    return this.transport.list({ method: 'GET', path: '/payouts', query, options });
  }

  /**
   * Retrieve a payout. `GET /payouts/{id}`, permission `PAYOUT_READ`.
   *
   * Contains its status, its bank account and, if it failed, the reason.
   */
  get(id: string, options?: RequestOptions): Promise<Payout> {
    return this.transport.request({ method: 'GET', path: '/payouts/{id}', parameters: { id }, options });
  }

  /**
   * Cancel a payout. `POST /payouts/{id}/cancel`, permission `PAYOUT_WRITE`.
   *
   * Only while it is PENDING. Its amount is credited to the balance.
   */
  cancel(id: string, options?: RequestOptions): Promise<Payout> {
    return this.transport.request({ method: 'POST', path: '/payouts/{id}/cancel', parameters: { id }, options });
  }
}

/** `mizan.payoutSchedules`. */
export class PayoutSchedulesCalls extends Calls {
  /**
   * List payout schedules. `GET /payout-schedules`, permission `PAYOUT_READ`.
   *
   * Currencies that are not listed are paid out manually.
   */
  list(options?: RequestOptions): Promise<PayoutScheduleList> {
    return this.transport.request({ method: 'GET', path: '/payout-schedules', options });
  }

  /**
   * Set a payout schedule. `PUT /payout-schedules/{currency}`, permission `PAYOUT_WRITE`.
   *
   * Payouts are created at 00:00 UTC: of all that became available at least `delayDays` before. Requires `Two-Factor-Code` in live mode.
   */
  set(currency: string, body: SetPayoutSchedule, options?: RequestOptions): Promise<PayoutSchedule> {
    return this.transport.request({
      method: 'PUT',
      path: '/payout-schedules/{currency}',
      parameters: { currency },
      body,
      options,
    });
  }
}

/** `mizan.reports`. */
export class ReportsCalls extends Calls {
  /**
   * Download a report of balance transactions. `GET /reports/balance.csv`, permission `REPORT_READ`.
   *
   * Returns CSV with the rows that were created from `from` until just before `to`, oldest first. A complete report ends with the line `# end,<rows>`: if it is missing, the download was interrupted. An API key downloads one report at a time. `amountDecimal` is `net` in major units. Columns: `id`, `object`, `type`, `gross`, `fee`, `net`, `amountDecimal`, `currency`, `status`, `availableOn`, `feeDetails`, `source.type`, `source.id`, `exchangeRate`, `description`, `createdAt`, `settlesTo`.
   */
  downloadBalance(query: DownloadBalanceReportQuery, options?: RequestOptions): DownloadPromise {
    return this.transport.download({ method: 'GET', path: '/reports/balance.csv', query, options });
  }

  /**
   * Download a report of payment intents. `GET /reports/payments.csv`, permission `REPORT_READ`.
   *
   * Returns CSV with the rows that were created from `from` until just before `to`, oldest first. A complete report ends with the line `# end,<rows>`: if it is missing, the download was interrupted. An API key downloads one report at a time. `latestCharge.balanceTransaction.fee` and `latestCharge.balanceTransaction.net` are sums over all captures of the charge; `latestCharge.balanceTransaction.id` and `latestCharge.balanceTransaction.availableOn` are those of the latest capture. Columns: `id`, `object`, `checkoutSessionId`, `amount`, `amountDecimal`, `amountCapturable`, `amountReceived`, `amountRefunded`, `currency`, `status`, `createdAt`, `updatedAt`, `captureMethod`, `confirmationMethod`, `captureBefore`, `description`, `receiptEmail`, `canceledAt`, `cancellationReason`, `shipping.name`, `shipping.phone`, `shipping.address`, `amountDetails.productAmount`, `amountDetails.tax`, `amountDetails.platformFees`, `amountDetails.tip`, `amountDetails.discount`, `presentmentDetails.amount`, `presentmentDetails.currency`, `presentmentDetails.exchangeRate`, `presentmentDetails.exchangeRateId`, `latestCharge.id`, `latestCharge.status`, `latestCharge.createdAt`, `latestCharge.capturedAt`, `latestCharge.amountCaptured`, `latestCharge.failureCode`, `latestCharge.outcome.reason`, `latestCharge.paymentMethodDetails.type`, `latestCharge.paymentMethodDetails.card.brand`, `latestCharge.paymentMethodDetails.card.funding`, `latestCharge.paymentMethodDetails.card.last4`, `latestCharge.paymentMethodDetails.card.country`, `latestCharge.balanceTransaction.id`, `latestCharge.balanceTransaction.fee`, `latestCharge.balanceTransaction.net`, `latestCharge.balanceTransaction.availableOn`, `latestCharge.calculatedStatementDescriptor`, `latestCharge.disputed`, `latestCharge.externalChargeId`, `latestCharge.receiptUrl`, `charges`, `paymentMethod.id`, `paymentMethod.type`, `customer.id`, `customer.name`, `customer.email`, `customer.phone`, `nextAction.type`, `metadata`, `lastPaymentError.code`, `lastPaymentError.declineCode`, `lastPaymentError.message`, `lastPaymentError.merchantMessage`, `livemode`, `pendingCapture.amount`.
   */
  downloadPayments(query: DownloadPaymentsReportQuery, options?: RequestOptions): DownloadPromise {
    return this.transport.download({ method: 'GET', path: '/reports/payments.csv', query, options });
  }

  /**
   * Download a report of refunds. `GET /reports/refunds.csv`, permission `REPORT_READ`.
   *
   * Returns CSV with the rows that were created from `from` until just before `to`, oldest first. A complete report ends with the line `# end,<rows>`: if it is missing, the download was interrupted. An API key downloads one report at a time. Columns: `id`, `object`, `amount`, `amountDecimal`, `currency`, `status`, `chargeId`, `paymentIntentId`, `balanceTransactionId`, `failureBalanceTransactionId`, `externalRefundId`, `createdAt`, `presentmentDetails.amount`, `presentmentDetails.currency`, `presentmentDetails.exchangeRate`, `presentmentDetails.exchangeRateId`, `reason`, `failureReason`, `failureCode`, `failureMessage`, `pendingReason`, `description`, `destinationDetails.type`, `destinationDetails.card`, `destinationDetails.wallet`, `destinationDetails.bankTransfer`, `destinationDetails.kiosk`, `nextAction.type`, `nextAction.displayDetails.expiresAt`, `instructionsEmail`, `receiptNumber`, `feeAmount`, `surplus`, `metadata`, `outOfBand`.
   */
  downloadRefunds(query: DownloadRefundsReportQuery, options?: RequestOptions): DownloadPromise {
    return this.transport.download({ method: 'GET', path: '/reports/refunds.csv', query, options });
  }

  /**
   * Download a report of payouts. `GET /reports/payouts.csv`, permission `REPORT_READ`.
   *
   * Returns CSV with the rows that were created from `from` until just before `to`, oldest first. A complete report ends with the line `# end,<rows>`: if it is missing, the download was interrupted. An API key downloads one report at a time. Columns: `id`, `object`, `amount`, `amountDecimal`, `currency`, `status`, `bankAccountId`, `arrivalDate`, `statementDescriptor`, `failureCode`, `automatic`, `createdAt`, `updatedAt`.
   */
  downloadPayouts(query: DownloadPayoutsReportQuery, options?: RequestOptions): DownloadPromise {
    return this.transport.download({ method: 'GET', path: '/reports/payouts.csv', query, options });
  }
}

/** `mizan.paymentMethodConfigurations`. */
export class PaymentMethodConfigurationsCalls extends Calls {
  /**
   * Create a payment method configuration. `POST /payment-method-configurations`, permission `PAYMENT_METHOD_CONFIGURATION_WRITE`.
   *
   * A checkout session that sets `paymentMethodConfigurationId` offers only the methods that the configuration enables.
   */
  create(body: CreatePaymentMethodConfiguration, options?: RequestOptions): Promise<PaymentMethodConfiguration> {
    return this.transport.request({ method: 'POST', path: '/payment-method-configurations', body, options });
  }

  /**
   * List payment method configurations. `GET /payment-method-configurations`, permission `PAYMENT_METHOD_CONFIGURATION_READ`.
   *
   * Includes the default configuration.
   */
  list(
    query: ListPaymentMethodConfigurationsQuery = {},
    options?: RequestOptions,
  ): ListPromise<PaymentMethodConfigurationList, PaymentMethodConfiguration> {
    return this.transport.list({ method: 'GET', path: '/payment-method-configurations', query, options });
  }

  /**
   * Retrieve a payment method configuration. `GET /payment-method-configurations/{id}`, permission `PAYMENT_METHOD_CONFIGURATION_READ`.
   *
   * Contains every payment method and whether it is offered.
   */
  get(id: string, options?: RequestOptions): Promise<PaymentMethodConfiguration> {
    return this.transport.request({
      method: 'GET',
      path: '/payment-method-configurations/{id}',
      parameters: { id },
      options,
    });
  }

  /**
   * Update a payment method configuration. `PATCH /payment-method-configurations/{id}`, permission `PAYMENT_METHOD_CONFIGURATION_WRITE`.
   *
   * Open sessions keep offering the methods they were created with. Sessions that name no configuration follow a change of the default one within seconds.
   */
  update(
    id: string,
    body: UpdatePaymentMethodConfiguration = {},
    options?: RequestOptions,
  ): Promise<PaymentMethodConfiguration> {
    return this.transport.request({
      method: 'PATCH',
      path: '/payment-method-configurations/{id}',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Delete a payment method configuration. `DELETE /payment-method-configurations/{id}`, permission `PAYMENT_METHOD_CONFIGURATION_WRITE`.
   *
   * Fails while an open session or a payment link uses the configuration. The default configuration cannot be deleted.
   */
  delete(id: string, options?: RequestOptions): Promise<DeletedPaymentMethodConfiguration> {
    return this.transport.request({
      method: 'DELETE',
      path: '/payment-method-configurations/{id}',
      parameters: { id },
      options,
    });
  }
}

/** `mizan.providerConnections.domains`. */
export class ProviderConnectionsDomainsCalls extends Calls {
  /**
   * List the domains of a provider connection. `GET /provider-connections/{id}/domains`, permission `PROVIDER_CONNECTION_READ`.
   *
   * Domains whose pages may show Apple Pay and Google Pay through this connection, as the provider knows them now. Empty for providers that need none.
   */
  list(id: string, options?: RequestOptions): ListPromise<ProviderDomainList, ProviderDomain> {
    return this.transport.list({
      method: 'GET',
      path: '/provider-connections/{id}/domains',
      parameters: { id },
      options,
    });
  }

  /**
   * Register a domain for wallets. `POST /provider-connections/{id}/domains`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * Registers a domain for Apple Pay and Google Pay at the provider, or has the provider verify it again. Register the domain of every page that shows the checkout in a frame. That of the hosted page is registered when the provider is connected.
   */
  create(id: string, body: RegisterProviderDomain, options?: RequestOptions): Promise<ProviderDomain> {
    return this.transport.request({
      method: 'POST',
      path: '/provider-connections/{id}/domains',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.providerConnections`. */
export class ProviderConnectionsCalls extends Calls {
  readonly domains = new ProviderConnectionsDomainsCalls(this.transport);

  /**
   * Connect a payment provider. `POST /provider-connections`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * The provider verifies the credentials before they are stored. Live mode requires the `Two-Factor-Code` header; test mode always uses the simulator and has no connections.
   */
  create(body: CreateProviderConnection, options?: RequestOptions): Promise<ProviderConnection> {
    return this.transport.request({ method: 'POST', path: '/provider-connections', body, options });
  }

  /**
   * List provider connections. `GET /provider-connections`, permission `PROVIDER_CONNECTION_READ`.
   *
   * Newest first. Secrets are never returned.
   */
  list(
    query: ListProviderConnectionsQuery = {},
    options?: RequestOptions,
  ): ListPromise<ProviderConnectionList, ProviderConnection> {
    return this.transport.list({ method: 'GET', path: '/provider-connections', query, options });
  }

  /**
   * Retrieve a provider connection. `GET /provider-connections/{id}`, permission `PROVIDER_CONNECTION_READ`.
   *
   * Contains its status and the payment methods that it takes. Secrets are never returned.
   */
  get(id: string, options?: RequestOptions): Promise<ProviderConnection> {
    return this.transport.request({ method: 'GET', path: '/provider-connections/{id}', parameters: { id }, options });
  }

  /**
   * Update a provider connection. `PATCH /provider-connections/{id}`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * New credentials are verified by the provider first. Those of another account at the provider are rejected while a payment or refund is undecided or a payment is not captured; so is another API token of Tamara, which does not name its accounts. If another request changes the connection meanwhile, this one changes nothing and is rejected with `resource_invalid_state`: retrieve the connection, then send the request with a new `Idempotency-Key` if it is still what you want.
   */
  update(id: string, body: UpdateProviderConnection = {}, options?: RequestOptions): Promise<ProviderConnection> {
    return this.transport.request({
      method: 'PATCH',
      path: '/provider-connections/{id}',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Check a provider connection. `POST /provider-connections/{id}/check`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * Verifies the credentials with the provider, without moving money, and reads which methods it offers. A connection whose credentials are rejected becomes `INVALID`.
   */
  check(id: string, options?: RequestOptions): Promise<ProviderConnection> {
    return this.transport.request({
      method: 'POST',
      path: '/provider-connections/{id}/check',
      parameters: { id },
      options,
    });
  }

  /**
   * Disconnect a payment provider. `DELETE /provider-connections/{id}`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * Rejected while a payment or refund is undecided or a payment is not captured.
   */
  delete(id: string, options?: RequestOptions): Promise<DeletedProviderConnection> {
    return this.transport.request({
      method: 'DELETE',
      path: '/provider-connections/{id}',
      parameters: { id },
      options,
    });
  }
}

/** `mizan.providerRoutes`. */
export class ProviderRoutesCalls extends Calls {
  /**
   * Retrieve the provider routes. `GET /provider-routes`, permission `PROVIDER_CONNECTION_READ`.
   *
   * Which connections take the payments of a method and currency, in order of preference.
   */
  get(options?: RequestOptions): Promise<ProviderRoutes> {
    return this.transport.request({ method: 'GET', path: '/provider-routes', options });
  }

  /**
   * Set the provider routes. `PUT /provider-routes`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * Replaces all routes. If the first connection cannot be reached before anything was sent to it, the next one takes the payment. A card is entered in the field of its provider: between Stripe and another provider it cannot move.
   */
  set(body: SetProviderRoutes, options?: RequestOptions): Promise<ProviderRoutes> {
    return this.transport.request({ method: 'PUT', path: '/provider-routes', body, options });
  }
}

/** `mizan.testHelpers.exchangeRates`. */
export class TestHelpersExchangeRatesCalls extends Calls {
  /**
   * Set a test-mode exchange rate. `PUT /test-helpers/exchange-rates`, permission `TEST_HELPER_WRITE`.
   *
   * Applies to the test mode of your account, starting with the next checkout. A rate whose `fetchedAt` is more than 26 hours ago is stale immediately.
   */
  set(body: SetTestExchangeRate, options?: RequestOptions): Promise<ExchangeRate> {
    return this.transport.request({ method: 'PUT', path: '/test-helpers/exchange-rates', body, options });
  }
}

/** `mizan.testHelpers.clock`. */
export class TestHelpersClockCalls extends Calls {
  /**
   * Retrieve the test clock. `GET /test-helpers/clock`, permission `TEST_HELPER_WRITE`.
   *
   * The time that test mode shows, and how far it is ahead of real time.
   */
  get(options?: RequestOptions): Promise<TestClock> {
    return this.transport.request({ method: 'GET', path: '/test-helpers/clock', options });
  }

  /**
   * Advance the test clock. `POST /test-helpers/clock`, permission `TEST_HELPER_WRITE`.
   *
   * Moves the clock of the account's test mode forward. It cannot be moved back. On the way, sessions, vouchers and authorizations expire and lost responses are queried, each at its own time.
   */
  advance(body: AdvanceTestClock, options?: RequestOptions): Promise<TestClockAdvance> {
    return this.transport.request({ method: 'POST', path: '/test-helpers/clock', body, options });
  }
}

/** `mizan.testHelpers.events`. */
export class TestHelpersEventsCalls extends Calls {
  /**
   * Trigger an event. `POST /test-helpers/events/trigger`, permission `TEST_HELPER_WRITE`.
   *
   * Creates and updates real test-mode objects until an event of this type occurs, and returns that event. Other events that occur on the way are published as usual.
   */
  trigger(body: TriggerEvent, options?: RequestOptions): Promise<EventTrigger> {
    return this.transport.request({ method: 'POST', path: '/test-helpers/events/trigger', body, options });
  }
}

/** `mizan.testHelpers.webhooks`. */
export class TestHelpersWebhooksCalls extends Calls {
  /**
   * Simulate webhook failures. `POST /test-helpers/webhooks/chaos`, permission `TEST_HELPER_WRITE`.
   *
   * Applies a network or restart failure to the first attempts of the next deliveries, so that you can test your handler. A new request replaces the previous one.
   */
  setChaos(body: SetWebhookChaos, options?: RequestOptions): Promise<WebhookChaos> {
    return this.transport.request({ method: 'POST', path: '/test-helpers/webhooks/chaos', body, options });
  }
}

/** `mizan.testHelpers.expectations`. */
export class TestHelpersExpectationsCalls extends Calls {
  /**
   * Simulate provider failures. `POST /test-helpers/expectations`, permission `TEST_HELPER_WRITE`.
   *
   * Applies a fault to the next operations that match, using the oldest expectation first. Except for delays, the platform then does not know the outcome of the operation: it reports the payment as processing and queries the outcome on its own schedule. No money is lost or charged twice.
   */
  create(body: CreateProviderExpectation, options?: RequestOptions): Promise<ProviderExpectation> {
    return this.transport.request({ method: 'POST', path: '/test-helpers/expectations', body, options });
  }
}

/** `mizan.testHelpers.data`. */
export class TestHelpersDataCalls extends Calls {
  /**
   * Delete all test data. `DELETE /test-helpers/data`, permission `TEST_HELPER_WRITE`.
   *
   * Deletes the products, customers, checkouts, payments, endpoints and events of the account's test mode and resets its balance. API keys, the test clock, uploaded pictures and the event sequence are kept. If the request is interrupted, repeat it to finish.
   */
  delete(body: DeleteTestData, options?: RequestOptions): Promise<TestDataDeleted> {
    return this.transport.request({ method: 'DELETE', path: '/test-helpers/data', body, options });
  }
}

/** `mizan.testHelpers.prices.stock`. */
export class TestHelpersPricesStockCalls extends Calls {
  /**
   * Set the stock of a price. `PUT /test-helpers/prices/{id}/stock`, permission `TEST_HELPER_WRITE`.
   *
   * Requires the permission for test helpers only, not the permission to write prices.
   */
  set(id: string, body: SetPriceStock, options?: RequestOptions): Promise<Price> {
    return this.transport.request({
      method: 'PUT',
      path: '/test-helpers/prices/{id}/stock',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.testHelpers.prices`. */
export class TestHelpersPricesCalls extends Calls {
  readonly stock = new TestHelpersPricesStockCalls(this.transport);
}

/** `mizan.testHelpers.paymentIntents`. */
export class TestHelpersPaymentIntentsCalls extends Calls {
  /**
   * Complete a pending payment. `POST /test-helpers/payment-intents/{id}/simulate`, permission `TEST_HELPER_WRITE`.
   *
   * Decides how a payment that waits for the buyer ends: paid, declined or expired.
   */
  simulate(id: string, body: SimulatePayment, options?: RequestOptions): Promise<PaymentIntent> {
    return this.transport.request({
      method: 'POST',
      path: '/test-helpers/payment-intents/{id}/simulate',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.testHelpers.refunds`. */
export class TestHelpersRefundsCalls extends Calls {
  /**
   * Complete a refund. `POST /test-helpers/refunds/{id}/simulate`, permission `TEST_HELPER_WRITE`.
   *
   * Decides how a refund that is pending ends: succeeded or failed.
   */
  simulate(id: string, body: SimulateRefund, options?: RequestOptions): Promise<Refund> {
    return this.transport.request({
      method: 'POST',
      path: '/test-helpers/refunds/{id}/simulate',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.testHelpers.disputes`. */
export class TestHelpersDisputesCalls extends Calls {
  /**
   * Decide a dispute. `POST /test-helpers/disputes/{id}/simulate`, permission `TEST_HELPER_WRITE`.
   *
   * Plays the bank of the payer, also before evidence was submitted.
   */
  simulate(id: string, body: SimulateDispute, options?: RequestOptions): Promise<Dispute> {
    return this.transport.request({
      method: 'POST',
      path: '/test-helpers/disputes/{id}/simulate',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.testHelpers.payouts`. */
export class TestHelpersPayoutsCalls extends Calls {
  /**
   * Execute a payout. `POST /test-helpers/payouts/{id}/simulate`, permission `TEST_HELPER_WRITE`.
   *
   * Plays the operator and the bank, whether or not the payout was sent to it. `fail` after `pay` returns its money.
   */
  simulate(id: string, body: SimulatePayout, options?: RequestOptions): Promise<Payout> {
    return this.transport.request({
      method: 'POST',
      path: '/test-helpers/payouts/{id}/simulate',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.testHelpers`. */
export class TestHelpersCalls extends Calls {
  readonly exchangeRates = new TestHelpersExchangeRatesCalls(this.transport);
  readonly clock = new TestHelpersClockCalls(this.transport);
  readonly events = new TestHelpersEventsCalls(this.transport);
  readonly webhooks = new TestHelpersWebhooksCalls(this.transport);
  readonly expectations = new TestHelpersExpectationsCalls(this.transport);
  readonly data = new TestHelpersDataCalls(this.transport);
  readonly prices = new TestHelpersPricesCalls(this.transport);
  readonly paymentIntents = new TestHelpersPaymentIntentsCalls(this.transport);
  readonly refunds = new TestHelpersRefundsCalls(this.transport);
  readonly disputes = new TestHelpersDisputesCalls(this.transport);
  readonly payouts = new TestHelpersPayoutsCalls(this.transport);
}

/** `mizan.webhookEndpoints.deliveries`. */
export class WebhookEndpointsDeliveriesCalls extends Calls {
  /**
   * List the delivery attempts of an endpoint. `GET /webhook-endpoints/{id}/deliveries`, permission `WEBHOOK_ENDPOINT_READ`.
   *
   * Newest first, with what was sent and what your server responded.
   */
  list(
    id: string,
    query: ListWebhookDeliveriesQuery = {},
    options?: RequestOptions,
  ): ListPromise<WebhookDeliveryList, WebhookDelivery> {
    return this.transport.list({
      method: 'GET',
      path: '/webhook-endpoints/{id}/deliveries',
      parameters: { id },
      query,
      options,
    });
  }
}

/** `mizan.webhookEndpoints`. */
export class WebhookEndpointsCalls extends Calls {
  readonly deliveries = new WebhookEndpointsDeliveriesCalls(this.transport);

  /**
   * Create a webhook endpoint. `POST /webhook-endpoints`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * The response contains the signing secret, which is shown only once. An account can have 50 endpoints in each mode.
   */
  create(body: CreateWebhookEndpoint, options?: RequestOptions): Promise<WebhookEndpointWithSecret> {
    return this.transport.request({ method: 'POST', path: '/webhook-endpoints', body, options });
  }

  /**
   * List webhook endpoints. `GET /webhook-endpoints`, permission `WEBHOOK_ENDPOINT_READ`.
   *
   * Newest first, enabled and disabled. Secrets are not returned.
   */
  list(
    query: ListWebhookEndpointsQuery = {},
    options?: RequestOptions,
  ): ListPromise<WebhookEndpointList, WebhookEndpoint> {
    return this.transport.list({ method: 'GET', path: '/webhook-endpoints', query, options });
  }

  /**
   * Retrieve a webhook endpoint. `GET /webhook-endpoints/{id}`, permission `WEBHOOK_ENDPOINT_READ`.
   *
   * Contains its status and subscribed events. The secret is not returned.
   */
  get(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.transport.request({ method: 'GET', path: '/webhook-endpoints/{id}', parameters: { id }, options });
  }

  /**
   * Update a webhook endpoint. `PATCH /webhook-endpoints/{id}`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * Changes its address, its events or whether it is enabled. The secret stays the same.
   */
  update(id: string, body: UpdateWebhookEndpoint = {}, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.transport.request({
      method: 'PATCH',
      path: '/webhook-endpoints/{id}',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Delete a webhook endpoint. `DELETE /webhook-endpoints/{id}`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * Pending deliveries are dropped.
   */
  delete(id: string, options?: RequestOptions): Promise<DeletedWebhookEndpoint> {
    return this.transport.request({ method: 'DELETE', path: '/webhook-endpoints/{id}', parameters: { id }, options });
  }

  /**
   * Rotate the signing secret of an endpoint. `POST /webhook-endpoints/{id}/rotate-secret`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * The response contains the new secret, which is shown only once. Deliveries are signed with two secrets at most: a second rotation while the old secret is still valid ends the oldest at once. If the response is lost, repeat the request with the same `Idempotency-Key`, which returns the same secret.
   */
  rotateSecret(
    id: string,
    body: RotateWebhookSecret = {},
    options?: RequestOptions,
  ): Promise<WebhookEndpointWithSecret> {
    return this.transport.request({
      method: 'POST',
      path: '/webhook-endpoints/{id}/rotate-secret',
      parameters: { id },
      body,
      options,
    });
  }

  /**
   * Send a test event to an endpoint. `POST /webhook-endpoints/{id}/test`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * Sends one signed event immediately, without retries, even if the endpoint is disabled. The object is the endpoint itself for `webhook_endpoint.*`, and otherwise an example whose IDs end in zeros. The event is not stored; its `sequence` is that of the newest event.
   */
  test(id: string, body: SendTestEvent = {}, options?: RequestOptions): Promise<WebhookTest> {
    return this.transport.request({
      method: 'POST',
      path: '/webhook-endpoints/{id}/test',
      parameters: { id },
      body,
      options,
    });
  }
}

/** `mizan.events`. */
export class EventsCalls extends Calls {
  /**
   * List events. `GET /events`, permission `EVENT_READ`.
   *
   * Events are available for 30 days by default.
   */
  list(query: ListEventsQuery = {}, options?: RequestOptions): ListPromise<EventList, Event> {
    return this.transport.list({ method: 'GET', path: '/events', query, options });
  }

  /**
   * Retrieve an event. `GET /events/{id}`, permission `EVENT_READ`.
   *
   * Contains the object as it was when the event occurred.
   */
  get(id: string, options?: RequestOptions): Promise<Event> {
    return this.transport.request({ method: 'GET', path: '/events/{id}', parameters: { id }, options });
  }

  /**
   * Resend an event. `POST /events/{id}/resend`, permission `EVENT_WRITE`.
   *
   * Creates new deliveries of the same bytes with the same `webhook-id` and their own retries. Send an `Idempotency-Key`; without one, every request creates new deliveries.
   */
  resend(id: string, body: ResendEvent = {}, options?: RequestOptions): Promise<WebhookDeliveries> {
    return this.transport.request({ method: 'POST', path: '/events/{id}/resend', parameters: { id }, body, options });
  }
}

/** Every operation of the API, by the path of the API reference. */
export class AllCalls extends Calls {
  readonly account = new AccountCalls(this.transport);
  readonly apiKeys = new ApiKeysCalls(this.transport);
  readonly products = new ProductsCalls(this.transport);
  readonly prices = new PricesCalls(this.transport);
  readonly uploadUrl = new UploadUrlCalls(this.transport);
  readonly customers = new CustomersCalls(this.transport);
  readonly checkout = new CheckoutCalls(this.transport);
  readonly client = new ClientCalls(this.transport);
  readonly paymentLinks = new PaymentLinksCalls(this.transport);
  readonly coupons = new CouponsCalls(this.transport);
  readonly promotionCodes = new PromotionCodesCalls(this.transport);
  readonly discounts = new DiscountsCalls(this.transport);
  readonly paymentIntents = new PaymentIntentsCalls(this.transport);
  readonly charges = new ChargesCalls(this.transport);
  readonly refunds = new RefundsCalls(this.transport);
  readonly balance = new BalanceCalls(this.transport);
  readonly balanceTransactions = new BalanceTransactionsCalls(this.transport);
  readonly disputes = new DisputesCalls(this.transport);
  readonly bankAccounts = new BankAccountsCalls(this.transport);
  readonly payouts = new PayoutsCalls(this.transport);
  readonly payoutSchedules = new PayoutSchedulesCalls(this.transport);
  readonly reports = new ReportsCalls(this.transport);
  readonly paymentMethodConfigurations = new PaymentMethodConfigurationsCalls(this.transport);
  readonly providerConnections = new ProviderConnectionsCalls(this.transport);
  readonly providerRoutes = new ProviderRoutesCalls(this.transport);
  readonly testHelpers = new TestHelpersCalls(this.transport);
  readonly webhookEndpoints = new WebhookEndpointsCalls(this.transport);
  readonly events = new EventsCalls(this.transport);
}
