// Generated from packages/contracts by `npm run docs`. Do not edit.
import type {
  Account,
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
  DeletedWebhookEndpoint,
  Discount,
  DiscountList,
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
  ListEventsQuery,
  ListPaymentIntentsQuery,
  ListPaymentLinksQuery,
  ListPaymentMethodConfigurationsQuery,
  ListPricesQuery,
  ListProductsQuery,
  ListPromotionCodesQuery,
  ListRefundsQuery,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  MarkPaymentIntentPaid,
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
  ProviderExpectation,
  PublicPaymentIntent,
  Refund,
  RefundList,
  ResendEvent,
  RollApiKey,
  RotateWebhookSecret,
  SendTestEvent,
  SetPriceStock,
  SetTestExchangeRate,
  SetWebhookChaos,
  SimulatePayment,
  SimulateRefund,
  TestClock,
  TestClockAdvance,
  TestDataDeleted,
  TriggerEvent,
  UpdateApiKey,
  UpdateCheckoutSession,
  UpdateCoupon,
  UpdateCustomer,
  UpdateHostedCheckout,
  UpdatePaymentIntent,
  UpdatePaymentLink,
  UpdatePaymentMethodConfiguration,
  UpdatePrice,
  UpdateProduct,
  UpdatePromotionCode,
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
   * Retrieve the account of the key. `GET /account`.
   */
  getAccount(options?: RequestOptions): Promise<Account> {
    return this.request({ method: 'GET', path: `/account`, options });
  }

  /**
   * Create an API key. `POST /api-keys`, permission `API_KEY_WRITE`.
   *
   * For secret keys only. A live key needs a second factor: the current code of the account’s authenticator in the header `Two-Factor-Code`.
   */
  createApiKey(body: CreateApiKey, options?: RequestOptions): Promise<ApiKeyWithSecret> {
    return this.request({ method: 'POST', path: `/api-keys`, body, options });
  }

  /**
   * List API keys. `GET /api-keys`, permission `API_KEY_READ`.
   *
   * Of the mode of the key that asks; revoked ones too.
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
   * Change an API key. `PATCH /api-keys/{id}`, permission `API_KEY_WRITE`.
   */
  updateApiKey(id: string, body: UpdateApiKey = {}, options?: RequestOptions): Promise<ApiKey> {
    return this.request({ method: 'PATCH', path: `/api-keys/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Replace an API key. `POST /api-keys/{id}/roll`, permission `API_KEY_WRITE`.
   *
   * Makes a key that may do the same. The old one works on for as long as the body says.
   */
  rollApiKey(id: string, body: RollApiKey = {}, options?: RequestOptions): Promise<ApiKeyWithSecret> {
    return this.request({ method: 'POST', path: `/api-keys/${encodeURIComponent(id)}/roll`, body, options });
  }

  /**
   * Revoke an API key. `DELETE /api-keys/{id}`, permission `API_KEY_WRITE`.
   *
   * For good. Every gateway refuses it within five seconds; it stays in the list.
   */
  revokeApiKey(id: string, options?: RequestOptions): Promise<DeletedApiKey> {
    return this.request({ method: 'DELETE', path: `/api-keys/${encodeURIComponent(id)}`, options });
  }

  /**
   * Create a product. `POST /products`, permission `PRODUCT_WRITE`.
   *
   * Creates a product and, when given, its prices: all of it or none.
   */
  createProduct(body: CreateProduct, options?: RequestOptions): Promise<Product> {
    return this.request({ method: 'POST', path: `/products`, body, options });
  }

  /**
   * List products. `GET /products`, permission `PRODUCT_READ`.
   *
   * Products that a checkout made from `priceData` are not listed.
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
   * Change a product. `PATCH /products/{id}`, permission `PRODUCT_WRITE`.
   */
  updateProduct(id: string, body: UpdateProduct = {}, options?: RequestOptions): Promise<Product> {
    return this.request({ method: 'PATCH', path: `/products/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Delete a product with its prices. `DELETE /products/{id}`, permission `PRODUCT_WRITE`.
   *
   * All of it or nothing: one price that was ever part of a line item keeps them all. Archive them instead.
   */
  deleteProduct(id: string, options?: RequestOptions): Promise<DeletedProduct> {
    return this.request({ method: 'DELETE', path: `/products/${encodeURIComponent(id)}`, options });
  }

  /**
   * What a product sold. `GET /products/{id}/stats`, permission `PRODUCT_READ`.
   *
   * Follows payments and refunds by event, usually within a second.
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
   * Change a price. `PATCH /prices/{id}`, permission `PRICE_WRITE`.
   *
   * What it costs can change only while it was never part of a line item.
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
   * Get an address to upload a picture to. `POST /upload-url`, permission `PRODUCT_WRITE`.
   *
   * PUT the bytes to `uploadUrl` with the `headers`, then use `publicUrl` as the `image` of a product. The address works once and for 15 minutes.
   */
  createUploadUrl(body: CreateUploadUrl, options?: RequestOptions): Promise<UploadUrl> {
    return this.request({ method: 'POST', path: `/upload-url`, body, options });
  }

  /**
   * Create a customer. `POST /customers`, permission `CUSTOMER_WRITE`.
   *
   * An e-mail that only a guest has turns that guest into a registered customer with the same id.
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
   * What a customer bought. `GET /customers/{id}/stats`, permission `CUSTOMER_READ`.
   *
   * Follows payments and refunds by event, usually within a second.
   */
  getCustomerStats(id: string, query: GetCustomerStatsQuery = {}, options?: RequestOptions): Promise<CustomerStats> {
    return this.request({ method: 'GET', path: `/customers/${encodeURIComponent(id)}/stats`, query, options });
  }

  /**
   * Change a customer. `PATCH /customers/{id}`, permission `CUSTOMER_WRITE`.
   */
  updateCustomer(id: string, body: UpdateCustomer = {}, options?: RequestOptions): Promise<Customer> {
    return this.request({ method: 'PATCH', path: `/customers/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Delete a customer. `DELETE /customers/{id}`, permission `CUSTOMER_WRITE`.
   *
   * Erases what is known of the person, in checkouts and payments too; payments stay, and the e-mail is free again. Events that were published before keep what they said until they expire.
   */
  deleteCustomer(id: string, options?: RequestOptions): Promise<DeletedCustomer> {
    return this.request({ method: 'DELETE', path: `/customers/${encodeURIComponent(id)}`, options });
  }

  /**
   * Create a checkout session. `POST /checkout/sessions`, permission `CHECKOUT_SESSION_WRITE`.
   *
   * Send the buyer to the `url` of the answer.
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
   * Change an open checkout session. `PATCH /checkout/sessions/{id}`, permission `CHECKOUT_SESSION_WRITE`.
   *
   * Lines are replaced as a whole; those with an `id` keep it. A change of what is to be paid, or by whom, gives up an attempt that waits for the buyer.
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
   * It can no longer be paid or begun again; a payment that has not succeeded is cancelled.
   */
  expireCheckoutSession(id: string, options?: RequestOptions): Promise<CheckoutSession> {
    return this.request({ method: 'POST', path: `/checkout/sessions/${encodeURIComponent(id)}/expire`, options });
  }

  /**
   * The checkout as the buyer sees it. `GET /client/checkout/{id}`.
   *
   * For a payment link, by its id or the last part of its address, no secret is needed.
   */
  getHostedCheckout(id: string, options?: RequestOptions): Promise<HostedCheckout> {
    return this.request({ method: 'GET', path: `/client/checkout/${encodeURIComponent(id)}`, options });
  }

  /**
   * Change what the buyer may change. `PATCH /client/checkout/{id}`.
   *
   * The first change at a payment link opens a session: go on with the `id` and `clientSecret` of the answer. Make the `Idempotency-Key` of that change random: whoever repeats it gets the same session.
   */
  updateHostedCheckout(id: string, body: UpdateHostedCheckout = {}, options?: RequestOptions): Promise<HostedCheckout> {
    return this.request({ method: 'PATCH', path: `/client/checkout/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Begin again. `POST /client/checkout/{id}/recover`.
   *
   * Opens a copy of a checkout whose time came, or whose payment failed, within 30 days: the same order at the prices of now, what the buyer had filled in, and the discounts that still apply. While such a copy is open or paid it is the answer again. Go on with the `id` and `clientSecret` of the answer. Its page is the `recoveryUrl` of the checkout. What the merchant expired is over for good.
   */
  recoverHostedCheckout(id: string, options?: RequestOptions): Promise<HostedCheckout> {
    return this.request({ method: 'POST', path: `/client/checkout/${encodeURIComponent(id)}/recover`, options });
  }

  /**
   * Pay. `POST /client/checkout/{id}/confirm`.
   *
   * Answers 200 for a declined payment too: read `paymentIntent.lastPaymentError`. At a payment link it opens a session, whose `id` and `clientSecret` are in the answer.
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
   * Share the `url` of the answer: everybody who opens it gets a checkout of their own.
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
   * Change a payment link. `PATCH /payment-links/{id}`, permission `PAYMENT_LINK_WRITE`.
   *
   * Lines, custom fields and what follows the payment are replaced as a whole; what is left out stays.
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
   * Change a coupon. `PATCH /coupons/{id}`, permission `COUPON_WRITE`.
   *
   * What it takes off cannot change; switch it off and create another.
   */
  updateCoupon(id: string, body: UpdateCoupon = {}, options?: RequestOptions): Promise<Coupon> {
    return this.request({ method: 'PATCH', path: `/coupons/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Delete a coupon. `DELETE /coupons/{id}`, permission `COUPON_WRITE`.
   *
   * Only while it was never redeemed and no active promotion code gives it; its inactive codes go with it.
   */
  deleteCoupon(id: string, options?: RequestOptions): Promise<DeletedCoupon> {
    return this.request({ method: 'DELETE', path: `/coupons/${encodeURIComponent(id)}`, options });
  }

  /**
   * Create a promotion code. `POST /promotion-codes`, permission `PROMOTION_CODE_WRITE`.
   *
   * Its limits may not exceed those of its coupon.
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
   * Change a promotion code. `PATCH /promotion-codes/{id}`, permission `PROMOTION_CODE_WRITE`.
   */
  updatePromotionCode(id: string, body: UpdatePromotionCode = {}, options?: RequestOptions): Promise<PromotionCode> {
    return this.request({ method: 'PATCH', path: `/promotion-codes/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * List discounts. `GET /discounts`, permission `COUPON_READ`.
   *
   * Those that were redeemed; a pending one is part of its checkout session only.
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
   * Begin a payment without a checkout session. `POST /payment-intents`, permission `PAYMENT_INTENT_WRITE`.
   *
   * With `confirm: true` it is confirmed at once; a declined payment answers 201 too: read `lastPaymentError`.
   */
  createPaymentIntent(body: CreatePaymentIntent, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'POST', path: `/payment-intents`, body, options });
  }

  /**
   * Change a payment. `PATCH /payment-intents/{id}`, permission `PAYMENT_INTENT_WRITE`.
   *
   * At most 1,000 times an hour, unless the platform sets another limit.
   */
  updatePaymentIntent(id: string, body: UpdatePaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'PATCH', path: `/payment-intents/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Confirm a payment. `POST /payment-intents/{id}/confirm`, permission `PAYMENT_INTENT_WRITE`.
   *
   * A declined payment answers 200: read `lastPaymentError`. One of a checkout session is confirmed by its checkout.
   */
  confirmPaymentIntent(id: string, body: ConfirmPaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'POST', path: `/payment-intents/${encodeURIComponent(id)}/confirm`, body, options });
  }

  /**
   * Capture an authorised payment. `POST /payment-intents/{id}/capture`, permission `PAYMENT_INTENT_WRITE`.
   *
   * A capture that the provider refuses answers 200 with `lastPaymentError`, and the authorisation stands.
   */
  capturePaymentIntent(id: string, body: CapturePaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'POST', path: `/payment-intents/${encodeURIComponent(id)}/capture`, body, options });
  }

  /**
   * Give a payment up. `POST /payment-intents/{id}/cancel`, permission `PAYMENT_INTENT_WRITE`.
   *
   * What is authorised is released first.
   */
  cancelPaymentIntent(id: string, body: CancelPaymentIntent = {}, options?: RequestOptions): Promise<PaymentIntent> {
    return this.request({ method: 'POST', path: `/payment-intents/${encodeURIComponent(id)}/cancel`, body, options });
  }

  /**
   * Record money that came in outside. `POST /payment-intents/{id}/mark-paid`, permission `PAYMENT_INTENT_WRITE`.
   *
   * For cash on delivery and bank transfers. Partial receipts keep the payment PROCESSING until they add up.
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
   * Pay a payment intent. `POST /client/payment-intents/{id}/confirm`.
   *
   * For the browser of its buyer. Answers 200 for a declined payment too.
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
   * Refund a charge, in part or in full. `POST /refunds`, permission `REFUND_WRITE`.
   *
   * The balance is debited at once; the fee of the sale is kept. `status` is the one reached so far.
   */
  createRefund(body: CreateRefund, options?: RequestOptions): Promise<Refund> {
    return this.request({ method: 'POST', path: `/refunds`, body, options });
  }

  /**
   * Change what is said about a refund. `PATCH /refunds/{id}`, permission `REFUND_WRITE`.
   */
  updateRefund(id: string, body: UpdateRefund = {}, options?: RequestOptions): Promise<Refund> {
    return this.request({ method: 'PATCH', path: `/refunds/${encodeURIComponent(id)}`, body, options });
  }

  /**
   * Withdraw a refund that waits for the buyer. `POST /refunds/{id}/cancel`, permission `REFUND_WRITE`.
   */
  cancelRefund(id: string, options?: RequestOptions): Promise<Refund> {
    return this.request({ method: 'POST', path: `/refunds/${encodeURIComponent(id)}/cancel`, options });
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
   * Create a payment method configuration. `POST /payment-method-configurations`, permission `PAYMENT_METHOD_CONFIGURATION_WRITE`.
   *
   * A checkout session that names it in `paymentMethodConfigurationId` offers only what it enables.
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
   * The default one among them.
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
   * Change a payment method configuration. `PATCH /payment-method-configurations/{id}`, permission `PAYMENT_METHOD_CONFIGURATION_WRITE`.
   *
   * Sessions that are open keep offering what they were created with.
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
   * Not while an open session uses it or a payment link names it, and never the default one.
   */
  deletePaymentMethodConfiguration(id: string, options?: RequestOptions): Promise<DeletedPaymentMethodConfiguration> {
    return this.request({
      method: 'DELETE',
      path: `/payment-method-configurations/${encodeURIComponent(id)}`,
      options,
    });
  }

  /**
   * Set an exchange rate of test mode. `PUT /test-helpers/exchange-rates`, permission `TEST_HELPER_WRITE`.
   *
   * For your test mode only, from the next checkout on. With a `fetchedAt` more than 26 hours ago it is stale at once.
   */
  setTestExchangeRate(body: SetTestExchangeRate, options?: RequestOptions): Promise<ExchangeRate> {
    return this.request({ method: 'PUT', path: `/test-helpers/exchange-rates`, body, options });
  }

  /**
   * Create a webhook endpoint. `POST /webhook-endpoints`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * The answer holds the signing secret, which cannot be read again.
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
   * Change a webhook endpoint. `PATCH /webhook-endpoints/{id}`, permission `WEBHOOK_ENDPOINT_WRITE`.
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
   * Nothing more is sent to it; what waits is dropped.
   */
  deleteWebhookEndpoint(id: string, options?: RequestOptions): Promise<DeletedWebhookEndpoint> {
    return this.request({ method: 'DELETE', path: `/webhook-endpoints/${encodeURIComponent(id)}`, options });
  }

  /**
   * Replace the signing secret of an endpoint. `POST /webhook-endpoints/{id}/rotate-secret`, permission `WEBHOOK_ENDPOINT_WRITE`.
   *
   * The answer holds the new secret, which cannot be read again.
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
   * Sent at once and once, signed like every event, to a disabled endpoint too. Its object is the endpoint itself for `webhook_endpoint.*`, else a made-up one whose ids end in zeros. The event is not stored and its `sequence` is that of the newest event.
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
   * Those of the last 30 days, unless the installation keeps them for longer or shorter.
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
   * Send an event again. `POST /events/{id}/resend`, permission `EVENT_WRITE`.
   *
   * New deliveries of the same bytes under the same `webhook-id`, with retries of their own. Send an Idempotency-Key: without one every request makes new deliveries.
   */
  resendEvent(id: string, body: ResendEvent = {}, options?: RequestOptions): Promise<WebhookDeliveries> {
    return this.request({ method: 'POST', path: `/events/${encodeURIComponent(id)}/resend`, body, options });
  }

  /**
   * What time it is in test mode. `GET /test-helpers/clock`, permission `TEST_HELPER_WRITE`.
   */
  getTestClock(options?: RequestOptions): Promise<TestClock> {
    return this.request({ method: 'GET', path: `/test-helpers/clock`, options });
  }

  /**
   * Advance the clock of test mode. `POST /test-helpers/clock`, permission `TEST_HELPER_WRITE`.
   *
   * Of the whole test mode of the account, forward only. Sessions expire, vouchers and authorisations run out, and lost answers are asked for on the way, each at its own time.
   */
  advanceTestClock(body: AdvanceTestClock, options?: RequestOptions): Promise<TestClockAdvance> {
    return this.request({ method: 'POST', path: `/test-helpers/clock`, body, options });
  }

  /**
   * Make an event happen. `POST /test-helpers/events/trigger`, permission `TEST_HELPER_WRITE`.
   *
   * Creates and changes real objects of test mode until an event of the type has happened, and answers it. Whatever else happens on the way is told by events of its own.
   */
  triggerEvent(body: TriggerEvent, options?: RequestOptions): Promise<EventTrigger> {
    return this.request({ method: 'POST', path: `/test-helpers/events/trigger`, body, options });
  }

  /**
   * Let webhooks go wrong. `POST /test-helpers/webhooks/chaos`, permission `TEST_HELPER_WRITE`.
   *
   * What networks and restarts do to deliveries some day, done to the first attempts of the next ones: a handler that stands it is ready. Asked again it replaces what was asked before.
   */
  setWebhookChaos(body: SetWebhookChaos, options?: RequestOptions): Promise<WebhookChaos> {
    return this.request({ method: 'POST', path: `/test-helpers/webhooks/chaos`, body, options });
  }

  /**
   * Let the test provider go wrong. `POST /test-helpers/expectations`, permission `TEST_HELPER_WRITE`.
   *
   * At the next operations that match, the oldest expectation first. Unless it is a delay, the platform does not know how such an operation ended: it says so, asks again by its own schedule, and neither loses nor doubles money.
   */
  createProviderExpectation(body: CreateProviderExpectation, options?: RequestOptions): Promise<ProviderExpectation> {
    return this.request({ method: 'POST', path: `/test-helpers/expectations`, body, options });
  }

  /**
   * Empty test mode. `DELETE /test-helpers/data`, permission `TEST_HELPER_WRITE`.
   *
   * Removes the products, customers, checkouts, payments, endpoints and events of the test mode of the account, and puts its balance back to where it began. Keys, the clock, uploaded pictures and the numbers of events stay. When it is interrupted, the same request finishes it.
   */
  deleteTestData(body: DeleteTestData, options?: RequestOptions): Promise<TestDataDeleted> {
    return this.request({ method: 'DELETE', path: `/test-helpers/data`, body, options });
  }

  /**
   * Say what there is of a price. `PUT /test-helpers/prices/{id}/stock`, permission `TEST_HELPER_WRITE`.
   *
   * Whoever has a key for test helpers may, without the permission to change prices.
   */
  setPriceStock(id: string, body: SetPriceStock, options?: RequestOptions): Promise<Price> {
    return this.request({ method: 'PUT', path: `/test-helpers/prices/${encodeURIComponent(id)}/stock`, body, options });
  }

  /**
   * End a payment that waits. `POST /test-helpers/payment-intents/{id}/simulate`, permission `TEST_HELPER_WRITE`.
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
   * End a refund. `POST /test-helpers/refunds/{id}/simulate`, permission `TEST_HELPER_WRITE`.
   */
  simulateRefund(id: string, body: SimulateRefund, options?: RequestOptions): Promise<Refund> {
    return this.request({
      method: 'POST',
      path: `/test-helpers/refunds/${encodeURIComponent(id)}/simulate`,
      body,
      options,
    });
  }
}
