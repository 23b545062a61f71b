# Generated from packages/contracts by `npm run docs`. Do not edit.
"""The types of the API's requests and responses. At run time all of them are plain dicts, lists, numbers and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

ErrorType = Literal[
    "invalid_request_error",
    "authentication_error",
    "rate_limit_error",
    "api_error",
    "card_error",
    "idempotency_error",
]
"""Why a request was refused."""

ErrorCode = Literal[
    "invalid_request",
    "parameter_invalid",
    "parameter_missing",
    "parameter_unknown",
    "parameter_out_of_range",
    "parameters_exclusive",
    "parameter_requires_another",
    "validation_error",
    "resource_missing",
    "resource_invalid_state",
    "resource_already_exists",
    "resource_limit_reached",
    "resource_in_use",
    "authentication_required",
    "invalid_api_key",
    "api_key_inactive",
    "invalid_signature",
    "permission_denied",
    "merchant_not_activated",
    "two_factor_required",
    "rate_limit",
    "idempotency_key_in_use",
    "internal_error",
    "creation_failed",
    "request_timeout",
    "product_archived",
    "price_inactive",
    "price_not_yet_active",
    "price_expired",
    "price_sold_out",
    "price_date_range_invalid",
    "price_stock_invalid",
    "price_recurring_not_supported",
    "price_immutable_while_used",
    "checkout_session_expired",
    "invalid_client_secret",
    "line_item_missing_price",
    "checkout_empty_cart",
    "payment_link_inactive",
    "payment_link_expired",
    "promotion_codes_not_allowed",
    "promotion_code_not_found",
    "promotion_code_inactive",
    "promotion_code_expired",
    "promotion_code_max_redemptions",
    "promotion_code_customer_mismatch",
    "promotion_code_minimum_amount",
    "promotion_code_first_time_only",
    "promotion_code_exists",
    "coupon_invalid",
    "coupon_currency_mismatch",
    "coupon_minimum_amount",
    "coupon_customer_max_redemptions",
    "coupon_in_use",
    "too_many_discounts",
    "unsupported_currency",
    "exchange_rate_not_found",
    "payment_still_confirming",
    "payment_already_completed",
    "amount_invalid",
    "currency_invalid",
    "payment_method_corrupted",
    "payment_method_customer_mismatch",
    "payment_intent_customer_mismatch",
    "payment_method_mismatch",
    "charge_not_captured",
    "charge_disputed",
    "merchant_no_balance",
    "insufficient_balance",
    "charge_missing_balance_transaction",
    "charge_missing_fee_data",
    "charge_incomplete_fee_data",
    "cannot_rename_default",
    "cannot_delete_default",
    "must_have_enabled_method",
    "configuration_in_use",
]
"""The stable reason of a refusal."""

EventType = Literal[
    "product.created",
    "product.updated",
    "product.deleted",
    "price.created",
    "price.updated",
    "price.deleted",
    "price.stock_depleted",
    "price.oversold",
    "customer.created",
    "customer.updated",
    "customer.deleted",
    "checkout.session.created",
    "checkout.session.completed",
    "checkout.session.expired",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "payment_link.created",
    "payment_link.updated",
    "payment_link.expired",
    "coupon.created",
    "coupon.updated",
    "coupon.deleted",
    "promotion_code.created",
    "promotion_code.updated",
    "discount.created",
    "discount.deleted",
    "payment_intent.created",
    "payment_intent.updated",
    "payment_intent.requires_action",
    "payment_intent.processing",
    "payment_intent.amount_capturable_updated",
    "payment_intent.succeeded",
    "payment_intent.payment_failed",
    "payment_intent.canceled",
    "payment_intent.refunded",
    "payment_intent.partially_refunded",
    "charge.pending",
    "charge.succeeded",
    "charge.failed",
    "charge.captured",
    "charge.expired",
    "charge.updated",
    "charge.refunded",
    "refund.created",
    "refund.updated",
    "refund.succeeded",
    "refund.failed",
    "refund.canceled",
    "refund.requires_action",
    "dispute.created",
    "dispute.updated",
    "dispute.closed",
    "payout.created",
    "payout.updated",
    "payout.paid",
    "payout.failed",
    "payout.canceled",
    "payment_method.attached",
    "payment_method.updated",
    "payment_method.detached",
    "payment_method_configuration.created",
    "payment_method_configuration.updated",
    "payment_method_configuration.deleted",
    "balance.available",
    "exchange_rate.stale",
    "webhook_endpoint.disabled",
    "webhook_endpoint.secret_rotated",
    "webhook_endpoint.test",
    "api_key.created",
    "api_key.revoked",
    "test_clock.advanced",
]
"""The types of events that webhook endpoints receive."""

class AccountApiKey(TypedDict):
    """The key that the request was sent with."""

    # Which kind it is. It decides which other fields are present.
    type: Literal["SECRET", "RESTRICTED", "PUBLISHABLE"]
    # `test` or `live`.
    mode: Literal["test", "live"]
    # Sorted alphabetically.
    permissions: List[Literal["ACCOUNT_READ", "ACCOUNT_WRITE", "API_KEY_READ", "API_KEY_WRITE", "BALANCE_READ", "BANK_ACCOUNT_READ", "BANK_ACCOUNT_WRITE", "CHARGE_READ", "CHECKOUT_SESSION_READ", "CHECKOUT_SESSION_WRITE", "COUPON_READ", "COUPON_WRITE", "CUSTOMER_READ", "CUSTOMER_WRITE", "DISPUTE_READ", "DISPUTE_WRITE", "EVENT_READ", "EVENT_WRITE", "PAYMENT_INTENT_READ", "PAYMENT_INTENT_WRITE", "PAYMENT_LINK_READ", "PAYMENT_LINK_WRITE", "PAYMENT_METHOD_CONFIGURATION_READ", "PAYMENT_METHOD_CONFIGURATION_WRITE", "PAYOUT_READ", "PAYOUT_WRITE", "PRICE_READ", "PRICE_WRITE", "PRODUCT_READ", "PRODUCT_WRITE", "PROMOTION_CODE_READ", "PROMOTION_CODE_WRITE", "PROVIDER_CONNECTION_READ", "PROVIDER_CONNECTION_WRITE", "REFUND_READ", "REFUND_WRITE", "REPORT_READ", "TEST_HELPER_WRITE", "WEBHOOK_ENDPOINT_READ", "WEBHOOK_ENDPOINT_WRITE"]]


class Account(TypedDict):
    """The merchant account, as seen by the requesting key."""

    # `acct_…`
    id: str
    # Type of the object.
    object: Literal["account"]
    # Name as it is shown to buyers.
    displayName: str
    # Two-letter country code, ISO 3166-1 alpha-2.
    country: str
    defaultCurrency: Currency
    # BCP 47, for example `en`.
    defaultLocale: str
    # Currencies that the account accepts, each with its payment methods.
    supportedCurrencies: List[SupportedCurrency]
    # Mode of the requesting key.
    livemode: bool
    # Whether live keys can accept payments.
    livePaymentsEnabled: bool
    # The key that the request was sent with.
    apiKey: AccountApiKey


class AccountFeeConfig(TypedDict):
    """Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values."""

    # Whether the buyer pays the fee on top of the amount.
    feesPassThrough: bool
    # Whether VAT is added to the total.
    vatCollectionEnabled: bool
    # Percentage, greater than 0 and at most 100, with at most four decimals.
    vatCollectionRate: NotRequired[float]


class AccountKeyList(TypedDict):
    """A page of API keys of an account."""

    # Newest first.
    data: List[ApiKey]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class AccountList(TypedDict):
    """A page of accounts."""

    # Newest first.
    data: List[AccountProfile]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class AccountProfile(TypedDict):
    """The settings of an account, independent of the key. `logo`, `defaultLocale`, `mail` and `manualMethods` are those of the requested mode; in events and for the operator, those of live mode."""

    # `acct_…`
    id: str
    # Type of the object.
    object: Literal["account"]
    # Name as it is shown to buyers.
    displayName: str
    # Two-letter country code, ISO 3166-1 alpha-2.
    country: str
    defaultCurrency: Currency
    # BCP 47, for example `en`.
    defaultLocale: str
    # Currencies that the account accepts, each with its payment methods.
    supportedCurrencies: List[SupportedCurrency]
    # Whether live keys can accept payments.
    livePaymentsEnabled: bool
    # URL.
    logo: Any
    # Origins that can embed checkouts. If requested for one mode, includes those of its publishable keys.
    allowedOrigins: List[str]
    # What payments cost, by method and currency. The first rule that matches applies.
    feeSchedule: List[FeeRule]
    feeConfig: AccountFeeConfig
    # Further currencies that prices can use; their payments are converted into a supported currency. `null` means any
    # currency with an exchange rate.
    presentmentCurrencies: Union[List[Currency], None]
    # What to do with a payment that succeeds after it failed or was canceled, or after its checkout expired
    # (`lateSuccess` in the `outcome` of the charge): `accept` keeps the money and leaves the decision to the merchant,
    # `auto_refund` refunds it in full.
    lateSuccessPolicy: Literal["accept", "auto_refund"]
    disputeFees: NotRequired[List[DisputeFee]]
    mail: NotRequired[MailSettings]
    manualMethods: NotRequired[ManualMethods]
    # VAT on fees, in parts per million: 14 % is 140000.
    vatOnFeesPpm: int


class AccountSettings(TypedDict):
    """The settings of an account that the merchant controls, in the mode of the requesting key. The operator sees and changes those of live mode."""

    # Type of the object.
    object: Literal["account_settings"]
    # URL.
    logo: Any
    # BCP 47, for example `ar-EG`.
    defaultLocale: str
    mail: MailSettings
    # Test mode accepts every method in any case.
    manualMethods: ManualMethods


class Address(TypedDict):
    """A postal address. Additional keys are stored unchanged."""

    # Street and number.
    line1: NotRequired[Any]
    # Apartment, floor, building.
    line2: NotRequired[Any]
    # City.
    city: NotRequired[Any]
    # State or governorate.
    state: NotRequired[Any]
    # Postal code.
    postalCode: NotRequired[Any]
    # Two-letter country code, ISO 3166-1 alpha-2.
    country: NotRequired[Any]


class AdjustableQuantity(TypedDict):
    """Whether and within which limits the buyer can change the quantity."""

    # Whether it is on.
    enabled: bool
    # Smallest quantity that the buyer can choose. 0 lets the buyer remove the item.
    minimum: int
    # Largest quantity that the buyer can choose.
    maximum: int


class AdvanceTestClock(TypedDict):
    """How far to advance the test clock."""

    # The time to set. Either this or `advance` is required.
    now: NotRequired[str]
    # How far to advance: a number of seconds, or `90s`, `5m`, `2h` or `7d`.
    advance: NotRequired[Union[float, str]]
    # Whether to run everything that becomes due, in order.
    drain: NotRequired[bool]


class AfterCompletionRedirect(TypedDict):
    """Where the buyer is sent after paying. For the type `redirect` only."""

    # Where to send the buyer.
    url: str


class AfterCompletionHostedConfirmation(TypedDict):
    """Settings of the page that is shown after paying. For the type `hosted_confirmation` only."""

    # Text shown to the buyer after paying, at most 500 characters.
    customMessage: NotRequired[str]
    # Where the button of the page leads.
    returnUrl: NotRequired[str]


class AfterCompletion(TypedDict):
    """What happens after the payment."""

    # Which kind it is. It decides which other fields are present.
    type: Literal["redirect", "hosted_confirmation"]
    # Where the buyer is sent after paying. For the type `redirect` only.
    redirect: NotRequired[AfterCompletionRedirect]
    # Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
    hostedConfirmation: NotRequired[AfterCompletionHostedConfirmation]


class AmountDetails(TypedDict):
    """amount = productAmount - discount + tax + platformFees + tip."""

    # An amount in minor units of the object's currency.
    productAmount: int
    # An amount in minor units of the object's currency.
    tax: int
    # An amount in minor units of the object's currency.
    platformFees: int
    # An amount in minor units of the object's currency.
    tip: int
    # An amount in minor units of the object's currency.
    discount: int


class ApiKey(TypedDict):
    """An API key, without its secret."""

    # `key_…`
    id: str
    # Type of the object.
    object: Literal["api_key"]
    # Your own name of the key.
    name: Any
    # `SECRET` keys may do everything, `RESTRICTED` keys what their permissions allow, `PUBLISHABLE` keys only what
    # browsers need.
    type: Literal["SECRET", "RESTRICTED", "PUBLISHABLE"]
    # `test` or `live`.
    mode: Literal["test", "live"]
    # Sorted alphabetically.
    permissions: List[Literal["ACCOUNT_READ", "ACCOUNT_WRITE", "API_KEY_READ", "API_KEY_WRITE", "BALANCE_READ", "BANK_ACCOUNT_READ", "BANK_ACCOUNT_WRITE", "CHARGE_READ", "CHECKOUT_SESSION_READ", "CHECKOUT_SESSION_WRITE", "COUPON_READ", "COUPON_WRITE", "CUSTOMER_READ", "CUSTOMER_WRITE", "DISPUTE_READ", "DISPUTE_WRITE", "EVENT_READ", "EVENT_WRITE", "PAYMENT_INTENT_READ", "PAYMENT_INTENT_WRITE", "PAYMENT_LINK_READ", "PAYMENT_LINK_WRITE", "PAYMENT_METHOD_CONFIGURATION_READ", "PAYMENT_METHOD_CONFIGURATION_WRITE", "PAYOUT_READ", "PAYOUT_WRITE", "PRICE_READ", "PRICE_WRITE", "PRODUCT_READ", "PRODUCT_WRITE", "PROMOTION_CODE_READ", "PROMOTION_CODE_WRITE", "PROVIDER_CONNECTION_READ", "PROVIDER_CONNECTION_WRITE", "REFUND_READ", "REFUND_WRITE", "REPORT_READ", "TEST_HELPER_WRITE", "WEBHOOK_ENDPOINT_READ", "WEBHOOK_ENDPOINT_WRITE"]]
    # For example `mz_sk_test_`.
    prefix: str
    # The last four characters.
    last4: str
    # API version used when a request does not specify one, YYYY-MM-DD.
    apiVersion: str
    # IP addresses and CIDR ranges. Empty allows all addresses.
    ipAllowlist: List[str]
    # Publishable keys: origins whose pages can embed checkouts and use the key.
    allowedOrigins: List[str]
    expiresAt: Union[str, None]
    revokedAt: Union[str, None]
    lastUsedAt: Union[str, None]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # `true` in live mode, `false` in test mode.
    livemode: bool


class ApiKeyList(TypedDict):
    """A page of API keys."""

    # Newest first.
    data: List[ApiKey]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class ApiKeyWithSecret(TypedDict):
    """A new API key, including its secret."""

    # `key_…`
    id: str
    # Type of the object.
    object: Literal["api_key"]
    # Your own name of the key.
    name: Any
    # `SECRET` keys may do everything, `RESTRICTED` keys what their permissions allow, `PUBLISHABLE` keys only what
    # browsers need.
    type: Literal["SECRET", "RESTRICTED", "PUBLISHABLE"]
    # `test` or `live`.
    mode: Literal["test", "live"]
    # Sorted alphabetically.
    permissions: List[Literal["ACCOUNT_READ", "ACCOUNT_WRITE", "API_KEY_READ", "API_KEY_WRITE", "BALANCE_READ", "BANK_ACCOUNT_READ", "BANK_ACCOUNT_WRITE", "CHARGE_READ", "CHECKOUT_SESSION_READ", "CHECKOUT_SESSION_WRITE", "COUPON_READ", "COUPON_WRITE", "CUSTOMER_READ", "CUSTOMER_WRITE", "DISPUTE_READ", "DISPUTE_WRITE", "EVENT_READ", "EVENT_WRITE", "PAYMENT_INTENT_READ", "PAYMENT_INTENT_WRITE", "PAYMENT_LINK_READ", "PAYMENT_LINK_WRITE", "PAYMENT_METHOD_CONFIGURATION_READ", "PAYMENT_METHOD_CONFIGURATION_WRITE", "PAYOUT_READ", "PAYOUT_WRITE", "PRICE_READ", "PRICE_WRITE", "PRODUCT_READ", "PRODUCT_WRITE", "PROMOTION_CODE_READ", "PROMOTION_CODE_WRITE", "PROVIDER_CONNECTION_READ", "PROVIDER_CONNECTION_WRITE", "REFUND_READ", "REFUND_WRITE", "REPORT_READ", "TEST_HELPER_WRITE", "WEBHOOK_ENDPOINT_READ", "WEBHOOK_ENDPOINT_WRITE"]]
    # For example `mz_sk_test_`.
    prefix: str
    # The last four characters.
    last4: str
    # API version used when a request does not specify one, YYYY-MM-DD.
    apiVersion: str
    # IP addresses and CIDR ranges. Empty allows all addresses.
    ipAllowlist: List[str]
    # Publishable keys: origins whose pages can embed checkouts and use the key.
    allowedOrigins: List[str]
    expiresAt: Union[str, None]
    revokedAt: Union[str, None]
    lastUsedAt: Union[str, None]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # The key itself. Shown only once; only a hash of it is stored.
    secret: str


class Balance(TypedDict):
    """The balance of the merchant, with one row for each currency that has ever been used."""

    # Type of the object.
    object: Literal["balance"]
    # Available for refunds: what the platform holds and what you received yourself, through your own provider.
    available: List[BalanceAmount]
    # Captured, but not yet settled.
    pending: List[BalanceAmount]
    # The part of `available` that the platform holds and owes you. 0 if it holds nothing, or if you owe it fees for
    # payments that you received yourself.
    payable: List[BalanceAmount]
    # `true` in live mode, `false` in test mode.
    livemode: bool


class BalanceAmount(TypedDict):
    """An amount and its currency."""

    # An amount in minor units of the object's currency; negative for debits.
    amount: int
    currency: Currency


class BalanceTransactionSource(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["charge", "refund", "payout"]
    # ID of the charge, refund or payout. The source of a dispute is its charge.
    id: str


class BalanceTransaction(TypedDict):
    """A change of the merchant's balance."""

    # `txn_…`
    id: str
    # Type of the object.
    object: Literal["balance_transaction"]
    # What moved the money.
    type: Literal["charge", "refund", "refund_failure", "dispute", "dispute_reversal", "payout", "payout_failure", "adjustment"]
    # An amount in minor units of the object's currency; negative for debits.
    gross: int
    # Charged by the platform, including VAT.
    fee: int
    # gross - fee: the change of the balance.
    net: int
    currency: Currency
    # `pending` until the money can be used, then `available`.
    status: Literal["pending", "available"]
    # When the funds become available.
    availableOn: str
    # Components of `fee`. They add up to it.
    feeDetails: List[FeeDetail]
    # The cause of the transaction. `null` for the initial balance of test mode.
    source: Union[BalanceTransactionSource, None]
    # Who receives the money of the payment. Of `merchant`, `gross` never becomes payable, and `fee` reduces what is.
    # Absent in events of earlier releases.
    settlesTo: NotRequired[Literal["platform", "merchant"]]
    # Units of the settlement currency for one unit of the currency of the payment. `null` without a conversion.
    exchangeRate: Any
    # What the movement was for.
    description: Any
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class BalanceTransactionList(TypedDict):
    """A page of balance transactions."""

    # Newest first.
    data: List[BalanceTransaction]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class BankAccount(TypedDict):
    """A bank account that payouts are sent to."""

    # `ba_…`
    id: str
    # Type of the object.
    object: Literal["bank_account"]
    # Name of the holder.
    holderName: str
    # Country of the bank, two letters (ISO 3166-1).
    country: str
    # The account receives payouts in this currency.
    currency: Currency
    # The last four characters of the IBAN, which is not returned.
    last4: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class BankAccountList(TypedDict):
    """A page of bank accounts."""

    # Newest first.
    data: List[BankAccount]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class BankTransferAccount(TypedDict):
    """The bank account that buyers transfer money in one currency to."""

    currency: Currency
    # Without spaces.
    iban: str
    # Name of the account holder.
    accountName: str
    # Name of the bank.
    bankName: str


class BankTransferDetails(TypedDict):
    """The account that the buyer transfers the money to."""

    # IBAN without spaces.
    iban: str
    # Name of the account holder.
    accountName: str
    # Name of the bank.
    bankName: NotRequired[str]
    # The reference that identifies the transfer.
    reference: str
    # The whole amount, also once a part of it was received.
    amount: int
    currency: Currency
    # ISO 8601 timestamp in UTC, with milliseconds.
    expiresAt: str


class BillingDetails(TypedDict):
    """Billing details given with the payment method."""

    # Name, for people.
    name: NotRequired[Any]
    # Email address.
    email: NotRequired[Any]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Any]
    address: NotRequired[Union[Address, None]]


class BrandingSettingsColors(TypedDict):
    """`#RRGGBB`."""

    # Color of the main button, `#RRGGBB`.
    primary: NotRequired[str]
    # Text color on `primary`, `#RRGGBB`.
    primaryForeground: NotRequired[str]
    # Background color of the page, `#RRGGBB`.
    background: NotRequired[str]
    # Text color, `#RRGGBB`.
    foreground: NotRequired[str]
    # Color of borders, `#RRGGBB`.
    border: NotRequired[str]
    # Color of the borders of input fields, `#RRGGBB`.
    input: NotRequired[str]
    # Color of the focus ring, `#RRGGBB`.
    ring: NotRequired[str]
    # Background color of less important elements, `#RRGGBB`.
    muted: NotRequired[str]
    # Color of less important text, `#RRGGBB`.
    mutedForeground: NotRequired[str]
    # Background color of highlighted elements, `#RRGGBB`.
    accent: NotRequired[str]
    # Text color on `accent`, `#RRGGBB`.
    accentForeground: NotRequired[str]
    # Color of errors and of actions that cannot be undone, `#RRGGBB`.
    destructive: NotRequired[str]


class BrandingSettings(TypedDict):
    """The branding of a checkout."""

    # `auto` follows the setting of the device of the buyer.
    colorMode: NotRequired[Literal["light", "dark", "auto"]]
    # Shape of the corners of buttons and boxes.
    borderStyle: NotRequired[Literal["rounded", "rectangular", "pill"]]
    # Distance between elements.
    spacing: NotRequired[Literal["compact", "normal", "spacious"]]
    # Height of input fields.
    inputSize: NotRequired[Literal["sm", "md", "lg"]]
    # How input fields are drawn.
    inputStyle: NotRequired[Literal["outlined", "filled", "underlined"]]
    # How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above
    # its fields, or a list of separate rows above its fields. Defaults to `accordion`.
    formLayout: NotRequired[Literal["accordion", "tabs", "list"]]
    # `#RRGGBB`.
    colors: NotRequired[BrandingSettingsColors]
    # The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic
    # letters. `default` uses the fonts of the device.
    fontFamily: NotRequired[Literal["default", "inter", "roboto", "open_sans", "lato", "montserrat", "nunito", "noto_sans", "cairo", "tajawal", "almarai", "ibm_plex_sans_arabic"]]
    # Pairs of colors with too little contrast.
    warnings: NotRequired[List[str]]


class BusUser(TypedDict):
    """A user of the bus that can read events."""

    # `bu_…`
    id: str
    # Type of the object.
    object: Literal["bus_user"]
    # Name of the team that the user is for.
    team: str
    # `null` means both modes.
    mode: Union[Literal["test", "live"], None]
    # `null` means all merchants.
    merchantId: Any
    # Types of events that the user may read.
    types: List[str]
    # Durable consumers that the user can create, as `@mizan/bus` calls them.
    durables: List[str]
    # Names of these consumers on the server, in the same order: `<team>-<durable>-` and a part that others cannot
    # guess. Users of a team with the same mode and merchant have the same consumers. Clients other than `@mizan/bus`
    # need them. Empty where the platform has no signing seed.
    consumers: List[str]
    # Inbox prefix that clients other than `@mizan/bus` must be configured with; no other user has it.
    inboxPrefix: str
    # `ACTIVE`: its credentials are accepted. `EXPIRED`: `expiresAt` has passed. `REVOKED`: the operator revoked it.
    status: Literal["ACTIVE", "EXPIRED", "REVOKED"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    expiresAt: str
    # `null` if it was not revoked.
    revokedAt: Union[str, None]


class BusUserList(TypedDict):
    """A page of bus users."""

    # Newest first.
    data: List[BusUser]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class BusUserWithCredentials(TypedDict):
    """A new bus user, including its credentials."""

    # `bu_…`
    id: str
    # Type of the object.
    object: Literal["bus_user"]
    # Name of the team that the user is for.
    team: str
    # `null` means both modes.
    mode: Union[Literal["test", "live"], None]
    # `null` means all merchants.
    merchantId: Any
    # Types of events that the user may read.
    types: List[str]
    # Durable consumers that the user can create, as `@mizan/bus` calls them.
    durables: List[str]
    # Names of these consumers on the server, in the same order: `<team>-<durable>-` and a part that others cannot
    # guess. Users of a team with the same mode and merchant have the same consumers. Clients other than `@mizan/bus`
    # need them. Empty where the platform has no signing seed.
    consumers: List[str]
    # Inbox prefix that clients other than `@mizan/bus` must be configured with; no other user has it.
    inboxPrefix: str
    # `ACTIVE`: its credentials are accepted. `EXPIRED`: `expiresAt` has passed. `REVOKED`: the operator revoked it.
    status: Literal["ACTIVE", "EXPIRED", "REVOKED"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    expiresAt: str
    # `null` if it was not revoked.
    revokedAt: Union[str, None]
    # Subjects that the user can subscribe to and filter a consumer by.
    subjects: List[str]
    # JetStream stream to read from.
    stream: str
    # The content of a NATS `.creds` file. Shown only once.
    credentials: str


class CancelPaymentIntent(TypedDict):
    """Why a payment is canceled."""

    # Why the payment intent was canceled.
    cancellationReason: NotRequired[Literal["DUPLICATE", "FRAUDULENT", "REQUESTED_BY_CUSTOMER", "ABANDONED"]]


class CapturePaymentIntent(TypedDict):
    """How much of an authorized amount to capture."""

    # Defaults to the full remaining amount.
    amountToCapture: NotRequired[int]
    # If false, the rest stays authorized for a later capture.
    finalCapture: NotRequired[bool]


class CardEntry(TypedDict):
    """The provider's hosted field for entering a live card. Send its token as `paymentMethod.token`."""

    # Payment provider.
    provider: Literal["stripe"]
    # Publishable key of the merchant's account at the provider. Not a secret.
    publishableKey: str
    # URL of the provider's script, which renders the field and returns a token.
    scriptUrl: str


class ChargeGeocoding(TypedDict):
    # Two letters (ISO 3166-1).
    country: Any
    # City or town.
    city: Any


class ChargeSession(TypedDict):
    # `cs_test_…` or `cs_live_…`: the checkout session that it belongs to.
    checkoutSessionId: str


class ChargeProcessorCapabilities(TypedDict):
    # Whether a payment can be authorized first and captured later.
    supportsManualCapture: bool
    # Whether less than the authorized amount can be captured.
    supportsPartialCapture: bool
    # Whether payments can be refunded through the provider.
    supportsRefund: bool
    # Whether a part of a payment can be refunded.
    supportsPartialRefund: bool


class Charge(TypedDict):
    """A single attempt to move money."""

    # `ch_…`
    id: str
    # Type of the object.
    object: Literal["charge"]
    # An amount in minor units of the object's currency.
    amount: int
    # An amount in minor units of the object's currency.
    amountCaptured: int
    # An amount in minor units of the object's currency.
    amountRefunded: int
    # Only of payments that the merchant receives itself, such as cash on delivery and bank transfers: the amount
    # received before the charge succeeded or failed. If it fails, this amount is credited to the balance as an
    # `adjustment`.
    amountReceived: NotRequired[int]
    currency: Currency
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # A partially refunded charge stays SUCCEEDED.
    status: Literal["PENDING", "SUCCEEDED", "FAILED", "REFUNDED"]
    # True if the provider approved the charge.
    paid: bool
    # True if the charge is fully refunded.
    refunded: bool
    # Whether the amount, or a part of it, was captured.
    captured: bool
    capturedAt: Union[str, None]
    # Why the charge failed, as in `lastPaymentError.code`. `authorization_expired` or `authorization_canceled` for an
    # authorization that was never captured.
    failureCode: Any
    # The reason in words. `null` unless it failed.
    failureMessage: Any
    # Public address of the receipt, which anyone who has it can read. `null` until the charge is captured.
    receiptUrl: Any
    # Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the
    # buyer entered, or that of the customer you chose.
    receiptEmail: Any
    billingDetails: Union[BillingDetails, None]
    paymentMethodDetails: Union[PaymentMethodDetails, None]
    # `null` while the outcome is unknown. An authorization keeps its outcome after it is released.
    outcome: Union[ChargeOutcome, None]
    # `null` until the charge is captured. If it is captured in several parts, each part has a balance transaction of
    # its own, and this is the latest one. To list all of them, filter balance transactions by `sourceId` and by the
    # type `charge`.
    balanceTransaction: Union[BalanceTransaction, None]
    presentmentDetails: Union[PresentmentDetails, None]
    # `amount` in other currencies of the account, converted once when the charge was created. Used for `spendData` of
    # customers who spend in another currency. Currencies without an exchange rate are omitted; absent if there are
    # none.
    convertedAmounts: NotRequired[Dict[str, int]]
    # Oldest first.
    refunds: List[Refund]
    # `pi_…`
    paymentIntentId: str
    # `pm_…`
    paymentMethodId: Any
    # The text on the payer's statement.
    calculatedStatementDescriptor: Any
    # True once the charge was disputed, whatever the outcome.
    disputed: bool
    # The provider's own ID.
    externalChargeId: Any
    # How the charge was sent to the provider. `providerFee` (`amount`, `currency`) is the fee that the provider
    # reports, which is not part of the balance.
    config: Union[Dict[str, Any], None]
    # Where the buyer confirmed the payment, as the network reported it. Null if it is unknown, and for payments that a
    # server confirms.
    geocoding: Union[ChargeGeocoding, None]
    # The checkout session of the charge.
    session: Union[ChargeSession, None]
    # Origin of the page on which the buyer paid.
    merchantOrigin: Any
    # Domain of the page on which the buyer paid.
    merchantDomain: Any
    # What can be done with this charge. `supportsRefund` is false where the merchant returns the money instead of a
    # provider.
    processorCapabilities: Union[ChargeProcessorCapabilities, None]
    # Stock that is held until the outcome of the charge is known.
    activeHoldId: Any
    # `instant` adds the money to your balance at once, `deferred` after the provider has settled it.
    settlementModel: Union[Literal["instant", "deferred"], None]
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class ChargeList(TypedDict):
    """A page of charges."""

    # Newest first.
    data: List[Charge]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class ChargeOutcome(TypedDict):
    """The response of the provider and the network."""

    # Whether the card network approved, declined or never received the payment.
    networkStatus: Literal["approved_by_network", "declined_by_network", "not_sent_to_network"]
    # Which kind it is. It decides which other fields are present.
    type: Literal["authorized", "issuer_declined", "blocked", "invalid"]
    # Decline code. `null` if the charge was not declined.
    reason: Any
    # For the merchant. Do not show it to the buyer.
    sellerMessage: str
    # What the issuer or the provider advises to do next: retry later, correct the card data, or do not retry.
    adviceCode: Union[Literal["try_again_later", "confirm_card_data", "do_not_try_again"], None]
    # Risk of the payment as far as it was assessed.
    riskLevel: Literal["normal", "elevated", "highest", "not_assessed"]
    # True if the charge succeeded after it had failed or been canceled, or after its checkout had expired.
    lateSuccess: NotRequired[bool]
    # True if the payment did not need the money of this charge: another charge had paid it, or its amount had changed.
    # It is refunded in full, costs no fee, and does not count in the amounts of the payment intent.
    surplus: NotRequired[bool]


class CheckoutSession(TypedDict):
    """A checkout: the items, the customer, and the page to pay on."""

    # `cs_test_…` or `cs_live_…`
    id: str
    # Type of the object.
    object: Literal["checkout.session"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # `payment` charges now, `setup` only saves a payment method, `subscription` charges the first period.
    mode: Literal["payment", "setup", "subscription"]
    # Where the buyer pays: on the hosted page, in a frame on your page, or on a page of your own.
    uiMode: Literal["hosted", "embedded", "custom"]
    # What the button of the page says.
    submitType: Literal["PAY", "SUBSCRIBE", "BOOK", "DONATE"]
    # Buyers who are not known yet become guests; with `always`, those with an email address become registered
    # customers. A guest stays a guest until you create a customer with that email.
    customerCreation: Literal["always", "if_required"]
    # `open` until the session is paid (`complete`) or can no longer be paid (`expired`).
    status: Literal["open", "complete", "expired"]
    # `paid` once the money was received; `no_payment_required` if the total is 0.
    paymentStatus: Literal["paid", "unpaid", "no_payment_required"]
    # Currency of all amounts below.
    currency: Currency
    # Sum of the items before discounts.
    amountSubtotal: int
    # The amount that the buyer pays.
    amountTotal: int
    totalDetails: TotalDetails
    # Present only if the prices are in another currency.
    presentmentDetails: NotRequired[SessionPresentmentDetails]
    afterCompletion: AfterCompletion
    # Where the back link of the hosted page leads. Without it there is no back link.
    cancelUrl: NotRequired[str]
    # The page to redirect the buyer to.
    url: str
    # Authorizes the buyer's browser. Do not log it.
    clientSecret: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    expiresAt: str
    # Use this instead of comparing `expiresAt` with a local clock.
    isExpired: bool
    # `cus_…`
    customerId: NotRequired[str]
    customer: NotRequired[SessionCustomer]
    customerDetails: NotRequired[CustomerDetails]
    # `pi_…`
    paymentIntentId: NotRequired[str]
    # `pm_…`: the payment method that a session of mode `setup` saved for its customer. Present only when the session is
    # complete.
    paymentMethodId: NotRequired[str]
    paymentIntent: Union[SessionPaymentIntent, None]
    # What is sold, 1 to 100 items.
    lineItems: List[LineItem]
    # Fields of your own that the buyer fills in, at most 3.
    customFields: List[CustomField]
    # Discounts that are applied, in order.
    discounts: List[Discount]
    # Whether the buyer can enter a promotion code.
    allowPromotionCodes: bool
    # Whether the buyer has to enter a name.
    nameCollection: bool
    # Whether the buyer has to enter a billing address.
    billingAddressCollection: bool
    # Whether the buyer has to enter a shipping address.
    shippingAddressCollection: bool
    # Whether the buyer has to enter a phone number.
    phoneNumberCollection: bool
    feeConfig: FeeConfig
    brandingSettings: BrandingSettings
    # `auto` or a BCP 47 tag such as `ar-EG`.
    locale: str
    # The locale that the page is shown in: `locale`, or the `defaultLocale` of the account if the page is not available
    # in that language. `auto` follows the browser of the buyer.
    displayLocale: NotRequired[str]
    # Payment methods, in the order in which they are offered.
    paymentMethodTypes: List[SessionPaymentMethod]
    # `pmc_…`
    paymentMethodConfigurationId: NotRequired[str]
    # Present only after the buyer has chosen a method.
    fees: NotRequired[SessionFees]
    customerUpdate: CustomerUpdate
    metadata: Metadata
    # `acct_…`
    merchantId: str
    # Name of the merchant as the buyer sees it.
    merchantName: str
    # URL.
    merchantLogo: NotRequired[str]
    # `plink_…`
    paymentLinkId: NotRequired[str]
    # `cs_…`: the session that this one was copied from when its buyer opened a `recoveryUrl`. For a copy of a copy, the
    # first session. `null` if it is not a copy.
    recoveredFrom: Any
    # Opens a copy of this checkout, for 30 days after it expired or its payment failed. Not available if the merchant
    # expired it, or has received a part of its payment, as of a transfer.
    recoveryUrl: NotRequired[str]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class CheckoutSessionList(TypedDict):
    """A page of sessions."""

    # Newest first.
    data: List[CheckoutSession]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class CloseDispute(TypedDict):
    """How a dispute has ended."""

    # `warning_closed` for inquiries, `won` or `lost` for disputes.
    outcome: Literal["won", "lost", "warning_closed"]


class ConfiguredPaymentMethod(TypedDict):
    """The settings of a payment method in a configuration."""

    type: PaymentMethodType
    # Whether checkouts offer the method.
    enabled: bool
    # Limits per currency. The platform's limits apply to other currencies.
    limits: List[PaymentMethodLimit]


class ConfirmHostedCheckout(TypedDict):
    """A buyer's payment."""

    # Required unless the total is 0.
    paymentMethod: NotRequired[PaymentMethodInput]
    # The total shown to the buyer. The request is rejected if the total is different.
    expectedAmountTotal: NotRequired[int]
    # The currency of the total shown to the buyer. The request is rejected if the total is in another one.
    expectedCurrency: NotRequired[Currency]
    # Where to return the buyer after a redirect.
    returnUrl: NotRequired[str]


class ConfirmPaymentIntent(TypedDict):
    """The payment method to pay with."""

    # Optional if the payment intent already has a payment method.
    paymentMethod: NotRequired[PaymentMethodInput]
    # Where to return the buyer after a redirect, for the attempt that this request confirms. Required then in live mode
    # for a bank transfer or InstaPay that you receive without a provider: show there what `nextAction` says.
    returnUrl: NotRequired[str]


class ConfirmedCheckout(TypedDict):
    """The result of a buyer's confirm."""

    checkoutSession: HostedCheckout
    # `null` if there was nothing to pay.
    paymentIntent: Union[PublicPaymentIntent, None]


class ConnectedMethod(TypedDict):
    """A payment method that a provider connection takes."""

    type: PaymentMethodType
    # Currencies that the method accepts.
    currencies: List[Currency]
    # ID of the integration at Paymob. `null` for providers without integrations.
    integration: Any


class ConsumerHealth(TypedDict):
    """A durable consumer of a service."""

    # Name of the consumer.
    name: str
    # Events that have not been delivered to the consumer yet.
    pending: int
    # Events that are being handled, or are waiting for another attempt.
    unacknowledged: int
    # `lost`: the stream lost its newest messages, so the position of the consumer is past its end. `missing`: the
    # consumer does not exist on the bus.
    place: Literal["kept", "lost", "missing"]
    # Events that it failed to handle, counted up to 10,000.
    deadLetters: int


class Coupon(TypedDict):
    """A reusable discount: a percentage or a fixed amount."""

    # `coupon_…`
    id: str
    # Type of the object.
    object: Literal["coupon"]
    # Shown to the buyer next to the discount.
    name: Any
    # Percentage, greater than 0 and at most 100, with at most two decimals.
    percentOff: Any
    # In minor units of `currency`.
    amountOff: Union[int, None]
    # Currency of `amountOff`.
    currency: Union[Currency, None]
    # How long the coupon applies. It matters for subscriptions only: a one-time payment is discounted in any case.
    duration: Literal["once", "forever", "repeating"]
    # Present only if `duration` is `repeating`.
    durationInMonths: Union[int, None]
    # How many times it can be redeemed in all. `null`: any number.
    maxRedemptions: Union[int, None]
    # How many times one customer can redeem it. `null`: any number.
    maxRedemptionsPerCustomer: Union[int, None]
    # Minimum cart amount before discounts.
    minimumAmount: Union[int, None]
    minimumAmountCurrency: Union[Currency, None]
    # How often it was redeemed.
    timesRedeemed: int
    redeemBy: Union[str, None]
    # Empty means all products.
    appliesToProductIds: List[str]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: bool
    # True if the coupon is active, not expired and not fully redeemed.
    valid: bool
    metadata: Metadata
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str


class CouponList(TypedDict):
    """A page of coupons."""

    # Newest first.
    data: List[Coupon]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class CreateAccountSupportedCurrenciesItem(TypedDict):
    code: Currency
    # Payment methods, in the order in which they are offered.
    paymentMethodTypes: List[PaymentMethodType]
    # Ignored, so that you can send back what you have read.
    decimals: NotRequired[int]


class CreateAccountFeeConfig(TypedDict):
    """Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values."""

    # Whether the fee is added to the total and paid by the buyer.
    feesPassThrough: bool
    # Whether VAT is added to the total.
    vatCollectionEnabled: bool
    # Percentage: 14 means 14 %.
    vatCollectionRate: NotRequired[float]


class CreateAccount(TypedDict):
    """An account to create."""

    # Name as it is shown to buyers.
    displayName: str
    # Language of pages and mail where the buyer has no other, BCP 47, such as `en` or `ar-EG`.
    defaultLocale: NotRequired[str]
    # Must include the default currency. A currency can be used for payments once `feeSchedule` has rules for it.
    supportedCurrencies: NotRequired[List[CreateAccountSupportedCurrenciesItem]]
    # What payments cost. A payment needs a rule for its method and currency. No two rules can have the same conditions.
    feeSchedule: NotRequired[List[FeeRule]]
    # VAT on the fees, in parts per million: 140000 is 14 %.
    vatOnFeesPpm: NotRequired[int]
    # Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values.
    feeConfig: NotRequired[CreateAccountFeeConfig]
    # Further currencies that prices can use; their payments are converted into a supported currency. `null` means any
    # currency with an exchange rate.
    presentmentCurrencies: NotRequired[Union[List[Currency], None]]
    # What to do with a payment that succeeds after it failed or was canceled, or after its checkout expired
    # (`lateSuccess` in the `outcome` of the charge): `accept` keeps the money and leaves the decision to the merchant,
    # `auto_refund` refunds it in full.
    lateSuccessPolicy: NotRequired[Literal["accept", "auto_refund"]]
    # What a dispute costs, at most one row for each currency. Currencies without a row cost nothing.
    disputeFees: NotRequired[List[DisputeFee]]
    # Origins that can embed checkouts, in addition to those of the publishable keys.
    allowedOrigins: NotRequired[List[str]]
    # URL, for both modes.
    logo: NotRequired[Union[str, None]]
    # Two-letter country code, ISO 3166-1 alpha-2.
    country: NotRequired[str]
    defaultCurrency: NotRequired[Currency]


class CreateAccountKey(TypedDict):
    """An API key to create for an account."""

    # Name of the key, shown in lists. Describe what the key is used for.
    name: str
    # Which kind it is. It decides which other fields are present.
    type: Literal["SECRET", "RESTRICTED", "PUBLISHABLE"]
    permissions: NotRequired[Union[List[Literal["ACCOUNT_READ", "ACCOUNT_WRITE", "API_KEY_READ", "API_KEY_WRITE", "BALANCE_READ", "BANK_ACCOUNT_READ", "BANK_ACCOUNT_WRITE", "CHARGE_READ", "CHECKOUT_SESSION_READ", "CHECKOUT_SESSION_WRITE", "COUPON_READ", "COUPON_WRITE", "CUSTOMER_READ", "CUSTOMER_WRITE", "DISPUTE_READ", "DISPUTE_WRITE", "EVENT_READ", "EVENT_WRITE", "PAYMENT_INTENT_READ", "PAYMENT_INTENT_WRITE", "PAYMENT_LINK_READ", "PAYMENT_LINK_WRITE", "PAYMENT_METHOD_CONFIGURATION_READ", "PAYMENT_METHOD_CONFIGURATION_WRITE", "PAYOUT_READ", "PAYOUT_WRITE", "PRICE_READ", "PRICE_WRITE", "PRODUCT_READ", "PRODUCT_WRITE", "PROMOTION_CODE_READ", "PROMOTION_CODE_WRITE", "PROVIDER_CONNECTION_READ", "PROVIDER_CONNECTION_WRITE", "REFUND_READ", "REFUND_WRITE", "REPORT_READ", "TEST_HELPER_WRITE", "WEBHOOK_ENDPOINT_READ", "WEBHOOK_ENDPOINT_WRITE"]], None]]
    expiresAt: NotRequired[Union[str, None]]
    ipAllowlist: NotRequired[Union[List[str], None]]
    allowedOrigins: NotRequired[Union[List[str], None]]
    # `test` or `live`.
    mode: Literal["test", "live"]


class CreateAccountProviderConnectionMethodsItem(TypedDict):
    type: PaymentMethodType
    # Currencies to offer it in. Defaults to those that the provider settles for the account.
    currencies: NotRequired[List[Currency]]
    # Paymob only: ID of the integration that takes the method. Defaults to the one that Paymob lists.
    integration: NotRequired[Union[str, None]]


class CreateAccountProviderConnection(TypedDict):
    """A payment provider to connect an account to."""

    # Payment provider.
    provider: Literal["stripe", "paymob", "fawry", "tabby", "tamara"]
    # Stripe: `secretKey`, `publishableKey` and, once the event destination exists, `callbackSecret`. Paymob: `apiKey`,
    # `secretKey`, `publicKey` and `hmacSecret`. Fawry: `merchantCode` and `secureKey`. Tabby: `secretKey`,
    # `merchantCode` and `country`. Tamara: `apiToken`, `notificationToken` and `country`. Verified with the provider,
    # stored encrypted, and never returned.
    credentials: Dict[str, str]
    # Methods to take through this connection. Defaults to every method that the provider offers the account.
    methods: NotRequired[List[CreateAccountProviderConnectionMethodsItem]]
    # Whose account at the provider it is. Money of the platform’s own account is paid out to the merchant; money of the
    # merchant’s account is never held by the platform.
    settlesTo: NotRequired[Literal["platform", "merchant"]]


class CreateApiKey(TypedDict):
    """An API key to create."""

    # Name of the key, shown in lists. Describe what the key is used for.
    name: str
    # `SECRET` keys may do everything, `RESTRICTED` keys what their permissions allow, `PUBLISHABLE` keys only what
    # browsers need.
    type: Literal["SECRET", "RESTRICTED", "PUBLISHABLE"]
    permissions: NotRequired[Union[List[Literal["ACCOUNT_READ", "ACCOUNT_WRITE", "API_KEY_READ", "API_KEY_WRITE", "BALANCE_READ", "BANK_ACCOUNT_READ", "BANK_ACCOUNT_WRITE", "CHARGE_READ", "CHECKOUT_SESSION_READ", "CHECKOUT_SESSION_WRITE", "COUPON_READ", "COUPON_WRITE", "CUSTOMER_READ", "CUSTOMER_WRITE", "DISPUTE_READ", "DISPUTE_WRITE", "EVENT_READ", "EVENT_WRITE", "PAYMENT_INTENT_READ", "PAYMENT_INTENT_WRITE", "PAYMENT_LINK_READ", "PAYMENT_LINK_WRITE", "PAYMENT_METHOD_CONFIGURATION_READ", "PAYMENT_METHOD_CONFIGURATION_WRITE", "PAYOUT_READ", "PAYOUT_WRITE", "PRICE_READ", "PRICE_WRITE", "PRODUCT_READ", "PRODUCT_WRITE", "PROMOTION_CODE_READ", "PROMOTION_CODE_WRITE", "PROVIDER_CONNECTION_READ", "PROVIDER_CONNECTION_WRITE", "REFUND_READ", "REFUND_WRITE", "REPORT_READ", "TEST_HELPER_WRITE", "WEBHOOK_ENDPOINT_READ", "WEBHOOK_ENDPOINT_WRITE"]], None]]
    expiresAt: NotRequired[Union[str, None]]
    ipAllowlist: NotRequired[Union[List[str], None]]
    allowedOrigins: NotRequired[Union[List[str], None]]


class CreateBankAccount(TypedDict):
    """A bank account that payouts are sent to."""

    # The holder as the bank knows it.
    holderName: str
    currency: Currency
    # With or without spaces. Stored encrypted and never returned.
    iban: str


class CreateBusUser(TypedDict):
    """A bus user to create."""

    # Name of the platform team.
    team: str
    # If absent, both modes.
    mode: NotRequired[Union[Literal["test", "live"], None]]
    # `acct_…`. If absent, all merchants.
    merchantId: NotRequired[Union[str, None]]
    # Event types, `family.*`, or `*` for all.
    types: NotRequired[List[str]]
    # Names of the durable consumers that the team can create.
    durables: NotRequired[List[str]]
    # Validity of the credentials, in days.
    expiresInDays: NotRequired[int]


class CreateCheckoutSessionCustomerDetailsBillingDetailsAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class CreateCheckoutSessionCustomerDetailsBillingDetails(TypedDict):
    # Name of the payer.
    name: NotRequired[Union[str, None]]
    # Email address.
    email: NotRequired[Union[str, None]]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[CreateCheckoutSessionCustomerDetailsBillingDetailsAddress, None]]


class CreateCheckoutSessionCustomerDetailsShippingAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class CreateCheckoutSessionCustomerDetailsShipping(TypedDict):
    # Name of the recipient.
    name: NotRequired[Union[str, None]]
    # Phone number of the recipient, as entered.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[CreateCheckoutSessionCustomerDetailsShippingAddress, None]]


class CreateCheckoutSessionCustomerDetails(TypedDict):
    """Cannot be combined with `customerId`."""

    # Full name of the buyer.
    name: NotRequired[Union[str, None]]
    # Email address.
    email: NotRequired[Union[str, None]]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Union[str, None]]
    # Name, contact details and billing address of the payer.
    billingDetails: NotRequired[Union[CreateCheckoutSessionCustomerDetailsBillingDetails, None]]
    # Name, phone number and address of the recipient.
    shipping: NotRequired[Union[CreateCheckoutSessionCustomerDetailsShipping, None]]


class CreateCheckoutSessionCustomerUpdate(TypedDict):
    """Which details of an existing customer are updated with what the buyer enters."""

    # `auto` saves the billing address that the buyer enters on the customer; `never` keeps the saved one.
    address: NotRequired[Literal["auto", "never"]]
    # `auto` saves the name that the buyer enters on the customer; `never` keeps the saved one.
    name: NotRequired[Literal["auto", "never"]]
    # `auto` saves the shipping details that the buyer enters on the customer; `never` keeps the saved ones.
    shipping: NotRequired[Literal["auto", "never"]]


class CreateCheckoutSessionAfterCompletionRedirect(TypedDict):
    """Where the buyer is sent after paying. For the type `redirect` only."""

    # An https URL. Test mode also accepts http://localhost.
    url: str


class CreateCheckoutSessionAfterCompletion(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["redirect"]
    # Where the buyer is sent after paying. For the type `redirect` only.
    redirect: CreateCheckoutSessionAfterCompletionRedirect


class CreateCheckoutSessionAfterCompletion2HostedConfirmation(TypedDict):
    """Settings of the page that is shown after paying. For the type `hosted_confirmation` only."""

    # Text shown to the buyer after paying, at most 500 characters.
    customMessage: NotRequired[str]
    # An https URL. Test mode also accepts http://localhost.
    returnUrl: NotRequired[str]


class CreateCheckoutSessionAfterCompletion2(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["hosted_confirmation"]
    # Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
    hostedConfirmation: NotRequired[CreateCheckoutSessionAfterCompletion2HostedConfirmation]


class CreateCheckoutSessionFeeConfig(TypedDict):
    """Fields that you omit default to those of the payment link, then to those of the account."""

    # Whether the buyer pays the fee on top of the amount.
    feesPassThrough: NotRequired[bool]
    # Whether VAT is added to the prices, which do not include it.
    vatCollectionEnabled: NotRequired[bool]
    # Percentage: 14 means 14 %.
    vatCollectionRate: NotRequired[float]
    # Ignored.
    source: NotRequired[Literal["account", "payment_link", "session"]]


class CreateCheckoutSessionBrandingSettingsColors(TypedDict):
    """`#RRGGBB`."""

    # Color of the main button, `#RRGGBB`.
    primary: NotRequired[str]
    # Text color on `primary`, `#RRGGBB`.
    primaryForeground: NotRequired[str]
    # Background color of the page, `#RRGGBB`.
    background: NotRequired[str]
    # Text color, `#RRGGBB`.
    foreground: NotRequired[str]
    # Color of borders, `#RRGGBB`.
    border: NotRequired[str]
    # Color of the borders of input fields, `#RRGGBB`.
    input: NotRequired[str]
    # Color of the focus ring, `#RRGGBB`.
    ring: NotRequired[str]
    # Background color of less important elements, `#RRGGBB`.
    muted: NotRequired[str]
    # Color of less important text, `#RRGGBB`.
    mutedForeground: NotRequired[str]
    # Background color of highlighted elements, `#RRGGBB`.
    accent: NotRequired[str]
    # Text color on `accent`, `#RRGGBB`.
    accentForeground: NotRequired[str]
    # Color of errors and of actions that cannot be undone, `#RRGGBB`.
    destructive: NotRequired[str]


class CreateCheckoutSessionBrandingSettings(TypedDict):
    """How the hosted page looks. Fields that you leave out follow the default look; the logo is a setting of the account."""

    # `auto` follows the setting of the device of the buyer.
    colorMode: NotRequired[Literal["light", "dark", "auto"]]
    # Shape of the corners of buttons and boxes.
    borderStyle: NotRequired[Literal["rounded", "rectangular", "pill"]]
    # Distance between elements.
    spacing: NotRequired[Literal["compact", "normal", "spacious"]]
    # Height of input fields.
    inputSize: NotRequired[Literal["sm", "md", "lg"]]
    # How input fields are drawn.
    inputStyle: NotRequired[Literal["outlined", "filled", "underlined"]]
    # How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above
    # its fields, or a list of separate rows above its fields. Defaults to `accordion`.
    formLayout: NotRequired[Literal["accordion", "tabs", "list"]]
    # `#RRGGBB`.
    colors: NotRequired[CreateCheckoutSessionBrandingSettingsColors]
    # The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic
    # letters. `default` uses the fonts of the device.
    fontFamily: NotRequired[Literal["default", "inter", "roboto", "open_sans", "lato", "montserrat", "nunito", "noto_sans", "cairo", "tajawal", "almarai", "ibm_plex_sans_arabic"]]


class CreateCheckoutSessionPaymentIntentData(TypedDict):
    """Settings of the payment intent of the session."""

    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    # Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the
    # buyer entered, or that of the customer you chose.
    receiptEmail: NotRequired[Union[str, None]]
    metadata: NotRequired[Union[Metadata, None]]
    # `manual`: after authentication such as 3-D Secure, your server completes the payment with POST
    # /payment-intents/{id}/confirm. In live mode this requires a connection to Stripe.
    confirmationMethod: NotRequired[Literal["automatic", "manual"]]


class CreateCheckoutSession(TypedDict):
    """A checkout session to create."""

    # Required, except in mode `setup`, where no line items are allowed.
    lineItems: NotRequired[List[LineItemInput]]
    # `payment`, `subscription` or `setup`. `subscription` sells recurring prices and charges their first period only.
    # `setup` saves a card for the customer without charging it; test mode only.
    mode: NotRequired[Literal["payment", "setup", "subscription"]]
    # Where the buyer pays: on the hosted page, in a frame on your page, or on a page of your own.
    uiMode: NotRequired[Literal["hosted", "embedded", "custom"]]
    # Defaults to SUBSCRIBE in mode `subscription`, and to PAY otherwise.
    submitType: NotRequired[Literal["PAY", "SUBSCRIBE", "BOOK", "DONATE"]]
    # Must be the currency of the line items.
    currency: NotRequired[Currency]
    # ID of an existing customer. Cannot be combined with `customerDetails`. Required in mode `setup`.
    customerId: NotRequired[str]
    # Cannot be combined with `customerId`.
    customerDetails: NotRequired[CreateCheckoutSessionCustomerDetails]
    # Buyers who are not known yet become guests; with `always`, those with an email address become registered
    # customers. A guest stays a guest until you create a customer with that email.
    customerCreation: NotRequired[Literal["always", "if_required"]]
    # Which details of an existing customer are updated with what the buyer enters.
    customerUpdate: NotRequired[CreateCheckoutSessionCustomerUpdate]
    afterCompletion: NotRequired[Union[CreateCheckoutSessionAfterCompletion, CreateCheckoutSessionAfterCompletion2]]
    # An https URL. Test mode also accepts http://localhost.
    cancelUrl: NotRequired[str]
    # Minutes until the session expires.
    expiresAfterMinutes: NotRequired[int]
    # Language of the page, BCP 47. `auto` follows the browser of the buyer.
    locale: NotRequired[str]
    # Fields of your own that the buyer fills in, at most 3.
    customFields: NotRequired[List[CustomFieldInput]]
    # Discounts that you apply, regardless of `allowPromotionCodes`.
    discounts: NotRequired[List[DiscountInput]]
    # Whether the buyer can enter a promotion code.
    allowPromotionCodes: NotRequired[bool]
    # Whether the buyer has to enter a name.
    nameCollection: NotRequired[bool]
    # Whether the buyer has to enter a billing address.
    billingAddressCollection: NotRequired[bool]
    # Whether the buyer has to enter a shipping address.
    shippingAddressCollection: NotRequired[bool]
    # Whether the buyer has to enter a phone number.
    phoneNumberCollection: NotRequired[bool]
    # Fields that you omit default to those of the payment link, then to those of the account.
    feeConfig: NotRequired[CreateCheckoutSessionFeeConfig]
    # How the hosted page looks. Fields that you leave out follow the default look; the logo is a setting of the
    # account.
    brandingSettings: NotRequired[CreateCheckoutSessionBrandingSettings]
    # Payment methods, in the order in which they are offered.
    paymentMethodTypes: NotRequired[List[PaymentMethodType]]
    # The payment methods to offer. Defaults to the account's default configuration.
    paymentMethodConfigurationId: NotRequired[str]
    # `manual` only authorizes the payment: the session completes unpaid, and you capture it within seven days.
    captureMethod: NotRequired[Literal["automatic", "manual"]]
    # Settings of the payment intent of the session.
    paymentIntentData: NotRequired[CreateCheckoutSessionPaymentIntentData]
    metadata: NotRequired[Union[Metadata, None]]


class CreateCoupon(TypedDict):
    """A coupon to create."""

    # Name, for people.
    name: NotRequired[Union[str, None]]
    # Percentage discount. Either this or `amountOff` is required.
    percentOff: NotRequired[Union[float, None]]
    # Discount in minor units of `currency`. Either this or `percentOff` is required.
    amountOff: NotRequired[Union[int, None]]
    # Currency of `amountOff`. Required with `amountOff`.
    currency: NotRequired[Union[Currency, None]]
    # Relevant for subscriptions only.
    duration: NotRequired[Literal["once", "forever", "repeating"]]
    # Required if `duration` is `repeating`.
    durationInMonths: NotRequired[Union[int, None]]
    # Maximum number of redemptions across all customers.
    maxRedemptions: NotRequired[Union[int, None]]
    # How many times one customer can redeem it. `null`: any number.
    maxRedemptionsPerCustomer: NotRequired[Union[int, None]]
    # Minimum cart amount before discounts.
    minimumAmount: NotRequired[Union[int, None]]
    minimumAmountCurrency: NotRequired[Union[Currency, None]]
    # The coupon cannot be redeemed from this time on.
    redeemBy: NotRequired[Union[str, None]]
    # Empty means all products.
    appliesToProductIds: NotRequired[List[str]]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    metadata: NotRequired[Union[Metadata, None]]


class CreateCustomerAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class CreateCustomerShippingAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class CreateCustomerShipping(TypedDict):
    # Name of the recipient.
    name: NotRequired[Union[str, None]]
    # Phone number of the recipient, as entered.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[CreateCustomerShippingAddress, None]]


class CreateCustomer(TypedDict):
    """A customer to create."""

    # Name, for people.
    name: NotRequired[Union[str, None]]
    # Either this or `phone` is required. Unique per account and mode.
    email: NotRequired[Union[str, None]]
    # Either this or `email` is required.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[CreateCustomerAddress, None]]
    # Name, phone number and address of the recipient.
    shipping: NotRequired[Union[CreateCustomerShipping, None]]
    metadata: NotRequired[Union[Metadata, None]]
    # Defaults to the default currency of the account.
    currency: NotRequired[Union[Currency, None]]


class CreatePaymentIntentShippingAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class CreatePaymentIntentShipping(TypedDict):
    # Name of the recipient.
    name: NotRequired[Union[str, None]]
    # Phone number of the recipient, as entered.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[CreatePaymentIntentShippingAddress, None]]


class CreatePaymentIntentAmountDetails(TypedDict):
    # In minor units of the currency.
    productAmount: int
    # In minor units of the currency.
    tax: NotRequired[int]
    # In minor units of the currency.
    platformFees: NotRequired[int]
    # In minor units of the currency.
    tip: NotRequired[int]
    # In minor units of the currency.
    discount: NotRequired[int]


class CreatePaymentIntent(TypedDict):
    """A payment intent to create."""

    # In minor units. The amount in the processing currency must be from 1.00 to 1,000,000.00.
    amount: int
    # A currency that the account does not process is converted at the current exchange rate.
    currency: Currency
    # `cus_…`: the customer. `null` for a guest.
    customerId: NotRequired[Union[str, None]]
    # `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
    captureMethod: NotRequired[Literal["automatic", "manual"]]
    # `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
    confirmationMethod: NotRequired[Literal["automatic", "manual"]]
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    # Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the
    # buyer entered, or that of the customer you chose.
    receiptEmail: NotRequired[Union[str, None]]
    # Name, phone number and address of the recipient.
    shipping: NotRequired[Union[CreatePaymentIntentShipping, None]]
    # How the amount is made up. For information only: the sum is not checked.
    amountDetails: NotRequired[Union[CreatePaymentIntentAmountDetails, None]]
    # Accepted payment method types. `null` accepts all types that the account supports.
    paymentMethodTypes: NotRequired[Union[List[PaymentMethodType], None]]
    # Confirms the payment immediately. Requires `paymentMethod`.
    confirm: NotRequired[bool]
    paymentMethod: NotRequired[PaymentMethodInput]
    # Where to return the buyer after a redirect, for the attempt that this request confirms. Required then in live mode
    # for a bank transfer or InstaPay that you receive without a provider: show there what `nextAction` says.
    returnUrl: NotRequired[str]
    metadata: NotRequired[Union[Metadata, None]]


class CreatePaymentLinkAfterCompletionRedirect(TypedDict):
    """Where the buyer is sent after paying. For the type `redirect` only."""

    # An https URL. Test mode also accepts http://localhost.
    url: str


class CreatePaymentLinkAfterCompletion(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["redirect"]
    # Where the buyer is sent after paying. For the type `redirect` only.
    redirect: CreatePaymentLinkAfterCompletionRedirect


class CreatePaymentLinkAfterCompletion2HostedConfirmation(TypedDict):
    """Settings of the page that is shown after paying. For the type `hosted_confirmation` only."""

    # Text shown to the buyer after paying, at most 500 characters.
    customMessage: NotRequired[str]
    # An https URL. Test mode also accepts http://localhost.
    returnUrl: NotRequired[str]


class CreatePaymentLinkAfterCompletion2(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["hosted_confirmation"]
    # Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
    hostedConfirmation: NotRequired[CreatePaymentLinkAfterCompletion2HostedConfirmation]


class CreatePaymentLinkFeeConfig(TypedDict):
    """Fields that you omit default to those of the payment link, then to those of the account."""

    # Whether the buyer pays the fee on top of the amount.
    feesPassThrough: NotRequired[bool]
    # Whether VAT is added to the prices, which do not include it.
    vatCollectionEnabled: NotRequired[bool]
    # Percentage: 14 means 14 %.
    vatCollectionRate: NotRequired[float]
    # Ignored.
    source: NotRequired[Literal["account", "payment_link", "session"]]


class CreatePaymentLinkBrandingSettingsColors(TypedDict):
    """`#RRGGBB`."""

    # Color of the main button, `#RRGGBB`.
    primary: NotRequired[str]
    # Text color on `primary`, `#RRGGBB`.
    primaryForeground: NotRequired[str]
    # Background color of the page, `#RRGGBB`.
    background: NotRequired[str]
    # Text color, `#RRGGBB`.
    foreground: NotRequired[str]
    # Color of borders, `#RRGGBB`.
    border: NotRequired[str]
    # Color of the borders of input fields, `#RRGGBB`.
    input: NotRequired[str]
    # Color of the focus ring, `#RRGGBB`.
    ring: NotRequired[str]
    # Background color of less important elements, `#RRGGBB`.
    muted: NotRequired[str]
    # Color of less important text, `#RRGGBB`.
    mutedForeground: NotRequired[str]
    # Background color of highlighted elements, `#RRGGBB`.
    accent: NotRequired[str]
    # Text color on `accent`, `#RRGGBB`.
    accentForeground: NotRequired[str]
    # Color of errors and of actions that cannot be undone, `#RRGGBB`.
    destructive: NotRequired[str]


class CreatePaymentLinkBrandingSettings(TypedDict):
    """How the hosted page looks. Fields that you leave out follow the default look; the logo is a setting of the account."""

    # `auto` follows the setting of the device of the buyer.
    colorMode: NotRequired[Literal["light", "dark", "auto"]]
    # Shape of the corners of buttons and boxes.
    borderStyle: NotRequired[Literal["rounded", "rectangular", "pill"]]
    # Distance between elements.
    spacing: NotRequired[Literal["compact", "normal", "spacious"]]
    # Height of input fields.
    inputSize: NotRequired[Literal["sm", "md", "lg"]]
    # How input fields are drawn.
    inputStyle: NotRequired[Literal["outlined", "filled", "underlined"]]
    # How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above
    # its fields, or a list of separate rows above its fields. Defaults to `accordion`.
    formLayout: NotRequired[Literal["accordion", "tabs", "list"]]
    # `#RRGGBB`.
    colors: NotRequired[CreatePaymentLinkBrandingSettingsColors]
    # The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic
    # letters. `default` uses the fonts of the device.
    fontFamily: NotRequired[Literal["default", "inter", "roboto", "open_sans", "lato", "montserrat", "nunito", "noto_sans", "cairo", "tajawal", "almarai", "ibm_plex_sans_arabic"]]


class CreatePaymentLink(TypedDict):
    """A payment link to create."""

    # What is sold, 1 to 100 items.
    lineItems: List[LineItemInput]
    # Must be the currency of the line items.
    currency: NotRequired[Currency]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    # Must be in the future. `null` means never.
    expiresAt: NotRequired[Union[str, None]]
    # Number of completed checkouts after which the link creates no new ones.
    maxCompletions: NotRequired[Union[int, None]]
    # What the button of the page says.
    submitType: NotRequired[Literal["PAY", "SUBSCRIBE", "BOOK", "DONATE"]]
    # Buyers who are not known yet become guests; with `always`, those with an email address become registered
    # customers. A guest stays a guest until you create a customer with that email.
    customerCreation: NotRequired[Literal["always", "if_required"]]
    afterCompletion: NotRequired[Union[CreatePaymentLinkAfterCompletion, CreatePaymentLinkAfterCompletion2]]
    # Fields of your own that the buyer fills in, at most 3.
    customFields: NotRequired[List[CustomFieldInput]]
    # Whether the buyer can enter a promotion code.
    allowPromotionCodes: NotRequired[bool]
    # Whether the buyer has to enter a name.
    nameCollection: NotRequired[bool]
    # Whether the buyer has to enter a billing address.
    billingAddressCollection: NotRequired[bool]
    # Whether the buyer has to enter a shipping address.
    shippingAddressCollection: NotRequired[bool]
    # Whether the buyer has to enter a phone number.
    phoneNumberCollection: NotRequired[bool]
    # Fields that you omit default to those of the payment link, then to those of the account.
    feeConfig: NotRequired[CreatePaymentLinkFeeConfig]
    # How the hosted page looks. Fields that you leave out follow the default look; the logo is a setting of the
    # account.
    brandingSettings: NotRequired[CreatePaymentLinkBrandingSettings]
    # The payment methods to offer. Defaults to the account's default configuration.
    paymentMethodConfigurationId: NotRequired[str]
    metadata: NotRequired[Union[Metadata, None]]


class CreatePaymentMethodConfigurationPaymentMethodTypesItemLimitsItem(TypedDict):
    currency: Currency
    # In minor units. `null` applies the limit of the platform.
    minTransactionAmount: NotRequired[Union[int, None]]
    # In minor units. `null` applies the limit of the platform.
    maxTransactionAmount: NotRequired[Union[int, None]]


class CreatePaymentMethodConfigurationPaymentMethodTypesItem(TypedDict):
    type: PaymentMethodType
    # Whether it is on.
    enabled: NotRequired[bool]
    # At most one for each currency.
    limits: NotRequired[List[CreatePaymentMethodConfigurationPaymentMethodTypesItemLimitsItem]]


class CreatePaymentMethodConfiguration(TypedDict):
    """A payment method configuration to create."""

    # Name, for people.
    name: str
    # In the order in which a checkout offers them. Methods that are not listed are not offered.
    paymentMethodTypes: List[CreatePaymentMethodConfigurationPaymentMethodTypesItem]


class CreatePayout(TypedDict):
    """A payout to create."""

    # In minor units of the currency.
    amount: int
    currency: Currency
    # A bank account in this currency.
    bankAccountId: str
    # The text on the statement of the bank account.
    statementDescriptor: NotRequired[Union[str, None]]


class CreatePriceRecurring(TypedDict):
    # Unit of time: with `intervalCount` it says how long a period is.
    interval: Literal["DAY", "WEEK", "MONTH", "YEAR", "CUSTOM"]
    # How many intervals one period has, 1 to 365.
    intervalCount: int


class CreatePriceCustomUnitAmount(TypedDict):
    minimum: NotRequired[Union[int, None]]
    maximum: NotRequired[Union[int, None]]
    preset: NotRequired[Union[int, None]]


class CreatePrice(TypedDict):
    """A price to create."""

    # Shown to buyers after the name of the product.
    name: NotRequired[Union[str, None]]
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    currency: Currency
    # In minor units. Not allowed for CUSTOM prices.
    unitAmount: NotRequired[Union[int, None]]
    # Which kind it is. It decides which other fields are present.
    type: NotRequired[Literal["ONE_TIME", "RECURRING", "CUSTOM"]]
    # Required for RECURRING prices, and not allowed for others.
    recurring: NotRequired[Union[CreatePriceRecurring, None]]
    # CUSTOM prices only. In minor units.
    customUnitAmount: NotRequired[Union[CreatePriceCustomUnitAmount, None]]
    # Units in stock. Null or absent means unlimited.
    stock: NotRequired[Union[int, None]]
    startDate: NotRequired[Union[str, None]]
    expirationDate: NotRequired[Union[str, None]]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    metadata: NotRequired[Union[Metadata, None]]


class CreateProduct(TypedDict):
    """A product to create."""

    # Shown to buyers, 1 to 250 characters.
    name: str
    # Shown to buyers below the name, at most 5,000 characters.
    description: NotRequired[Union[str, None]]
    image: NotRequired[Union[str, None]]
    # Name of one unit, such as `seat` or `kg`, shown after the quantity.
    unitLabel: NotRequired[Union[str, None]]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    metadata: NotRequired[Union[Metadata, None]]
    # Created together with the product: either all of them or nothing.
    prices: NotRequired[List[CreatePrice]]
    # Index of the default price in `prices`. Defaults to 0.
    defaultPriceIndex: NotRequired[int]


class CreatePromotionCodeRestrictions(TypedDict):
    # Whether only buyers without an earlier payment can redeem the code.
    firstTimeTransaction: NotRequired[bool]
    minimumAmount: NotRequired[Union[int, None]]
    minimumAmountCurrency: NotRequired[Union[Currency, None]]


class CreatePromotionCode(TypedDict):
    """A promotion code to create."""

    # ID of the coupon that the code applies.
    couponId: NotRequired[str]
    # Same as `couponId`.
    coupon: NotRequired[str]
    # The text that buyers enter. Generated if absent.
    code: NotRequired[str]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    # Cannot exceed the limit of the coupon.
    maxRedemptions: NotRequired[Union[int, None]]
    # Cannot be later than the coupon's `redeemBy`.
    expiresAt: NotRequired[Union[str, None]]
    # The only customer who can use the code.
    customerId: NotRequired[Union[str, None]]
    # Who can redeem the code, and from which total.
    restrictions: NotRequired[Union[CreatePromotionCodeRestrictions, None]]
    metadata: NotRequired[Union[Metadata, None]]


class CreateProviderConnectionMethodsItem(TypedDict):
    type: PaymentMethodType
    # Currencies to offer it in. Defaults to those that the provider settles for the account.
    currencies: NotRequired[List[Currency]]
    # Paymob only: ID of the integration that takes the method. Defaults to the one that Paymob lists.
    integration: NotRequired[Union[str, None]]


class CreateProviderConnection(TypedDict):
    """A payment provider to connect."""

    # Payment provider.
    provider: Literal["stripe", "paymob", "fawry", "tabby", "tamara"]
    # Stripe: `secretKey`, `publishableKey` and, once the event destination exists, `callbackSecret`. Paymob: `apiKey`,
    # `secretKey`, `publicKey` and `hmacSecret`. Fawry: `merchantCode` and `secureKey`. Tabby: `secretKey`,
    # `merchantCode` and `country`. Tamara: `apiToken`, `notificationToken` and `country`. Verified with the provider,
    # stored encrypted, and never returned.
    credentials: Dict[str, str]
    # Methods to take through this connection. Defaults to every method that the provider offers the account.
    methods: NotRequired[List[CreateProviderConnectionMethodsItem]]


class CreateProviderExpectationMatch(TypedDict):
    """Selects operations. All of the given conditions must match."""

    # `sync` queries the outcome of a payment or refund, which the platform does after a response is lost.
    operation: Literal["authorize", "capture", "refund", "cancel", "sync"]
    # Amount of the operation in minor units. For `cancel` and `sync`, the amount of the charge or refund.
    amount: NotRequired[int]
    # Matches if the metadata of the payment intent contains these keys and values.
    metadata: NotRequired[Metadata]
    # ID of the payment intent, charge, checkout session or refund.
    reference: NotRequired[str]


class CreateProviderExpectationFault(TypedDict):
    """Set exactly one of these fields."""

    # Returns this error without performing the operation.
    status: NotRequired[int]
    # Performs the operation, but its response is lost.
    timeout: NotRequired[Literal[True]]
    # The connection breaks before the operation is performed.
    connectionReset: NotRequired[Literal[True]]
    # Performs the operation and responds after this delay, in milliseconds.
    delayMs: NotRequired[int]


class CreateProviderExpectation(TypedDict):
    """How the test provider fails on its next operations."""

    # Selects operations. All of the given conditions must match.
    match: CreateProviderExpectationMatch
    # Set exactly one of these fields.
    fault: CreateProviderExpectationFault
    # Number of operations to apply it to.
    times: NotRequired[int]
    # Seconds after which the expectation expires, by the test clock.
    expiresIn: NotRequired[int]


class CreateRefund(TypedDict):
    """A refund to create."""

    # The charge to refund. Either this or `paymentIntentId` is required.
    chargeId: NotRequired[str]
    # Refunds the succeeded charge of this payment intent. Either this or `chargeId` is required.
    paymentIntentId: NotRequired[str]
    # In minor units. Defaults to the remaining amount.
    amount: NotRequired[int]
    # Why it was refunded.
    reason: NotRequired[Union[Literal["DUPLICATE", "FRAUDULENT", "REQUESTED_BY_CUSTOMER"], None]]
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    # Where to contact the buyer for bank or wallet details, if the payment method needs them. Defaults to the email
    # address of the customer, of `billingDetails`, or to `receiptEmail`; required if there is none. For a payment of a
    # checkout, the customer counts only if you chose it.
    instructionsEmail: NotRequired[Union[str, None]]
    # True if you send the money yourself although the provider could return it, for example because its time limit for
    # refunds has passed. The buyer says where the money goes, and you mark the refund as paid, as where no provider
    # returns it.
    outOfBand: NotRequired[bool]
    metadata: NotRequired[Union[Metadata, None]]


class CreateUploadUrl(TypedDict):
    """A file to upload."""

    purpose: UploadPurpose
    # Format of the file. It is verified against the content of the file. `application/pdf` for `dispute_evidence` only.
    contentType: FileType
    # Maximum size of the file, in bytes. The file can be smaller.
    sizeBytes: int


class CreateWebhookEndpoint(TypedDict):
    """A webhook endpoint to create."""

    # An https URL.
    url: str
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    # Event types, `family.*`, or `*` for all.
    enabledEvents: List[str]
    metadata: NotRequired[Union[Metadata, None]]


Currency = Union[Literal["EGP", "USD", "EUR", "GBP", "SAR", "AED", "QAR", "KWD", "JOD", "OMR", "BHD", "LYD", "AUD", "CAD", "CNY"]]


class CustomFieldDropdownOptionsItem(TypedDict):
    # Text that the buyer sees.
    label: str
    # What the field contains if the buyer chooses this option.
    value: str


class CustomFieldText(TypedDict):
    """TEXT fields only."""

    # Empty if the buyer removed the `defaultValue` of an optional field.
    value: Any
    # Text that the field contains before the buyer edits it.
    defaultValue: Any


class CustomFieldNumeric(TypedDict):
    """NUMERIC fields only."""

    # Contains digits only.
    value: Any


class CustomFieldDropdown(TypedDict):
    """DROPDOWN fields only."""

    # Value of the field.
    value: Any


class CustomField(TypedDict):
    """A custom field that the buyer fills in during checkout."""

    # Your key of the field. Unique within the checkout.
    key: str
    # Label shown to the buyer.
    label: str
    # Which kind it is. It decides which other fields are present.
    type: Literal["TEXT", "NUMERIC", "DROPDOWN"]
    # Whether the buyer can leave the field empty.
    isOptional: bool
    # Whether the value is checked against limits.
    hasLimits: bool
    # Which of the length limits apply.
    limitType: NotRequired[Literal["AT_LEAST", "AT_MOST", "BETWEEN", "EXACTLY"]]
    # Fewest characters that the value must have.
    minCharacters: NotRequired[int]
    # Most characters that the value can have.
    maxCharacters: NotRequired[int]
    # DROPDOWN fields only.
    dropdownOptions: List[CustomFieldDropdownOptionsItem]
    # TEXT fields only.
    text: NotRequired[CustomFieldText]
    # NUMERIC fields only.
    numeric: NotRequired[CustomFieldNumeric]
    # DROPDOWN fields only.
    dropdown: NotRequired[CustomFieldDropdown]


class CustomFieldChangeDropdownOptionsItem(TypedDict):
    # Text that the buyer sees.
    label: str
    # What the field contains if the buyer chooses this option.
    value: str


class CustomFieldChangeText(TypedDict):
    # Read-only: the buyer's answer. Accepted and ignored in requests.
    value: NotRequired[Any]
    # Text that the field contains before the buyer edits it.
    defaultValue: NotRequired[Union[str, None]]


class CustomFieldChangeNumeric(TypedDict):
    # Read-only: the buyer's answer. Accepted and ignored in requests.
    value: NotRequired[Any]


class CustomFieldChangeDropdown(TypedDict):
    # Read-only: the buyer's answer. Accepted and ignored in requests.
    value: NotRequired[Any]


class CustomFieldChange(TypedDict):
    """The custom field after the update."""

    # Your own name of the field, unique within the checkout, 1 to 200 characters.
    key: str
    # Text that the buyer sees.
    label: str
    # Which kind it is. It decides which other fields are present.
    type: Literal["TEXT", "NUMERIC", "DROPDOWN"]
    # Whether the buyer can leave the field empty.
    isOptional: NotRequired[bool]
    # Whether the value is checked against limits.
    hasLimits: NotRequired[bool]
    # Whether the limits count characters or compare the value.
    limitType: NotRequired[Union[Literal["AT_LEAST", "AT_MOST", "BETWEEN", "EXACTLY"], None]]
    # Fewest characters that the value must have.
    minCharacters: NotRequired[Union[int, None]]
    # Most characters that the value can have.
    maxCharacters: NotRequired[Union[int, None]]
    dropdownOptions: NotRequired[List[CustomFieldChangeDropdownOptionsItem]]
    # TEXT fields only.
    text: NotRequired[Union[CustomFieldChangeText, None]]
    # Settings or value of a field of the type `numeric`.
    numeric: NotRequired[Union[CustomFieldChangeNumeric, None]]
    # Settings or value of a field of the type `dropdown`.
    dropdown: NotRequired[Union[CustomFieldChangeDropdown, None]]


class CustomFieldInputDropdownOptionsItem(TypedDict):
    # Text that the buyer sees.
    label: str
    # What the field contains if the buyer chooses this option.
    value: str


class CustomFieldInputText(TypedDict):
    # Value of the field.
    value: NotRequired[None]
    # Text that the field contains before the buyer edits it.
    defaultValue: NotRequired[Union[str, None]]


class CustomFieldInputNumeric(TypedDict):
    # Value of the field.
    value: NotRequired[None]


class CustomFieldInputDropdown(TypedDict):
    # Value of the field.
    value: NotRequired[None]


class CustomFieldInput(TypedDict):
    """A custom field to add to a checkout."""

    # Your own name of the field, unique within the checkout, 1 to 200 characters.
    key: str
    # Text that the buyer sees.
    label: str
    # Which kind it is. It decides which other fields are present.
    type: Literal["TEXT", "NUMERIC", "DROPDOWN"]
    # Whether the buyer can leave the field empty.
    isOptional: NotRequired[bool]
    # Whether the value is checked against limits.
    hasLimits: NotRequired[bool]
    # Whether the limits count characters or compare the value.
    limitType: NotRequired[Union[Literal["AT_LEAST", "AT_MOST", "BETWEEN", "EXACTLY"], None]]
    # Fewest characters that the value must have.
    minCharacters: NotRequired[Union[int, None]]
    # Most characters that the value can have.
    maxCharacters: NotRequired[Union[int, None]]
    dropdownOptions: NotRequired[List[CustomFieldInputDropdownOptionsItem]]
    # TEXT fields only.
    text: NotRequired[Union[CustomFieldInputText, None]]
    # Settings or value of a field of the type `numeric`.
    numeric: NotRequired[Union[CustomFieldInputNumeric, None]]
    # Settings or value of a field of the type `dropdown`.
    dropdown: NotRequired[Union[CustomFieldInputDropdown, None]]


class CustomUnitAmount(TypedDict):
    """The limits within which a buyer chooses the amount."""

    # Minimum amount in minor units. `null` means no minimum.
    minimum: Union[int, None]
    # Maximum amount in minor units. `null` means no maximum.
    maximum: Union[int, None]
    # Suggested amount in minor units. `null` means no suggestion.
    preset: Union[int, None]


class Customer(TypedDict):
    """A customer of the merchant."""

    # `cus_…`
    id: str
    # Type of the object.
    object: Literal["customer"]
    # Which kind it is. It decides which other fields are present.
    type: Literal["registered", "guest"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # Name, for people.
    name: NotRequired[str]
    # As entered. Unique per account and mode, regardless of case.
    email: NotRequired[str]
    # In E.164 format if the number could be parsed.
    phone: NotRequired[str]
    address: NotRequired[Address]
    # Shipping details of a payment whose buyer enters none.
    shipping: NotRequired[Shipping]
    guestFingerprint: GuestFingerprint
    metadata: Metadata
    # `acct_…`
    merchantId: str
    # Default currency of the customer.
    currency: NotRequired[Currency]
    spendData: SpendData
    # Credit balance in minor units, as a string.
    balance: str


class CustomerDetails(TypedDict):
    """Details given about the buyer."""

    # Name, for people.
    name: NotRequired[Any]
    # Email address.
    email: NotRequired[Any]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Any]
    billingDetails: NotRequired[Union[BillingDetails, None]]
    shipping: NotRequired[Union[Shipping, None]]


class CustomerList(TypedDict):
    """A page of customers."""

    # Newest first.
    data: List[ListCustomer]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class CustomerStatsSeriesItem(TypedDict):
    # Start of the interval. It ends where the next one starts.
    periodStart: str
    # An amount in minor units of the object's currency.
    grossSpend: int
    # Amount refunded on these payments, regardless of when it was refunded.
    amountRefunded: int
    # Number of payments.
    numPayments: int


class CustomerStatsTopProductsItem(TypedDict):
    # `prod_…`
    productId: str
    # Name at the time of the last purchase.
    name: str
    # Number of pieces bought.
    unitsBought: int
    # After discounts, before refunds.
    grossSpend: int


class CustomerStats(TypedDict):
    """The purchases of a customer in a period, in minor units."""

    # `cus_…`
    customerId: str
    # Over the lifetime of the customer.
    spendData: SpendData
    # Payments in the currency of `spendData`, oldest first. Includes intervals without payments.
    series: List[CustomerStatsSeriesItem]
    # The ten products on which the customer spent the most in this period.
    topProducts: List[CustomerStatsTopProductsItem]


class CustomerUpdate(TypedDict):
    """Which fields of the customer a checkout can overwrite."""

    # `auto` saves the billing address that the buyer enters on the customer; `never` keeps the saved one.
    address: NotRequired[Literal["auto", "never"]]
    # `auto` saves the name that the buyer enters on the customer; `never` keeps the saved one.
    name: NotRequired[Literal["auto", "never"]]
    # `auto` saves the shipping details that the buyer enters on the customer; `never` keeps the saved ones.
    shipping: NotRequired[Literal["auto", "never"]]


class DeadLetter(TypedDict):
    """An event that a consumer failed to handle."""

    # Service of the platform.
    service: Literal["gateway", "catalog", "customers", "checkout", "payments", "webhooks"]
    # Name of the consumer that could not process the event.
    consumer: str
    # `evt_…`. For a message that cannot be read, its position in the stream: `seq:<n>`.
    eventId: str
    # Subject of the message.
    subject: str
    # The last error of the handler.
    reason: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # When the event was requeued. `null` if it has not been.
    requeuedAt: Union[str, None]


class DeadLetterList(TypedDict):
    """Events that a consumer failed to handle."""

    # The rows of the list.
    data: List[DeadLetter]


class DeleteTestData(TypedDict):
    """Confirms that all test data is to be deleted."""

    # `RESET`: this cannot be undone.
    confirm: Literal["RESET"]


class DeletedAccountKey(TypedDict):
    """A revoked API key."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["api_key"]
    # Always `true`.
    deleted: Literal[True]


class DeletedApiKey(TypedDict):
    """A revoked API key."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["api_key"]
    # Always `true`.
    deleted: Literal[True]


class DeletedBankAccount(TypedDict):
    """A deleted bank account."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["bank_account"]
    # Always `true`.
    deleted: Literal[True]


class DeletedCoupon(TypedDict):
    """A deleted coupon."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["coupon"]
    # Always `true`.
    deleted: Literal[True]


class DeletedCustomer(TypedDict):
    """A deleted customer."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["customer"]
    # Always `true`.
    deleted: Literal[True]


class DeletedPaymentMethodConfiguration(TypedDict):
    """A deleted payment method configuration."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["payment_method_configuration"]
    # Always `true`.
    deleted: Literal[True]


class DeletedPrice(TypedDict):
    """A deleted price."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["price"]
    # Always `true`.
    deleted: Literal[True]


class DeletedProduct(TypedDict):
    """A deleted product."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["product"]
    # Always `true`.
    deleted: Literal[True]


class DeletedProviderConnection(TypedDict):
    """A deleted provider connection."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["provider_connection"]
    # Always `true`.
    deleted: Literal[True]


class DeletedWebhookEndpoint(TypedDict):
    """A deleted webhook endpoint."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["webhook_endpoint"]
    # Always `true`.
    deleted: Literal[True]


class DestinationDetailsCard(TypedDict):
    """Details of a card. Present for this type only."""

    # Reference of the bank or provider, by which the buyer can find the payment.
    reference: NotRequired[str]
    # Whether the reference is known already, or not available.
    referenceStatus: NotRequired[str]
    # Which kind of reference it is.
    referenceType: NotRequired[str]
    # Which kind it is. It decides which other fields are present.
    type: NotRequired[str]


class DestinationDetailsWallet(TypedDict):
    """Details of a mobile wallet. Present for this type only."""

    # Reference of the bank or provider, by which the buyer can find the payment.
    reference: NotRequired[str]
    # Operator of the wallet.
    provider: NotRequired[str]


class DestinationDetailsBankTransfer(TypedDict):
    """Details of a bank transfer. Present for this type only."""

    # Reference of the bank or provider, by which the buyer can find the payment.
    reference: NotRequired[str]
    # Whether the reference is known already, or not available.
    referenceStatus: NotRequired[str]


class DestinationDetailsKiosk(TypedDict):
    """Details of a payment at a kiosk. Present for this type only."""

    # Reference of the bank or provider, by which the buyer can find the payment.
    reference: NotRequired[str]
    # Network of the kiosk.
    provider: NotRequired[str]


class DestinationDetails(TypedDict):
    """Where the money of a refund was sent."""

    # Which kind it is. It decides which other fields are present.
    type: Literal["card", "wallet", "bank_transfer", "kiosk"]
    # Details of a card. Present for this type only.
    card: NotRequired[DestinationDetailsCard]
    # Details of a mobile wallet. Present for this type only.
    wallet: NotRequired[DestinationDetailsWallet]
    # Details of a bank transfer. Present for this type only.
    bankTransfer: NotRequired[DestinationDetailsBankTransfer]
    # Details of a payment at a kiosk. Present for this type only.
    kiosk: NotRequired[DestinationDetailsKiosk]


class Discount(TypedDict):
    """The application of a coupon to a checkout or customer."""

    # `di_…`, or `pending` until the discount is redeemed. One that deducts nothing, because its coupon is for other
    # products, stays `pending`.
    id: str
    # Type of the object.
    object: Literal["discount"]
    # The coupon as it was when the discount was applied.
    coupon: Coupon
    # `promo_…`: the promotion code. `null` for a coupon that you applied.
    promotionCodeId: Any
    # The code that the buyer entered. `null` for a coupon that you applied.
    promotionCodeCode: Any
    # `cs_test_…` or `cs_live_…`: the checkout session that it belongs to.
    checkoutSessionId: Any
    # `cus_…`: the customer. `null` for a guest.
    customerId: Any
    # When the discount was redeemed.
    start: Union[str, None]
    # `null` if the discount does not end.
    end: Union[str, None]


class DiscountInput(TypedDict):
    """A discount to apply to a checkout."""

    # ID of a coupon. Either this or `promotionCode` is required.
    coupon: NotRequired[str]
    # ID or text of a promotion code.
    promotionCode: NotRequired[str]


class DiscountList(TypedDict):
    """A page of discounts."""

    # Newest first.
    data: List[Discount]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class Dispute(TypedDict):
    """A payer's objection to a charge, brought by the payer's bank."""

    # `dp_…`
    id: str
    # Type of the object.
    object: Literal["dispute"]
    # `ch_…`
    chargeId: str
    # `pi_…`
    paymentIntentId: str
    # The disputed amount, in minor units. Can be less than the amount of the charge.
    amount: int
    currency: Currency
    # `general` if the provider names no reason, or one that is not listed here.
    reason: Literal["fraudulent", "product_not_received", "product_unacceptable", "duplicate", "credit_not_processed", "subscription_canceled", "general"]
    # `WARNING_CLOSED` ends an inquiry; WON and LOST end a dispute.
    status: Literal["NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "WARNING_CLOSED"]
    # True while the bank only requests information. An inquiry moves no money, but can become a dispute.
    isInquiry: bool
    evidence: DisputeEvidence
    # When the evidence must be submitted. `null` if the provider sets no deadline.
    evidenceDueBy: Union[str, None]
    # Whether something of the charge could be refunded when the dispute last changed.
    isRefundable: bool
    # `dispute` when the money was withdrawn, then `dispute_reversal` if it was returned.
    balanceTransactions: List[BalanceTransaction]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # Only in events and list items: `evidence` if its texts are shortened because it is larger than 24 KiB. Retrieve
    # the dispute to get all of it.
    truncated: NotRequired[List[str]]


class DisputeEvidence(TypedDict):
    """The merchant's answer to a dispute."""

    # Name that the buyer gave.
    customerName: Any
    # Email address that the buyer gave.
    customerEmail: Any
    # What was sold, in words for the bank.
    productDescription: Any
    # When the service was provided.
    serviceDate: Any
    # Carrier that delivered the goods.
    shippingCarrier: Any
    # Tracking number of the shipment.
    shippingTrackingNumber: Any
    # When the goods were shipped.
    shippingDate: Any
    # Your refund policy as the buyer saw it.
    refundPolicy: Any
    # Your cancellation policy as the buyer saw it.
    cancellationPolicy: Any
    # Anything else that the bank should know.
    uncategorizedText: Any
    # `file_…`: private files, uploaded for `dispute_evidence`. Only the operator can read them.
    files: List[str]


class DisputeEvidenceInput(TypedDict):
    """Evidence to change. Omitted fields are kept; null removes one."""

    # Name that the buyer gave.
    customerName: NotRequired[Union[str, None]]
    # Email address that the buyer gave.
    customerEmail: NotRequired[Union[str, None]]
    # What was sold, in words for the bank.
    productDescription: NotRequired[Union[str, None]]
    # When the service was provided.
    serviceDate: NotRequired[Union[str, None]]
    # Carrier that delivered the goods.
    shippingCarrier: NotRequired[Union[str, None]]
    # Tracking number of the shipment.
    shippingTrackingNumber: NotRequired[Union[str, None]]
    # When the goods were shipped.
    shippingDate: NotRequired[Union[str, None]]
    # Your refund policy as the buyer saw it.
    refundPolicy: NotRequired[Union[str, None]]
    # Your cancellation policy as the buyer saw it.
    cancellationPolicy: NotRequired[Union[str, None]]
    # Anything else that the bank should know.
    uncategorizedText: NotRequired[Union[str, None]]
    # `fileId` of uploads for `dispute_evidence`. Replaces the current list.
    files: NotRequired[Union[List[str], None]]


class DisputeFee(TypedDict):
    """What each dispute in a currency costs when its money is withdrawn. It is kept, won or lost."""

    currency: Currency
    # In minor units of `currency`.
    amount: int


class DisputeFile(TypedDict):
    """A file of the evidence of a dispute, with its bytes."""

    # `file_…`
    id: str
    # Type of the object.
    object: Literal["dispute_file"]
    # `acct_…`: the account that uploaded it.
    accountId: str
    # `true` in live mode, `false` in test mode.
    livemode: bool
    contentType: FileType
    # Size in bytes.
    sizeBytes: int
    # The bytes of the file as base64.
    contentBase64: str


class DisputeList(TypedDict):
    """A page of disputes."""

    # Newest first.
    data: List[Dispute]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class ErrorEnvelopeError(TypedDict):
    """What went wrong."""

    # The type of error.
    type: Literal["invalid_request_error", "authentication_error", "rate_limit_error", "api_error", "card_error", "idempotency_error"]
    # A stable, machine-readable code. Branch on this value.
    code: Literal["invalid_request", "parameter_invalid", "parameter_missing", "parameter_unknown", "parameter_out_of_range", "parameters_exclusive", "parameter_requires_another", "validation_error", "resource_missing", "resource_invalid_state", "resource_already_exists", "resource_limit_reached", "resource_in_use", "authentication_required", "invalid_api_key", "api_key_inactive", "invalid_signature", "permission_denied", "merchant_not_activated", "two_factor_required", "rate_limit", "idempotency_key_in_use", "internal_error", "creation_failed", "request_timeout", "product_archived", "price_inactive", "price_not_yet_active", "price_expired", "price_sold_out", "price_date_range_invalid", "price_stock_invalid", "price_recurring_not_supported", "price_immutable_while_used", "checkout_session_expired", "invalid_client_secret", "line_item_missing_price", "checkout_empty_cart", "payment_link_inactive", "payment_link_expired", "promotion_codes_not_allowed", "promotion_code_not_found", "promotion_code_inactive", "promotion_code_expired", "promotion_code_max_redemptions", "promotion_code_customer_mismatch", "promotion_code_minimum_amount", "promotion_code_first_time_only", "promotion_code_exists", "coupon_invalid", "coupon_currency_mismatch", "coupon_minimum_amount", "coupon_customer_max_redemptions", "coupon_in_use", "too_many_discounts", "unsupported_currency", "exchange_rate_not_found", "payment_still_confirming", "payment_already_completed", "amount_invalid", "currency_invalid", "payment_method_corrupted", "payment_method_customer_mismatch", "payment_intent_customer_mismatch", "payment_method_mismatch", "charge_not_captured", "charge_disputed", "merchant_no_balance", "insufficient_balance", "charge_missing_balance_transaction", "charge_missing_fee_data", "charge_incomplete_fee_data", "cannot_rename_default", "cannot_delete_default", "must_have_enabled_method", "configuration_in_use"]
    # A human-readable message. Its wording may change at any time.
    message: str
    # The parameter that caused the error, for example `lineItems[0].quantity`.
    param: NotRequired[str]
    # Link to the documentation of the code.
    doc_url: NotRequired[str]


class ErrorEnvelope(TypedDict):
    """The body of every unsuccessful response."""

    # What went wrong.
    error: ErrorEnvelopeError
    # ID of the request. Include it when you contact support.
    request_id: str


class EventData(TypedDict):
    """What the event is about: the object and, for updates, the attributes that changed."""

    # The object, as its GET endpoint returned it at that time, without client secrets. Nested lists are cut if it would
    # be larger than 64 KiB.
    object: Dict[str, Any]
    # On updates: the previous values of the fields that changed. Large ones are cut like the object.
    previousAttributes: NotRequired[Dict[str, Any]]
    # On `customer.deleted`: the ID of the customer that this one was merged into.
    mergedInto: NotRequired[str]


class EventRequest(TypedDict):
    """The request that caused the event."""

    # ID of the object.
    id: Any
    # The `Idempotency-Key` of the request. `null` if it had none.
    idempotencyKey: Any


class Event(TypedDict):
    """An event, as delivered to webhook endpoints."""

    # `evt_…`. Identical in every delivery: use it to detect duplicates.
    id: str
    # Type of the object.
    object: Literal["event"]
    # For example `payment_intent.succeeded`.
    type: str
    # When the event occurred.
    timestamp: str
    # Same as `created`.
    createdAt: str
    # The API version of the payload, YYYY-MM-DD.
    apiVersion: str
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # `acct_…`
    merchantId: str
    # Increases by 1 with each event of the account and mode, without gaps.
    sequence: int
    # ID of the object. `<account>:balance` and `<account>:test_clock` for the balance and the test clock of an account.
    objectId: str
    # Increases with each event of the object. Do not replace a copy of the object with that of an event of a lower
    # version.
    objectVersion: int
    # What the event is about: the object and, for updates, the attributes that changed.
    data: EventData
    # The request that caused the event.
    request: EventRequest
    # Number of deliveries that are not completed.
    pendingWebhooks: int


class EventCheckoutSession(TypedDict):
    """A checkout session as events have it: without what authorizes its buyer."""

    # `cs_test_…` or `cs_live_…`
    id: str
    # Type of the object.
    object: Literal["checkout.session"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # `payment` charges now, `setup` only saves a payment method, `subscription` charges the first period.
    mode: Literal["payment", "setup", "subscription"]
    # Where the buyer pays: on the hosted page, in a frame on your page, or on a page of your own.
    uiMode: Literal["hosted", "embedded", "custom"]
    # What the button of the page says.
    submitType: Literal["PAY", "SUBSCRIBE", "BOOK", "DONATE"]
    # Buyers who are not known yet become guests; with `always`, those with an email address become registered
    # customers. A guest stays a guest until you create a customer with that email.
    customerCreation: Literal["always", "if_required"]
    # `open` until the session is paid (`complete`) or can no longer be paid (`expired`).
    status: Literal["open", "complete", "expired"]
    # `paid` once the money was received; `no_payment_required` if the total is 0.
    paymentStatus: Literal["paid", "unpaid", "no_payment_required"]
    # Currency of all amounts below.
    currency: Currency
    # Sum of the items before discounts.
    amountSubtotal: int
    # The amount that the buyer pays.
    amountTotal: int
    totalDetails: TotalDetails
    # Present only if the prices are in another currency.
    presentmentDetails: NotRequired[SessionPresentmentDetails]
    afterCompletion: AfterCompletion
    # Where the back link of the hosted page leads. Without it there is no back link.
    cancelUrl: NotRequired[str]
    # The page to redirect the buyer to. In events without its fragment, which authorizes the buyer.
    url: str
    # `null` in events. Retrieve the object to get it.
    clientSecret: Any
    # ISO 8601 timestamp in UTC, with milliseconds.
    expiresAt: str
    # Use this instead of comparing `expiresAt` with a local clock.
    isExpired: bool
    # `cus_…`
    customerId: NotRequired[str]
    customer: NotRequired[SessionCustomer]
    customerDetails: NotRequired[CustomerDetails]
    # `pi_…`
    paymentIntentId: NotRequired[str]
    # `pm_…`: the payment method that a session of mode `setup` saved for its customer. Present only when the session is
    # complete.
    paymentMethodId: NotRequired[str]
    paymentIntent: Union[EventSessionPaymentIntent, None]
    # What is sold, 1 to 100 items.
    lineItems: List[LineItem]
    # Fields of your own that the buyer fills in, at most 3.
    customFields: List[CustomField]
    # Discounts that are applied, in order.
    discounts: List[Discount]
    # Whether the buyer can enter a promotion code.
    allowPromotionCodes: bool
    # Whether the buyer has to enter a name.
    nameCollection: bool
    # Whether the buyer has to enter a billing address.
    billingAddressCollection: bool
    # Whether the buyer has to enter a shipping address.
    shippingAddressCollection: bool
    # Whether the buyer has to enter a phone number.
    phoneNumberCollection: bool
    feeConfig: FeeConfig
    brandingSettings: BrandingSettings
    # `auto` or a BCP 47 tag such as `ar-EG`.
    locale: str
    # The locale that the page is shown in: `locale`, or the `defaultLocale` of the account if the page is not available
    # in that language. `auto` follows the browser of the buyer.
    displayLocale: NotRequired[str]
    # Payment methods, in the order in which they are offered.
    paymentMethodTypes: List[SessionPaymentMethod]
    # `pmc_…`
    paymentMethodConfigurationId: NotRequired[str]
    # Present only after the buyer has chosen a method.
    fees: NotRequired[SessionFees]
    customerUpdate: CustomerUpdate
    metadata: Metadata
    # `acct_…`
    merchantId: str
    # Name of the merchant as the buyer sees it.
    merchantName: str
    # URL.
    merchantLogo: NotRequired[str]
    # `plink_…`
    paymentLinkId: NotRequired[str]
    # `cs_…`: the session that this one was copied from when its buyer opened a `recoveryUrl`. For a copy of a copy, the
    # first session. `null` if it is not a copy.
    recoveredFrom: NotRequired[Any]
    # Opens a copy of this checkout. In events without its fragment, which authorizes the buyer.
    recoveryUrl: NotRequired[str]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class EventList(TypedDict):
    """A page of events."""

    # Newest first.
    data: List[Event]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class EventPaymentIntent(TypedDict):
    """A payment intent as events have it: without its client secret."""

    # `pi_…`
    id: str
    # Type of the object.
    object: Literal["payment_intent"]
    # `null` if the payment intent was created without a session.
    checkoutSessionId: Any
    # An amount in minor units of the object's currency.
    amount: int
    # Authorized, but not yet captured.
    amountCapturable: int
    # Amount captured.
    amountReceived: int
    # An amount in minor units of the object's currency.
    amountRefunded: int
    currency: Currency
    # Current state.
    status: Literal["REQUIRES_PAYMENT_METHOD", "REQUIRES_CONFIRMATION", "REQUIRES_ACTION", "PROCESSING", "UNCAPTURED", "CANCELED", "SUCCEEDED", "FAILED", "REFUNDED", "PARTIALLY_REFUNDED", "AMOUNT_CAPTURABLE_UPDATED"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # `null` in events. Retrieve the object to get it.
    clientSecret: Any
    # `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
    captureMethod: Literal["automatic", "manual"]
    # `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
    confirmationMethod: Literal["automatic", "manual"]
    # When the authorization expires. `null` if nothing is left to capture.
    captureBefore: Union[str, None]
    # Only while the outcome of a capture is not known: its amount is still part of `amountCapturable`.
    pendingCapture: NotRequired[PendingCapture]
    # Your own description. Not shown to buyers unless the field says so.
    description: Any
    # Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the
    # buyer entered, or that of the customer you chose.
    receiptEmail: Any
    canceledAt: Union[str, None]
    # Why the payment intent was canceled.
    cancellationReason: Union[Literal["DUPLICATE", "FRAUDULENT", "REQUESTED_BY_CUSTOMER", "ABANDONED", "EXPIRED"], None]
    shipping: Union[Shipping, None]
    amountDetails: Union[AmountDetails, None]
    presentmentDetails: Union[PresentmentDetails, None]
    latestCharge: Union[Charge, None]
    # Oldest first.
    charges: List[Charge]
    paymentMethod: Union[PaymentMethod, None]
    customer: Union[PaymentCustomer, None]
    nextAction: Union[NextAction, None]
    metadata: Metadata
    lastPaymentError: Union[LastPaymentError, None]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class EventSessionPaymentIntent(TypedDict):
    """The payment intent of a session, as included in the events of that session."""

    # `pi_…`
    id: str
    # Type of the object.
    object: Literal["payment_intent"]
    # An amount in minor units of the object's currency.
    amount: int
    # Authorized, but not yet captured.
    amountCapturable: int
    # Amount captured.
    amountReceived: int
    # An amount in minor units of the object's currency.
    amountRefunded: int
    currency: Currency
    # Current state.
    status: Literal["REQUIRES_PAYMENT_METHOD", "REQUIRES_CONFIRMATION", "REQUIRES_ACTION", "PROCESSING", "UNCAPTURED", "CANCELED", "SUCCEEDED", "FAILED", "REFUNDED", "PARTIALLY_REFUNDED", "AMOUNT_CAPTURABLE_UPDATED"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # `null` in events. Retrieve the object to get it.
    clientSecret: Any
    # `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
    captureMethod: Literal["automatic", "manual"]
    # `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
    confirmationMethod: Literal["automatic", "manual"]
    # When the authorization expires. `null` if nothing is left to capture.
    captureBefore: Union[str, None]
    # Only while the outcome of a capture is not known: its amount is still part of `amountCapturable`.
    pendingCapture: NotRequired[PendingCapture]
    # Your own description. Not shown to buyers unless the field says so.
    description: Any
    # Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the
    # buyer entered, or that of the customer you chose.
    receiptEmail: Any
    canceledAt: Union[str, None]
    # Why the payment intent was canceled.
    cancellationReason: Union[Literal["DUPLICATE", "FRAUDULENT", "REQUESTED_BY_CUSTOMER", "ABANDONED", "EXPIRED"], None]
    shipping: Union[Shipping, None]
    amountDetails: Union[AmountDetails, None]
    presentmentDetails: Union[PresentmentDetails, None]
    latestCharge: Union[Charge, None]
    # Oldest first.
    charges: List[Charge]
    paymentMethod: Union[PaymentMethod, None]
    customer: Union[PaymentCustomer, None]
    nextAction: Union[NextAction, None]
    metadata: Metadata
    lastPaymentError: Union[LastPaymentError, None]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class EventTrigger(TypedDict):
    """The result of triggering an event."""

    # Type of the object.
    object: Literal["event_trigger"]
    # Which kind it is. It decides which other fields are present.
    type: Literal["product.created", "product.updated", "product.deleted", "price.created", "price.updated", "price.deleted", "price.stock_depleted", "price.oversold", "customer.created", "customer.updated", "customer.deleted", "checkout.session.created", "checkout.session.completed", "checkout.session.expired", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed", "payment_link.created", "payment_link.updated", "payment_link.expired", "coupon.created", "coupon.updated", "coupon.deleted", "promotion_code.created", "promotion_code.updated", "discount.created", "discount.deleted", "payment_intent.created", "payment_intent.updated", "payment_intent.requires_action", "payment_intent.processing", "payment_intent.amount_capturable_updated", "payment_intent.succeeded", "payment_intent.payment_failed", "payment_intent.canceled", "payment_intent.refunded", "payment_intent.partially_refunded", "charge.pending", "charge.succeeded", "charge.failed", "charge.captured", "charge.expired", "charge.updated", "charge.refunded", "refund.created", "refund.updated", "refund.succeeded", "refund.failed", "refund.canceled", "refund.requires_action", "dispute.created", "dispute.updated", "dispute.closed", "payout.created", "payout.updated", "payout.paid", "payout.failed", "payout.canceled", "payment_method.attached", "payment_method.updated", "payment_method.detached", "payment_method_configuration.created", "payment_method_configuration.updated", "payment_method_configuration.deleted", "balance.available", "exchange_rate.stale", "webhook_endpoint.disabled", "webhook_endpoint.secret_rotated", "webhook_endpoint.test", "api_key.created", "api_key.revoked", "test_clock.advanced"]
    # The object of the event. It is a real test-mode object.
    objectId: str
    # `null` if the event has not been stored yet, or is of a type that is never stored.
    event: Union[Event, None]


class ExchangeRate(TypedDict):
    """The exchange rate between two currencies."""

    # `fxr_…`
    id: str
    # Type of the object.
    object: Literal["exchange_rate"]
    # Currency of the prices.
    base: Currency
    # Currency in which payments are processed.
    quote: Currency
    # One major unit of `base` equals `rate` major units of `quote`. At most six decimals.
    rate: float
    # Source of the rate. `seed` for the rates that test mode starts with.
    source: str
    # In real time. The rate becomes stale after 26 hours and is then not used for payments.
    fetchedAt: str
    # Whether the rate is older than the platform accepts.
    isStale: bool
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class ExchangeRateChangesChangesItem(TypedDict):
    base: Currency
    quote: Currency
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # Units of `quote` for one unit of `base`.
    rate: float
    # The previous rate. `null` if there was none.
    previousRate: Any
    # `fxr_…`. `null` in a dry run.
    id: Any
    # Why you should check the rate: few significant digits, a large change, or a time of `fetchedAt` with which it does
    # not apply.
    warnings: List[str]


class ExchangeRateChanges(TypedDict):
    """The result of setting exchange rates, or of a dry run."""

    # True if nothing was saved.
    dryRun: bool
    # The rates before and after the change.
    changes: List[ExchangeRateChangesChangesItem]


class ExchangeRateList(TypedDict):
    """A page of exchange rates."""

    # Newest first.
    data: List[ExchangeRate]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class ExportPayouts(TypedDict):
    """Which payouts to give to the bank."""

    # Only payouts in this currency.
    currency: NotRequired[Currency]
    # Defaults to today.
    executionDate: NotRequired[str]
    # `true` returns or continues an export that exists. An unknown ID is then refused, and no payout is taken.
    existing: NotRequired[bool]


class ExportedPayout(TypedDict):
    """A payout for the bank to execute."""

    # `po_…`
    id: str
    # `acct_…`
    accountId: str
    # An amount in minor units of the object's currency.
    amount: int
    currency: Currency
    # Name of the holder.
    holderName: str
    # IBAN without spaces.
    iban: str
    # Two-letter country code, ISO 3166-1 alpha-2.
    country: str
    # Text on the statement of the bank account.
    statementDescriptor: Any
    # `IN_TRANSIT` while the bank is to execute it: do not give it any other payout.
    status: Literal["PENDING", "IN_TRANSIT", "PAID", "FAILED", "CANCELED"]


class FailPayout(TypedDict):
    """Why a payout failed."""

    # Why the bank did not execute the payout.
    failureCode: Literal["account_closed", "account_frozen", "account_not_found", "currency_not_accepted", "holder_name_mismatch", "declined", "other"]
    # `true`: the bank has executed it and returned its money later. A payout that is PAID fails in no other way.
    returned: NotRequired[bool]


class FeeConfig(TypedDict):
    """Whether the buyer pays the fee, and whether VAT is added."""

    # Whether the buyer pays the fee on top of the amount.
    feesPassThrough: bool
    # Whether VAT is added to the total.
    vatCollectionEnabled: bool
    # Percentage, greater than 0 and at most 100, with at most four decimals.
    vatCollectionRate: NotRequired[float]
    # Where the setting comes from. The most specific one applies.
    source: Literal["account", "payment_link", "session"]


class FeeDetail(TypedDict):
    """One component of the fee of a balance transaction."""

    # Which kind it is. It decides which other fields are present.
    type: Literal["processing_fee", "fee_vat", "platform_fee"]
    # An amount in minor units of the object's currency.
    amount: int
    currency: Currency
    # Your own description. Not shown to buyers unless the field says so.
    description: str


class FeeRule(TypedDict):
    """The fee of one type of payment. `null` matches any value. Of the rules that match, the one that names the most values applies; of those that name as many, the one that names `provider`, then `isInternational`, then `isOnUs`, then `brand`; of equal ones, the first."""

    paymentMethodType: PaymentMethodType
    # Card network that the rule is limited to. Without it the rule applies to every network.
    brand: Union[Literal["visa", "mastercard", "amex", "meeza", "mada", "knet", "benefit", "unionpay", "unknown"], None]
    # Whether the card was issued by the bank that acquires the payment.
    isOnUs: Any
    # Whether the card was issued in another country than that of the account.
    isInternational: Any
    currency: Currency
    # Rate in parts per million of the amount: 2.75 % is 27500.
    ratePpm: int
    # Fixed fee per payment, in minor units of `currency`.
    fixed: int
    # The provider that takes the payment. If the buyer pays the fee, and in test mode, only rules for any provider
    # apply.
    provider: NotRequired[Union[Literal["stripe", "paymob", "fawry", "tabby", "tamara"], None]]
    # Fixed fee per refund, in minor units of `currency`, VAT included: `feeAmount` of the refund.
    refundFixed: NotRequired[int]


FileType = Union[Literal["image/png", "image/jpeg", "image/webp", "application/pdf"]]


class GuestFingerprintCardFingerprintsItem(TypedDict):
    # A value that is the same for the same card number. The number cannot be derived from it.
    fingerprint: str


class GuestFingerprint(TypedDict):
    """Identifies a returning guest at the next checkout."""

    # Email addresses that the guest used.
    emails: List[str]
    # Phone numbers that the guest used.
    phones: List[str]
    # Cards that the guest paid with.
    cardFingerprints: List[GuestFingerprintCardFingerprintsItem]


class HeldRefund(TypedDict):
    """A live refund that is held after a restore."""

    # `re_…`
    id: str
    # `acct_…`
    accountId: str
    # `pi_…`
    paymentIntentId: str
    # Payment provider.
    provider: Literal["stripe", "paymob", "fawry", "tabby", "tamara"]
    # An amount in minor units of the object's currency.
    amount: int
    currency: Currency
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class HostedCheckout(TypedDict):
    """A checkout session as shown to the buyer."""

    # Absent for a payment link until the first update.
    id: NotRequired[str]
    # Type of the object.
    object: Literal["checkout.session"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # `payment` charges now, `setup` only saves a payment method, `subscription` charges the first period.
    mode: Literal["payment", "setup", "subscription"]
    # Where the buyer pays: on the hosted page, in a frame on your page, or on a page of your own.
    uiMode: Literal["hosted", "embedded", "custom"]
    # What the button of the page says.
    submitType: Literal["PAY", "SUBSCRIBE", "BOOK", "DONATE"]
    # `open` until the session is paid (`complete`) or can no longer be paid (`expired`).
    status: Literal["open", "complete", "expired"]
    # `paid` once the money was received; `no_payment_required` if the total is 0.
    paymentStatus: Literal["paid", "unpaid", "no_payment_required"]
    # Currency of all amounts below.
    currency: Currency
    # Sum of the items before discounts.
    amountSubtotal: int
    # The amount that the buyer pays.
    amountTotal: int
    totalDetails: TotalDetails
    # Present only if the prices are in another currency.
    presentmentDetails: NotRequired[SessionPresentmentDetails]
    afterCompletion: AfterCompletion
    # Where the back link of the hosted page leads. Without it there is no back link.
    cancelUrl: NotRequired[str]
    # The page to redirect the buyer to.
    url: str
    # Present if this update created the session.
    clientSecret: NotRequired[str]
    # ISO 8601 timestamp in UTC, with milliseconds.
    expiresAt: str
    # Use this instead of comparing `expiresAt` with a local clock.
    isExpired: bool
    customerDetails: NotRequired[CustomerDetails]
    # `pi_…`
    paymentIntentId: NotRequired[str]
    paymentIntent: Union[PublicPaymentIntent, None]
    # What is sold, 1 to 100 items.
    lineItems: List[HostedLineItem]
    # Fields of your own that the buyer fills in, at most 3.
    customFields: List[CustomField]
    # Discounts that are applied, in order.
    discounts: List[HostedDiscount]
    # Whether the buyer can enter a promotion code.
    allowPromotionCodes: bool
    # Whether the buyer has to enter a name.
    nameCollection: bool
    # Whether the buyer has to enter a billing address.
    billingAddressCollection: bool
    # Whether the buyer has to enter a shipping address.
    shippingAddressCollection: bool
    # Whether the buyer has to enter a phone number.
    phoneNumberCollection: bool
    brandingSettings: BrandingSettings
    # `auto` or a BCP 47 tag such as `ar-EG`.
    locale: str
    # The locale that the page is shown in: `locale`, or the `defaultLocale` of the account if the page is not available
    # in that language. `auto` follows the browser of the buyer.
    displayLocale: NotRequired[str]
    # Payment methods, in the order in which they are offered.
    paymentMethodTypes: List[SessionPaymentMethod]
    # Present only after the buyer has chosen a method.
    fees: NotRequired[SessionFees]
    # `acct_…`
    merchantId: str
    # Name of the merchant as the buyer sees it.
    merchantName: str
    # URL.
    merchantLogo: NotRequired[str]
    # `plink_…`
    paymentLinkId: NotRequired[str]
    # Opens a copy of this checkout, for 30 days after it expired or its payment failed. Not available if the merchant
    # expired it, or has received a part of its payment, as of a transfer.
    recoveryUrl: NotRequired[str]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # What the merchant itself has received of a payment that is not complete, such as a part of a bank transfer. Absent
    # if nothing. While the rest is awaited, ask the buyer for `amountTotal` minus this.
    amountReceived: NotRequired[int]
    # Present only in live mode, while the checkout is open and a provider accepts its cards. Retrieve it for every
    # payment, because keys can be replaced.
    cardEntry: NotRequired[CardEntry]
    # Present only in live mode, while the checkout is open: the wallets that a provider’s script takes on the page.
    # Other wallets redirect the buyer to `nextAction`.
    walletEntries: NotRequired[List[WalletEntry]]
    # True only in live mode, if the buyer enters the card on the page of the payment provider: confirm with `{ type:
    # "card" }`, and redirect the buyer to `nextAction`.
    cardOnProviderPage: NotRequired[bool]


class HostedDiscountCoupon(TypedDict):
    """The coupon that was applied."""

    # Name, for people.
    name: Any
    # Percentage, greater than 0 and at most 100, with at most two decimals.
    percentOff: Any
    # In minor units of `currency`.
    amountOff: Union[int, None]
    # Currency of `amountOff`.
    currency: Union[Currency, None]


class HostedDiscount(TypedDict):
    """A discount as shown to the buyer."""

    # `di_…`, or `pending` until the discount is redeemed. One that deducts nothing, because its coupon is for other
    # products, stays `pending`.
    id: str
    # Type of the object.
    object: Literal["discount"]
    # The code that the buyer entered. `null` for a coupon that you applied.
    promotionCodeCode: Any
    # The coupon that was applied.
    coupon: HostedDiscountCoupon
    # False if the coupon is for other products: the discount then deducts nothing and is not redeemed.
    appliesToOrder: bool


class HostedLineItemPrice(TypedDict):
    """The price that is sold."""

    # `price_…`
    id: str
    # Type of the object.
    object: Literal["price"]
    # Shown next to the product name.
    name: NotRequired[str]
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[str]
    currency: Currency
    # Price of one unit, in minor units. `null` for CUSTOM prices, where the buyer chooses the amount.
    unitAmount: Union[int, None]
    # Which kind it is. It decides which other fields are present.
    type: Literal["ONE_TIME", "RECURRING", "CUSTOM"]
    # `null` unless `type` is RECURRING.
    recurring: Union[Recurring, None]
    # `null` unless `type` is CUSTOM.
    customUnitAmount: Union[CustomUnitAmount, None]
    # The price is not on sale before this time.
    startDate: NotRequired[str]
    # From this time on, new checkouts cannot sell the price. An open checkout still sells it, until it expires.
    expirationDate: NotRequired[str]
    # If false, the price is archived: new checkouts cannot sell it. An open checkout still sells it, until it expires.
    active: bool
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # `prod_…`
    productId: str


class HostedLineItem(TypedDict):
    """A line item as shown to the buyer."""

    # `li_…`
    id: str
    # Number of pieces.
    quantity: int
    # The price that is sold.
    price: HostedLineItemPrice
    product: ProductSummary
    adjustableQuantity: AdjustableQuantity
    # The amount that the buyer chose, in minor units. CUSTOM prices only.
    customAmount: NotRequired[int]
    # Unit amount multiplied by quantity.
    amountSubtotal: int
    # After discounts and taxes of the line. VAT that `vatCollectionEnabled` adds to the session is only in its
    # `totalDetails.amountCollectedVat`.
    amountTotal: int
    # An amount in minor units of the object's currency.
    amountDiscount: int
    # An amount in minor units of the object's currency.
    amountTax: int
    # Processing currency. The price keeps its own currency.
    currency: Currency
    # Name of the product.
    description: str
    # The same amounts in the currency of the price.
    presentmentDetails: NotRequired[LinePresentmentDetails]
    # Present on sessions.
    availability: NotRequired[Literal["available", "low_stock", "sold_out", "inactive", "not_yet_active", "expired"]]


class InstapayDetails(TypedDict):
    """The InstaPay address that the buyer sends the money to."""

    # For example `shop@instapay`.
    handle: str
    # The reference that identifies the payment. The buyer writes it in the note.
    reference: str
    # The whole amount, also once a part of it was received.
    amount: int
    currency: Currency
    # ISO 8601 timestamp in UTC, with milliseconds.
    expiresAt: str


class LastPaymentError(TypedDict):
    """Why the last attempt failed."""

    # A stable code of the reason. Branch on this value.
    code: Literal["card_declined", "expired_card", "incorrect_cvc", "incorrect_number", "processing_error", "authentication_failed", "customer_abandoned", "insufficient_funds", "provider_declined", "provider_timeout", "voucher_expired", "limit_exceeded", "not_registered", "wrong_pin"]
    # Why the issuer declined the payment, such as `insufficient_funds`. `null` if it was not declined by an issuer.
    declineCode: Union[Literal["approve_with_id", "authentication_required", "call_issuer", "card_not_supported", "card_velocity_exceeded", "currency_not_supported", "do_not_honor", "do_not_try_again", "duplicate_transaction", "expired_card", "fraudulent", "generic_decline", "incorrect_cvc", "incorrect_number", "insufficient_funds", "invalid_account", "invalid_amount", "issuer_not_available", "lost_card", "merchant_blacklist", "no_action_taken", "not_permitted", "pickup_card", "processing_error", "reenter_transaction", "restricted_card", "revocation_of_authorization", "security_violation", "service_not_allowed", "stolen_card", "stop_payment_order", "transaction_not_allowed", "try_again_later", "withdrawal_count_limit_exceeded", "wallet_limit_exceeded", "wrong_pin", "not_registered", "customer_rejected"], None]
    # ISO 8583 response code, two characters.
    networkDeclineCode: Any
    # Link to the documentation of the code.
    docUrl: Any
    # A message that can be shown to the buyer.
    message: str
    # A detailed message. Do not show it to the buyer.
    merchantMessage: str
    # What the issuer or the provider advises to do next: retry later, correct the card data, or do not retry.
    adviceCode: Union[Literal["try_again_later", "confirm_card_data", "do_not_try_again"], None]
    # The parameter that caused the error.
    param: Any
    # `ch_…`
    chargeId: Any
    paymentMethod: Union[PaymentMethod, None]
    paymentMethodType: Union[PaymentMethodType, None]
    # Which kind it is. It decides which other fields are present.
    type: Literal["card_error", "invalid_request_error", "api_error"]
    # Code that the provider gave. `null` if it gave none.
    processorCode: Any
    # Text that the provider gave. `null` if it gave none.
    processorMessage: Any


class LedgerFinding(TypedDict):
    """An inconsistency in the ledger."""

    # `recording_pending` is a journal that has not been recorded yet. It is a fault only if it persists.
    kind: Literal["journal_unbalanced", "journal_repeated", "journal_missing", "journal_unfounded", "journal_amount_differs", "fee_differs", "presentment_differs", "balance_differs", "movements_differ", "refunds_exceed_capture", "payment_sum_differs", "payout_sum_differs", "recording_pending"]
    # The account, journal, charge, payment intent or payout concerned.
    subject: str
    # What differs, with the amounts.
    detail: str


class LedgerVerification(TypedDict):
    """The result of verifying the ledger."""

    # The first 1,000 findings. Empty if the ledger is consistent.
    findings: List[LedgerFinding]
    # How many differences were found.
    findingsTotal: int
    # ISO 8601 timestamp in UTC, with milliseconds.
    verifiedAt: str


class LineItem(TypedDict):
    """A line item of a checkout."""

    # `li_…`
    id: str
    # Number of pieces.
    quantity: int
    price: Price
    product: ProductSummary
    adjustableQuantity: AdjustableQuantity
    # The amount that the buyer chose, in minor units. CUSTOM prices only.
    customAmount: NotRequired[int]
    # Unit amount multiplied by quantity.
    amountSubtotal: int
    # After discounts and taxes of the line. VAT that `vatCollectionEnabled` adds to the session is only in its
    # `totalDetails.amountCollectedVat`.
    amountTotal: int
    # An amount in minor units of the object's currency.
    amountDiscount: int
    # An amount in minor units of the object's currency.
    amountTax: int
    # Processing currency. The price keeps its own currency.
    currency: Currency
    # Name of the product.
    description: str
    # The same amounts in the currency of the price.
    presentmentDetails: NotRequired[LinePresentmentDetails]
    # Present on sessions.
    availability: NotRequired[Literal["available", "low_stock", "sold_out", "inactive", "not_yet_active", "expired"]]


class LineItemChangePrice2(TypedDict):
    # ID of the object.
    id: str


class LineItemChangeAdjustableQuantity(TypedDict):
    """Whether, and within which limits, the buyer can change the quantity."""

    # Whether it is on.
    enabled: bool
    # Smallest quantity that the buyer can choose. 0 lets the buyer remove the item.
    minimum: NotRequired[int]
    # Largest quantity that the buyer can choose.
    maximum: NotRequired[int]


class LineItemChange(TypedDict):
    """A line in its new form."""

    # An existing line, which keeps its ID.
    id: NotRequired[str]
    # ID of an existing price. Either this or `priceData` is required.
    price: NotRequired[Union[str, LineItemChangePrice2]]
    # Same as `price`.
    priceId: NotRequired[str]
    # A price to create for this checkout. Either this or `price` is required.
    priceData: NotRequired[PriceData]
    # Number of pieces.
    quantity: NotRequired[int]
    # Whether, and within which limits, the buyer can change the quantity.
    adjustableQuantity: NotRequired[LineItemChangeAdjustableQuantity]
    # In minor units. CUSTOM prices only.
    customAmount: NotRequired[int]
    # Ignored.
    product: NotRequired[Any]
    # Ignored.
    currency: NotRequired[Any]
    # Ignored.
    description: NotRequired[Any]
    # Ignored.
    availability: NotRequired[Any]
    # Ignored.
    presentmentDetails: NotRequired[Any]
    # Ignored.
    amountSubtotal: NotRequired[Any]
    # Ignored.
    amountTotal: NotRequired[Any]
    # Ignored.
    amountDiscount: NotRequired[Any]
    # Ignored.
    amountTax: NotRequired[Any]


class LineItemInputAdjustableQuantity(TypedDict):
    """Whether, and within which limits, the buyer can change the quantity."""

    # Whether it is on.
    enabled: bool
    # Smallest quantity that the buyer can choose. 0 lets the buyer remove the item.
    minimum: NotRequired[int]
    # Largest quantity that the buyer can choose.
    maximum: NotRequired[int]


class LineItemInput(TypedDict):
    """A line of a new checkout."""

    # ID of an existing price. Either this or `priceData` is required.
    price: NotRequired[str]
    # Same as `price`.
    priceId: NotRequired[str]
    # A price to create for this checkout. Either this or `price` is required.
    priceData: NotRequired[PriceData]
    # Pieces. Always 1 for a price of type CUSTOM.
    quantity: NotRequired[int]
    # Whether, and within which limits, the buyer can change the quantity.
    adjustableQuantity: NotRequired[LineItemInputAdjustableQuantity]
    # The amount that the buyer pays, in minor units. CUSTOM prices only, with a quantity of 1.
    customAmount: NotRequired[int]


class LinePresentmentDetails(TypedDict):
    """The amounts of a line in the buyer's currency."""

    # In minor units of the presentment currency.
    amount: int
    # The buyer's currency.
    currency: Currency
    # Presentment amount x rate = processing amount, both in major units. Six decimals.
    exchangeRate: float
    # `fxr_…`: the locked exchange rate.
    exchangeRateId: str
    # An amount in minor units of the object's currency.
    amountSubtotal: int
    # An amount in minor units of the object's currency.
    amountTotal: int
    # An amount in minor units of the object's currency.
    amountDiscount: int
    # An amount in minor units of the object's currency.
    amountTax: int


class ListCustomerLatestPaymentMethod(TypedDict):
    # `pm_…`
    id: str
    type: PaymentMethodType
    card: NotRequired[PaymentMethodCard]
    valu: NotRequired[PaymentMethodValu]


class ListCustomer(TypedDict):
    """A customer in a list."""

    # `cus_…`
    id: str
    # Which kind it is. It decides which other fields are present.
    type: Literal["registered", "guest"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # Name, for people.
    name: Any
    # Email address.
    email: Any
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: Any
    # Two-letter country code, ISO 3166-1 alpha-2.
    country: Any
    # The most recently created payment method.
    latestPaymentMethod: Union[ListCustomerLatestPaymentMethod, None]
    spendData: SpendData


class Mail(TypedDict):
    """A mail of the platform to a buyer."""

    # `eml_…`. The local part of its `Message-ID`, which never changes.
    id: str
    # Type of the object.
    object: Literal["mail"]
    # `acct_…`
    merchantId: str
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # Which mail it is.
    template: Literal["receipt", "refund_receipt", "refund_details", "voucher", "transfer_instructions", "checkout_recovery"]
    # ID of the charge, refund or checkout session that the mail is about.
    aboutId: str
    # Address of the buyer. `null` until the mail is first written.
    to: Any
    # `PENDING`: is sent when `nextAttemptAt` has passed. `SENDING`: the server has the whole mail and has not answered
    # yet. `ACCEPTED`: the mail server accepted it. `REFUSED`: the mail server refused it for good. `FAILED`: no mail
    # server accepted it for three days. `UNKNOWN`: the connection was lost before the mail server said whether it
    # accepted the mail; it is not sent again, unless it is resent. `CANCELED`: its reason ended before it was sent.
    status: Literal["PENDING", "SENDING", "ACCEPTED", "REFUSED", "FAILED", "UNKNOWN", "CANCELED"]
    # How often sending was tried.
    attempts: int
    # Why the last attempt failed, with the answer of the mail server.
    lastError: Any
    # Only while the mail is `PENDING`.
    nextAttemptAt: Union[str, None]
    acceptedAt: Union[str, None]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class MailList(TypedDict):
    """A page of mails."""

    # Newest first.
    data: List[Mail]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class MailSettings(TypedDict):
    """The mail that the platform sends to buyers."""

    # Whether buyers receive receipts, and how to pay vouchers and transfers, by mail.
    receipts: bool
    # Whether buyers whose checkout expired unpaid receive a link by mail to continue it.
    recovery: NotRequired[bool]
    # Where the replies of buyers go.
    replyTo: Any


class MailboxMail(TypedDict):
    """A mail of test mode in the mailbox of `npm start`."""

    # ID of the object.
    id: str
    # Address of the recipient.
    to: str
    # Subject of the message.
    subject: str
    # Which mail it is.
    template: Literal["receipt", "refund_receipt", "refund_details", "voucher", "transfer_instructions", "checkout_recovery"]
    # Plain text of the mail.
    text: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class ManualMethodsCash_on_delivery(TypedDict):
    """Whether buyers can pay in cash on delivery."""

    # Whether it is on.
    enabled: bool


class ManualMethodsInstapay(TypedDict):
    """The InstaPay address that buyers send money to."""

    # The InstaPay address that buyers send money to, for example `shop@instapay`. `null`: not offered.
    handle: Any


class ManualMethods(TypedDict):
    """The payment methods that the merchant receives without a payment provider. Report each payment with `mark-paid`."""

    # Whether buyers can pay in cash on delivery.
    cash_on_delivery: ManualMethodsCash_on_delivery
    # One for each currency. Empty: not offered.
    bank_transfer: List[BankTransferAccount]
    # The InstaPay address that buyers send money to.
    instapay: ManualMethodsInstapay


class MarkPaymentIntentPaid(TypedDict):
    """A payment that the merchant received outside the platform."""

    # The amount received now. Defaults to all that is missing, which is the only amount accepted once the attempt to
    # pay has failed, such as by its expiry.
    amountReceived: NotRequired[int]
    # Reference of the transfer or receipt, for your records. Every request records another receipt, also with the same
    # reference: to record each transfer once, derive the `Idempotency-Key` from the ID that your bank gives it.
    reference: NotRequired[Union[str, None]]


class MarkRefundFailed(TypedDict):
    """A refund that the merchant could not return."""

    # Why the money could not be returned.
    failureReason: Literal["lost_or_stolen_card", "expired_or_canceled_card", "charge_for_pending_refund_disputed", "insufficient_funds", "declined", "merchant_request", "expired", "unknown"]


class MarkRefundPaid(TypedDict):
    """A refund that the merchant has returned."""

    # Shown as the reference of the refund's destination.
    reference: NotRequired[str]


Metadata = Union[Dict[str, Any]]


class NextActionRedirectToUrl(TypedDict):
    """The page to send the buyer to, for example to authenticate at the bank."""

    # Redirect the buyer to this URL.
    url: str
    # Where the buyer returns to.
    returnUrl: Any
    # Live mode only, if the provider has a field for the same step: instead of redirecting the buyer, show this page in
    # a frame. It posts `{ source: "mizan-field", type: "ready" | "failed" | "height" | "complete", height? }` to the
    # page around it; on `complete`, retrieve the payment, and on `failed`, redirect the buyer to `url`.
    frameUrl: NotRequired[str]


class NextAction(TypedDict):
    """The action that the buyer must take."""

    # Which kind it is. It decides which other fields are present.
    type: Literal["redirect_to_url"]
    # The page to send the buyer to, for example to authenticate at the bank.
    redirectToUrl: NextActionRedirectToUrl
    # Vouchers only.
    displayVoucherDetails: NotRequired[VoucherDetails]
    # Bank transfers only.
    displayBankTransferDetails: NotRequired[BankTransferDetails]
    # InstaPay payments that the merchant receives without a provider only.
    displayInstapayDetails: NotRequired[InstapayDetails]


class OpenDispute(TypedDict):
    """A dispute that a provider without an API reported."""

    # `ch_…`: the charge that the payer objects to.
    chargeId: str
    # In minor units. Defaults to what of the charge is neither refunded nor lost. If anything was refunded, send what
    # the bank has taken: it can take what was refunded, too.
    amount: NotRequired[int]
    # That of the charge. A different one is refused, so that an amount cannot be taken for one in another currency.
    currency: NotRequired[Currency]
    # Why it was refunded.
    reason: NotRequired[Literal["fraudulent", "product_not_received", "product_unacceptable", "duplicate", "credit_not_processed", "subscription_canceled", "general"]]
    # True if the bank requests information and moves no money yet.
    isInquiry: NotRequired[bool]
    # When the provider must have the evidence.
    evidenceDueBy: NotRequired[Union[str, None]]
    # The provider's own ID of the dispute: with it the same dispute is opened once only.
    reference: NotRequired[str]


class OperatorDispute(TypedDict):
    """A dispute and its account."""

    # `dp_…`
    id: str
    # Type of the object.
    object: Literal["dispute"]
    # `ch_…`
    chargeId: str
    # `pi_…`
    paymentIntentId: str
    # The disputed amount, in minor units. Can be less than the amount of the charge.
    amount: int
    currency: Currency
    # `general` if the provider names no reason, or one that is not listed here.
    reason: Literal["fraudulent", "product_not_received", "product_unacceptable", "duplicate", "credit_not_processed", "subscription_canceled", "general"]
    # `WARNING_CLOSED` ends an inquiry; WON and LOST end a dispute.
    status: Literal["NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "WARNING_CLOSED"]
    # True while the bank only requests information. An inquiry moves no money, but can become a dispute.
    isInquiry: bool
    evidence: DisputeEvidence
    # When the evidence must be submitted. `null` if the provider sets no deadline.
    evidenceDueBy: Union[str, None]
    # Whether something of the charge could be refunded when the dispute last changed.
    isRefundable: bool
    # `dispute` when the money was withdrawn, then `dispute_reversal` if it was returned.
    balanceTransactions: List[BalanceTransaction]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # Only in events and list items: `evidence` if its texts are shortened because it is larger than 24 KiB. Retrieve
    # the dispute to get all of it.
    truncated: NotRequired[List[str]]
    # `acct_…`
    accountId: str


class OperatorDisputeList(TypedDict):
    """A page of disputes of all accounts."""

    # Newest first.
    data: List[OperatorDispute]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class OperatorPayout(TypedDict):
    """A payout and its account."""

    # `po_…`
    id: str
    # Type of the object.
    object: Literal["payout"]
    # An amount in minor units of the object's currency.
    amount: int
    currency: Currency
    # `PENDING` until the platform sends it to the bank, then `IN_TRANSIT` until it is `PAID` or `FAILED`.
    status: Literal["PENDING", "IN_TRANSIT", "PAID", "FAILED", "CANCELED"]
    # `ba_…`
    bankAccountId: str
    # The day on which the bank is to credit it. Null while it is PENDING.
    arrivalDate: Union[str, None]
    # The text on the statement of the bank account.
    statementDescriptor: Any
    # A stable code of the reason. `null` unless it failed.
    failureCode: Union[Literal["account_closed", "account_frozen", "account_not_found", "currency_not_accepted", "holder_name_mismatch", "declined", "other"], None]
    # Created by the payout schedule of its currency.
    automatic: bool
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # `acct_…`
    accountId: str


class OperatorPayoutList(TypedDict):
    """A page of payouts of all accounts."""

    # Newest first.
    data: List[OperatorPayout]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class PaymentCustomer(TypedDict):
    """The customer who pays."""

    # `cus_…`
    id: str
    # Name, for people.
    name: Any
    # Email address.
    email: Any
    # In E.164 format if available.
    phone: Any


class PaymentIntent(TypedDict):
    """A payment, including all of its attempts."""

    # `pi_…`
    id: str
    # Type of the object.
    object: Literal["payment_intent"]
    # `null` if the payment intent was created without a session.
    checkoutSessionId: Any
    # An amount in minor units of the object's currency.
    amount: int
    # Authorized, but not yet captured.
    amountCapturable: int
    # Amount captured.
    amountReceived: int
    # An amount in minor units of the object's currency.
    amountRefunded: int
    currency: Currency
    # Current state.
    status: Literal["REQUIRES_PAYMENT_METHOD", "REQUIRES_CONFIRMATION", "REQUIRES_ACTION", "PROCESSING", "UNCAPTURED", "CANCELED", "SUCCEEDED", "FAILED", "REFUNDED", "PARTIALLY_REFUNDED", "AMOUNT_CAPTURABLE_UPDATED"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # Authorizes the buyer's browser. Never log it.
    clientSecret: str
    # `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
    captureMethod: Literal["automatic", "manual"]
    # `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
    confirmationMethod: Literal["automatic", "manual"]
    # When the authorization expires. `null` if nothing is left to capture.
    captureBefore: Union[str, None]
    # Only while the outcome of a capture is not known: its amount is still part of `amountCapturable`.
    pendingCapture: NotRequired[PendingCapture]
    # Your own description. Not shown to buyers unless the field says so.
    description: Any
    # Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the
    # buyer entered, or that of the customer you chose.
    receiptEmail: Any
    canceledAt: Union[str, None]
    # Why the payment intent was canceled.
    cancellationReason: Union[Literal["DUPLICATE", "FRAUDULENT", "REQUESTED_BY_CUSTOMER", "ABANDONED", "EXPIRED"], None]
    shipping: Union[Shipping, None]
    amountDetails: Union[AmountDetails, None]
    presentmentDetails: Union[PresentmentDetails, None]
    latestCharge: Union[Charge, None]
    # Oldest first.
    charges: List[Charge]
    paymentMethod: Union[PaymentMethod, None]
    customer: Union[PaymentCustomer, None]
    nextAction: Union[NextAction, None]
    metadata: Metadata
    lastPaymentError: Union[LastPaymentError, None]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class PaymentIntentList(TypedDict):
    """A page of payment intents."""

    # Newest first.
    data: List[PaymentIntent]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class PaymentLinkFeeConfig(TypedDict):
    """Whether the buyer pays the fee and whether VAT is added. Without it the settings of the account apply."""

    # Whether the buyer pays the fee on top of the amount.
    feesPassThrough: bool
    # Whether VAT is added to the total.
    vatCollectionEnabled: bool
    # Percentage, greater than 0 and at most 100, with at most four decimals.
    vatCollectionRate: NotRequired[float]


class PaymentLink(TypedDict):
    """A URL that you can share. Every buyer who opens it gets a separate checkout."""

    # `plink_…`
    id: str
    # Type of the object.
    object: Literal["payment_link"]
    # `acct_…`
    merchantId: str
    # If false, the link does not create new checkouts.
    active: bool
    # From this time on, the link does not create new checkouts. `null` means never.
    expiresAt: Union[str, None]
    # Number of completed checkouts after which the link creates no new ones.
    maxCompletions: Union[int, None]
    # The URL to share.
    url: str
    currency: Currency
    # Sum of the lines. A CUSTOM price counts with its preset amount, or with its minimum if it has none.
    computedAmount: int
    # What the button of the page says.
    submitType: Literal["PAY", "SUBSCRIBE", "BOOK", "DONATE"]
    # Buyers who are not known yet become guests; with `always`, those with an email address become registered
    # customers. A guest stays a guest until you create a customer with that email.
    customerCreation: Literal["always", "if_required"]
    afterCompletion: AfterCompletion
    # What is sold, 1 to 100 items.
    lineItems: List[LineItem]
    # Fields of your own that the buyer fills in, at most 3.
    customFields: List[CustomField]
    # Whether the buyer can enter a promotion code.
    allowPromotionCodes: bool
    # Whether the buyer has to enter a name.
    nameCollection: bool
    # Whether the buyer has to enter a billing address.
    billingAddressCollection: bool
    # Whether the buyer has to enter a shipping address.
    shippingAddressCollection: bool
    # Whether the buyer has to enter a phone number.
    phoneNumberCollection: bool
    # Whether the buyer pays the fee and whether VAT is added. Without it the settings of the account apply.
    feeConfig: PaymentLinkFeeConfig
    brandingSettings: BrandingSettings
    # `pmc_…`
    paymentMethodConfigurationId: NotRequired[str]
    # Copied to every session created from the link.
    metadata: Metadata
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class PaymentLinkList(TypedDict):
    """A page of payment links."""

    # Newest first.
    data: List[PaymentLinkListItem]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class PaymentLinkListItem(TypedDict):
    """A payment link in a list."""

    # `plink_…`
    id: str
    # `acct_…`
    merchantId: str
    # If false, the link does not create new checkouts.
    active: bool
    # From this time on, the link does not create new checkouts. `null` means never.
    expiresAt: Union[str, None]
    currency: Currency
    # Sum of the lines. A CUSTOM price counts with its preset amount, or with its minimum if it has none.
    computedAmount: int
    # What the button of the page says.
    submitType: Literal["PAY", "SUBSCRIBE", "BOOK", "DONATE"]
    afterCompletion: AfterCompletion
    # What is sold, 1 to 100 items.
    lineItems: List[LineItem]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]
    # Number of completed and paid sessions of the link.
    successfulTransactions: int


class PaymentMethod(TypedDict):
    """The payment method used or to be used by a buyer."""

    # `pm_…`
    id: str
    # Type of the object.
    object: Literal["payment_method"]
    type: PaymentMethodType
    card: Union[PaymentMethodCard, None]
    valu: Union[PaymentMethodValu, None]
    billingDetails: Union[BillingDetails, None]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class PaymentMethodCard(TypedDict):
    """A card, without its number."""

    # Card network, such as `visa`, `mastercard` or `meeza`.
    brand: Literal["visa", "mastercard", "amex", "meeza", "mada", "knet", "benefit", "unionpay", "unknown"]
    # `credit`, `debit`, `prepaid` or `unknown`.
    funding: Literal["credit", "debit", "prepaid", "unknown"]
    # The last four digits of the card number.
    last4: str
    # Month in which the card expires, 1 to 12.
    expMonth: int
    # Year in which the card expires, with four digits.
    expYear: int
    # Country of the issuer, ISO 3166-1 alpha-2.
    country: Any
    # Name of the issuing bank.
    issuer: Any
    # Identical for the same card within one account.
    fingerprint: Any


class PaymentMethodConfiguration(TypedDict):
    """The payment methods that a checkout offers, and their amount limits."""

    # `pmc_…`
    id: str
    # Type of the object.
    object: Literal["payment_method_configuration"]
    # Name, for people.
    name: str
    # Applies to every checkout that does not name another configuration. There is one for each account and mode.
    isDefault: bool
    # In the order in which a checkout offers them. Methods that are not listed are not offered.
    paymentMethodTypes: List[ConfiguredPaymentMethod]
    # `acct_…`
    merchantId: str
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str


class PaymentMethodConfigurationList(TypedDict):
    """A page of payment method configurations."""

    # Newest first.
    data: List[PaymentMethodConfiguration]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class PaymentMethodDetailsCardThreeDSecure(TypedDict):
    # Result of the authentication.
    result: Union[Literal["authenticated", "attempted", "failed", "not_supported"], None]
    # Version of 3-D Secure.
    version: Any


class PaymentMethodDetailsCardWallet(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["apple_pay", "google_pay", "samsung_pay"]


class PaymentMethodDetailsCardChecks(TypedDict):
    """What the card issuer verified."""

    # Whether the security code matched.
    cvc: Literal["pass", "fail", "unavailable", "unchecked"]
    # Whether the first line of the billing address matched the records of the card issuer.
    addressLine1: Literal["pass", "fail", "unavailable", "unchecked"]
    # Whether the postal code matched the records of the card issuer.
    postalCode: Literal["pass", "fail", "unavailable", "unchecked"]


class PaymentMethodDetailsCard(TypedDict):
    # Card network, such as `visa`, `mastercard` or `meeza`.
    brand: Literal["visa", "mastercard", "amex", "meeza", "mada", "knet", "benefit", "unionpay", "unknown"]
    # `credit`, `debit`, `prepaid` or `unknown`.
    funding: Literal["credit", "debit", "prepaid", "unknown"]
    # The last four digits of the card number.
    last4: str
    # `null` if the provider does not report it.
    expMonth: Union[int, None]
    # `null` if the provider does not report it.
    expYear: Union[int, None]
    # Country of the issuer, ISO 3166-1 alpha-2.
    country: Any
    # Name of the issuing bank.
    issuer: Any
    # Identical for the same card within one account.
    fingerprint: Any
    # `null` if 3-D Secure was not requested.
    threeDSecure: Union[PaymentMethodDetailsCardThreeDSecure, None]
    # The wallet that holds the card.
    wallet: Union[PaymentMethodDetailsCardWallet, None]
    # What the card issuer verified.
    checks: PaymentMethodDetailsCardChecks


class PaymentMethodDetailsWallet(TypedDict):
    # Operator of the wallet.
    provider: str
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: Any


class PaymentMethodDetailsVoucher(TypedDict):
    # Reference of the bank or provider, by which the buyer can find the payment.
    reference: str
    expiresAt: Union[str, None]


class PaymentMethodDetailsBankTransfer(TypedDict):
    # Reference of the bank or provider, by which the buyer can find the payment.
    reference: str


class PaymentMethodDetailsInstapay(TypedDict):
    """Only of InstaPay payments that the merchant receives without a provider."""

    # Reference of the bank or provider, by which the buyer can find the payment.
    reference: str


class PaymentMethodDetailsReceiptsItem(TypedDict):
    # An amount in minor units of the object's currency.
    amount: int
    # Reference of the bank or provider, by which the buyer can find the payment.
    reference: Any
    # ISO 8601 timestamp in UTC, with milliseconds.
    receivedAt: str


class PaymentMethodDetails(TypedDict):
    """Details of the payment method at the time of the charge."""

    type: PaymentMethodType
    # Details of a card. Present for this type only.
    card: Union[PaymentMethodDetailsCard, None]
    # A mobile wallet or bank app.
    wallet: Union[PaymentMethodDetailsWallet, None]
    valu: Union[PaymentMethodValu, None]
    # Details of a voucher. Present for this type only.
    voucher: Union[PaymentMethodDetailsVoucher, None]
    # Details of a bank transfer. Present for this type only.
    bankTransfer: Union[PaymentMethodDetailsBankTransfer, None]
    # Only of InstaPay payments that the merchant receives without a provider.
    instapay: NotRequired[PaymentMethodDetailsInstapay]
    # Cash and bank transfers: the receipts recorded by the merchant. The latest twenty, oldest first.
    receipts: NotRequired[List[PaymentMethodDetailsReceiptsItem]]


class PaymentMethodInputCard(TypedDict):
    """Details of a card. Present for this type only."""

    # Card number. Only its last four digits are stored.
    number: str
    # Month in which the card expires, 1 to 12.
    expMonth: int
    # Year in which the card expires, with four digits.
    expYear: int
    # Security code of the card, 3 or 4 digits. Never stored.
    cvc: str
    # Name on the card.
    holderName: NotRequired[str]


class PaymentMethodInputValu(TypedDict):
    """Details of valU installments. Present for this type only."""

    # Number of monthly installments.
    tenureMonths: Union[Literal[6], Literal[12], Literal[24]]


class PaymentMethodInputBillingDetailsAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class PaymentMethodInputBillingDetails(TypedDict):
    """Name, contact details and billing address of the payer."""

    # Name of the payer.
    name: NotRequired[Union[str, None]]
    # Email address.
    email: NotRequired[Union[str, None]]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[PaymentMethodInputBillingDetailsAddress, None]]


class PaymentMethodInput(TypedDict):
    """The payment method that a buyer pays with."""

    # Optional if `id` is given.
    type: NotRequired[PaymentMethodType]
    # ID of a saved payment method, or `pm_test_<type>_<outcome>` in test mode.
    id: NotRequired[str]
    # Token from the wallet. In test mode, `test_token:<card number>`.
    token: NotRequired[str]
    # Test mode only: succeed, decline, require_action, pending_then_succeed, pending_then_fail, expire, never, timeout,
    # or decline:<decline code>, such as decline:insufficient_funds.
    testOutcome: NotRequired[str]
    # Details of a card. Present for this type only.
    card: NotRequired[PaymentMethodInputCard]
    # Mobile wallets, valU, Sympl, Fawry and Aman.
    phone: NotRequired[str]
    # InstaPay only.
    handle: NotRequired[str]
    # Details of valU installments. Present for this type only.
    valu: NotRequired[PaymentMethodInputValu]
    # Name, contact details and billing address of the payer.
    billingDetails: NotRequired[PaymentMethodInputBillingDetails]


class PaymentMethodLimit(TypedDict):
    """The minimum and maximum amount of one payment by a method, in one currency."""

    currency: Currency
    # In minor units. `null` applies the limit of the platform.
    minTransactionAmount: Union[int, None]
    # In minor units. `null` applies the limit of the platform.
    maxTransactionAmount: Union[int, None]


PaymentMethodType = Union[Literal["card", "fawry", "aman", "valu", "sympl", "tabby", "tamara", "vodafone_cash", "etisalat_cash", "orange_cash", "we_pay", "apple_pay", "google_pay", "samsung_pay", "instapay", "bank_transfer", "cash_on_delivery"]]


class PaymentMethodValu(TypedDict):
    """The installment plan of a valU payment."""

    # Number of monthly installments.
    tenureMonths: Union[int, None]
    downPayment: Union[int, None]
    purchaseFees: Union[int, None]
    monthlyInstallment: Union[int, None]


class Payout(TypedDict):
    """A transfer of your payable balance to your bank account."""

    # `po_…`
    id: str
    # Type of the object.
    object: Literal["payout"]
    # An amount in minor units of the object's currency.
    amount: int
    currency: Currency
    # `PENDING` until the platform sends it to the bank, then `IN_TRANSIT` until it is `PAID` or `FAILED`.
    status: Literal["PENDING", "IN_TRANSIT", "PAID", "FAILED", "CANCELED"]
    # `ba_…`
    bankAccountId: str
    # The day on which the bank is to credit it. Null while it is PENDING.
    arrivalDate: Union[str, None]
    # The text on the statement of the bank account.
    statementDescriptor: Any
    # A stable code of the reason. `null` unless it failed.
    failureCode: Union[Literal["account_closed", "account_frozen", "account_not_found", "currency_not_accepted", "holder_name_mismatch", "declined", "other"], None]
    # Created by the payout schedule of its currency.
    automatic: bool
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str


class PayoutBalanceTransactionList(TypedDict):
    """A page of balance transactions of a payout."""

    # Newest first.
    data: List[BalanceTransaction]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class PayoutExport(TypedDict):
    """Payouts that are given to the bank together."""

    # ID of the object.
    id: str
    # Type of the object.
    object: Literal["payout_export"]
    # The day on which the bank is to execute them.
    executionDate: str
    # In the order of their creation. At most 1,000.
    payouts: List[ExportedPayout]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class PayoutList(TypedDict):
    """A page of payouts."""

    # Newest first.
    data: List[Payout]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class PayoutSchedule(TypedDict):
    """When payouts of a currency are created."""

    # Type of the object.
    object: Literal["payout_schedule"]
    currency: Currency
    # How often payouts are created. `manual`: only on request.
    interval: Literal["manual", "daily", "weekly", "monthly"]
    # 1 is Monday. Set if `interval` is weekly.
    weekday: Union[int, None]
    # Set if `interval` is monthly. In shorter months it is the last day.
    monthDay: Union[int, None]
    # Funds are paid out this many days after they became available.
    delayDays: int
    # Nothing is paid out until this amount is reached.
    minimumAmount: int
    # `ba_…`
    bankAccountId: Any
    # Null if `interval` is manual.
    nextPayoutAt: Union[str, None]


class PayoutScheduleList(TypedDict):
    """The payout schedule of each currency."""

    # The rows of the list.
    data: List[PayoutSchedule]


class PendingCapture(TypedDict):
    """A capture whose outcome the provider has not reported yet."""

    # An amount in minor units of the object's currency.
    amount: int
    # Whether what is not captured is released.
    finalCapture: bool
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class PlatformHealthServicesItem(TypedDict):
    # Service of the platform.
    service: Literal["gateway", "catalog", "customers", "checkout", "payments", "webhooks"]
    # `null` if the service does not respond.
    health: Union[ServiceHealth, None]


class PlatformHealth(TypedDict):
    """The health of the platform."""

    # Type of the object.
    object: Literal["platform_health"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    checkedAt: str
    # Each service with its health.
    services: List[PlatformHealthServicesItem]
    # Problems that need attention. Empty if there are none.
    problems: List[str]


class PresentmentDetails(TypedDict):
    """An amount in the buyer's currency, and the exchange rate locked for it."""

    # In minor units of the presentment currency.
    amount: int
    # The buyer's currency.
    currency: Currency
    # Presentment amount x rate = processing amount, both in major units. Six decimals.
    exchangeRate: float
    # `fxr_…`: the locked exchange rate.
    exchangeRateId: str


class Price(TypedDict):
    """The amount and terms at which a product is sold."""

    # `price_…`
    id: str
    # Type of the object.
    object: Literal["price"]
    # Shown next to the product name.
    name: NotRequired[str]
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[str]
    currency: Currency
    # Price of one unit, in minor units. `null` for CUSTOM prices, where the buyer chooses the amount.
    unitAmount: Union[int, None]
    # Which kind it is. It decides which other fields are present.
    type: Literal["ONE_TIME", "RECURRING", "CUSTOM"]
    # `null` unless `type` is RECURRING.
    recurring: Union[Recurring, None]
    # `null` unless `type` is CUSTOM.
    customUnitAmount: Union[CustomUnitAmount, None]
    # Units in stock. `null` means unlimited. A negative value is the number of units sold in excess of the stock.
    stock: Union[int, None]
    # The price is not on sale before this time.
    startDate: NotRequired[str]
    # From this time on, new checkouts cannot sell the price. An open checkout still sells it, until it expires.
    expirationDate: NotRequired[str]
    # If false, the price is archived: new checkouts cannot sell it. An open checkout still sells it, until it expires.
    active: bool
    metadata: Metadata
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # `prod_…`
    productId: str


class PriceDataRecurring(TypedDict):
    # Unit of time: with `intervalCount` it says how long a period is.
    interval: Literal["DAY", "WEEK", "MONTH", "YEAR", "CUSTOM"]
    # How many intervals one period has, 1 to 365.
    intervalCount: int


class PriceDataProductData(TypedDict):
    """A product to create. Either this or `product` is required."""

    # Name, for people.
    name: str
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    image: NotRequired[Union[str, None]]
    metadata: NotRequired[Union[Metadata, None]]


class PriceData(TypedDict):
    """A price to create with the checkout."""

    currency: Currency
    # In minor units of the currency.
    unitAmount: int
    # Which kind it is. It decides which other fields are present.
    type: NotRequired[Literal["ONE_TIME", "RECURRING"]]
    # How often the price is charged. Required for the type `RECURRING`.
    recurring: NotRequired[Union[PriceDataRecurring, None]]
    # ID of an existing product. Either this or `productData` is required.
    product: NotRequired[str]
    # A product to create. Either this or `product` is required.
    productData: NotRequired[PriceDataProductData]


class PriceList(TypedDict):
    """A page of prices."""

    # Newest first.
    data: List[Price]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class Product(TypedDict):
    """A product with its prices."""

    # `prod_…`
    id: str
    # Type of the object.
    object: Literal["product"]
    # Name, for people.
    name: str
    # Shown to buyers below the name.
    description: Any
    # URL.
    image: Any
    # Name of one unit, for example user, GB or month.
    unitLabel: Any
    # If false, the product is archived: new checkouts cannot sell its prices. An open checkout still sells them, until
    # it expires.
    active: bool
    # True if the product was created from the `priceData` of a checkout.
    isSystemCreated: bool
    metadata: Union[Metadata, None]
    # `price_…`
    defaultPriceId: Any
    # `acct_…`
    merchantId: str
    # The newest 50, including archived ones, newest first. Use GET /prices to list all prices.
    prices: List[Price]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class ProductList(TypedDict):
    """A page of products."""

    # Newest first.
    data: List[ProductListItem]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any
    # 1 for a page that was requested with `cursor`.
    page: int
    # Rows per page.
    limit: int
    # `totalCount` by `limit`: with filters it may stop as `totalCount` does.
    totalPages: int


class ProductListItem(TypedDict):
    """A product in a list."""

    # `prod_…`
    id: str
    # Name, for people.
    name: str
    # Your own description. Not shown to buyers unless the field says so.
    description: Any
    # URL.
    image: Any
    # Name of one unit, for example user, GB or month.
    unitLabel: Any
    # If false, the product is archived: new checkouts cannot sell its prices. An open checkout still sells them, until
    # it expires.
    active: bool
    # True if the product was created from the `priceData` of a checkout.
    isSystemCreated: bool
    metadata: Union[Metadata, None]
    # `acct_…`
    merchantId: str
    # The newest 50, newest first.
    prices: List[ProductListPrice]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class ProductListPrice(TypedDict):
    """A price in a product list."""

    # `price_…`
    id: str
    # Price of one unit, in minor units. `null` for CUSTOM prices, where the buyer chooses the amount.
    unitAmount: Union[int, None]
    currency: Currency
    # Which kind it is. It decides which other fields are present.
    type: Literal["ONE_TIME", "RECURRING", "CUSTOM"]
    # `null` unless `type` is RECURRING.
    recurring: Union[Recurring, None]
    # `null` unless `type` is CUSTOM.
    customUnitAmount: Union[CustomUnitAmount, None]
    # Units in stock. `null` means unlimited. A negative value is the number of units sold in excess of the stock.
    stock: Union[int, None]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str


class ProductStatsPricesItem(TypedDict):
    # `price_…`: the price.
    priceId: str
    # Number of pieces sold.
    unitsSold: int
    # An amount in minor units of the object's currency.
    grossSales: int


class ProductStatsSeriesItem(TypedDict):
    # Start of the interval. It ends where the next one starts.
    periodStart: str
    # Number of pieces sold.
    unitsSold: int
    # An amount in minor units of the object's currency.
    grossSales: int
    # An amount in minor units of the object's currency.
    discounts: int
    # An amount in minor units of the object's currency.
    amountRefunded: int
    # An amount in minor units of the object's currency; negative for debits.
    netSales: int
    # Number of paid orders.
    numOrders: int


class ProductStats(TypedDict):
    """The sales of a product in a period, in minor units."""

    # `prod_…`
    productId: str
    # Currency of the statistics: the requested one, otherwise that of the newest sale, otherwise that of the newest
    # price.
    currency: Union[Currency, None]
    # All currencies in which the product was sold in this period, the newest sale first. Use `?currency=` to get the
    # statistics of each.
    currencies: List[Currency]
    # Number of pieces sold.
    unitsSold: int
    # Before discounts and refunds.
    grossSales: int
    # An amount in minor units of the object's currency.
    discounts: int
    # Amount refunded on these sales, regardless of when it was refunded.
    amountRefunded: int
    # grossSales - discounts - amountRefunded.
    netSales: int
    # Number of paid orders.
    numOrders: int
    # (grossSales - discounts) / numOrders, rounded half up. 0 if there are no orders.
    averageOrderValue: int
    lastSoldAt: Union[str, None]
    # Sales by price.
    prices: List[ProductStatsPricesItem]
    # Oldest first. Includes intervals without sales.
    series: List[ProductStatsSeriesItem]


class ProductSummary(TypedDict):
    """The details of a product that a checkout shows."""

    # `prod_…`
    id: str
    # Name, for people.
    name: str
    # Your own description. Not shown to buyers unless the field says so.
    description: Any
    # URL.
    image: Any
    # Name of one unit, such as `seat` or `kg`, shown after the quantity.
    unitLabel: Any


class PromotionCode(TypedDict):
    """A code that a buyer enters to get the discount of a coupon."""

    # `promo_…`
    id: str
    # Type of the object.
    object: Literal["promotion_code"]
    # In upper case. Buyers can enter it in any case.
    code: str
    # `coupon_…`
    couponId: str
    coupon: Coupon
    # Whether buyers can redeem the code.
    active: bool
    # How many times it can be redeemed in all. `null`: any number.
    maxRedemptions: Union[int, None]
    # How often it was redeemed.
    timesRedeemed: int
    expiresAt: Union[str, None]
    # `cus_…`: the only customer who can use the code.
    customerId: Any
    restrictions: PromotionCodeRestrictions
    metadata: Metadata
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str


class PromotionCodeList(TypedDict):
    """A page of promotion codes."""

    # Newest first.
    data: List[PromotionCode]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class PromotionCodeRestrictions(TypedDict):
    """Who can use a promotion code, and for which carts."""

    # Whether the code is valid only for buyers who have not paid before.
    firstTimeTransaction: bool
    # Minimum cart amount before discounts.
    minimumAmount: Union[int, None]
    minimumAmountCurrency: Union[Currency, None]


class ProviderConnection(TypedDict):
    """An account's connection to a payment provider, without its secrets."""

    # `pvc_…`
    id: str
    # Type of the object.
    object: Literal["provider_connection"]
    # Payment provider.
    provider: Literal["stripe", "paymob", "fawry", "tabby", "tamara"]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # Whether the money goes to the platform or to you.
    settlesTo: Literal["platform", "merchant"]
    # `INVALID`: the provider rejected the credentials, so that the connection takes no new payments.
    status: Literal["ACTIVE", "INVALID"]
    # Payment methods that can be accepted.
    methods: List[ConnectedMethod]
    # What is no secret: the publishable key, and the account or country at the provider.
    publicConfig: Dict[str, str]
    # The last four characters of each secret.
    credentialHints: Dict[str, str]
    # URL for the provider’s callbacks.
    callbackUrl: str
    lastCheckedAt: Union[str, None]
    # Why the last check failed. `null` if it succeeded.
    lastError: Any
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str


class ProviderConnectionList(TypedDict):
    """A page of provider connections."""

    # Newest first.
    data: List[ProviderConnection]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class ProviderDomainMethodsItem(TypedDict):
    type: PaymentMethodType
    # Current state.
    status: Literal["ACTIVE", "INACTIVE"]
    # What is missing, and what to do about it. `null` if it is active.
    error: Any


class ProviderDomain(TypedDict):
    """A domain whose pages may show wallets of a provider."""

    # Type of the object.
    object: Literal["provider_domain"]
    # Host name, such as `shop.example.com`. A subdomain is a domain of its own.
    domain: str
    # Payment methods that can be accepted.
    methods: List[ProviderDomainMethodsItem]


class ProviderDomainList(TypedDict):
    """The domains of a connection."""

    # Newest first.
    data: List[ProviderDomain]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class ProviderExpectationMatch(TypedDict):
    """Which requests to the provider it applies to."""

    # Operation at the provider.
    operation: Literal["authorize", "capture", "refund", "cancel", "sync"]
    amount: Union[int, None]
    metadata: Union[Metadata, None]
    # Reference of the bank or provider, by which the buyer can find the payment.
    reference: Any


class ProviderExpectation(TypedDict):
    """How the test provider fails on its next operations."""

    # Type of the object.
    object: Literal["provider_expectation"]
    # `exp_…`
    id: str
    # Which requests to the provider it applies to.
    match: ProviderExpectationMatch
    fault: ProviderFault
    # Number of operations that it still applies to.
    remaining: int
    # By the test clock.
    expiresAt: str


class ProviderFault(TypedDict):
    """How the test provider fails. Exactly one field is not null."""

    # Returns this error without performing the operation.
    status: Union[int, None]
    # Performs the operation, but its response is lost.
    timeout: Union[Literal[True], None]
    # The connection breaks before the operation is performed.
    connectionReset: Union[Literal[True], None]
    # Performs the operation and responds after this delay, in milliseconds.
    delayMs: Union[int, None]


class ProviderProbesDataItem(TypedDict):
    # Name, for people.
    name: str
    # What the platform depends on.
    assumption: str
    # `null` if the provider gave no answer that says something about it.
    holds: Any
    # What the provider answered.
    observation: str


class ProviderProbes(TypedDict):
    """What the sandbox of a provider shows."""

    # Type of the object.
    object: Literal["provider_probes"]
    # Payment provider.
    provider: Literal["stripe", "paymob", "fawry", "tabby", "tamara"]
    # The rows of the list.
    data: List[ProviderProbesDataItem]


class ProviderRoutesRoutesItem(TypedDict):
    paymentMethodType: PaymentMethodType
    currency: Currency
    # In order of preference. No other connection takes them.
    connectionIds: List[str]


class ProviderRoutes(TypedDict):
    """Which connections take the payments of a method and currency, in order of preference."""

    # Type of the object.
    object: Literal["provider_routes"]
    # A method and currency that is not listed uses its connections in the order in which they were created.
    routes: List[ProviderRoutesRoutesItem]


class PublicPaymentIntentPaymentMethodCard(TypedDict):
    # Card network, such as `visa`, `mastercard` or `meeza`.
    brand: str
    # The last four digits of the card number.
    last4: str


class PublicPaymentIntentPaymentMethod(TypedDict):
    type: PaymentMethodType
    # Details of a card. Present for this type only.
    card: Union[PublicPaymentIntentPaymentMethodCard, None]


class PublicPaymentIntentLastPaymentError(TypedDict):
    # A stable code of the reason. Branch on this value.
    code: Literal["card_declined", "expired_card", "incorrect_cvc", "incorrect_number", "processing_error", "authentication_failed", "customer_abandoned", "insufficient_funds", "provider_declined", "provider_timeout", "voucher_expired", "limit_exceeded", "not_registered", "wrong_pin"]
    # A message that can be shown to the buyer.
    message: str
    # Which kind it is. It decides which other fields are present.
    type: Literal["card_error", "invalid_request_error", "api_error"]
    # The parameter that caused the error.
    param: Any
    # `null` if the buyer is not to know the reason, or there is none.
    declineCode: Union[Literal["authentication_required", "card_not_supported", "card_velocity_exceeded", "currency_not_supported", "expired_card", "incorrect_cvc", "incorrect_number", "insufficient_funds", "issuer_not_available", "not_registered", "processing_error", "reenter_transaction", "try_again_later", "wallet_limit_exceeded", "withdrawal_count_limit_exceeded", "wrong_pin"], None]


class PublicPaymentIntent(TypedDict):
    """A payment intent as visible to the buyer's browser."""

    # `pi_…`
    id: str
    # Type of the object.
    object: Literal["payment_intent"]
    # An amount in minor units of the object's currency.
    amount: int
    currency: Currency
    # Current state.
    status: Literal["REQUIRES_PAYMENT_METHOD", "REQUIRES_CONFIRMATION", "REQUIRES_ACTION", "PROCESSING", "UNCAPTURED", "CANCELED", "SUCCEEDED", "FAILED", "REFUNDED", "PARTIALLY_REFUNDED", "AMOUNT_CAPTURABLE_UPDATED"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # Authorizes the buyer's browser. Never log it.
    clientSecret: str
    presentmentDetails: Union[PresentmentDetails, None]
    nextAction: Union[NextAction, None]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # The payment method of the newest attempt.
    paymentMethod: Union[PublicPaymentIntentPaymentMethod, None]
    # Why the newest attempt failed. `null` if it did not.
    lastPaymentError: Union[PublicPaymentIntentLastPaymentError, None]
    # Time of the capture. `null` until the payment is captured.
    paidAt: Union[str, None]
    # Public address of the receipt. `null` until the payment is captured.
    receiptUrl: Any


class ReconciledSide(TypedDict):
    """A payment or refund as one side has recorded it."""

    # Of a payment: `waiting` (undecided), `held`, `captured` or `ended` (it brings no money). Of a refund: `pending`,
    # `succeeded` or `failed`.
    state: Literal["waiting", "held", "captured", "ended", "pending", "succeeded", "failed"]
    # In minor units of `currency`. Null if the provider does not show it.
    amount: Union[int, None]
    # ISO 4217 code. Null if the provider does not show it.
    currency: Any


Reconciliation = TypedDict(
    "Reconciliation",
    {
        "object": 'Literal["reconciliation"]',
        "from": 'str',
        "to": 'str',
        "findings": 'List[ReconciliationFinding]',
        "totals": 'List[ReconciliationTotal]',
        "nextCursor": 'Any',
    },
)


class ReconciliationFinding(TypedDict):
    """A difference between the records of the platform and those of a provider."""

    # `not_answered` is no difference: the provider could not be queried, so nothing was compared.
    kind: Literal["missing_here", "missing_there", "doubled", "state_differs", "amount_differs", "currency_differs", "refund_missing_here", "refund_missing_there", "refund_doubled", "refund_state_differs", "refund_amount_differs", "not_answered"]
    # `acct_…`. Null if the payment belongs to no account.
    accountId: Any
    # `pvc_…`
    connectionId: str
    # Payment provider.
    provider: Literal["stripe", "paymob", "fawry", "tabby", "tamara"]
    # `ch_…`. Null if the provider’s payment names no charge.
    chargeId: Any
    # `re_…`. Null for payments, and for refunds that the platform has not made.
    refundId: Any
    # The provider’s own ID of the payment or refund.
    reference: Any
    # What the platform has recorded. Null if it has nothing.
    here: Union[ReconciledSide, None]
    # What the provider has recorded. Null if it has nothing.
    there: Union[ReconciledSide, None]
    # Why a provider could not be queried.
    detail: Any


class ReconciliationTotal(TypedDict):
    """What was compared on a page, by connection and currency. All of it is 0 where nothing has brought money."""

    # `acct_…`
    accountId: str
    # `pvc_…`
    connectionId: str
    # Payment provider.
    provider: Literal["stripe", "paymob", "fawry", "tabby", "tamara"]
    # `list`: the provider lists its payments, so those that only the provider has are found. `query`: it is queried
    # about each payment that the platform has recorded, so they are not.
    coverage: Literal["list", "query"]
    currency: Currency
    # Payments of the platform that have brought money.
    payments: int
    # Minor units that they have captured.
    amount: int
    # Refunds of these payments that have succeeded.
    refunds: int
    # Minor units that they have returned.
    amountRefunded: int


class Recurring(TypedDict):
    """The period that one payment of a recurring price covers."""

    # `CUSTOM` is a number of days.
    interval: Literal["DAY", "WEEK", "MONTH", "YEAR", "CUSTOM"]
    # Number of intervals in the period that one payment covers.
    intervalCount: int


class RefundNextActionDisplayDetails(TypedDict):
    """What to tell the buyer."""

    # The page on which the buyer says where the money goes. `null` in events, because the address alone lets anyone
    # fill it in.
    url: Any
    # When a mail server accepted the mail to the buyer; `null` until then.
    emailSentAt: Union[str, None]
    # The email address of the buyer that the link is mailed to. Empty if none is known: send the buyer `url` yourself.
    # Only a refund that the platform has made by itself, of what the payment did not need, has none.
    emailSentTo: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    expiresAt: str


class RefundNextAction(TypedDict):
    """The action that the buyer must take."""

    # Which kind it is. It decides which other fields are present.
    type: Literal["display_details"]
    # What to tell the buyer.
    displayDetails: RefundNextActionDisplayDetails


class Refund(TypedDict):
    """A refund of a charge."""

    # `re_…`
    id: str
    # Type of the object.
    object: Literal["refund"]
    # An amount in minor units of the object's currency.
    amount: int
    # `ch_…`
    chargeId: str
    # `pi_…`
    paymentIntentId: str
    # `txn_…`: the balance transaction that debited the refund.
    balanceTransactionId: NotRequired[str]
    # `txn_…`: the balance transaction that credited a failed refund.
    failureBalanceTransactionId: NotRequired[str]
    # The provider's own ID.
    externalRefundId: NotRequired[str]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    currency: Currency
    presentmentDetails: NotRequired[PresentmentDetails]
    # Current state.
    status: Literal["PENDING", "REQUIRES_ACTION", "SUCCEEDED", "FAILED", "CANCELED"]
    # Why it was refunded.
    reason: NotRequired[Literal["DUPLICATE", "FRAUDULENT", "REQUESTED_BY_CUSTOMER"]]
    # Why the refund failed. `null` unless it failed.
    failureReason: NotRequired[Literal["lost_or_stolen_card", "expired_or_canceled_card", "charge_for_pending_refund_disputed", "insufficient_funds", "declined", "merchant_request", "expired", "unknown"]]
    # A stable code of the reason. `null` unless it failed.
    failureCode: NotRequired[str]
    # The reason in words. `null` unless it failed.
    failureMessage: NotRequired[str]
    # What the refund is waiting for. `null` unless it is pending.
    pendingReason: NotRequired[Literal["processing", "insufficient_funds", "charge_pending"]]
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[str]
    destinationDetails: NotRequired[DestinationDetails]
    # The action that the buyer must take.
    nextAction: NotRequired[RefundNextAction]
    # Only when you retrieve the refund: what the buyer has entered. Deleted 90 days after the refund has ended.
    transferTo: NotRequired[RefundTransferTo]
    # Where the buyer is contacted for bank or wallet details.
    instructionsEmail: NotRequired[str]
    # For example `R-2026-000123`. Assigned shortly after the refund is created, without an event, also to refunds that
    # then fail or are canceled; numbers of a year have no gaps.
    receiptNumber: NotRequired[str]
    # Fee of the refund itself. The fee of the original charge is not returned.
    feeAmount: int
    # True if the refund returns a charge that the payment did not need (`surplus` in the `outcome` of the charge). It
    # does not count in `amountRefunded` of the payment intent.
    surplus: NotRequired[bool]
    # True if the merchant sends the money itself although the provider could return it.
    outOfBand: NotRequired[bool]
    metadata: Metadata


class RefundList(TypedDict):
    """A page of refunds."""

    # Newest first.
    data: List[Refund]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class RefundTransferTo(TypedDict):
    """Where the buyer wants the money of a refund to go."""

    # Which kind it is. It decides which other fields are present.
    type: Literal["bank_transfer", "wallet", "instapay", "kiosk"]
    # Who receives the money.
    holderName: str
    # Bank transfers only.
    iban: NotRequired[str]
    # Mobile wallets only. E.164.
    phone: NotRequired[str]
    # InstaPay only, for example `mona@instapay`.
    handle: NotRequired[str]
    # Kiosks only: where the buyer collects the money.
    kiosk: NotRequired[Literal["fawry", "aman"]]


class RegisterProviderDomain(TypedDict):
    """A domain that shows wallets."""

    # Host name without protocol, port and path. A subdomain is a domain of its own.
    domain: str


class RequeueDeadLetters(TypedDict):
    """Which dead letters to requeue."""

    # Only of this service.
    service: NotRequired[Union[Literal["gateway", "catalog", "customers", "checkout", "payments", "webhooks"], None]]
    # Only of this consumer.
    consumer: NotRequired[Union[str, None]]
    # IDs of the events to requeue. If absent, all of them.
    eventIds: NotRequired[Union[List[str], None]]


class RequeuedDeadLetters(TypedDict):
    """Number of dead letters that were requeued."""

    # How many events were queued again.
    requeued: int


class ResendEvent(TypedDict):
    """Where to resend an event."""

    # `we_…`: the only endpoint to send to, regardless of its enabled event types. If absent, all enabled endpoints that
    # receive this type.
    webhookEndpointId: NotRequired[str]


class ResolveRefund(TypedDict):
    """The outcome of a refund whose provider does not report it."""

    # `failed` credits the amount to the balance.
    outcome: Literal["succeeded", "failed"]
    # Only with `failed`; `unknown` by default.
    failureReason: NotRequired[Literal["lost_or_stolen_card", "expired_or_canceled_card", "charge_for_pending_refund_disputed", "insufficient_funds", "declined", "merchant_request", "expired", "unknown"]]
    # Only with `succeeded`: the provider's own ID of the refund, as its dashboard shows it.
    reference: NotRequired[str]


class RestoreHeld(TypedDict):
    """How much is not sent until you release it. All are 0 if nothing is held."""

    # Live payouts that are PENDING.
    payouts: int
    # Live refunds that are older than the restore and that no provider has accepted.
    refunds: int
    # Live payments that came late, or that were not needed, and are not refunded.
    lateSuccesses: int


class Restore(TypedDict):
    """The last restore of the platform, and the money that it holds."""

    # Type of the object.
    object: Literal["restore"]
    # The moment that the restored state is of; `null` if there was no restore.
    restoredTo: Union[str, None]
    # When it was restored.
    restoredAt: Union[str, None]
    # When you released the money that was held.
    releasedAt: Union[str, None]
    # How much is not sent until you release it. All are 0 if nothing is held.
    held: RestoreHeld
    # The refunds that are held, oldest first, at most 100.
    heldRefunds: List[HeldRefund]


class RollApiKey(TypedDict):
    """How to roll an API key."""

    # How long the old key keeps working, in seconds. 0 revokes it immediately.
    expireOldAfterSeconds: NotRequired[int]


class RotateWebhookSecret(TypedDict):
    """How to rotate a signing secret."""

    # How long deliveries are also signed with the old secret, in seconds.
    expireOldAfterSeconds: NotRequired[int]


class SavedPaymentMethod(TypedDict):
    """A payment method that is saved for a customer."""

    # `pm_…`
    id: str
    # Type of the object.
    object: Literal["payment_method"]
    type: PaymentMethodType
    card: Union[PaymentMethodCard, None]
    valu: Union[PaymentMethodValu, None]
    billingDetails: Union[BillingDetails, None]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # `cus_…`: the owner. In `payment_method.detached`, the previous owner.
    customerId: str


class SendTestEvent(TypedDict):
    """A test event to send."""

    # Type of the event to send. The endpoint does not need to have it enabled.
    type: NotRequired[Literal["product.created", "product.updated", "product.deleted", "price.created", "price.updated", "price.deleted", "price.stock_depleted", "price.oversold", "customer.created", "customer.updated", "customer.deleted", "checkout.session.created", "checkout.session.completed", "checkout.session.expired", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed", "payment_link.created", "payment_link.updated", "payment_link.expired", "coupon.created", "coupon.updated", "coupon.deleted", "promotion_code.created", "promotion_code.updated", "discount.created", "discount.deleted", "payment_intent.created", "payment_intent.updated", "payment_intent.requires_action", "payment_intent.processing", "payment_intent.amount_capturable_updated", "payment_intent.succeeded", "payment_intent.payment_failed", "payment_intent.canceled", "payment_intent.refunded", "payment_intent.partially_refunded", "charge.pending", "charge.succeeded", "charge.failed", "charge.captured", "charge.expired", "charge.updated", "charge.refunded", "refund.created", "refund.updated", "refund.succeeded", "refund.failed", "refund.canceled", "refund.requires_action", "dispute.created", "dispute.updated", "dispute.closed", "payout.created", "payout.updated", "payout.paid", "payout.failed", "payout.canceled", "payment_method.attached", "payment_method.updated", "payment_method.detached", "payment_method_configuration.created", "payment_method_configuration.updated", "payment_method_configuration.deleted", "balance.available", "exchange_rate.stale", "webhook_endpoint.disabled", "webhook_endpoint.secret_rotated", "webhook_endpoint.test", "api_key.created", "api_key.revoked", "test_clock.advanced"]]


class ServiceHealthOutbox(TypedDict):
    """Events that the service has committed but not yet published."""

    # Events that have not been published to the bus yet, counted up to 10,000.
    unpublished: int
    # Age of the oldest of them, in seconds.
    oldestSeconds: Any


class ServiceHealth(TypedDict):
    """The health of a service."""

    # Version of the software.
    version: str
    # Version of Node.js that the service runs on.
    nodeVersion: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    startedAt: str
    # Version of PostgreSQL that the service uses.
    postgresVersion: str
    # `null` if the service is not connected to the bus.
    natsVersion: Any
    # Events that the service has committed but not yet published.
    outbox: ServiceHealthOutbox
    # `null` if the bus did not respond.
    consumers: Union[List[ConsumerHealth], None]
    # Number of events that the service's consumers failed to handle, counted up to 10,000 for each.
    deadLetters: int
    # Further problems of the service that need attention. Earlier releases answer without it.
    problems: NotRequired[List[str]]


class SessionCustomer(TypedDict):
    """The customer of a checkout session."""

    # `cus_…`
    id: str
    # Which kind it is. It decides which other fields are present.
    type: Literal["registered", "guest"]
    # Name, for people.
    name: NotRequired[str]
    # Email address.
    email: NotRequired[str]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[str]
    address: NotRequired[Address]
    shipping: NotRequired[Shipping]
    metadata: Metadata


class SessionFeesCardInfo(TypedDict):
    """The card that the fees were calculated for. `null` until it is known."""

    # Card network, such as `visa`, `mastercard` or `meeza`.
    brand: Literal["visa", "mastercard", "amex", "meeza", "mada", "knet", "benefit", "unionpay", "unknown"]
    # Whether the card was issued by the bank that acquires the payment.
    isOnUs: bool
    # Whether the card was issued in another country than that of the account.
    isInternational: bool


class SessionFees(TypedDict):
    """The fee of the payment method that the buyer chose."""

    paymentMethodType: PaymentMethodType
    # Excluding VAT.
    feeAmount: int
    # As a percentage.
    feePercentage: float
    # VAT on the fee.
    vatAmount: int
    # Fee including VAT.
    totalAmount: int
    # The card that the fees were calculated for. `null` until it is known.
    cardInfo: NotRequired[SessionFeesCardInfo]


class SessionPaymentIntent(TypedDict):
    """The payment intent of a session, as included in that session."""

    # `pi_…`
    id: str
    # Type of the object.
    object: Literal["payment_intent"]
    # An amount in minor units of the object's currency.
    amount: int
    # Authorized, but not yet captured.
    amountCapturable: int
    # Amount captured.
    amountReceived: int
    # An amount in minor units of the object's currency.
    amountRefunded: int
    currency: Currency
    # Current state.
    status: Literal["REQUIRES_PAYMENT_METHOD", "REQUIRES_CONFIRMATION", "REQUIRES_ACTION", "PROCESSING", "UNCAPTURED", "CANCELED", "SUCCEEDED", "FAILED", "REFUNDED", "PARTIALLY_REFUNDED", "AMOUNT_CAPTURABLE_UPDATED"]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # Authorizes the buyer's browser. Never log it.
    clientSecret: str
    # `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
    captureMethod: Literal["automatic", "manual"]
    # `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
    confirmationMethod: Literal["automatic", "manual"]
    # When the authorization expires. `null` if nothing is left to capture.
    captureBefore: Union[str, None]
    # Only while the outcome of a capture is not known: its amount is still part of `amountCapturable`.
    pendingCapture: NotRequired[PendingCapture]
    # Your own description. Not shown to buyers unless the field says so.
    description: Any
    # Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the
    # buyer entered, or that of the customer you chose.
    receiptEmail: Any
    canceledAt: Union[str, None]
    # Why the payment intent was canceled.
    cancellationReason: Union[Literal["DUPLICATE", "FRAUDULENT", "REQUESTED_BY_CUSTOMER", "ABANDONED", "EXPIRED"], None]
    shipping: Union[Shipping, None]
    amountDetails: Union[AmountDetails, None]
    presentmentDetails: Union[PresentmentDetails, None]
    latestCharge: Union[Charge, None]
    # Oldest first.
    charges: List[Charge]
    paymentMethod: Union[PaymentMethod, None]
    customer: Union[PaymentCustomer, None]
    nextAction: Union[NextAction, None]
    metadata: Metadata
    lastPaymentError: Union[LastPaymentError, None]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    # Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the
    # object would be larger than 64 KiB. Retrieve the object to get all of it.
    truncated: NotRequired[List[str]]


class SessionPaymentMethod(TypedDict):
    """A payment method that a checkout offers."""

    type: PaymentMethodType
    # Name as it is shown to buyers.
    displayName: str
    # Kind of method: card, wallet, voucher, bank transfer, installments or cash.
    category: Literal["card", "wallet", "mobile_wallet", "bank_app", "bnpl", "voucher", "bank_transfer", "cash"]
    # An amount in minor units of the object's currency.
    minTransactionAmount: int
    # An amount in minor units of the object's currency.
    maxTransactionAmount: int
    # Fields that the buyer must provide, for example `phone`.
    requiredCustomerFields: List[str]
    # Whether the provider returns the money itself, without details from the buyer.
    supportsRefund: bool
    # Whether a part of a payment can be refunded.
    supportsPartialRefund: bool
    # Whether less than the authorized amount can be captured.
    supportsPartialCapture: bool
    # Who reports that the payment arrived: the provider, or you.
    paymentConfirmation: Literal["sync", "redirect", "voucher", "manual"]


class SessionPresentmentDetails(TypedDict):
    """The totals of a session in the buyer's currency."""

    # In minor units of the presentment currency.
    amount: int
    # The buyer's currency.
    currency: Currency
    # Presentment amount x rate = processing amount, both in major units. Six decimals.
    exchangeRate: float
    # `fxr_…`: the locked exchange rate.
    exchangeRateId: str
    # An amount in minor units of the object's currency.
    amountSubtotal: int
    # An amount in minor units of the object's currency.
    amountTotal: int
    # An amount in minor units of the object's currency.
    amountDiscount: int
    # An amount in minor units of the object's currency.
    amountCollectedVat: NotRequired[int]
    # An amount in minor units of the object's currency.
    amountPlatformFee: NotRequired[int]
    # An amount in minor units of the object's currency.
    amountTax: NotRequired[int]


class SetExchangeRatesRatesItem(TypedDict):
    # Currency of the prices.
    base: Currency
    # Currency in which payments are processed.
    quote: Currency
    # One major unit of `base` equals `rate` major units of `quote`. At most six decimals, as a number or a string;
    # stored exactly.
    rate: Union[float, str]
    # When the rate was fetched, in real time. Defaults to now.
    fetchedAt: NotRequired[str]


class SetExchangeRates(TypedDict):
    """Exchange rates for all accounts."""

    # Rates to set, each for one direction.
    rates: List[SetExchangeRatesRatesItem]
    # Source of the rates.
    source: NotRequired[str]
    # Mode of the rates. If absent, both modes.
    mode: NotRequired[Literal["test", "live"]]
    # Validates the rates and returns what would change, without saving anything.
    dryRun: NotRequired[bool]


class SetPayoutSchedule(TypedDict):
    """When payouts of a currency are to be created."""

    # How often payouts are created. `manual`: only on request.
    interval: Literal["manual", "daily", "weekly", "monthly"]
    # 1 is Monday. Required if `interval` is weekly.
    weekday: NotRequired[Union[int, None]]
    # Required if `interval` is monthly. In shorter months it is the last day.
    monthDay: NotRequired[Union[int, None]]
    delayDays: NotRequired[int]
    # In minor units of the currency.
    minimumAmount: NotRequired[int]
    # Required unless `interval` is manual.
    bankAccountId: NotRequired[Union[str, None]]


class SetPriceStock(TypedDict):
    """The stock of a price."""

    # Units in stock. `null` means unlimited.
    stock: Union[int, None]


class SetProviderRoutesRoutesItem(TypedDict):
    paymentMethodType: PaymentMethodType
    currency: Currency
    # In order of preference. No other connection takes the method in this currency, so name all that may: if the first
    # one cannot be reached, the next one takes the payment, but for a card, which is entered in the field of its
    # provider, only where that can read it.
    connectionIds: List[str]


class SetProviderRoutes(TypedDict):
    """Which connections take the payments of a method and currency, in order of preference."""

    # The order of connections for each method and currency.
    routes: List[SetProviderRoutesRoutesItem]


class SetTestExchangeRate(TypedDict):
    """A test-mode exchange rate of one account."""

    # Currency of the prices.
    base: Currency
    # Currency in which payments are processed.
    quote: Currency
    # One major unit of `base` equals `rate` major units of `quote`. At most six decimals, as a number or a string;
    # stored exactly.
    rate: Union[float, str]
    # When the rate was fetched, in real time. Defaults to now.
    fetchedAt: NotRequired[str]


class SetWebhookChaos(TypedDict):
    """The failure to simulate on the next deliveries of an endpoint."""

    # `we_…`: the webhook endpoint.
    endpointId: str
    # `duplicate`: delivered twice. `drop`: lost, then retried on the normal schedule. `reorder`: delivered after later
    # events, including those of the same object. `corrupt_signature`: signed with a wrong secret. `delay`: delivered
    # late.
    mode: Literal["duplicate", "drop", "reorder", "corrupt_signature", "delay"]
    # Number of deliveries to apply it to. 0 ends the simulation.
    times: NotRequired[int]
    # Used with `delay` and `reorder`.
    delaySeconds: NotRequired[int]


class Shipping(TypedDict):
    """Shipping address and recipient."""

    # Name of the recipient.
    name: NotRequired[Any]
    # Phone number of the recipient, as entered.
    phone: NotRequired[Any]
    address: NotRequired[Union[Address, None]]


class SimulateDispute(TypedDict):
    """The outcome of a dispute."""

    # How it is to end.
    outcome: Literal["win", "lose"]


class SimulatePayment(TypedDict):
    """The outcome of a pending payment."""

    # `succeed` (or `collected`), `decline` or `decline:<declineCode>` (or `refused`), `expire` (also for an
    # authorization).
    outcome: str
    # Used with `decline`.
    declineCode: NotRequired[Literal["approve_with_id", "authentication_required", "call_issuer", "card_not_supported", "card_velocity_exceeded", "currency_not_supported", "do_not_honor", "do_not_try_again", "duplicate_transaction", "expired_card", "fraudulent", "generic_decline", "incorrect_cvc", "incorrect_number", "insufficient_funds", "invalid_account", "invalid_amount", "issuer_not_available", "lost_card", "merchant_blacklist", "no_action_taken", "not_permitted", "pickup_card", "processing_error", "reenter_transaction", "restricted_card", "revocation_of_authorization", "security_violation", "service_not_allowed", "stolen_card", "stop_payment_order", "transaction_not_allowed", "try_again_later", "withdrawal_count_limit_exceeded", "wallet_limit_exceeded", "wrong_pin", "not_registered", "customer_rejected"]]
    # Only for payments that the merchant receives itself, such as bank transfers: a part of what is missing. All of it
    # once the attempt to pay has failed.
    amountReceived: NotRequired[int]


class SimulatePayout(TypedDict):
    """The outcome of a payout."""

    # How it is to end.
    outcome: Literal["pay", "fail"]


class SimulateRefund(TypedDict):
    """The outcome of a refund."""

    # `succeed`, `fail` or `fail:<failureReason>`.
    outcome: str


class SpendData(TypedDict):
    """What a customer has spent, in minor units of the customer's currency."""

    # An amount in minor units of the object's currency.
    amountDisputeLosses: int
    # An amount in minor units of the object's currency.
    amountRefunded: int
    # grossSpend / numPayments, rounded half up. 0 if there are no payments.
    averageOrderValue: int
    # The customer's default currency: that of the first payment.
    currency: Currency
    # Empty string if there is none.
    firstPurchaseAt: Union[str, Literal[""]]
    # An amount in minor units of the object's currency.
    grossSpend: int
    # Empty string if there is none.
    lastPurchaseAt: Union[str, Literal[""]]
    # grossSpend - amountRefunded.
    netSpend: int
    # Number of payments.
    numPayments: int


StatsInterval = Union[Literal["day", "week", "month"]]


class StoredFile(TypedDict):
    """An uploaded file."""

    # Public URL of the picture, available once it is uploaded. Absent for `dispute_evidence`.
    publicUrl: NotRequired[str]
    # `file_…`: what the evidence of a dispute names. Only for `dispute_evidence`, which is private.
    fileId: NotRequired[str]
    contentType: FileType
    # Size in bytes.
    sizeBytes: int


class SupportedCurrency(TypedDict):
    """A currency in which the account can accept payments."""

    code: Currency
    # Number of decimals of the currency: 2 or 3.
    decimals: int
    # Payment methods, in the order in which they are offered.
    paymentMethodTypes: List[PaymentMethodType]


class TestClock(TypedDict):
    """The clock of an account's test mode."""

    # Type of the object.
    object: Literal["test_clock"]
    # The current time in test mode. The clock keeps running.
    now: str
    # How far the clock is ahead of real time, in seconds.
    aheadSeconds: int


TestClockAdvance = TypedDict(
    "TestClockAdvance",
    {
        "object": 'Literal["test_clock"]',
        "from": 'str',
        "to": 'str',
        "jobsRun": 'int',
        "eventsEmitted": 'int',
        "idle": 'bool',
    },
)


class TestDataDeleted(TypedDict):
    """The result of deleting an account's test data."""

    # Type of the object.
    object: Literal["test_data"]
    # Always `true`.
    deleted: Literal[True]
    # Number of deleted rows, including internal ones.
    rowsDeleted: int


class TotalDetails(TypedDict):
    """The components of a session's total other than its items."""

    # An amount in minor units of the object's currency.
    amountDiscount: int
    # An amount in minor units of the object's currency.
    amountTax: int
    # An amount in minor units of the object's currency.
    amountShipping: NotRequired[int]
    # Present only if the buyer pays the fee.
    amountPlatformFee: NotRequired[int]
    # Present only if VAT is added.
    amountCollectedVat: NotRequired[int]


class TriggerEvent(TypedDict):
    """An event to trigger."""

    # Type of the event to trigger.
    type: Literal["product.created", "product.updated", "product.deleted", "price.created", "price.updated", "price.deleted", "price.stock_depleted", "price.oversold", "customer.created", "customer.updated", "customer.deleted", "checkout.session.created", "checkout.session.completed", "checkout.session.expired", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed", "payment_link.created", "payment_link.updated", "payment_link.expired", "coupon.created", "coupon.updated", "coupon.deleted", "promotion_code.created", "promotion_code.updated", "discount.created", "discount.deleted", "payment_intent.created", "payment_intent.updated", "payment_intent.requires_action", "payment_intent.processing", "payment_intent.amount_capturable_updated", "payment_intent.succeeded", "payment_intent.payment_failed", "payment_intent.canceled", "payment_intent.refunded", "payment_intent.partially_refunded", "charge.pending", "charge.succeeded", "charge.failed", "charge.captured", "charge.expired", "charge.updated", "charge.refunded", "refund.created", "refund.updated", "refund.succeeded", "refund.failed", "refund.canceled", "refund.requires_action", "dispute.created", "dispute.updated", "dispute.closed", "payout.created", "payout.updated", "payout.paid", "payout.failed", "payout.canceled", "payment_method.attached", "payment_method.updated", "payment_method.detached", "payment_method_configuration.created", "payment_method_configuration.updated", "payment_method_configuration.deleted", "balance.available", "exchange_rate.stale", "webhook_endpoint.disabled", "webhook_endpoint.secret_rotated", "webhook_endpoint.test", "api_key.created", "api_key.revoked", "test_clock.advanced"]
    # Fields of the request that creates the object of the event.
    overrides: NotRequired[Dict[str, Any]]


class TwoFactorSecret(TypedDict):
    """The secret of a second factor."""

    # The secret, base32-encoded.
    secret: str
    # `otpauth://` URL, for a QR code.
    uri: str


class UpdateAccountSupportedCurrenciesItem(TypedDict):
    code: Currency
    # Payment methods, in the order in which they are offered.
    paymentMethodTypes: List[PaymentMethodType]
    # Ignored, so that you can send back what you have read.
    decimals: NotRequired[int]


class UpdateAccountFeeConfig(TypedDict):
    """Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values."""

    # Whether the fee is added to the total and paid by the buyer.
    feesPassThrough: bool
    # Whether VAT is added to the total.
    vatCollectionEnabled: bool
    # Percentage: 14 means 14 %.
    vatCollectionRate: NotRequired[float]


class UpdateAccount(TypedDict):
    """Changes to an account."""

    # Name as it is shown to buyers.
    displayName: NotRequired[str]
    # Language of pages and mail where the buyer has no other, BCP 47, such as `en` or `ar-EG`.
    defaultLocale: NotRequired[str]
    # Must include the default currency. A currency can be used for payments once `feeSchedule` has rules for it.
    supportedCurrencies: NotRequired[List[UpdateAccountSupportedCurrenciesItem]]
    # What payments cost. A payment needs a rule for its method and currency. No two rules can have the same conditions.
    feeSchedule: NotRequired[List[FeeRule]]
    # VAT on the fees, in parts per million: 140000 is 14 %.
    vatOnFeesPpm: NotRequired[int]
    # Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values.
    feeConfig: NotRequired[UpdateAccountFeeConfig]
    # Further currencies that prices can use; their payments are converted into a supported currency. `null` means any
    # currency with an exchange rate.
    presentmentCurrencies: NotRequired[Union[List[Currency], None]]
    # What to do with a payment that succeeds after it failed or was canceled, or after its checkout expired
    # (`lateSuccess` in the `outcome` of the charge): `accept` keeps the money and leaves the decision to the merchant,
    # `auto_refund` refunds it in full.
    lateSuccessPolicy: NotRequired[Literal["accept", "auto_refund"]]
    # What a dispute costs, at most one row for each currency. Currencies without a row cost nothing.
    disputeFees: NotRequired[List[DisputeFee]]
    # Origins that can embed checkouts, in addition to those of the publishable keys.
    allowedOrigins: NotRequired[List[str]]
    # URL, for both modes.
    logo: NotRequired[Union[str, None]]
    # Whether live keys can accept payments.
    livePaymentsEnabled: NotRequired[bool]


class UpdateAccountSettingsMail(TypedDict):
    """The mail that the platform sends to buyers."""

    # Whether buyers receive receipts, and how to pay vouchers and transfers, by mail.
    receipts: NotRequired[bool]
    # Whether buyers whose checkout expired unpaid receive a link by mail to continue it.
    recovery: NotRequired[bool]
    # Where the replies of buyers go. `null`: nowhere.
    replyTo: NotRequired[Union[str, None]]


class UpdateAccountSettingsManualMethodsCash_on_delivery(TypedDict):
    """Whether buyers can pay in cash on delivery."""

    # Whether it is on.
    enabled: bool


class UpdateAccountSettingsManualMethodsBank_transferItem(TypedDict):
    currency: Currency
    # Checked, and stored without spaces.
    iban: str
    # Name of the account holder.
    accountName: str
    # Name of the bank.
    bankName: str


class UpdateAccountSettingsManualMethodsInstapay(TypedDict):
    """The InstaPay address that buyers send money to."""

    # The InstaPay address that buyers send money to. `null`: not offered.
    handle: Union[str, None]


class UpdateAccountSettingsManualMethods(TypedDict):
    """A change with a live key requires the `Two-Factor-Code` header."""

    # Whether buyers can pay in cash on delivery.
    cash_on_delivery: NotRequired[UpdateAccountSettingsManualMethodsCash_on_delivery]
    # Replaces the list. Empty: bank transfers are not offered.
    bank_transfer: NotRequired[List[UpdateAccountSettingsManualMethodsBank_transferItem]]
    # The InstaPay address that buyers send money to.
    instapay: NotRequired[UpdateAccountSettingsManualMethodsInstapay]


class UpdateAccountSettings(TypedDict):
    """Changes to the settings of an account. What you omit stays as it is."""

    logo: NotRequired[Union[str, None]]
    # Language of pages and mail where the buyer has no other, BCP 47, such as `en` or `ar-EG`.
    defaultLocale: NotRequired[str]
    # The mail that the platform sends to buyers.
    mail: NotRequired[UpdateAccountSettingsMail]
    # A change with a live key requires the `Two-Factor-Code` header.
    manualMethods: NotRequired[UpdateAccountSettingsManualMethods]


class UpdateApiKey(TypedDict):
    """Changes to an API key."""

    # Name of the key, shown in lists. Describe what the key is used for.
    name: NotRequired[str]
    # Restricted keys only: the permissions of the key, at least one. For other keys, only the current value is
    # accepted.
    permissions: NotRequired[List[Literal["ACCOUNT_READ", "ACCOUNT_WRITE", "API_KEY_READ", "API_KEY_WRITE", "BALANCE_READ", "BANK_ACCOUNT_READ", "BANK_ACCOUNT_WRITE", "CHARGE_READ", "CHECKOUT_SESSION_READ", "CHECKOUT_SESSION_WRITE", "COUPON_READ", "COUPON_WRITE", "CUSTOMER_READ", "CUSTOMER_WRITE", "DISPUTE_READ", "DISPUTE_WRITE", "EVENT_READ", "EVENT_WRITE", "PAYMENT_INTENT_READ", "PAYMENT_INTENT_WRITE", "PAYMENT_LINK_READ", "PAYMENT_LINK_WRITE", "PAYMENT_METHOD_CONFIGURATION_READ", "PAYMENT_METHOD_CONFIGURATION_WRITE", "PAYOUT_READ", "PAYOUT_WRITE", "PRICE_READ", "PRICE_WRITE", "PRODUCT_READ", "PRODUCT_WRITE", "PROMOTION_CODE_READ", "PROMOTION_CODE_WRITE", "PROVIDER_CONNECTION_READ", "PROVIDER_CONNECTION_WRITE", "REFUND_READ", "REFUND_WRITE", "REPORT_READ", "TEST_HELPER_WRITE", "WEBHOOK_ENDPOINT_READ", "WEBHOOK_ENDPOINT_WRITE"]]]
    expiresAt: NotRequired[Union[str, None]]
    # IP addresses and CIDR ranges from which the key can be used. Empty allows all addresses.
    ipAllowlist: NotRequired[List[str]]
    # Publishable keys only: origins whose pages can embed checkouts of this mode and use the key. If empty, any origin
    # can use the key but none can embed checkouts.
    allowedOrigins: NotRequired[List[str]]
    # Cannot be changed. Accepted if it equals the current value.
    type: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    mode: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    apiVersion: NotRequired[Any]


class UpdateCheckoutSessionCustomerDetailsBillingDetailsAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class UpdateCheckoutSessionCustomerDetailsBillingDetails(TypedDict):
    # Name of the payer.
    name: NotRequired[Union[str, None]]
    # Email address.
    email: NotRequired[Union[str, None]]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[UpdateCheckoutSessionCustomerDetailsBillingDetailsAddress, None]]


class UpdateCheckoutSessionCustomerDetailsShippingAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class UpdateCheckoutSessionCustomerDetailsShipping(TypedDict):
    # Name of the recipient.
    name: NotRequired[Union[str, None]]
    # Phone number of the recipient, as entered.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[UpdateCheckoutSessionCustomerDetailsShippingAddress, None]]


class UpdateCheckoutSessionCustomerDetails(TypedDict):
    """Merged field by field. Cannot be combined with `customerId`."""

    # Full name of the buyer.
    name: NotRequired[Union[str, None]]
    # Email address.
    email: NotRequired[Union[str, None]]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Union[str, None]]
    # Name, contact details and billing address of the payer.
    billingDetails: NotRequired[Union[UpdateCheckoutSessionCustomerDetailsBillingDetails, None]]
    # Name, phone number and address of the recipient.
    shipping: NotRequired[Union[UpdateCheckoutSessionCustomerDetailsShipping, None]]


class UpdateCheckoutSessionCustomerUpdate(TypedDict):
    # `auto` saves the billing address that the buyer enters on the customer; `never` keeps the saved one.
    address: NotRequired[Literal["auto", "never"]]
    # `auto` saves the name that the buyer enters on the customer; `never` keeps the saved one.
    name: NotRequired[Literal["auto", "never"]]
    # `auto` saves the shipping details that the buyer enters on the customer; `never` keeps the saved ones.
    shipping: NotRequired[Literal["auto", "never"]]


class UpdateCheckoutSessionAfterCompletionRedirect(TypedDict):
    """Where the buyer is sent after paying. For the type `redirect` only."""

    # An https URL. Test mode also accepts http://localhost.
    url: str


class UpdateCheckoutSessionAfterCompletion(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["redirect"]
    # Where the buyer is sent after paying. For the type `redirect` only.
    redirect: UpdateCheckoutSessionAfterCompletionRedirect


class UpdateCheckoutSessionAfterCompletion2HostedConfirmation(TypedDict):
    """Settings of the page that is shown after paying. For the type `hosted_confirmation` only."""

    # Text shown to the buyer after paying, at most 500 characters.
    customMessage: NotRequired[str]
    # An https URL. Test mode also accepts http://localhost.
    returnUrl: NotRequired[str]


class UpdateCheckoutSessionAfterCompletion2(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["hosted_confirmation"]
    # Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
    hostedConfirmation: NotRequired[UpdateCheckoutSessionAfterCompletion2HostedConfirmation]


class UpdateCheckoutSessionBrandingSettingsColors(TypedDict):
    """`#RRGGBB`."""

    # Color of the main button, `#RRGGBB`.
    primary: NotRequired[str]
    # Text color on `primary`, `#RRGGBB`.
    primaryForeground: NotRequired[str]
    # Background color of the page, `#RRGGBB`.
    background: NotRequired[str]
    # Text color, `#RRGGBB`.
    foreground: NotRequired[str]
    # Color of borders, `#RRGGBB`.
    border: NotRequired[str]
    # Color of the borders of input fields, `#RRGGBB`.
    input: NotRequired[str]
    # Color of the focus ring, `#RRGGBB`.
    ring: NotRequired[str]
    # Background color of less important elements, `#RRGGBB`.
    muted: NotRequired[str]
    # Color of less important text, `#RRGGBB`.
    mutedForeground: NotRequired[str]
    # Background color of highlighted elements, `#RRGGBB`.
    accent: NotRequired[str]
    # Text color on `accent`, `#RRGGBB`.
    accentForeground: NotRequired[str]
    # Color of errors and of actions that cannot be undone, `#RRGGBB`.
    destructive: NotRequired[str]


class UpdateCheckoutSessionBrandingSettings(TypedDict):
    """Replaces all branding settings."""

    # `auto` follows the setting of the device of the buyer.
    colorMode: NotRequired[Literal["light", "dark", "auto"]]
    # Shape of the corners of buttons and boxes.
    borderStyle: NotRequired[Literal["rounded", "rectangular", "pill"]]
    # Distance between elements.
    spacing: NotRequired[Literal["compact", "normal", "spacious"]]
    # Height of input fields.
    inputSize: NotRequired[Literal["sm", "md", "lg"]]
    # How input fields are drawn.
    inputStyle: NotRequired[Literal["outlined", "filled", "underlined"]]
    # How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above
    # its fields, or a list of separate rows above its fields. Defaults to `accordion`.
    formLayout: NotRequired[Literal["accordion", "tabs", "list"]]
    # `#RRGGBB`.
    colors: NotRequired[UpdateCheckoutSessionBrandingSettingsColors]
    # The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic
    # letters. `default` uses the fonts of the device.
    fontFamily: NotRequired[Literal["default", "inter", "roboto", "open_sans", "lato", "montserrat", "nunito", "noto_sans", "cairo", "tajawal", "almarai", "ibm_plex_sans_arabic"]]
    # Ignored.
    warnings: NotRequired[List[str]]


class UpdateCheckoutSessionPaymentMethodTypesItem2(TypedDict):
    type: PaymentMethodType


class UpdateCheckoutSessionPaymentIntentData(TypedDict):
    """Settings of the payment intent of the session."""

    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    # Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the
    # buyer entered, or that of the customer you chose.
    receiptEmail: NotRequired[Union[str, None]]
    # Merged with the existing metadata.
    metadata: NotRequired[Union[Metadata, None]]
    # `automatic` completes the payment once the buyer has authenticated; `manual` waits for your server to confirm it.
    confirmationMethod: NotRequired[Literal["automatic", "manual"]]


class UpdateCheckoutSessionFeeConfig(TypedDict):
    """Fields that you omit keep their values."""

    # Whether the buyer pays the fee on top of the amount.
    feesPassThrough: NotRequired[bool]
    # Whether VAT is added to the prices, which do not include it.
    vatCollectionEnabled: NotRequired[bool]
    # Percentage: 14 means 14 %.
    vatCollectionRate: NotRequired[float]
    # Ignored.
    source: NotRequired[Literal["account", "payment_link", "session"]]


class UpdateCheckoutSessionDiscountsItem(TypedDict):
    # Type of the object.
    object: Literal["discount"]


class UpdateCheckoutSession(TypedDict):
    """Changes to a checkout session."""

    # Replaces all lines. At least one, except in mode `setup`, which has none.
    lineItems: NotRequired[List[LineItemChange]]
    # Cannot be changed. Only the current value is accepted.
    mode: NotRequired[Literal["payment", "setup", "subscription"]]
    # Cannot be changed. Only the current value is accepted.
    uiMode: NotRequired[Literal["hosted", "embedded", "custom"]]
    # Cannot be changed. Only the current value is accepted.
    submitType: NotRequired[Literal["PAY", "SUBSCRIBE", "BOOK", "DONATE"]]
    # Cannot be changed. Only the current value is accepted.
    currency: NotRequired[Currency]
    # Cannot be changed. Only the current value is accepted.
    expiresAfterMinutes: NotRequired[int]
    # ID of an existing customer. `null` lets the buyer enter the details.
    customerId: NotRequired[Union[str, None]]
    # Merged field by field. Cannot be combined with `customerId`.
    customerDetails: NotRequired[UpdateCheckoutSessionCustomerDetails]
    # Buyers who are not known yet become guests; with `always`, those with an email address become registered
    # customers. A guest stays a guest until you create a customer with that email.
    customerCreation: NotRequired[Literal["always", "if_required"]]
    # Which details of an existing customer are updated with what the buyer enters.
    customerUpdate: NotRequired[Union[UpdateCheckoutSessionCustomerUpdate, None]]
    # Replaces the current setting.
    afterCompletion: NotRequired[Union[UpdateCheckoutSessionAfterCompletion, UpdateCheckoutSessionAfterCompletion2]]
    cancelUrl: NotRequired[Union[str, None]]
    # Language of the page, BCP 47. `auto` follows the browser of the buyer.
    locale: NotRequired[str]
    # Replaces all custom fields.
    customFields: NotRequired[List[CustomFieldChange]]
    # Whether the buyer can enter a promotion code.
    allowPromotionCodes: NotRequired[bool]
    # Whether the buyer has to enter a name.
    nameCollection: NotRequired[bool]
    # Whether the buyer has to enter a billing address.
    billingAddressCollection: NotRequired[bool]
    # Whether the buyer has to enter a shipping address.
    shippingAddressCollection: NotRequired[bool]
    # Whether the buyer has to enter a phone number.
    phoneNumberCollection: NotRequired[bool]
    brandingSettings: NotRequired[Union[UpdateCheckoutSessionBrandingSettings, None]]
    # Payment method types.
    paymentMethodTypes: NotRequired[List[Union[PaymentMethodType, UpdateCheckoutSessionPaymentMethodTypesItem2]]]
    # The payment methods to offer from now on.
    paymentMethodConfigurationId: NotRequired[str]
    # `automatic` captures as soon as the payment is authorized; `manual` waits for your capture request.
    captureMethod: NotRequired[Literal["automatic", "manual"]]
    # Settings of the payment intent of the session.
    paymentIntentData: NotRequired[UpdateCheckoutSessionPaymentIntentData]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # Fields that you omit keep their values.
    feeConfig: NotRequired[UpdateCheckoutSessionFeeConfig]
    # Replaces all discounts, including a promotion code that the buyer entered.
    discounts: NotRequired[Union[List[UpdateCheckoutSessionDiscountsItem], List[DiscountInput]]]
    # Cannot be changed. Accepted if it equals the current value.
    status: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    paymentStatus: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    expiresAt: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    paymentIntentId: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    paymentLinkId: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    recoveredFrom: NotRequired[Any]


class UpdateCoupon(TypedDict):
    """Changes to a coupon."""

    # Name, for people.
    name: NotRequired[Union[str, None]]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # Cannot be changed. Accepted if it equals the current value.
    percentOff: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    amountOff: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    currency: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    duration: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    durationInMonths: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    maxRedemptions: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    maxRedemptionsPerCustomer: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    minimumAmount: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    minimumAmountCurrency: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    redeemBy: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    appliesToProductIds: NotRequired[Any]


class UpdateCustomerAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class UpdateCustomerShippingAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class UpdateCustomerShipping(TypedDict):
    # Name of the recipient.
    name: NotRequired[Union[str, None]]
    # Phone number of the recipient, as entered.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[UpdateCustomerShippingAddress, None]]


class UpdateCustomer(TypedDict):
    """Changes to a customer."""

    # Name, for people.
    name: NotRequired[Union[str, None]]
    # Unique per account and mode. A customer must keep at least one of email and phone.
    email: NotRequired[Union[str, None]]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Union[str, None]]
    # Replaces the whole address.
    address: NotRequired[Union[UpdateCustomerAddress, None]]
    # Replaces the whole shipping details.
    shipping: NotRequired[Union[UpdateCustomerShipping, None]]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # Can be changed only before the first payment, which fixes the currency.
    currency: NotRequired[Currency]


class UpdateDispute(TypedDict):
    """Changes to the evidence of a dispute."""

    evidence: DisputeEvidenceInput


class UpdateHostedCheckoutLineItemsItem(TypedDict):
    # ID of the object.
    id: str
    # Adjustable items only. 0 removes an item whose `minimum` is 0.
    quantity: NotRequired[int]
    # CUSTOM prices only, in minor units.
    customAmount: NotRequired[int]


class UpdateHostedCheckoutCustomerDetailsBillingDetailsAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class UpdateHostedCheckoutCustomerDetailsBillingDetails(TypedDict):
    # Name of the payer.
    name: NotRequired[Union[str, None]]
    # Email address.
    email: NotRequired[Union[str, None]]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[UpdateHostedCheckoutCustomerDetailsBillingDetailsAddress, None]]


class UpdateHostedCheckoutCustomerDetailsShippingAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class UpdateHostedCheckoutCustomerDetailsShipping(TypedDict):
    # Name of the recipient.
    name: NotRequired[Union[str, None]]
    # Phone number of the recipient, as entered.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[UpdateHostedCheckoutCustomerDetailsShippingAddress, None]]


class UpdateHostedCheckoutCustomerDetails(TypedDict):
    """Contact details of the buyer."""

    # Full name of the buyer.
    name: NotRequired[Union[str, None]]
    # Email address.
    email: NotRequired[Union[str, None]]
    # Phone number. In E.164, such as `+201001234567`, where it can be read as one.
    phone: NotRequired[Union[str, None]]
    # Name, contact details and billing address of the payer.
    billingDetails: NotRequired[Union[UpdateHostedCheckoutCustomerDetailsBillingDetails, None]]
    # Name, phone number and address of the recipient.
    shipping: NotRequired[Union[UpdateHostedCheckoutCustomerDetailsShipping, None]]


class UpdateHostedCheckoutCustomFieldsItemText(TypedDict):
    """Settings or value of a field of the type `text`."""

    # Value of the field.
    value: Union[str, None]


class UpdateHostedCheckoutCustomFieldsItemNumeric(TypedDict):
    """Settings or value of a field of the type `numeric`."""

    # Value of the field.
    value: Union[str, None]


class UpdateHostedCheckoutCustomFieldsItemDropdown(TypedDict):
    """Settings or value of a field of the type `dropdown`."""

    # Value of the field.
    value: Union[str, None]


class UpdateHostedCheckoutCustomFieldsItem(TypedDict):
    # Your own name of the field, unique within the checkout, 1 to 200 characters.
    key: str
    # Settings or value of a field of the type `text`.
    text: NotRequired[UpdateHostedCheckoutCustomFieldsItemText]
    # Settings or value of a field of the type `numeric`.
    numeric: NotRequired[UpdateHostedCheckoutCustomFieldsItemNumeric]
    # Settings or value of a field of the type `dropdown`.
    dropdown: NotRequired[UpdateHostedCheckoutCustomFieldsItemDropdown]


class UpdateHostedCheckout(TypedDict):
    """Changes that a buyer can make."""

    # Only the items to change.
    lineItems: NotRequired[List[UpdateHostedCheckoutLineItemsItem]]
    # The code that the buyer entered. `null` removes it.
    promotionCode: NotRequired[Union[str, None]]
    # Index in `discounts` of a discount to remove, such as one that is no longer valid. 0 is the first.
    withoutDiscount: NotRequired[int]
    # Contact details of the buyer.
    customerDetails: NotRequired[UpdateHostedCheckoutCustomerDetails]
    # Fields of your own that the buyer fills in, at most 3.
    customFields: NotRequired[List[UpdateHostedCheckoutCustomFieldsItem]]
    # The method the buyer intends to use. The response includes its fees.
    paymentMethodType: NotRequired[PaymentMethodType]
    # The first 6 to 8 digits of the card number, from which fees and methods are determined.
    cardBin: NotRequired[str]


class UpdatePaymentIntentShippingAddress(TypedDict):
    # First line of the address: street and building.
    line1: NotRequired[Union[str, None]]
    # Second line of the address: apartment, floor or landmark.
    line2: NotRequired[Union[str, None]]
    # City or town.
    city: NotRequired[Union[str, None]]
    # State, province or governorate.
    state: NotRequired[Union[str, None]]
    # Postal code.
    postalCode: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class UpdatePaymentIntentShipping(TypedDict):
    # Name of the recipient.
    name: NotRequired[Union[str, None]]
    # Phone number of the recipient, as entered.
    phone: NotRequired[Union[str, None]]
    # Postal address.
    address: NotRequired[Union[UpdatePaymentIntentShippingAddress, None]]


class UpdatePaymentIntentAmountDetails(TypedDict):
    # In minor units of the currency.
    productAmount: int
    # In minor units of the currency.
    tax: NotRequired[int]
    # In minor units of the currency.
    platformFees: NotRequired[int]
    # In minor units of the currency.
    tip: NotRequired[int]
    # In minor units of the currency.
    discount: NotRequired[int]


class UpdatePaymentIntent(TypedDict):
    """Changes to a payment intent."""

    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    # Where receipts are sent, if the account sends them. Of a checkout that names none: the email address that the
    # buyer entered, or that of the customer you chose.
    receiptEmail: NotRequired[Union[str, None]]
    # Name, phone number and address of the recipient.
    shipping: NotRequired[Union[UpdatePaymentIntentShipping, None]]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # `cus_…`: the customer. `null` for a guest.
    customerId: NotRequired[Union[str, None]]
    # Can be changed only before the first confirm, in the currency of the payment. In minor units. The amount in the
    # processing currency must be from 1.00 to 1,000,000.00.
    amount: NotRequired[int]
    # Can be changed only before the first confirm.
    amountDetails: NotRequired[Union[UpdatePaymentIntentAmountDetails, None]]
    # Can be changed only before the first confirm.
    paymentMethodTypes: NotRequired[Union[List[PaymentMethodType], None]]
    # Cannot be changed. Accepted if it equals the current value.
    currency: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    captureMethod: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    confirmationMethod: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    checkoutSessionId: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    status: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    cancellationReason: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    paymentMethod: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    customer: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    presentmentDetails: NotRequired[Any]


class UpdatePaymentLinkAfterCompletionRedirect(TypedDict):
    """Where the buyer is sent after paying. For the type `redirect` only."""

    # An https URL. Test mode also accepts http://localhost.
    url: str


class UpdatePaymentLinkAfterCompletion(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["redirect"]
    # Where the buyer is sent after paying. For the type `redirect` only.
    redirect: UpdatePaymentLinkAfterCompletionRedirect


class UpdatePaymentLinkAfterCompletion2HostedConfirmation(TypedDict):
    """Settings of the page that is shown after paying. For the type `hosted_confirmation` only."""

    # Text shown to the buyer after paying, at most 500 characters.
    customMessage: NotRequired[str]
    # An https URL. Test mode also accepts http://localhost.
    returnUrl: NotRequired[str]


class UpdatePaymentLinkAfterCompletion2(TypedDict):
    # Which kind it is. It decides which other fields are present.
    type: Literal["hosted_confirmation"]
    # Settings of the page that is shown after paying. For the type `hosted_confirmation` only.
    hostedConfirmation: NotRequired[UpdatePaymentLinkAfterCompletion2HostedConfirmation]


class UpdatePaymentLinkBrandingSettingsColors(TypedDict):
    """`#RRGGBB`."""

    # Color of the main button, `#RRGGBB`.
    primary: NotRequired[str]
    # Text color on `primary`, `#RRGGBB`.
    primaryForeground: NotRequired[str]
    # Background color of the page, `#RRGGBB`.
    background: NotRequired[str]
    # Text color, `#RRGGBB`.
    foreground: NotRequired[str]
    # Color of borders, `#RRGGBB`.
    border: NotRequired[str]
    # Color of the borders of input fields, `#RRGGBB`.
    input: NotRequired[str]
    # Color of the focus ring, `#RRGGBB`.
    ring: NotRequired[str]
    # Background color of less important elements, `#RRGGBB`.
    muted: NotRequired[str]
    # Color of less important text, `#RRGGBB`.
    mutedForeground: NotRequired[str]
    # Background color of highlighted elements, `#RRGGBB`.
    accent: NotRequired[str]
    # Text color on `accent`, `#RRGGBB`.
    accentForeground: NotRequired[str]
    # Color of errors and of actions that cannot be undone, `#RRGGBB`.
    destructive: NotRequired[str]


class UpdatePaymentLinkBrandingSettings(TypedDict):
    """Replaces all branding settings."""

    # `auto` follows the setting of the device of the buyer.
    colorMode: NotRequired[Literal["light", "dark", "auto"]]
    # Shape of the corners of buttons and boxes.
    borderStyle: NotRequired[Literal["rounded", "rectangular", "pill"]]
    # Distance between elements.
    spacing: NotRequired[Literal["compact", "normal", "spacious"]]
    # Height of input fields.
    inputSize: NotRequired[Literal["sm", "md", "lg"]]
    # How input fields are drawn.
    inputStyle: NotRequired[Literal["outlined", "filled", "underlined"]]
    # How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above
    # its fields, or a list of separate rows above its fields. Defaults to `accordion`.
    formLayout: NotRequired[Literal["accordion", "tabs", "list"]]
    # `#RRGGBB`.
    colors: NotRequired[UpdatePaymentLinkBrandingSettingsColors]
    # The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic
    # letters. `default` uses the fonts of the device.
    fontFamily: NotRequired[Literal["default", "inter", "roboto", "open_sans", "lato", "montserrat", "nunito", "noto_sans", "cairo", "tajawal", "almarai", "ibm_plex_sans_arabic"]]
    # Ignored.
    warnings: NotRequired[List[str]]


class UpdatePaymentLinkFeeConfig(TypedDict):
    """Fields that you omit keep their values."""

    # Whether the buyer pays the fee on top of the amount.
    feesPassThrough: NotRequired[bool]
    # Whether VAT is added to the prices, which do not include it.
    vatCollectionEnabled: NotRequired[bool]
    # Percentage: 14 means 14 %.
    vatCollectionRate: NotRequired[float]
    # Ignored.
    source: NotRequired[Literal["account", "payment_link", "session"]]


class UpdatePaymentLink(TypedDict):
    """Changes to a payment link."""

    # Replaces all lines.
    lineItems: NotRequired[List[LineItemChange]]
    # Must be the currency of the line items. Change it together with all of them.
    currency: NotRequired[Currency]
    # Whether buyers can pay with the link.
    active: NotRequired[bool]
    # Must be in the future. `null` means never.
    expiresAt: NotRequired[Union[str, None]]
    # How many times the link can be paid. `null`: any number.
    maxCompletions: NotRequired[Union[int, None]]
    # What the button of the page says.
    submitType: NotRequired[Literal["PAY", "SUBSCRIBE", "BOOK", "DONATE"]]
    # Buyers who are not known yet become guests; with `always`, those with an email address become registered
    # customers. A guest stays a guest until you create a customer with that email.
    customerCreation: NotRequired[Literal["always", "if_required"]]
    # Replaces the current setting.
    afterCompletion: NotRequired[Union[UpdatePaymentLinkAfterCompletion, UpdatePaymentLinkAfterCompletion2]]
    # Replaces all custom fields.
    customFields: NotRequired[List[CustomFieldChange]]
    # Whether the buyer can enter a promotion code.
    allowPromotionCodes: NotRequired[bool]
    # Whether the buyer has to enter a name.
    nameCollection: NotRequired[bool]
    # Whether the buyer has to enter a billing address.
    billingAddressCollection: NotRequired[bool]
    # Whether the buyer has to enter a shipping address.
    shippingAddressCollection: NotRequired[bool]
    # Whether the buyer has to enter a phone number.
    phoneNumberCollection: NotRequired[bool]
    brandingSettings: NotRequired[Union[UpdatePaymentLinkBrandingSettings, None]]
    # `null` means the default configuration.
    paymentMethodConfigurationId: NotRequired[Union[str, None]]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # Fields that you omit keep their values.
    feeConfig: NotRequired[UpdatePaymentLinkFeeConfig]


class UpdatePaymentMethodConfigurationPaymentMethodTypesItemLimitsItem(TypedDict):
    currency: Currency
    # In minor units. `null` applies the limit of the platform.
    minTransactionAmount: NotRequired[Union[int, None]]
    # In minor units. `null` applies the limit of the platform.
    maxTransactionAmount: NotRequired[Union[int, None]]


class UpdatePaymentMethodConfigurationPaymentMethodTypesItem(TypedDict):
    type: PaymentMethodType
    # Whether it is on.
    enabled: NotRequired[bool]
    # At most one for each currency.
    limits: NotRequired[List[UpdatePaymentMethodConfigurationPaymentMethodTypesItemLimitsItem]]


class UpdatePaymentMethodConfiguration(TypedDict):
    """Changes to a payment method configuration. `paymentMethodTypes` replaces the whole list."""

    # Name, for people.
    name: NotRequired[str]
    # In the order in which a checkout offers them. Methods that are not listed are not offered.
    paymentMethodTypes: NotRequired[List[UpdatePaymentMethodConfigurationPaymentMethodTypesItem]]
    # Cannot be changed. Accepted if it equals the current value.
    isDefault: NotRequired[Any]


class UpdatePriceRecurring(TypedDict):
    # Unit of time: with `intervalCount` it says how long a period is.
    interval: Literal["DAY", "WEEK", "MONTH", "YEAR", "CUSTOM"]
    # How many intervals one period has, 1 to 365.
    intervalCount: int


class UpdatePriceCustomUnitAmount(TypedDict):
    minimum: NotRequired[Union[int, None]]
    maximum: NotRequired[Union[int, None]]
    preset: NotRequired[Union[int, None]]


class UpdatePrice(TypedDict):
    """Changes to a price."""

    # Shown to buyers after the name of the product.
    name: NotRequired[Union[str, None]]
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    # Units in stock. `null` means unlimited.
    stock: NotRequired[Union[int, None]]
    startDate: NotRequired[Union[str, None]]
    expirationDate: NotRequired[Union[str, None]]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # In minor units. Can be changed only until the price is used in a line item.
    unitAmount: NotRequired[Union[int, None]]
    # Can be changed only until the price is used in a line item.
    currency: NotRequired[Currency]
    # Can be changed only until the price is used in a line item.
    type: NotRequired[Literal["ONE_TIME", "RECURRING", "CUSTOM"]]
    # Can be changed only until the price is used in a line item.
    recurring: NotRequired[Union[UpdatePriceRecurring, None]]
    # Can be changed only until the price is used in a line item.
    customUnitAmount: NotRequired[Union[UpdatePriceCustomUnitAmount, None]]
    # Cannot be changed. Accepted if it equals the current value.
    productId: NotRequired[Any]


class UpdateProduct(TypedDict):
    """Changes to a product."""

    # Shown to buyers, 1 to 250 characters.
    name: NotRequired[str]
    # Shown to buyers below the name, at most 5,000 characters.
    description: NotRequired[Union[str, None]]
    image: NotRequired[Union[str, None]]
    # Name of one unit, such as `seat` or `kg`, shown after the quantity.
    unitLabel: NotRequired[Union[str, None]]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # `price_…`: one of the product's own prices. An empty string clears it.
    defaultPrice: NotRequired[str]


class UpdatePromotionCodeRestrictions(TypedDict):
    """Can be changed only before the first redemption. Fields that you omit keep their values."""

    # Whether only buyers without an earlier payment can redeem the code.
    firstTimeTransaction: NotRequired[bool]
    minimumAmount: NotRequired[Union[int, None]]
    minimumAmountCurrency: NotRequired[Union[Currency, None]]


class UpdatePromotionCode(TypedDict):
    """Changes to a promotion code."""

    # Whether buyers can redeem the code.
    active: NotRequired[bool]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # Can be changed only before the first redemption. Fields that you omit keep their values.
    restrictions: NotRequired[UpdatePromotionCodeRestrictions]
    # Cannot be changed. Accepted if it equals the current value.
    code: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    couponId: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    maxRedemptions: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    expiresAt: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    customerId: NotRequired[Any]


class UpdateProviderConnectionMethodsItem(TypedDict):
    type: PaymentMethodType
    # Currencies to offer it in. Defaults to those that the provider settles for the account.
    currencies: NotRequired[List[Currency]]
    # Paymob only: ID of the integration that takes the method. Defaults to the one that Paymob lists.
    integration: NotRequired[Union[str, None]]


class UpdateProviderConnection(TypedDict):
    """Changes to a provider connection."""

    # Credentials to replace; the others stay. The provider verifies them together before anything changes.
    credentials: NotRequired[Dict[str, str]]
    # Methods to take through this connection. Defaults to every method that the provider offers the account.
    methods: NotRequired[List[UpdateProviderConnectionMethodsItem]]


class UpdateRefund(TypedDict):
    """Changes to a refund."""

    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # Cannot be changed. Accepted if it equals the current value.
    amount: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    chargeId: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    paymentIntentId: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    currency: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    reason: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    instructionsEmail: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    outOfBand: NotRequired[Any]
    # Cannot be changed. Accepted if it equals the current value.
    status: NotRequired[Any]


class UpdateWebhookEndpoint(TypedDict):
    """Changes to a webhook endpoint."""

    # An https URL.
    url: NotRequired[str]
    # Your own description. Not shown to buyers unless the field says so.
    description: NotRequired[Union[str, None]]
    # Event types, `family.*`, or `*` for all.
    enabledEvents: NotRequired[List[str]]
    # `disabled` stops all deliveries and drops pending ones.
    status: NotRequired[Literal["enabled", "disabled"]]
    # Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.
    metadata: NotRequired[Union[Metadata, None]]
    # With `status: enabled`, for a disabled endpoint: whether to deliver the events that it missed while it was
    # disabled, and those that failed since its last success, as far as they are still stored.
    replayMissed: NotRequired[bool]


UploadPurpose = Union[Literal["product_image", "merchant_logo", "dispute_evidence"]]


class UploadUrl(TypedDict):
    """Where to upload a file."""

    # Send the bytes of the file to this URL, as the whole body of one request.
    uploadUrl: str
    # HTTP method to upload with.
    method: Literal["PUT"]
    # Headers to send with the request.
    headers: Dict[str, str]
    # Public URL of the picture, available once it is uploaded. Absent for `dispute_evidence`.
    publicUrl: NotRequired[str]
    # `file_…`: what the evidence of a dispute names. Only for `dispute_evidence`, which is private.
    fileId: NotRequired[str]
    # When the URL expires, 15 minutes after it is created.
    expiresAt: str


class VoucherDetailsInstructions(TypedDict):
    """How to pay, in words for the buyer."""

    # In Arabic.
    ar: str
    # In English.
    en: str


class VoucherDetails(TypedDict):
    """A voucher that the buyer pays at a kiosk."""

    # The number that the buyer presents.
    reference: str
    # The same number as a barcode image.
    barcodeUrl: Any
    # Code of the biller that the buyer names at the kiosk. `null` if the network needs none.
    billerCode: Any
    # An amount in minor units of the object's currency.
    amount: int
    currency: Currency
    # ISO 8601 timestamp in UTC, with milliseconds.
    expiresAt: str
    # How to pay, in words for the buyer.
    instructions: VoucherDetailsInstructions
    # Where the voucher can be paid, such as shops and apps.
    channels: List[str]


class WalletEntry(TypedDict):
    """A wallet whose button the provider's script renders on devices that have it. Send its token as `paymentMethod.token`."""

    # Payment provider.
    provider: Literal["stripe"]
    # Publishable key of the merchant's account at the provider. Not a secret.
    publishableKey: str
    # URL of the provider's script, which renders the field and returns a token.
    scriptUrl: str
    type: PaymentMethodType


class WebhookChaos(TypedDict):
    """The simulated failures of the next deliveries of an endpoint."""

    # Type of the object.
    object: Literal["webhook_chaos"]
    # `we_…`
    endpointId: str
    # The failure that is simulated.
    mode: Literal["duplicate", "drop", "reorder", "corrupt_signature", "delay"]
    # For how many further deliveries it applies.
    times: int
    # How long a delayed delivery waits, in seconds.
    delaySeconds: int


class WebhookDeliveries(TypedDict):
    """The deliveries that the request created."""

    # The first attempts. They are due immediately.
    deliveries: List[WebhookDelivery]


class WebhookDeliveryRequest(TypedDict):
    """What was sent."""

    # Address.
    url: str
    # The headers that were sent, without the signature. `webhook-timestamp` is in real time.
    headers: Dict[str, str]
    # The first 4 KiB.
    body: str


class WebhookDeliveryResponse(TypedDict):
    # HTTP status of the response.
    statusCode: int
    # Headers that help to find out what happened, by name.
    headers: Dict[str, str]
    # The first 4 KiB.
    body: str


class WebhookDelivery(TypedDict):
    """An attempt to deliver an event to an endpoint. Its timestamps follow the clock of the account, which in test mode is the test clock."""

    # `dlv_…`
    id: str
    # Type of the object.
    object: Literal["webhook_delivery"]
    # `we_…`
    webhookEndpointId: str
    # `evt_…`
    eventId: str
    # Type of the event, such as `payment_intent.succeeded`.
    eventType: str
    # Starts at 1.
    attempt: int
    # `pending` before the attempt; `succeeded` if the endpoint responded with 2xx.
    status: Literal["pending", "succeeded", "failed"]
    # What was sent.
    request: WebhookDeliveryRequest
    # `null` before the attempt, and if there was no response.
    response: Union[WebhookDeliveryResponse, None]
    # Why there was no response.
    error: Any
    # In milliseconds.
    durationMs: Union[int, None]
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # `null` before the attempt.
    attemptedAt: Union[str, None]
    # When the next attempt is made. `null` if there is none.
    nextAttemptAt: Union[str, None]
    # `true` in live mode, `false` in test mode.
    livemode: bool


class WebhookDeliveryList(TypedDict):
    """A page of delivery attempts."""

    # Newest first.
    data: List[WebhookDelivery]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int
    # Pass this as `cursor` to get the next page. `null` on the last page.
    nextCursor: Any


class WebhookEndpoint(TypedDict):
    """A URL that receives events."""

    # `we_…`
    id: str
    # Type of the object.
    object: Literal["webhook_endpoint"]
    # An https URL.
    url: str
    # Your own description. Not shown to buyers unless the field says so.
    description: Any
    # `disabled` endpoints receive nothing.
    status: Literal["enabled", "disabled"]
    # Event types, `family.*`, or `*` for all.
    enabledEvents: List[str]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    metadata: Metadata
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str


class WebhookEndpointList(TypedDict):
    """A page of webhook endpoints."""

    # Newest first.
    data: List[WebhookEndpoint]
    # Number of rows across all pages. With filters it may stop at 10,000 when more match.
    totalCount: int


class WebhookEndpointWithSecret(TypedDict):
    """A webhook endpoint, including its signing secret. The secret is shown only once."""

    # `we_…`
    id: str
    # Type of the object.
    object: Literal["webhook_endpoint"]
    # An https URL.
    url: str
    # Your own description. Not shown to buyers unless the field says so.
    description: Any
    # `disabled` endpoints receive nothing.
    status: Literal["enabled", "disabled"]
    # Event types, `family.*`, or `*` for all.
    enabledEvents: List[str]
    # `true` in live mode, `false` in test mode.
    livemode: bool
    metadata: Metadata
    # ISO 8601 timestamp in UTC, with milliseconds.
    createdAt: str
    # ISO 8601 timestamp in UTC, with milliseconds.
    updatedAt: str
    # `whsec_…`: verifies signatures. Shown only once.
    secret: str


class WebhookTest(TypedDict):
    """The result of a test event."""

    # Whether the endpoint responded with a 2xx status in time.
    delivered: bool
    # Status code of the response. `null` if there was no response.
    statusCode: Union[int, None]
    # Why it was not delivered, and what to do. `null` if it was.
    error: Any
    # Duration of the request, in milliseconds.
    durationMs: int


class ListApiKeysQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]


class ListProductsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    # URL-encoded JSON object. Returns rows whose metadata contains all of its keys and values.
    metadata: NotRequired[str]
    # Comma-separated terms. Returns rows that match any of them.
    search: NotRequired[str]


GetProductStatsQuery = TypedDict(
    "GetProductStatsQuery",
    {
        "from": 'NotRequired[str]',
        "to": 'NotRequired[str]',
        "interval": 'NotRequired[StatsInterval]',
        "timezone": 'NotRequired[str]',
        "currency": 'NotRequired[Currency]',
    },
)


class CreatePriceQuery(TypedDict):
    # `prod_…`: the product to create the price for.
    productId: str


class ListPricesQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # `prod_…`
    productId: NotRequired[str]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    # Which kind it is. It decides which other fields are present.
    type: NotRequired[Literal["ONE_TIME", "RECURRING", "CUSTOM"]]
    currency: NotRequired[Currency]


class ListCustomersQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Comma-separated terms. Returns rows that match any of them.
    search: NotRequired[str]
    # Which kind it is. It decides which other fields are present.
    type: NotRequired[Literal["registered", "guest"]]


GetCustomerStatsQuery = TypedDict(
    "GetCustomerStatsQuery",
    {
        "from": 'NotRequired[str]',
        "to": 'NotRequired[str]',
        "interval": 'NotRequired[StatsInterval]',
        "timezone": 'NotRequired[str]',
    },
)


class ListCheckoutSessionsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Current state.
    status: NotRequired[Literal["open", "complete", "expired"]]
    # `paid` once the money was received; `no_payment_required` if the total is 0.
    paymentStatus: NotRequired[Literal["paid", "unpaid", "no_payment_required"]]
    # `cus_…`
    customerId: NotRequired[str]
    # `plink_…`
    paymentLinkId: NotRequired[str]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]


class ListPaymentLinksQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]
    # Matches the ID of the link, and the name, description or unit label of its products.
    search: NotRequired[str]
    # `eq:n`, `gt:n`, `lt:n` or `bt:a,b` (inclusive), in minor units.
    amount: NotRequired[str]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]


class ListCouponsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]


class ListPromotionCodesQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Matches the whole code, regardless of case.
    code: NotRequired[str]
    # `coupon_…`
    couponId: NotRequired[str]
    # `cus_…`
    customerId: NotRequired[str]
    # Whether it can be used. Set it to `false` to archive it; what was already paid stays as it is.
    active: NotRequired[bool]


class ListDiscountsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # `coupon_…`
    couponId: NotRequired[str]
    # `cus_…`
    customerId: NotRequired[str]
    # `cs_…`
    checkoutSessionId: NotRequired[str]


class ListPaymentIntentsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Current state.
    status: NotRequired[Literal["REQUIRES_PAYMENT_METHOD", "REQUIRES_CONFIRMATION", "REQUIRES_ACTION", "PROCESSING", "UNCAPTURED", "CANCELED", "SUCCEEDED", "FAILED", "REFUNDED", "PARTIALLY_REFUNDED", "AMOUNT_CAPTURABLE_UPDATED"]]
    # `cus_…`
    customerId: NotRequired[str]
    # `cs_…`
    checkoutSessionId: NotRequired[str]
    # The payment with this receipt, or with a refund that has it: `R-2026-000031`, as buyers see it.
    receiptNumber: NotRequired[str]
    # `eq:n`, `gt:n`, `lt:n` or `bt:a,b` (inclusive), in minor units.
    amount: NotRequired[str]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]


class ListChargesQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # `pi_…`
    paymentIntentId: NotRequired[str]
    # `cus_…`
    customerId: NotRequired[str]
    # Current state.
    status: NotRequired[Literal["PENDING", "SUCCEEDED", "FAILED", "REFUNDED"]]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]


class ListRefundsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # `ch_…`
    chargeId: NotRequired[str]
    # `pi_…`
    paymentIntentId: NotRequired[str]
    # Current state.
    status: NotRequired[Literal["PENDING", "REQUIRES_ACTION", "SUCCEEDED", "FAILED", "CANCELED"]]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]


class ListBalanceTransactionsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Which kind it is. It decides which other fields are present.
    type: NotRequired[Literal["charge", "refund", "refund_failure", "dispute", "dispute_reversal", "payout", "payout_failure", "adjustment"]]
    # `ch_…`, `re_…` or `po_…`: the charge (also of disputes), refund or payout that caused the balance transaction.
    sourceId: NotRequired[str]
    currency: NotRequired[Currency]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]


class ListDisputesQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # `ch_…`
    chargeId: NotRequired[str]
    # `pi_…`
    paymentIntentId: NotRequired[str]
    # Current state.
    status: NotRequired[Literal["NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "WARNING_CLOSED"]]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]


class ListBankAccountsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]


class ListPayoutsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Current state.
    status: NotRequired[Literal["PENDING", "IN_TRANSIT", "PAID", "FAILED", "CANCELED"]]
    currency: NotRequired[Currency]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]


class ListPayoutBalanceTransactionsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]


DownloadBalanceReportQuery = TypedDict(
    "DownloadBalanceReportQuery",
    {
        "from": 'str',
        "to": 'str',
        "timezone": 'NotRequired[str]',
    },
)


DownloadPaymentsReportQuery = TypedDict(
    "DownloadPaymentsReportQuery",
    {
        "from": 'str',
        "to": 'str',
        "timezone": 'NotRequired[str]',
    },
)


DownloadRefundsReportQuery = TypedDict(
    "DownloadRefundsReportQuery",
    {
        "from": 'str',
        "to": 'str',
        "timezone": 'NotRequired[str]',
    },
)


DownloadPayoutsReportQuery = TypedDict(
    "DownloadPayoutsReportQuery",
    {
        "from": 'str',
        "to": 'str',
        "timezone": 'NotRequired[str]',
    },
)


class ListPaymentMethodConfigurationsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]


class ListProviderConnectionsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # Payment provider.
    provider: NotRequired[Literal["stripe", "paymob", "fawry", "tabby", "tamara"]]


class ListWebhookEndpointsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # Current state.
    status: NotRequired[Literal["enabled", "disabled"]]


class ListWebhookDeliveriesQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # Current state.
    status: NotRequired[Literal["pending", "succeeded", "failed"]]
    # An event type or `family.*`.
    eventType: NotRequired[str]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]


class ListEventsQuery(TypedDict):
    # Page number, starting at 1.
    page: NotRequired[int]
    # Rows per page.
    limit: NotRequired[int]
    # The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.
    cursor: NotRequired[str]
    # An event type or `family.*`.
    type: NotRequired[str]
    # ID of the object that the event describes.
    objectId: NotRequired[str]
    # `true`: delivered to all of its endpoints. `false`: not delivered to at least one of them, or not yet.
    deliverySuccess: NotRequired[bool]
    # `last:n,days`, `eq:YYYY-MM-DD` or `bt:YYYY-MM-DD,YYYY-MM-DD` (both days inclusive), evaluated in `timezone`.
    date: NotRequired[str]
    # IANA time zone in which `date` is evaluated. Defaults to UTC.
    timezone: NotRequired[str]
