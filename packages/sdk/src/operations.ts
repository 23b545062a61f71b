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
  CreateCheckoutSession,
  CreateCoupon,
  CreateCustomer,
  CreatePaymentIntent,
  CreatePaymentLink,
  CreatePaymentMethodConfiguration,
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
  Event,
  EventList,
  EventTrigger,
  ExchangeRate,
  GetCustomerStatsQuery,
  GetProductStatsQuery,
  HostedCheckout,
  ListApiKeysQuery,
  ListBalanceTransactionsQuery,
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
  SetPriceStock,
  SetProviderRoutes,
  SetTestExchangeRate,
  SetWebhookChaos,
  SimulateDispute,
  SimulatePayment,
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
} from '../types.d.ts';
import { Transport, type ListPromise, type RequestOptions } from './transport.ts';

/** One method for each operation of the API. */
export class Operations extends Transport {
  /**
   * Retrieve your account. `GET /account`.
   */
  getAccount(options?: RequestOptions): Promise<Account> {
    return this.request({ method: 'GET', path: `/account`, options });
  }

  /**
   * Retrieve the settings of your account. `GET /account/settings`, permission `ACCOUNT_READ`.
   */
  getSettings(options?: RequestOptions): Promise<AccountSettings> {
    return this.request({ method: 'GET', path: `/account/settings`, options });
  }

  /**
   * Update the settings of your account. `PATCH /account/settings`, permission `ACCOUNT_WRITE`.
   *
   * A change of `manualMethods` with a live key requires the current code of the account's authenticator app in the `Two-Factor-Code` header: it decides where buyers send their money.
   */
  updateSettings(body: UpdateAccountSettings = {}, options?: RequestOptions): Promise<AccountSettings> {
    return this.request({ method: 'PATCH', path: `/account/settings`, body, options });
  }

  /**
   * Create an API key. `POST /api-keys`, permission `API_KEY_WRITE`.
   *
   * Requires a secret key. A live key also requires the current code of the account's authenticator app in the `Two-Factor-Code` header, and so does a retry with the same idempotency key, which returns the secret again.
   */
  createApiKey(body: CreateApiKey, options?: RequestOptions): Promise<ApiKeyWithSecret> {
    return this.request({ method: 'POST', path: `/api-keys`, body, options });
  }

  /**
   * List API keys. `GET /api-keys`, permission `API_KEY_READ`.
   *
   * Lists the keys of the mode of the requesting key, including revoked ones.
   */
  listApiKeys(query: ListApiKeysQuery = {}, options?: RequestOptions): ListPromise<ApiKeyList, ApiKey> {
    return this.list({ method: 'GET', path: `/api-keys`, query, options });
  }

  /**
   * Retrieve an API key. `GET /api-keys/{id}`, permission `API_KEY_READ`.
   */
  getApiKey(id: string, options?: RequestOptions): Promise<ApiKey> {
    return this.request({ method: 'GET', path: `/api-keys/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update an API key. `PATCH /api-keys/{id}`, permission `API_KEY_WRITE`.
   */
  updateApiKey(id: string, body: UpdateApiKey = {}, options?: RequestOptions): Promise<ApiKey> {
    return this.request({ method: 'PATCH', path: `/api-keys/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Roll an API key. `POST /api-keys/{id}/roll`, permission `API_KEY_WRITE`.
   *
   * Creates a key with the same permissions. The old key keeps working for the time given in the body.
   */
  rollApiKey(id: string, body: RollApiKey = {}, options?: RequestOptions): Promise<ApiKeyWithSecret> {
    return this.request({ method: 'POST', path: `/api-keys/${encodeURIComponent(id)}/roll`, body, options });
  }

  /**
   * Revoke an API key. `DELETE /api-keys/{id}`, permission `API_KEY_WRITE`.
   *
   * Cannot be undone and requires no second factor. Every gateway rejects the key within five seconds. The key stays in the list.
   */
  revokeApiKey(id: string, options?: RequestOptions): Promise<DeletedApiKey> {
    return this.request({ method: 'DELETE', path: `/api-keys/${encodeURIComponent(id)}`, options });
  }

  /**
   * Create a product. `POST /products`, permission `PRODUCT_WRITE`.
   *
   * Creates a product and, optionally, its prices. Either everything is created or nothing.
   */
  createProduct(body: CreateProduct, options?: RequestOptions): Promise<Product> {
    return this.request({ method: 'POST', path: `/products`, body, options });
  }

  /**
   * List products. `GET /products`, permission `PRODUCT_READ`.
   *
   * Does not include products created from the `priceData` of a checkout.
   */
  listProducts(query: ListProductsQuery = {}, options?: RequestOptions): ListPromise<ProductList, ProductListItem> {
    return this.list({ method: 'GET', path: `/products`, query, options });
  }

  /**
   * Retrieve a product with its prices. `GET /products/{id}`, permission `PRODUCT_READ`.
   */
  getProduct(id: string, options?: RequestOptions): Promise<Product> {
    return this.request({ method: 'GET', path: `/products/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update a product. `PATCH /products/{id}`, permission `PRODUCT_WRITE`.
   */
  updateProduct(id: string, body: UpdateProduct = {}, options?: RequestOptions): Promise<Product> {
    return this.request({ method: 'PATCH', path: `/products/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Delete a product and its prices. `DELETE /products/{id}`, permission `PRODUCT_WRITE`.
   *
   * Fails if any of its prices has been used in a line item. In that case, archive the product instead.
   */
  deleteProduct(id: string, options?: RequestOptions): Promise<DeletedProduct> {
    return this.request({ method: 'DELETE', path: `/products/${encodeURIComponent(id)}`, options });
  }

  /**
   * Retrieve the sales of a product. `GET /products/{id}/stats`, permission `PRODUCT_READ`.
   *
   * Updated from payment and refund events, usually within a second.
   */
  getProductStats(id: string, query: GetProductStatsQuery = {}, options?: RequestOptions): Promise<ProductStats> {
    return this.request({ method: 'GET', path: `/products/${encodeURIComponent(id)}/stats`, query, options });
  }

  /**
   * Create a price for a product. `POST /prices`, permission `PRICE_WRITE`.
   */
  createPrice(query: CreatePriceQuery, body: CreatePrice, options?: RequestOptions): Promise<Price> {
    return this.request({ method: 'POST', path: `/prices`, query, body, options });
  }

  /**
   * List prices. `GET /prices`, permission `PRICE_READ`.
   */
  listPrices(query: ListPricesQuery = {}, options?: RequestOptions): ListPromise<PriceList, Price> {
    return this.list({ method: 'GET', path: `/prices`, query, options });
  }

  /**
   * Retrieve a price. `GET /prices/{id}`, permission `PRICE_READ`.
   */
  getPrice(id: string, options?: RequestOptions): Promise<Price> {
    return this.request({ method: 'GET', path: `/prices/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update a price. `PATCH /prices/{id}`, permission `PRICE_WRITE`.
   *
   * You can change the amount, currency and type only until the price is used in a line item.
   */
  updatePrice(id: string, body: UpdatePrice = {}, options?: RequestOptions): Promise<Price> {
    return this.request({ method: 'PATCH', path: `/prices/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Delete a price. `DELETE /prices/{id}`, permission `PRICE_WRITE`.
   */
  deletePrice(id: string, options?: RequestOptions): Promise<DeletedPrice> {
    return this.request({ method: 'DELETE', path: `/prices/${encodeURIComponent(id)}`, options });
  }

  /**
   * Create an upload URL. `POST /upload-url`, permission `PRODUCT_WRITE`.
   *
   * Upload the file to `uploadUrl` with PUT and the returned `headers`, then use `publicUrl` as the `image` of a product. The URL works once, for 15 minutes. `dispute_evidence` requires the permission `DISPUTE_WRITE` instead, accepts PDF files as well, and returns a `fileId` for the evidence of a dispute; such files are private and never served. An account can keep 10,000 files in each mode. A product image that no product has shown for 30 days is deleted.
   */
  createUploadUrl(body: CreateUploadUrl, options?: RequestOptions): Promise<UploadUrl> {
    return this.request({ method: 'POST', path: `/upload-url`, body, options });
  }

  /**
   * Create a customer. `POST /customers`, permission `CUSTOMER_WRITE`.
   *
   * If the email belongs to a guest, the guest becomes a registered customer with the same ID.
   */
  createCustomer(body: CreateCustomer, options?: RequestOptions): Promise<Customer> {
    return this.request({ method: 'POST', path: `/customers`, body, options });
  }

  /**
   * List customers. `GET /customers`, permission `CUSTOMER_READ`.
   */
  listCustomers(query: ListCustomersQuery = {}, options?: RequestOptions): ListPromise<CustomerList, ListCustomer> {
    return this.list({ method: 'GET', path: `/customers`, query, options });
  }

  /**
   * Retrieve a customer. `GET /customers/{id}`, permission `CUSTOMER_READ`.
   */
  getCustomer(id: string, options?: RequestOptions): Promise<Customer> {
    return this.request({ method: 'GET', path: `/customers/${encodeURIComponent(id)}`, options });
  }

  /**
   * Retrieve the purchases of a customer. `GET /customers/{id}/stats`, permission `CUSTOMER_READ`.
   *
   * Updated from payment and refund events, usually within a second.
   */
  getCustomerStats(id: string, query: GetCustomerStatsQuery = {}, options?: RequestOptions): Promise<CustomerStats> {
    return this.request({ method: 'GET', path: `/customers/${encodeURIComponent(id)}/stats`, query, options });
  }

  /**
   * Update a customer. `PATCH /customers/{id}`, permission `CUSTOMER_WRITE`.
   */
  updateCustomer(id: string, body: UpdateCustomer = {}, options?: RequestOptions): Promise<Customer> {
    return this.request({ method: 'PATCH', path: `/customers/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Delete a customer. `DELETE /customers/{id}`, permission `CUSTOMER_WRITE`.
   *
   * Erases the personal data of the customer, including in checkouts and payments. Payments are kept, and the email can be used again. Events published earlier keep their content until they expire.
   */
  deleteCustomer(id: string, options?: RequestOptions): Promise<DeletedCustomer> {
    return this.request({ method: 'DELETE', path: `/customers/${encodeURIComponent(id)}`, options });
  }

  /**
   * Create a checkout session. `POST /checkout/sessions`, permission `CHECKOUT_SESSION_WRITE`.
   *
   * Redirect the buyer to the `url` in the response.
   */
  createCheckoutSession(body: CreateCheckoutSession, options?: RequestOptions): Promise<CheckoutSession> {
    return this.request({ method: 'POST', path: `/checkout/sessions`, body, options });
  }

  /**
   * List checkout sessions. `GET /checkout/sessions`, permission `CHECKOUT_SESSION_READ`.
   */
  listCheckoutSessions(
    query: ListCheckoutSessionsQuery = {},
    options?: RequestOptions,
  ): ListPromise<CheckoutSessionList, CheckoutSession> {
    return this.list({ method: 'GET', path: `/checkout/sessions`, query, options });
  }

  /**
   * Retrieve a checkout session. `GET /checkout/sessions/{id}`, permission `CHECKOUT_SESSION_READ`.
   */
  getCheckoutSession(id: string, options?: RequestOptions): Promise<CheckoutSession> {
    return this.request({ method: 'GET', path: `/checkout/sessions/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update an open checkout session. `PATCH /checkout/sessions/{id}`, permission `CHECKOUT_SESSION_WRITE`.
   *
   * `lineItems` replaces all lines; lines that include their `id` keep it. A change that affects the amount or the customer abandons an attempt that is waiting for the buyer.
   */
  updateCheckoutSession(
    id: string,
    body: UpdateCheckoutSession = {},
    options?: RequestOptions,
  ): Promise<CheckoutSession> {
    return this.request({ method: 'PATCH', path: `/checkout/sessions/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Expire an open checkout session. `POST /checkout/sessions/{id}/expire`, permission `CHECKOUT_SESSION_WRITE`.
   *
   * The session can no longer be paid or recovered. A payment that has not succeeded is canceled.
   */
  expireCheckoutSession(id: string, options?: RequestOptions): Promise<CheckoutSession> {
    return this.request({ method: 'POST', path: `/checkout/sessions/${encodeURIComponent(id)}/expire`, options });
  }

  /**
   * Retrieve a checkout in the buyer's browser. `GET /client/checkout/{id}`.
   *
   * For a payment link, use its ID or the last part of its URL; no client secret is needed.
   */
  getHostedCheckout(id: string, options?: RequestOptions): Promise<HostedCheckout> {
    return this.request({ method: 'GET', path: `/client/checkout/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update a checkout in the buyer's browser. `PATCH /client/checkout/{id}`.
   *
   * The first update on a payment link creates a session: use the `id` and `clientSecret` in the response from then on. A request from the same network with the same `Idempotency-Key` returns the same session, so use a random one.
   */
  updateHostedCheckout(id: string, body: UpdateHostedCheckout = {}, options?: RequestOptions): Promise<HostedCheckout> {
    return this.request({ method: 'PATCH', path: `/client/checkout/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Recover an expired checkout. `POST /client/checkout/{id}/recover`.
   *
   * Creates a copy of a checkout that expired, or whose payment failed, within the last 30 days. The copy has the same items at current prices, the details that the buyer entered, and the discounts that still apply. Use the `id` and `clientSecret` in the response from then on. While such a copy is open or paid, this returns the same copy. `recoveryUrl` of the checkout opens the corresponding page. A checkout that the merchant expired cannot be recovered.
   */
  recoverHostedCheckout(id: string, options?: RequestOptions): Promise<HostedCheckout> {
    return this.request({ method: 'POST', path: `/client/checkout/${encodeURIComponent(id)}/recover`, options });
  }

  /**
   * Pay. `POST /client/checkout/{id}/confirm`.
   *
   * A declined payment also returns 200: check `paymentIntent.lastPaymentError`. On a payment link this creates a session; its `id` and `clientSecret` are in the response.
   */
  confirmHostedCheckout(
    id: string,
    body: ConfirmHostedCheckout = {},
    options?: RequestOptions,
  ): Promise<ConfirmedCheckout> {
    return this.request({ method: 'POST', path: `/client/checkout/${encodeURIComponent(id)}/confirm`, body, options });
  }

  /**
   * Create a payment link. `POST /payment-links`, permission `PAYMENT_LINK_WRITE`.
   *
   * Share the `url` in the response. Every buyer who opens it gets a separate checkout.
   */
  createPaymentLink(body: CreatePaymentLink, options?: RequestOptions): Promise<PaymentLink> {
    return this.request({ method: 'POST', path: `/payment-links`, body, options });
  }

  /**
   * List payment links. `GET /payment-links`, permission `PAYMENT_LINK_READ`.
   */
  listPaymentLinks(
    query: ListPaymentLinksQuery = {},
    options?: RequestOptions,
  ): ListPromise<PaymentLinkList, PaymentLinkListItem> {
    return this.list({ method: 'GET', path: `/payment-links`, query, options });
  }

  /**
   * Retrieve a payment link. `GET /payment-links/{id}`, permission `PAYMENT_LINK_READ`.
   */
  getPaymentLink(id: string, options?: RequestOptions): Promise<PaymentLink> {
    return this.request({ method: 'GET', path: `/payment-links/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update a payment link. `PATCH /payment-links/{id}`, permission `PAYMENT_LINK_WRITE`.
   *
   * `lineItems`, `customFields` and `afterCompletion` are replaced as a whole. Fields that you omit keep their values.
   */
  updatePaymentLink(id: string, body: UpdatePaymentLink = {}, options?: RequestOptions): Promise<PaymentLink> {
    return this.request({ method: 'PATCH', path: `/payment-links/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Create a coupon. `POST /coupons`, permission `COUPON_WRITE`.
   */
  createCoupon(body: CreateCoupon, options?: RequestOptions): Promise<Coupon> {
    return this.request({ method: 'POST', path: `/coupons`, body, options });
  }

  /**
   * List coupons. `GET /coupons`, permission `COUPON_READ`.
   */
  listCoupons(query: ListCouponsQuery = {}, options?: RequestOptions): ListPromise<CouponList, Coupon> {
    return this.list({ method: 'GET', path: `/coupons`, query, options });
  }

  /**
   * Retrieve a coupon. `GET /coupons/{id}`, permission `COUPON_READ`.
   */
  getCoupon(id: string, options?: RequestOptions): Promise<Coupon> {
    return this.request({ method: 'GET', path: `/coupons/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update a coupon. `PATCH /coupons/{id}`, permission `COUPON_WRITE`.
   *
   * The discount of a coupon cannot change. Deactivate the coupon and create a new one instead.
   */
  updateCoupon(id: string, body: UpdateCoupon = {}, options?: RequestOptions): Promise<Coupon> {
    return this.request({ method: 'PATCH', path: `/coupons/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Delete a coupon. `DELETE /coupons/{id}`, permission `COUPON_WRITE`.
   *
   * Possible only while the coupon has never been redeemed and has no active promotion codes. Its inactive promotion codes are deleted with it.
   */
  deleteCoupon(id: string, options?: RequestOptions): Promise<DeletedCoupon> {
    return this.request({ method: 'DELETE', path: `/coupons/${encodeURIComponent(id)}`, options });
  }

  /**
   * Create a promotion code. `POST /promotion-codes`, permission `PROMOTION_CODE_WRITE`.
   *
   * Its limits cannot exceed those of its coupon.
   */
  createPromotionCode(body: CreatePromotionCode, options?: RequestOptions): Promise<PromotionCode> {
    return this.request({ method: 'POST', path: `/promotion-codes`, body, options });
  }

  /**
   * List promotion codes. `GET /promotion-codes`, permission `PROMOTION_CODE_READ`.
   */
  listPromotionCodes(
    query: ListPromotionCodesQuery = {},
    options?: RequestOptions,
  ): ListPromise<PromotionCodeList, PromotionCode> {
    return this.list({ method: 'GET', path: `/promotion-codes`, query, options });
  }

  /**
   * Retrieve a promotion code. `GET /promotion-codes/{id}`, permission `PROMOTION_CODE_READ`.
   */
  getPromotionCode(id: string, options?: RequestOptions): Promise<PromotionCode> {
    return this.request({ method: 'GET', path: `/promotion-codes/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update a promotion code. `PATCH /promotion-codes/{id}`, permission `PROMOTION_CODE_WRITE`.
   */
  updatePromotionCode(id: string, body: UpdatePromotionCode = {}, options?: RequestOptions): Promise<PromotionCode> {
    return this.request({ method: 'PATCH', path: `/promotion-codes/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * List discounts. `GET /discounts`, permission `COUPON_READ`.
   *
   * Lists redeemed discounts. Pending ones appear only in their checkout session.
   */
  listDiscounts(query: ListDiscountsQuery = {}, options?: RequestOptions): ListPromise<DiscountList, Discount> {
    return this.list({ method: 'GET', path: `/discounts`, query, options });
  }

  /**
   * List payment intents. `GET /payment-intents`, permission `PAYMENT_INTENT_READ`.
   */
  listPaymentIntents(
    query: ListPaymentIntentsQuery = {},
    options?: RequestOptions,
  ): ListPromise<PaymentIntentList, PaymentIntent> {
    return this.list({ method: 'GET', path: `/payment-intents`, query, options });
  }

  /**
   * Create a payment intent. `POST /payment-intents`, permission `PAYMENT_INTENT_WRITE`.
   *
   * Accepts a payment without a checkout session. With `confirm: true` the payment is confirmed immediately; a declined payment also returns 201: check `lastPaymentError`.
   */
  createPaymentIntent(body: CreatePaymentIntent, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'POST', path: `/payment-intents`, body, options });
  }

  /**
   * Update a payment intent. `PATCH /payment-intents/{id}`, permission `PAYMENT_INTENT_WRITE`.
   *
   * Limited to 1,000 updates per hour for each payment intent by default.
   */
  updatePaymentIntent(id: string, body: UpdatePaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'PATCH', path: `/payment-intents/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Confirm a payment intent. `POST /payment-intents/{id}/confirm`, permission `PAYMENT_INTENT_WRITE`.
   *
   * A declined payment returns 200: check `lastPaymentError`. The payment intent of a checkout session is confirmed through its checkout.
   */
  confirmPaymentIntent(id: string, body: ConfirmPaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'POST', path: `/payment-intents/${encodeURIComponent(id)}/confirm`, body, options });
  }

  /**
   * Capture an authorized payment. `POST /payment-intents/{id}/capture`, permission `PAYMENT_INTENT_WRITE`.
   *
   * If the provider rejects the capture, this returns 200 with `lastPaymentError` and the payment remains authorized.
   */
  capturePaymentIntent(id: string, body: CapturePaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'POST', path: `/payment-intents/${encodeURIComponent(id)}/capture`, body, options });
  }

  /**
   * Cancel a payment intent. `POST /payment-intents/{id}/cancel`, permission `PAYMENT_INTENT_WRITE`.
   *
   * An authorized amount is released first.
   */
  cancelPaymentIntent(id: string, body: CancelPaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'POST', path: `/payment-intents/${encodeURIComponent(id)}/cancel`, body, options });
  }

  /**
   * Record a payment received outside the platform. `POST /payment-intents/{id}/mark-paid`, permission `PAYMENT_INTENT_WRITE`.
   *
   * For payments that you receive yourself, such as cash on delivery and bank transfers. With partial receipts the payment stays PROCESSING until the full amount is received.
   */
  markPaymentIntentPaid(
    id: string,
    body: MarkPaymentIntentPaid = {},
    options?: RequestOptions,
  ): Promise<PaymentIntent> {
    return this.request({
      method: 'POST',
      path: `/payment-intents/${encodeURIComponent(id)}/mark-paid`,
      body,
      options,
    });
  }

  /**
   * Record that a payment outside the platform will not be received. `POST /payment-intents/{id}/mark-failed`, permission `PAYMENT_INTENT_WRITE`.
   *
   * For payments that you receive yourself, such as cash on delivery and bank transfers: the buyer refused the goods, for example. The attempt is declined, and the stock is released.
   */
  markPaymentIntentFailed(id: string, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'POST', path: `/payment-intents/${encodeURIComponent(id)}/mark-failed`, options });
  }

  /**
   * Confirm a payment intent in the buyer's browser. `POST /client/payment-intents/{id}/confirm`.
   *
   * A declined payment also returns 200.
   */
  confirmClientPaymentIntent(
    id: string,
    body: ConfirmPaymentIntent = {},
    options?: RequestOptions,
  ): Promise<PublicPaymentIntent> {
    return this.request({
      method: 'POST',
      path: `/client/payment-intents/${encodeURIComponent(id)}/confirm`,
      body,
      options,
    });
  }

  /**
   * Retrieve a payment intent. `GET /payment-intents/{id}`, permission `PAYMENT_INTENT_READ`.
   */
  getPaymentIntent(id: string, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'GET', path: `/payment-intents/${encodeURIComponent(id)}`, options });
  }

  /**
   * List charges. `GET /charges`, permission `CHARGE_READ`.
   */
  listCharges(query: ListChargesQuery = {}, options?: RequestOptions): ListPromise<ChargeList, Charge> {
    return this.list({ method: 'GET', path: `/charges`, query, options });
  }

  /**
   * Retrieve a charge. `GET /charges/{id}`, permission `CHARGE_READ`.
   */
  getCharge(id: string, options?: RequestOptions): Promise<Charge> {
    return this.request({ method: 'GET', path: `/charges/${encodeURIComponent(id)}`, options });
  }

  /**
   * Refund a charge in full or in part. `POST /refunds`, permission `REFUND_WRITE`.
   *
   * The balance is debited immediately. The fee of the original charge is not returned. `status` is the status reached so far.
   */
  createRefund(body: CreateRefund, options?: RequestOptions): Promise<Refund> {
    return this.request({ method: 'POST', path: `/refunds`, body, options });
  }

  /**
   * Update a refund. `PATCH /refunds/{id}`, permission `REFUND_WRITE`.
   */
  updateRefund(id: string, body: UpdateRefund = {}, options?: RequestOptions): Promise<Refund> {
    return this.request({ method: 'PATCH', path: `/refunds/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Cancel a refund that is waiting for the buyer. `POST /refunds/{id}/cancel`, permission `REFUND_WRITE`.
   */
  cancelRefund(id: string, options?: RequestOptions): Promise<Refund> {
    return this.request({ method: 'POST', path: `/refunds/${encodeURIComponent(id)}/cancel`, options });
  }

  /**
   * Mark a refund as paid. `POST /refunds/{id}/mark-paid`, permission `REFUND_WRITE`.
   *
   * For refunds that the payment provider cannot send back itself, such as those of cash and bank transfers: you have returned the money outside the platform.
   */
  markRefundPaid(id: string, body: MarkRefundPaid = {}, options?: RequestOptions): Promise<Refund> {
    return this.request({ method: 'POST', path: `/refunds/${encodeURIComponent(id)}/mark-paid`, body, options });
  }

  /**
   * Mark a refund as failed. `POST /refunds/{id}/mark-failed`, permission `REFUND_WRITE`.
   *
   * For the same refunds as `mark-paid`. The amount is credited to the balance.
   */
  markRefundFailed(id: string, body: MarkRefundFailed, options?: RequestOptions): Promise<Refund> {
    return this.request({ method: 'POST', path: `/refunds/${encodeURIComponent(id)}/mark-failed`, body, options });
  }

  /**
   * List refunds. `GET /refunds`, permission `REFUND_READ`.
   */
  listRefunds(query: ListRefundsQuery = {}, options?: RequestOptions): ListPromise<RefundList, Refund> {
    return this.list({ method: 'GET', path: `/refunds`, query, options });
  }

  /**
   * Retrieve a refund. `GET /refunds/{id}`, permission `REFUND_READ`.
   */
  getRefund(id: string, options?: RequestOptions): Promise<Refund> {
    return this.request({ method: 'GET', path: `/refunds/${encodeURIComponent(id)}`, options });
  }

  /**
   * Retrieve the balance. `GET /balance`, permission `BALANCE_READ`.
   */
  getBalance(options?: RequestOptions): Promise<Balance> {
    return this.request({ method: 'GET', path: `/balance`, options });
  }

  /**
   * List balance transactions. `GET /balance-transactions`, permission `BALANCE_READ`.
   */
  listBalanceTransactions(
    query: ListBalanceTransactionsQuery = {},
    options?: RequestOptions,
  ): ListPromise<BalanceTransactionList, BalanceTransaction> {
    return this.list({ method: 'GET', path: `/balance-transactions`, query, options });
  }

  /**
   * Retrieve a balance transaction. `GET /balance-transactions/{id}`, permission `BALANCE_READ`.
   */
  getBalanceTransaction(id: string, options?: RequestOptions): Promise<BalanceTransaction> {
    return this.request({ method: 'GET', path: `/balance-transactions/${encodeURIComponent(id)}`, options });
  }

  /**
   * List disputes. `GET /disputes`, permission `DISPUTE_READ`.
   */
  listDisputes(query: ListDisputesQuery = {}, options?: RequestOptions): ListPromise<DisputeList, Dispute> {
    return this.list({ method: 'GET', path: `/disputes`, query, options });
  }

  /**
   * Retrieve a dispute. `GET /disputes/{id}`, permission `DISPUTE_READ`.
   */
  getDispute(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.request({ method: 'GET', path: `/disputes/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update the evidence of a dispute. `PATCH /disputes/{id}`, permission `DISPUTE_WRITE`.
   *
   * Only while `status` is NEEDS_RESPONSE. The evidence is kept until you submit it. Send it in several requests if it is larger than 256 KiB.
   */
  updateDispute(id: string, body: UpdateDispute, options?: RequestOptions): Promise<Dispute> {
    return this.request({ method: 'PATCH', path: `/disputes/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Submit the evidence of a dispute. `POST /disputes/{id}/submit`, permission `DISPUTE_WRITE`.
   *
   * Can be done once. The dispute is UNDER_REVIEW until the bank decides.
   */
  submitDispute(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.request({ method: 'POST', path: `/disputes/${encodeURIComponent(id)}/submit`, options });
  }

  /**
   * Accept a dispute. `POST /disputes/{id}/accept`, permission `DISPUTE_WRITE`.
   *
   * The dispute is LOST. Cannot be undone.
   */
  acceptDispute(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.request({ method: 'POST', path: `/disputes/${encodeURIComponent(id)}/accept`, options });
  }

  /**
   * Create a payment method configuration. `POST /payment-method-configurations`, permission `PAYMENT_METHOD_CONFIGURATION_WRITE`.
   *
   * A checkout session that sets `paymentMethodConfigurationId` offers only the methods that the configuration enables.
   */
  createPaymentMethodConfiguration(
    body: CreatePaymentMethodConfiguration,
    options?: RequestOptions,
  ): Promise<PaymentMethodConfiguration> {
    return this.request({ method: 'POST', path: `/payment-method-configurations`, body, options });
  }

  /**
   * List payment method configurations. `GET /payment-method-configurations`, permission `PAYMENT_METHOD_CONFIGURATION_READ`.
   *
   * Includes the default configuration.
   */
  listPaymentMethodConfigurations(
    query: ListPaymentMethodConfigurationsQuery = {},
    options?: RequestOptions,
  ): ListPromise<PaymentMethodConfigurationList, PaymentMethodConfiguration> {
    return this.list({ method: 'GET', path: `/payment-method-configurations`, query, options });
  }

  /**
   * Retrieve a payment method configuration. `GET /payment-method-configurations/{id}`, permission `PAYMENT_METHOD_CONFIGURATION_READ`.
   */
  getPaymentMethodConfiguration(id: string, options?: RequestOptions): Promise<PaymentMethodConfiguration> {
    return this.request({ method: 'GET', path: `/payment-method-configurations/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update a payment method configuration. `PATCH /payment-method-configurations/{id}`, permission `PAYMENT_METHOD_CONFIGURATION_WRITE`.
   *
   * Open sessions keep offering the methods they were created with. Sessions that name no configuration follow a change of the default one within seconds.
   */
  updatePaymentMethodConfiguration(
    id: string,
    body: UpdatePaymentMethodConfiguration = {},
    options?: RequestOptions,
  ): Promise<PaymentMethodConfiguration> {
    return this.request({
      method: 'PATCH',
      path: `/payment-method-configurations/${encodeURIComponent(id)}`,
      body,
      options,
    });
  }

  /**
   * Delete a payment method configuration. `DELETE /payment-method-configurations/{id}`, permission `PAYMENT_METHOD_CONFIGURATION_WRITE`.
   *
   * Fails while an open session or a payment link uses the configuration. The default configuration cannot be deleted.
   */
  deletePaymentMethodConfiguration(id: string, options?: RequestOptions): Promise<DeletedPaymentMethodConfiguration> {
    return this.request({
      method: 'DELETE',
      path: `/payment-method-configurations/${encodeURIComponent(id)}`,
      options,
    });
  }

  /**
   * Connect a payment provider. `POST /provider-connections`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * The provider verifies the credentials before they are stored. Live mode requires the `Two-Factor-Code` header; test mode always uses the simulator and has no connections.
   */
  createProviderConnection(body: CreateProviderConnection, options?: RequestOptions): Promise<ProviderConnection> {
    return this.request({ method: 'POST', path: `/provider-connections`, body, options });
  }

  /**
   * List provider connections. `GET /provider-connections`, permission `PROVIDER_CONNECTION_READ`.
   */
  listProviderConnections(
    query: ListProviderConnectionsQuery = {},
    options?: RequestOptions,
  ): ListPromise<ProviderConnectionList, ProviderConnection> {
    return this.list({ method: 'GET', path: `/provider-connections`, query, options });
  }

  /**
   * Retrieve a provider connection. `GET /provider-connections/{id}`, permission `PROVIDER_CONNECTION_READ`.
   */
  getProviderConnection(id: string, options?: RequestOptions): Promise<ProviderConnection> {
    return this.request({ method: 'GET', path: `/provider-connections/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update a provider connection. `PATCH /provider-connections/{id}`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * New credentials are verified by the provider first. Those of another account at the provider are rejected while a payment or refund is undecided or a payment is not captured.
   */
  updateProviderConnection(
    id: string,
    body: UpdateProviderConnection = {},
    options?: RequestOptions,
  ): Promise<ProviderConnection> {
    return this.request({ method: 'PATCH', path: `/provider-connections/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Check a provider connection. `POST /provider-connections/{id}/check`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * Verifies the credentials with the provider, without moving money, and reads which methods it offers. A connection whose credentials are rejected becomes `INVALID`.
   */
  checkProviderConnection(id: string, options?: RequestOptions): Promise<ProviderConnection> {
    return this.request({ method: 'POST', path: `/provider-connections/${encodeURIComponent(id)}/check`, options });
  }

  /**
   * Disconnect a payment provider. `DELETE /provider-connections/{id}`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * Rejected while a payment or refund is undecided or a payment is not captured.
   */
  deleteProviderConnection(id: string, options?: RequestOptions): Promise<DeletedProviderConnection> {
    return this.request({ method: 'DELETE', path: `/provider-connections/${encodeURIComponent(id)}`, options });
  }

  /**
   * List the domains of a provider connection. `GET /provider-connections/{id}/domains`, permission `PROVIDER_CONNECTION_READ`.
   *
   * Domains whose pages may show Apple Pay and Google Pay through this connection, as the provider knows them now. Empty for providers that need none.
   */
  listProviderDomains(id: string, options?: RequestOptions): ListPromise<ProviderDomainList, ProviderDomain> {
    return this.list({ method: 'GET', path: `/provider-connections/${encodeURIComponent(id)}/domains`, options });
  }

  /**
   * Register a domain for wallets. `POST /provider-connections/{id}/domains`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * Registers a domain for Apple Pay and Google Pay at the provider, or has the provider verify it again. Register the domain of every page that shows the checkout in a frame. That of the hosted page is registered when the provider is connected.
   */
  registerProviderDomain(id: string, body: RegisterProviderDomain, options?: RequestOptions): Promise<ProviderDomain> {
    return this.request({
      method: 'POST',
      path: `/provider-connections/${encodeURIComponent(id)}/domains`,
      body,
      options,
    });
  }

  /**
   * Retrieve the provider routes. `GET /provider-routes`, permission `PROVIDER_CONNECTION_READ`.
   */
  getProviderRoutes(options?: RequestOptions): Promise<ProviderRoutes> {
    return this.request({ method: 'GET', path: `/provider-routes`, options });
  }

  /**
   * Set the provider routes. `PUT /provider-routes`, permission `PROVIDER_CONNECTION_WRITE`.
   *
   * Replaces all routes. If the first connection cannot be reached before anything was sent to it, the next one takes the payment.
   */
  setProviderRoutes(body: SetProviderRoutes, options?: RequestOptions): Promise<ProviderRoutes> {
    return this.request({ method: 'PUT', path: `/provider-routes`, body, options });
  }

  /**
   * Set a test-mode exchange rate. `PUT /test-helpers/exchange-rates`, permission `TEST_HELPER_WRITE`.
   *
   * Applies to the test mode of your account, starting with the next checkout. A rate whose `fetchedAt` is more than 26 hours ago is stale immediately.
   */
  setTestExchangeRate(body: SetTestExchangeRate, options?: RequestOptions): Promise<ExchangeRate> {
    return this.request({ method: 'PUT', path: `/test-helpers/exchange-rates`, body, options });
  }

  /**
   * Create a webhook endpoint. `POST /webhook-endpoints`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * The response contains the signing secret, which is shown only once. An account can have 50 endpoints in each mode.
   */
  createWebhookEndpoint(body: CreateWebhookEndpoint, options?: RequestOptions): Promise<WebhookEndpointWithSecret> {
    return this.request({ method: 'POST', path: `/webhook-endpoints`, body, options });
  }

  /**
   * List webhook endpoints. `GET /webhook-endpoints`, permission `WEBHOOK_ENDPOINT_READ`.
   */
  listWebhookEndpoints(
    query: ListWebhookEndpointsQuery = {},
    options?: RequestOptions,
  ): ListPromise<WebhookEndpointList, WebhookEndpoint> {
    return this.list({ method: 'GET', path: `/webhook-endpoints`, query, options });
  }

  /**
   * Retrieve a webhook endpoint. `GET /webhook-endpoints/{id}`, permission `WEBHOOK_ENDPOINT_READ`.
   */
  getWebhookEndpoint(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.request({ method: 'GET', path: `/webhook-endpoints/${encodeURIComponent(id)}`, options });
  }

  /**
   * Update a webhook endpoint. `PATCH /webhook-endpoints/{id}`, permission `WEBHOOK_ENDPOINT_WRITE`.
   */
  updateWebhookEndpoint(
    id: string,
    body: UpdateWebhookEndpoint = {},
    options?: RequestOptions,
  ): Promise<WebhookEndpoint> {
    return this.request({ method: 'PATCH', path: `/webhook-endpoints/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Delete a webhook endpoint. `DELETE /webhook-endpoints/{id}`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * Pending deliveries are dropped.
   */
  deleteWebhookEndpoint(id: string, options?: RequestOptions): Promise<DeletedWebhookEndpoint> {
    return this.request({ method: 'DELETE', path: `/webhook-endpoints/${encodeURIComponent(id)}`, options });
  }

  /**
   * Rotate the signing secret of an endpoint. `POST /webhook-endpoints/{id}/rotate-secret`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * The response contains the new secret, which is shown only once.
   */
  rotateWebhookSecret(
    id: string,
    body: RotateWebhookSecret = {},
    options?: RequestOptions,
  ): Promise<WebhookEndpointWithSecret> {
    return this.request({
      method: 'POST',
      path: `/webhook-endpoints/${encodeURIComponent(id)}/rotate-secret`,
      body,
      options,
    });
  }

  /**
   * Send a test event to an endpoint. `POST /webhook-endpoints/{id}/test`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * Sends one signed event immediately, without retries, even if the endpoint is disabled. The object is the endpoint itself for `webhook_endpoint.*`, and otherwise an example whose IDs end in zeros. The event is not stored; its `sequence` is that of the newest event.
   */
  testWebhookEndpoint(id: string, body: SendTestEvent = {}, options?: RequestOptions): Promise<WebhookTest> {
    return this.request({ method: 'POST', path: `/webhook-endpoints/${encodeURIComponent(id)}/test`, body, options });
  }

  /**
   * List the delivery attempts of an endpoint. `GET /webhook-endpoints/{id}/deliveries`, permission `WEBHOOK_ENDPOINT_READ`.
   */
  listWebhookDeliveries(
    id: string,
    query: ListWebhookDeliveriesQuery = {},
    options?: RequestOptions,
  ): ListPromise<WebhookDeliveryList, WebhookDelivery> {
    return this.list({
      method: 'GET',
      path: `/webhook-endpoints/${encodeURIComponent(id)}/deliveries`,
      query,
      options,
    });
  }

  /**
   * List events. `GET /events`, permission `EVENT_READ`.
   *
   * Events are available for 30 days by default.
   */
  listEvents(query: ListEventsQuery = {}, options?: RequestOptions): ListPromise<EventList, Event> {
    return this.list({ method: 'GET', path: `/events`, query, options });
  }

  /**
   * Retrieve an event. `GET /events/{id}`, permission `EVENT_READ`.
   */
  getEvent(id: string, options?: RequestOptions): Promise<Event> {
    return this.request({ method: 'GET', path: `/events/${encodeURIComponent(id)}`, options });
  }

  /**
   * Resend an event. `POST /events/{id}/resend`, permission `EVENT_WRITE`.
   *
   * Creates new deliveries of the same bytes with the same `webhook-id` and their own retries. Send an `Idempotency-Key`; without one, every request creates new deliveries.
   */
  resendEvent(id: string, body: ResendEvent = {}, options?: RequestOptions): Promise<WebhookDeliveries> {
    return this.request({ method: 'POST', path: `/events/${encodeURIComponent(id)}/resend`, body, options });
  }

  /**
   * Retrieve the test clock. `GET /test-helpers/clock`, permission `TEST_HELPER_WRITE`.
   */
  getTestClock(options?: RequestOptions): Promise<TestClock> {
    return this.request({ method: 'GET', path: `/test-helpers/clock`, options });
  }

  /**
   * Advance the test clock. `POST /test-helpers/clock`, permission `TEST_HELPER_WRITE`.
   *
   * Moves the clock of the account's test mode forward. It cannot be moved back. On the way, sessions, vouchers and authorizations expire and lost responses are queried, each at its own time.
   */
  advanceTestClock(body: AdvanceTestClock, options?: RequestOptions): Promise<TestClockAdvance> {
    return this.request({ method: 'POST', path: `/test-helpers/clock`, body, options });
  }

  /**
   * Trigger an event. `POST /test-helpers/events/trigger`, permission `TEST_HELPER_WRITE`.
   *
   * Creates and updates real test-mode objects until an event of this type occurs, and returns that event. Other events that occur on the way are published as usual.
   */
  triggerEvent(body: TriggerEvent, options?: RequestOptions): Promise<EventTrigger> {
    return this.request({ method: 'POST', path: `/test-helpers/events/trigger`, body, options });
  }

  /**
   * Simulate webhook failures. `POST /test-helpers/webhooks/chaos`, permission `TEST_HELPER_WRITE`.
   *
   * Applies a network or restart failure to the first attempts of the next deliveries, so that you can test your handler. A new request replaces the previous one.
   */
  setWebhookChaos(body: SetWebhookChaos, options?: RequestOptions): Promise<WebhookChaos> {
    return this.request({ method: 'POST', path: `/test-helpers/webhooks/chaos`, body, options });
  }

  /**
   * Simulate provider failures. `POST /test-helpers/expectations`, permission `TEST_HELPER_WRITE`.
   *
   * Applies a fault to the next operations that match, using the oldest expectation first. Except for delays, the platform then does not know the outcome of the operation: it reports the payment as processing and queries the outcome on its own schedule. No money is lost or charged twice.
   */
  createProviderExpectation(body: CreateProviderExpectation, options?: RequestOptions): Promise<ProviderExpectation> {
    return this.request({ method: 'POST', path: `/test-helpers/expectations`, body, options });
  }

  /**
   * Delete all test data. `DELETE /test-helpers/data`, permission `TEST_HELPER_WRITE`.
   *
   * Deletes the products, customers, checkouts, payments, endpoints and events of the account's test mode and resets its balance. API keys, the test clock, uploaded pictures and the event sequence are kept. If the request is interrupted, repeat it to finish.
   */
  deleteTestData(body: DeleteTestData, options?: RequestOptions): Promise<TestDataDeleted> {
    return this.request({ method: 'DELETE', path: `/test-helpers/data`, body, options });
  }

  /**
   * Set the stock of a price. `PUT /test-helpers/prices/{id}/stock`, permission `TEST_HELPER_WRITE`.
   *
   * Requires the permission for test helpers only, not the permission to write prices.
   */
  setPriceStock(id: string, body: SetPriceStock, options?: RequestOptions): Promise<Price> {
    return this.request({ method: 'PUT', path: `/test-helpers/prices/${encodeURIComponent(id)}/stock`, body, options });
  }

  /**
   * Complete a pending payment. `POST /test-helpers/payment-intents/{id}/simulate`, permission `TEST_HELPER_WRITE`.
   */
  simulatePayment(id: string, body: SimulatePayment, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({
      method: 'POST',
      path: `/test-helpers/payment-intents/${encodeURIComponent(id)}/simulate`,
      body,
      options,
    });
  }

  /**
   * Complete a refund. `POST /test-helpers/refunds/{id}/simulate`, permission `TEST_HELPER_WRITE`.
   */
  simulateRefund(id: string, body: SimulateRefund, options?: RequestOptions): Promise<Refund> {
    return this.request({
      method: 'POST',
      path: `/test-helpers/refunds/${encodeURIComponent(id)}/simulate`,
      body,
      options,
    });
  }

  /**
   * Decide a dispute. `POST /test-helpers/disputes/{id}/simulate`, permission `TEST_HELPER_WRITE`.
   *
   * Plays the bank of the payer, also before evidence was submitted.
   */
  simulateDispute(id: string, body: SimulateDispute, options?: RequestOptions): Promise<Dispute> {
    return this.request({
      method: 'POST',
      path: `/test-helpers/disputes/${encodeURIComponent(id)}/simulate`,
      body,
      options,
    });
  }
}
