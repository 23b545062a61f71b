# Generated from packages/contracts by `npm run docs`. Do not edit.
"""One method for each operation of the API, in the groups of its path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional

from .path import path_of
from .transport import Calls, Download, Listing, Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import types


class AccountSettingsCalls(Calls):
    """``mizan.account.settings``."""

    def get(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.AccountSettings:
        """Retrieve the settings of your account. ``GET /account/settings``, permission ``ACCOUNT_READ``.

        Branding, mail and the other choices that you can make yourself. Each mode has its own: a test key shows those
        of test mode.
        """
        return self._transport.request(
            "GET",
            "/account/settings",
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateAccountSettings],
    ) -> types.AccountSettings:
        """Update the settings of your account. ``PATCH /account/settings``, permission ``ACCOUNT_WRITE``.

        Changes the settings of the mode of your key; what you leave out stays. A change of `manualMethods` with a live
        key requires the current code of the account's authenticator app in the `Two-Factor-Code` header: it decides
        where buyers send their money.
        """
        return self._transport.request(
            "PATCH",
            "/account/settings",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class AccountCalls(Calls):
    """``mizan.account``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.settings = AccountSettingsCalls(transport)

    def get(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Account:
        """Retrieve your account. ``GET /account``.

        Shows the account, the currencies that it takes and the key that you send.
        """
        return self._transport.request(
            "GET",
            "/account",
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ApiKeysCalls(Calls):
    """``mizan.api_keys``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateApiKey],
    ) -> types.ApiKeyWithSecret:
        """Create an API key. ``POST /api-keys``, permission ``API_KEY_WRITE``.

        Requires a secret key. An account can have 200 valid keys in each mode. A live key also requires the current
        code of the account's authenticator app in the `Two-Factor-Code` header, and so does a retry with the same
        idempotency key, which returns the secret again.
        """
        return self._transport.request(
            "POST",
            "/api-keys",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListApiKeysQuery],
    ) -> Listing[types.ApiKeyList, types.ApiKey]:
        """List API keys. ``GET /api-keys``, permission ``API_KEY_READ``.

        Lists the keys of the mode of the requesting key, including revoked ones.
        """
        return self._transport.list(
            "GET",
            "/api-keys",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ApiKey:
        """Retrieve an API key. ``GET /api-keys/{id}``, permission ``API_KEY_READ``.

        Never contains the key itself, only its prefix and last four characters.
        """
        return self._transport.request(
            "GET",
            path_of("/api-keys/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateApiKey],
    ) -> types.ApiKey:
        """Update an API key. ``PATCH /api-keys/{id}``, permission ``API_KEY_WRITE``.

        Changes its name, its permissions or where it may be used from. The key itself stays the same.
        """
        return self._transport.request(
            "PATCH",
            path_of("/api-keys/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def roll(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.RollApiKey],
    ) -> types.ApiKeyWithSecret:
        """Roll an API key. ``POST /api-keys/{id}/roll``, permission ``API_KEY_WRITE``.

        Creates a key with the same permissions. The old key keeps working for the time given in the body.
        """
        return self._transport.request(
            "POST",
            path_of("/api-keys/{id}/roll", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def delete(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.DeletedApiKey:
        """Revoke an API key. ``DELETE /api-keys/{id}``, permission ``API_KEY_WRITE``.

        Cannot be undone and requires no second factor. Every gateway rejects the key within five seconds. The key stays
        in the list.
        """
        return self._transport.request(
            "DELETE",
            path_of("/api-keys/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ProductsStatsCalls(Calls):
    """``mizan.products.stats``."""

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.GetProductStatsQuery],
    ) -> types.ProductStats:
        """Retrieve the sales of a product. ``GET /products/{id}/stats``, permission ``PRODUCT_READ``.

        Updated from payment and refund events, usually within a second.
        """
        return self._transport.request(
            "GET",
            path_of("/products/{id}/stats", id=id),
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ProductsCalls(Calls):
    """``mizan.products``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.stats = ProductsStatsCalls(transport)

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateProduct],
    ) -> types.Product:
        """Create a product. ``POST /products``, permission ``PRODUCT_WRITE``.

        Creates a product and, optionally, its prices. Either everything is created or nothing.
        """
        return self._transport.request(
            "POST",
            "/products",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListProductsQuery],
    ) -> Listing[types.ProductList, types.ProductListItem]:
        """List products. ``GET /products``, permission ``PRODUCT_READ``.

        Does not include products created from the `priceData` of a checkout.
        """
        return self._transport.list(
            "GET",
            "/products",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Product:
        """Retrieve a product with its prices. ``GET /products/{id}``, permission ``PRODUCT_READ``.

        Archived products and prices are returned as well.
        """
        return self._transport.request(
            "GET",
            path_of("/products/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateProduct],
    ) -> types.Product:
        """Update a product. ``PATCH /products/{id}``, permission ``PRODUCT_WRITE``.

        Fields that you leave out stay as they are. `metadata` is merged key by key; a `null` deletes its key.
        """
        return self._transport.request(
            "PATCH",
            path_of("/products/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def delete(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.DeletedProduct:
        """Delete a product and its prices. ``DELETE /products/{id}``, permission ``PRODUCT_WRITE``.

        Fails if any of its prices has been used in a line item, or if it has more than 100 prices. In that case,
        archive the product instead.
        """
        return self._transport.request(
            "DELETE",
            path_of("/products/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class PricesCalls(Calls):
    """``mizan.prices``."""

    def create(
        self,
        *,
        productId: str,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreatePrice],
    ) -> types.Price:
        """Create a price for a product. ``POST /prices``, permission ``PRICE_WRITE``.

        A product can have several prices: in other currencies, for other amounts, or with a stock of their own.
        """
        return self._transport.request(
            "POST",
            "/prices",
            query={"productId": productId},
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListPricesQuery],
    ) -> Listing[types.PriceList, types.Price]:
        """List prices. ``GET /prices``, permission ``PRICE_READ``.

        Newest first, for one product or for all of them.
        """
        return self._transport.list(
            "GET",
            "/prices",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Price:
        """Retrieve a price. ``GET /prices/{id}``, permission ``PRICE_READ``.

        Contains how many pieces are for sale.
        """
        return self._transport.request(
            "GET",
            path_of("/prices/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdatePrice],
    ) -> types.Price:
        """Update a price. ``PATCH /prices/{id}``, permission ``PRICE_WRITE``.

        You can change the amount, currency and type only until the price is used in a line item.
        """
        return self._transport.request(
            "PATCH",
            path_of("/prices/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def delete(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.DeletedPrice:
        """Delete a price. ``DELETE /prices/{id}``, permission ``PRICE_WRITE``.

        Fails if the price has been used in a line item. In that case, archive it with `active: false`.
        """
        return self._transport.request(
            "DELETE",
            path_of("/prices/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class UploadUrlCalls(Calls):
    """``mizan.upload_url``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateUploadUrl],
    ) -> types.UploadUrl:
        """Create an upload URL. ``POST /upload-url``, permission ``PRODUCT_WRITE``.

        Upload the file to `uploadUrl` with PUT and the returned `headers`, then use `publicUrl` as the `image` of a
        product. The URL works once, for 15 minutes. `dispute_evidence` requires the permission `DISPUTE_WRITE` instead,
        accepts PDF files as well, and returns a `fileId` for the evidence of a dispute; such files are private: only
        the operator can read them, to pass them on. An account can keep 10,000 files in each mode. A product image that
        no product has shown for 30 days is deleted.
        """
        return self._transport.request(
            "POST",
            "/upload-url",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class CustomersStatsCalls(Calls):
    """``mizan.customers.stats``."""

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.GetCustomerStatsQuery],
    ) -> types.CustomerStats:
        """Retrieve the purchases of a customer. ``GET /customers/{id}/stats``, permission ``CUSTOMER_READ``.

        Updated from payment and refund events, usually within a second.
        """
        return self._transport.request(
            "GET",
            path_of("/customers/{id}/stats", id=id),
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class CustomersCalls(Calls):
    """``mizan.customers``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.stats = CustomersStatsCalls(transport)

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateCustomer],
    ) -> types.Customer:
        """Create a customer. ``POST /customers``, permission ``CUSTOMER_WRITE``.

        If the email belongs to a guest, the guest becomes a registered customer with the same ID.
        """
        return self._transport.request(
            "POST",
            "/customers",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListCustomersQuery],
    ) -> Listing[types.CustomerList, types.ListCustomer]:
        """List customers. ``GET /customers``, permission ``CUSTOMER_READ``.

        Newest first. `search` finds parts of names, email addresses and phone numbers.
        """
        return self._transport.list(
            "GET",
            "/customers",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Customer:
        """Retrieve a customer. ``GET /customers/{id}``, permission ``CUSTOMER_READ``.

        A customer who was merged into another one is answered by the remaining one.
        """
        return self._transport.request(
            "GET",
            path_of("/customers/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateCustomer],
    ) -> types.Customer:
        """Update a customer. ``PATCH /customers/{id}``, permission ``CUSTOMER_WRITE``.

        Fields that you leave out stay as they are. `metadata` is merged key by key; a `null` deletes its key.
        """
        return self._transport.request(
            "PATCH",
            path_of("/customers/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def delete(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.DeletedCustomer:
        """Delete a customer. ``DELETE /customers/{id}``, permission ``CUSTOMER_WRITE``.

        Erases the personal data of the customer, including in checkouts, payments and disputes that have ended.
        Payments are kept, and the email can be used again. Descriptions, metadata and the other evidence of disputes
        stay as you wrote them, and events published earlier keep their content until they expire. Refused while a
        payment, refund or dispute has not ended.
        """
        return self._transport.request(
            "DELETE",
            path_of("/customers/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class CheckoutSessionsCalls(Calls):
    """``mizan.checkout.sessions``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateCheckoutSession],
    ) -> types.CheckoutSession:
        """Create a checkout session. ``POST /checkout/sessions``, permission ``CHECKOUT_SESSION_WRITE``.

        Redirect the buyer to the `url` in the response.
        """
        return self._transport.request(
            "POST",
            "/checkout/sessions",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListCheckoutSessionsQuery],
    ) -> Listing[types.CheckoutSessionList, types.CheckoutSession]:
        """List checkout sessions. ``GET /checkout/sessions``, permission ``CHECKOUT_SESSION_READ``.

        Newest first, of every status. Filter by `status` or `paymentStatus` to find what is open or paid.
        """
        return self._transport.list(
            "GET",
            "/checkout/sessions",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.CheckoutSession:
        """Retrieve a checkout session. ``GET /checkout/sessions/{id}``, permission ``CHECKOUT_SESSION_READ``.

        Read it on your server to find out whether it was paid: `paymentStatus` is then `paid`.
        """
        return self._transport.request(
            "GET",
            path_of("/checkout/sessions/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateCheckoutSession],
    ) -> types.CheckoutSession:
        """Update an open checkout session. ``PATCH /checkout/sessions/{id}``, permission ``CHECKOUT_SESSION_WRITE``.

        `lineItems` replaces all lines; lines that include their `id` keep it. A change that affects the amount or the
        customer abandons an attempt that is waiting for the buyer.
        """
        return self._transport.request(
            "PATCH",
            path_of("/checkout/sessions/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def expire(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.CheckoutSession:
        """Expire an open checkout session. ``POST /checkout/sessions/{id}/expire``, permission ``CHECKOUT_SESSION_WRITE``.

        The session can no longer be paid or recovered. A payment that has not succeeded is canceled.
        """
        return self._transport.request(
            "POST",
            path_of("/checkout/sessions/{id}/expire", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class CheckoutCalls(Calls):
    """``mizan.checkout``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.sessions = CheckoutSessionsCalls(transport)


class ClientCheckoutCalls(Calls):
    """``mizan.client.checkout``."""

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.HostedCheckout:
        """Retrieve a checkout in the buyer's browser. ``GET /client/checkout/{id}``.

        For a payment link, use its ID or the last part of its URL; no client secret is needed.
        """
        return self._transport.request(
            "GET",
            path_of("/client/checkout/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateHostedCheckout],
    ) -> types.HostedCheckout:
        """Update a checkout in the buyer's browser. ``PATCH /client/checkout/{id}``.

        The first update on a payment link creates a session: use the `id` and `clientSecret` in the response from then
        on. A request from the same network with the same `Idempotency-Key` returns the same session, so use a random
        one.
        """
        return self._transport.request(
            "PATCH",
            path_of("/client/checkout/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def recover(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.HostedCheckout:
        """Recover an expired checkout. ``POST /client/checkout/{id}/recover``.

        Creates a copy of a checkout that expired, or whose payment failed, within the last 30 days. The copy has the
        same items at current prices, the details that the buyer entered, and the discounts that still apply. Use the
        `id` and `clientSecret` in the response from then on. While such a copy is open or paid, this returns the same
        copy; if this order was paid in another of its checkouts, also late, it returns that one. `recoveryUrl` of the
        checkout opens the corresponding page. A checkout that the merchant expired cannot be recovered, nor one of
        whose payment the merchant has received a part, as of a transfer: a copy costs the whole again.
        """
        return self._transport.request(
            "POST",
            path_of("/client/checkout/{id}/recover", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def confirm(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ConfirmHostedCheckout],
    ) -> types.ConfirmedCheckout:
        """Pay. ``POST /client/checkout/{id}/confirm``.

        A declined payment also returns 200: check `paymentIntent.lastPaymentError`. On a payment link this creates a
        session; its `id` and `clientSecret` are in the response.
        """
        return self._transport.request(
            "POST",
            path_of("/client/checkout/{id}/confirm", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ClientPaymentIntentsCalls(Calls):
    """``mizan.client.payment_intents``."""

    def confirm(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ConfirmPaymentIntent],
    ) -> types.PublicPaymentIntent:
        """Confirm a payment intent in the buyer's browser. ``POST /client/payment-intents/{id}/confirm``.

        A declined payment also returns 200.
        """
        return self._transport.request(
            "POST",
            path_of("/client/payment-intents/{id}/confirm", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ClientCalls(Calls):
    """``mizan.client``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.checkout = ClientCheckoutCalls(transport)
        self.payment_intents = ClientPaymentIntentsCalls(transport)


class PaymentLinksCalls(Calls):
    """``mizan.payment_links``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreatePaymentLink],
    ) -> types.PaymentLink:
        """Create a payment link. ``POST /payment-links``, permission ``PAYMENT_LINK_WRITE``.

        Share the `url` in the response. Every buyer who opens it gets a separate checkout.
        """
        return self._transport.request(
            "POST",
            "/payment-links",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListPaymentLinksQuery],
    ) -> Listing[types.PaymentLinkList, types.PaymentLinkListItem]:
        """List payment links. ``GET /payment-links``, permission ``PAYMENT_LINK_READ``.

        Newest first, active and inactive.
        """
        return self._transport.list(
            "GET",
            "/payment-links",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PaymentLink:
        """Retrieve a payment link. ``GET /payment-links/{id}``, permission ``PAYMENT_LINK_READ``.

        Contains its `url` and how often it was paid.
        """
        return self._transport.request(
            "GET",
            path_of("/payment-links/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdatePaymentLink],
    ) -> types.PaymentLink:
        """Update a payment link. ``PATCH /payment-links/{id}``, permission ``PAYMENT_LINK_WRITE``.

        `lineItems`, `customFields` and `afterCompletion` are replaced as a whole. Fields that you omit keep their
        values.
        """
        return self._transport.request(
            "PATCH",
            path_of("/payment-links/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class CouponsCalls(Calls):
    """``mizan.coupons``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateCoupon],
    ) -> types.Coupon:
        """Create a coupon. ``POST /coupons``, permission ``COUPON_WRITE``.

        A percentage or a fixed amount. Apply it yourself with `discounts`, or let buyers redeem it with promotion
        codes.
        """
        return self._transport.request(
            "POST",
            "/coupons",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListCouponsQuery],
    ) -> Listing[types.CouponList, types.Coupon]:
        """List coupons. ``GET /coupons``, permission ``COUPON_READ``.

        Newest first.
        """
        return self._transport.list(
            "GET",
            "/coupons",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Coupon:
        """Retrieve a coupon. ``GET /coupons/{id}``, permission ``COUPON_READ``.

        Contains how often it was redeemed.
        """
        return self._transport.request(
            "GET",
            path_of("/coupons/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateCoupon],
    ) -> types.Coupon:
        """Update a coupon. ``PATCH /coupons/{id}``, permission ``COUPON_WRITE``.

        The discount of a coupon cannot change. Deactivate the coupon and create a new one instead.
        """
        return self._transport.request(
            "PATCH",
            path_of("/coupons/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def delete(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.DeletedCoupon:
        """Delete a coupon. ``DELETE /coupons/{id}``, permission ``COUPON_WRITE``.

        Possible only while the coupon has never been redeemed and has no active promotion codes. Its inactive promotion
        codes are deleted with it.
        """
        return self._transport.request(
            "DELETE",
            path_of("/coupons/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class PromotionCodesCalls(Calls):
    """``mizan.promotion_codes``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreatePromotionCode],
    ) -> types.PromotionCode:
        """Create a promotion code. ``POST /promotion-codes``, permission ``PROMOTION_CODE_WRITE``.

        Its limits cannot exceed those of its coupon.
        """
        return self._transport.request(
            "POST",
            "/promotion-codes",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListPromotionCodesQuery],
    ) -> Listing[types.PromotionCodeList, types.PromotionCode]:
        """List promotion codes. ``GET /promotion-codes``, permission ``PROMOTION_CODE_READ``.

        Newest first. Filter by `couponId` or `code`.
        """
        return self._transport.list(
            "GET",
            "/promotion-codes",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PromotionCode:
        """Retrieve a promotion code. ``GET /promotion-codes/{id}``, permission ``PROMOTION_CODE_READ``.

        Contains its coupon and how often it was redeemed.
        """
        return self._transport.request(
            "GET",
            path_of("/promotion-codes/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdatePromotionCode],
    ) -> types.PromotionCode:
        """Update a promotion code. ``PATCH /promotion-codes/{id}``, permission ``PROMOTION_CODE_WRITE``.

        Deactivate a code, or change its restrictions. Its text and coupon stay the same.
        """
        return self._transport.request(
            "PATCH",
            path_of("/promotion-codes/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class DiscountsCalls(Calls):
    """``mizan.discounts``."""

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListDiscountsQuery],
    ) -> Listing[types.DiscountList, types.Discount]:
        """List discounts. ``GET /discounts``, permission ``COUPON_READ``.

        Lists redeemed discounts. Pending ones appear only in their checkout session.
        """
        return self._transport.list(
            "GET",
            "/discounts",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class PaymentIntentsCalls(Calls):
    """``mizan.payment_intents``."""

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListPaymentIntentsQuery],
    ) -> Listing[types.PaymentIntentList, types.PaymentIntent]:
        """List payment intents. ``GET /payment-intents``, permission ``PAYMENT_INTENT_READ``.

        Newest first, of every status.
        """
        return self._transport.list(
            "GET",
            "/payment-intents",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreatePaymentIntent],
    ) -> types.PaymentIntent:
        """Create a payment intent. ``POST /payment-intents``, permission ``PAYMENT_INTENT_WRITE``.

        Accepts a payment without a checkout session. With `confirm: true` the payment is confirmed immediately; a
        declined payment also returns 201: check `lastPaymentError`.
        """
        return self._transport.request(
            "POST",
            "/payment-intents",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdatePaymentIntent],
    ) -> types.PaymentIntent:
        """Update a payment intent. ``PATCH /payment-intents/{id}``, permission ``PAYMENT_INTENT_WRITE``.

        Limited to 1,000 updates per hour for each payment intent by default.
        """
        return self._transport.request(
            "PATCH",
            path_of("/payment-intents/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def confirm(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ConfirmPaymentIntent],
    ) -> types.PaymentIntent:
        """Confirm a payment intent. ``POST /payment-intents/{id}/confirm``, permission ``PAYMENT_INTENT_WRITE``.

        A declined payment returns 200: check `lastPaymentError`. The payment intent of a checkout session is confirmed
        through its checkout.
        """
        return self._transport.request(
            "POST",
            path_of("/payment-intents/{id}/confirm", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def capture(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CapturePaymentIntent],
    ) -> types.PaymentIntent:
        """Capture an authorized payment. ``POST /payment-intents/{id}/capture``, permission ``PAYMENT_INTENT_WRITE``.

        If the provider rejects the capture, this returns 200 with `lastPaymentError` and the payment remains
        authorized. If the provider does not answer, it returns 200 with `pendingCapture` and the same amounts: the
        platform queries the provider until the outcome is known, and reports it with `payment_intent.succeeded`,
        `payment_intent.amount_capturable_updated` or, with a `lastPaymentError`, `payment_intent.updated`. Until then,
        another capture is `payment_still_confirming`.
        """
        return self._transport.request(
            "POST",
            path_of("/payment-intents/{id}/capture", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def cancel(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CancelPaymentIntent],
    ) -> types.PaymentIntent:
        """Cancel a payment intent. ``POST /payment-intents/{id}/cancel``, permission ``PAYMENT_INTENT_WRITE``.

        An authorized amount is released first. The checkout session of the payment expires if it is open.
        """
        return self._transport.request(
            "POST",
            path_of("/payment-intents/{id}/cancel", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def mark_paid(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.MarkPaymentIntentPaid],
    ) -> types.PaymentIntent:
        """Record a payment received outside the platform. ``POST /payment-intents/{id}/mark-paid``, permission ``PAYMENT_INTENT_WRITE``.

        For payments that you receive yourself, such as cash on delivery and bank transfers. If you receive it in parts,
        send each as `amountReceived`: the payment stays PROCESSING until the full amount is received. Money that comes
        after the payment has expired, was marked as failed or was canceled is recorded in the same way, once all that
        is missing has come: the payment succeeds, and `outcome.lateSuccess` of its charge is true.
        """
        return self._transport.request(
            "POST",
            path_of("/payment-intents/{id}/mark-paid", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def mark_failed(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PaymentIntent:
        """Record that a payment outside the platform will not be received. ``POST /payment-intents/{id}/mark-failed``, permission ``PAYMENT_INTENT_WRITE``.

        For payments that you receive yourself, such as cash on delivery and bank transfers: the buyer refused the
        goods, for example. The attempt is declined, and the stock is released.
        """
        return self._transport.request(
            "POST",
            path_of("/payment-intents/{id}/mark-failed", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PaymentIntent:
        """Retrieve a payment intent. ``GET /payment-intents/{id}``, permission ``PAYMENT_INTENT_READ``.

        Contains its newest charge and, if the buyer has to do something, `nextAction`.
        """
        return self._transport.request(
            "GET",
            path_of("/payment-intents/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ChargesCalls(Calls):
    """``mizan.charges``."""

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListChargesQuery],
    ) -> Listing[types.ChargeList, types.Charge]:
        """List charges. ``GET /charges``, permission ``CHARGE_READ``.

        Newest first. Every attempt to pay is a charge, whether it succeeded or not.
        """
        return self._transport.list(
            "GET",
            "/charges",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Charge:
        """Retrieve a charge. ``GET /charges/{id}``, permission ``CHARGE_READ``.

        Contains its outcome, fees and refunded amount.
        """
        return self._transport.request(
            "GET",
            path_of("/charges/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class RefundsCalls(Calls):
    """``mizan.refunds``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateRefund],
    ) -> types.Refund:
        """Refund a charge in full or in part. ``POST /refunds``, permission ``REFUND_WRITE``.

        The balance is debited immediately. The fee of the original charge is not returned. `status` is the status
        reached so far.
        """
        return self._transport.request(
            "POST",
            "/refunds",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateRefund],
    ) -> types.Refund:
        """Update a refund. ``PATCH /refunds/{id}``, permission ``REFUND_WRITE``.

        Changes its description and metadata. The amount cannot change.
        """
        return self._transport.request(
            "PATCH",
            path_of("/refunds/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def cancel(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Refund:
        """Cancel a refund that is waiting for the buyer. ``POST /refunds/{id}/cancel``, permission ``REFUND_WRITE``.

        Possible while the refund is `REQUIRES_ACTION`. The amount is credited to your balance again.
        """
        return self._transport.request(
            "POST",
            path_of("/refunds/{id}/cancel", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def mark_paid(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.MarkRefundPaid],
    ) -> types.Refund:
        """Mark a refund as paid. ``POST /refunds/{id}/mark-paid``, permission ``REFUND_WRITE``.

        For refunds that the payment provider does not send back, such as those of cash and bank transfers and those
        with `outOfBand`: you have returned the money outside the platform. If the platform holds the money of the
        payment, the amount that was debited for the refund is credited to the balance again, as an `adjustment`.
        """
        return self._transport.request(
            "POST",
            path_of("/refunds/{id}/mark-paid", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def mark_failed(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.MarkRefundFailed],
    ) -> types.Refund:
        """Mark a refund as failed. ``POST /refunds/{id}/mark-failed``, permission ``REFUND_WRITE``.

        For the same refunds as `mark-paid`. The amount is credited to the balance.
        """
        return self._transport.request(
            "POST",
            path_of("/refunds/{id}/mark-failed", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListRefundsQuery],
    ) -> Listing[types.RefundList, types.Refund]:
        """List refunds. ``GET /refunds``, permission ``REFUND_READ``.

        Newest first, of every status.
        """
        return self._transport.list(
            "GET",
            "/refunds",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Refund:
        """Retrieve a refund. ``GET /refunds/{id}``, permission ``REFUND_READ``.

        Contains its status and, if it failed, the reason.
        """
        return self._transport.request(
            "GET",
            path_of("/refunds/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class BalanceCalls(Calls):
    """``mizan.balance``."""

    def get(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Balance:
        """Retrieve the balance. ``GET /balance``, permission ``BALANCE_READ``.

        What is pending, available and payable in each currency, in minor units.
        """
        return self._transport.request(
            "GET",
            "/balance",
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class BalanceTransactionsCalls(Calls):
    """``mizan.balance_transactions``."""

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListBalanceTransactionsQuery],
    ) -> Listing[types.BalanceTransactionList, types.BalanceTransaction]:
        """List balance transactions. ``GET /balance-transactions``, permission ``BALANCE_READ``.

        Newest first. Every movement of your balance with its amount, fee and net.
        """
        return self._transport.list(
            "GET",
            "/balance-transactions",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.BalanceTransaction:
        """Retrieve a balance transaction. ``GET /balance-transactions/{id}``, permission ``BALANCE_READ``.

        Shows which charge, refund, dispute or payout moved the money.
        """
        return self._transport.request(
            "GET",
            path_of("/balance-transactions/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class DisputesCalls(Calls):
    """``mizan.disputes``."""

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListDisputesQuery],
    ) -> Listing[types.DisputeList, types.Dispute]:
        """List disputes. ``GET /disputes``, permission ``DISPUTE_READ``.

        Newest first. Those with the status `NEEDS_RESPONSE` are waiting for your evidence.
        """
        return self._transport.list(
            "GET",
            "/disputes",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Dispute:
        """Retrieve a dispute. ``GET /disputes/{id}``, permission ``DISPUTE_READ``.

        Contains its reason, the evidence so far and the time by which to submit it.
        """
        return self._transport.request(
            "GET",
            path_of("/disputes/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateDispute],
    ) -> types.Dispute:
        """Update the evidence of a dispute. ``PATCH /disputes/{id}``, permission ``DISPUTE_WRITE``.

        Only while `status` is NEEDS_RESPONSE. The evidence is kept until you submit it. Send it in several requests if
        it is larger than 256 KiB.
        """
        return self._transport.request(
            "PATCH",
            path_of("/disputes/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def submit(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Dispute:
        """Submit the evidence of a dispute. ``POST /disputes/{id}/submit``, permission ``DISPUTE_WRITE``.

        Can be done once. The dispute is UNDER_REVIEW until the bank decides.
        """
        return self._transport.request(
            "POST",
            path_of("/disputes/{id}/submit", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def accept(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Dispute:
        """Accept a dispute. ``POST /disputes/{id}/accept``, permission ``DISPUTE_WRITE``.

        The dispute is LOST. Cannot be undone.
        """
        return self._transport.request(
            "POST",
            path_of("/disputes/{id}/accept", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class BankAccountsCalls(Calls):
    """``mizan.bank_accounts``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateBankAccount],
    ) -> types.BankAccount:
        """Create a bank account. ``POST /bank-accounts``, permission ``BANK_ACCOUNT_WRITE``.

        Requires `Two-Factor-Code` in live mode.
        """
        return self._transport.request(
            "POST",
            "/bank-accounts",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListBankAccountsQuery],
    ) -> Listing[types.BankAccountList, types.BankAccount]:
        """List bank accounts. ``GET /bank-accounts``, permission ``BANK_ACCOUNT_READ``.

        Newest first. Numbers are masked.
        """
        return self._transport.list(
            "GET",
            "/bank-accounts",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.BankAccount:
        """Retrieve a bank account. ``GET /bank-accounts/{id}``, permission ``BANK_ACCOUNT_READ``.

        Numbers are masked: only their last four characters are shown.
        """
        return self._transport.request(
            "GET",
            path_of("/bank-accounts/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def delete(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.DeletedBankAccount:
        """Delete a bank account. ``DELETE /bank-accounts/{id}``, permission ``BANK_ACCOUNT_WRITE``.

        Not while a payout to it is PENDING or a payout schedule uses it.
        """
        return self._transport.request(
            "DELETE",
            path_of("/bank-accounts/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class PayoutsBalanceTransactionsCalls(Calls):
    """``mizan.payouts.balance_transactions``."""

    def list(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListPayoutBalanceTransactionsQuery],
    ) -> Listing[types.PayoutBalanceTransactionList, types.BalanceTransaction]:
        """List the balance transactions of a payout. ``GET /payouts/{id}/balance-transactions``, permission ``PAYOUT_READ``.

        An automatic payout lists the transactions that it pays out. They sum to its amount: `net` of each, or only the
        fee, as a debit, of payments that you received yourself. A payout that you created lists its own debit.
        """
        return self._transport.list(
            "GET",
            path_of("/payouts/{id}/balance-transactions", id=id),
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class PayoutsCalls(Calls):
    """``mizan.payouts``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.balance_transactions = PayoutsBalanceTransactionsCalls(transport)

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreatePayout],
    ) -> types.Payout:
        """Create a payout. ``POST /payouts``, permission ``PAYOUT_WRITE``.

        Debits `payable` of the balance at once. Requires `Two-Factor-Code` in live mode. The platform then sends the
        money to your bank account.
        """
        return self._transport.request(
            "POST",
            "/payouts",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListPayoutsQuery],
    ) -> Listing[types.PayoutList, types.Payout]:
        """List payouts. ``GET /payouts``, permission ``PAYOUT_READ``.

        Newest first, of every status.
        """
        return self._transport.list(
            "GET",
            "/payouts",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Payout:
        """Retrieve a payout. ``GET /payouts/{id}``, permission ``PAYOUT_READ``.

        Contains its status, its bank account and, if it failed, the reason.
        """
        return self._transport.request(
            "GET",
            path_of("/payouts/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def cancel(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Payout:
        """Cancel a payout. ``POST /payouts/{id}/cancel``, permission ``PAYOUT_WRITE``.

        Only while it is PENDING. Its amount is credited to the balance.
        """
        return self._transport.request(
            "POST",
            path_of("/payouts/{id}/cancel", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class PayoutSchedulesCalls(Calls):
    """``mizan.payout_schedules``."""

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PayoutScheduleList:
        """List payout schedules. ``GET /payout-schedules``, permission ``PAYOUT_READ``.

        Currencies that are not listed are paid out manually.
        """
        return self._transport.request(
            "GET",
            "/payout-schedules",
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def set(
        self,
        currency: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SetPayoutSchedule],
    ) -> types.PayoutSchedule:
        """Set a payout schedule. ``PUT /payout-schedules/{currency}``, permission ``PAYOUT_WRITE``.

        Payouts are created at 00:00 UTC: of all that became available at least `delayDays` before. Requires
        `Two-Factor-Code` in live mode.
        """
        return self._transport.request(
            "PUT",
            path_of("/payout-schedules/{currency}", currency=currency),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ReportsCalls(Calls):
    """``mizan.reports``."""

    def download_balance(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.DownloadBalanceReportQuery],
    ) -> Download:
        """Download a report of balance transactions. ``GET /reports/balance.csv``, permission ``REPORT_READ``.

        Returns CSV with the rows that were created from `from` until just before `to`, oldest first. A complete report
        ends with the line `# end,<rows>`: if it is missing, the download was interrupted. An API key downloads one
        report at a time. `amountDecimal` is `net` in major units. Columns: `id`, `object`, `type`, `gross`, `fee`,
        `net`, `amountDecimal`, `currency`, `status`, `availableOn`, `feeDetails`, `source.type`, `source.id`,
        `exchangeRate`, `description`, `createdAt`, `settlesTo`.
        """
        return self._transport.download(
            "GET",
            "/reports/balance.csv",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def download_payments(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.DownloadPaymentsReportQuery],
    ) -> Download:
        """Download a report of payment intents. ``GET /reports/payments.csv``, permission ``REPORT_READ``.

        Returns CSV with the rows that were created from `from` until just before `to`, oldest first. A complete report
        ends with the line `# end,<rows>`: if it is missing, the download was interrupted. An API key downloads one
        report at a time. `latestCharge.balanceTransaction.fee` and `latestCharge.balanceTransaction.net` are sums over
        all captures of the charge; `latestCharge.balanceTransaction.id` and
        `latestCharge.balanceTransaction.availableOn` are those of the latest capture. Columns: `id`, `object`,
        `checkoutSessionId`, `amount`, `amountDecimal`, `amountCapturable`, `amountReceived`, `amountRefunded`,
        `currency`, `status`, `createdAt`, `updatedAt`, `captureMethod`, `confirmationMethod`, `captureBefore`,
        `description`, `receiptEmail`, `canceledAt`, `cancellationReason`, `shipping.name`, `shipping.phone`,
        `shipping.address`, `amountDetails.productAmount`, `amountDetails.tax`, `amountDetails.platformFees`,
        `amountDetails.tip`, `amountDetails.discount`, `presentmentDetails.amount`, `presentmentDetails.currency`,
        `presentmentDetails.exchangeRate`, `presentmentDetails.exchangeRateId`, `latestCharge.id`,
        `latestCharge.status`, `latestCharge.createdAt`, `latestCharge.capturedAt`, `latestCharge.amountCaptured`,
        `latestCharge.failureCode`, `latestCharge.outcome.reason`, `latestCharge.paymentMethodDetails.type`,
        `latestCharge.paymentMethodDetails.card.brand`, `latestCharge.paymentMethodDetails.card.funding`,
        `latestCharge.paymentMethodDetails.card.last4`, `latestCharge.paymentMethodDetails.card.country`,
        `latestCharge.balanceTransaction.id`, `latestCharge.balanceTransaction.fee`,
        `latestCharge.balanceTransaction.net`, `latestCharge.balanceTransaction.availableOn`,
        `latestCharge.calculatedStatementDescriptor`, `latestCharge.disputed`, `latestCharge.externalChargeId`,
        `latestCharge.receiptUrl`, `charges`, `paymentMethod.id`, `paymentMethod.type`, `customer.id`, `customer.name`,
        `customer.email`, `customer.phone`, `nextAction.type`, `metadata`, `lastPaymentError.code`,
        `lastPaymentError.declineCode`, `lastPaymentError.message`, `lastPaymentError.merchantMessage`, `livemode`,
        `pendingCapture.amount`.
        """
        return self._transport.download(
            "GET",
            "/reports/payments.csv",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def download_refunds(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.DownloadRefundsReportQuery],
    ) -> Download:
        """Download a report of refunds. ``GET /reports/refunds.csv``, permission ``REPORT_READ``.

        Returns CSV with the rows that were created from `from` until just before `to`, oldest first. A complete report
        ends with the line `# end,<rows>`: if it is missing, the download was interrupted. An API key downloads one
        report at a time. Columns: `id`, `object`, `amount`, `amountDecimal`, `currency`, `status`, `chargeId`,
        `paymentIntentId`, `balanceTransactionId`, `failureBalanceTransactionId`, `externalRefundId`, `createdAt`,
        `presentmentDetails.amount`, `presentmentDetails.currency`, `presentmentDetails.exchangeRate`,
        `presentmentDetails.exchangeRateId`, `reason`, `failureReason`, `failureCode`, `failureMessage`,
        `pendingReason`, `description`, `destinationDetails.type`, `destinationDetails.card`,
        `destinationDetails.wallet`, `destinationDetails.bankTransfer`, `destinationDetails.kiosk`, `nextAction.type`,
        `nextAction.displayDetails.expiresAt`, `instructionsEmail`, `receiptNumber`, `feeAmount`, `surplus`, `metadata`,
        `outOfBand`.
        """
        return self._transport.download(
            "GET",
            "/reports/refunds.csv",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def download_payouts(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.DownloadPayoutsReportQuery],
    ) -> Download:
        """Download a report of payouts. ``GET /reports/payouts.csv``, permission ``REPORT_READ``.

        Returns CSV with the rows that were created from `from` until just before `to`, oldest first. A complete report
        ends with the line `# end,<rows>`: if it is missing, the download was interrupted. An API key downloads one
        report at a time. Columns: `id`, `object`, `amount`, `amountDecimal`, `currency`, `status`, `bankAccountId`,
        `arrivalDate`, `statementDescriptor`, `failureCode`, `automatic`, `createdAt`, `updatedAt`.
        """
        return self._transport.download(
            "GET",
            "/reports/payouts.csv",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class PaymentMethodConfigurationsCalls(Calls):
    """``mizan.payment_method_configurations``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreatePaymentMethodConfiguration],
    ) -> types.PaymentMethodConfiguration:
        """Create a payment method configuration. ``POST /payment-method-configurations``, permission ``PAYMENT_METHOD_CONFIGURATION_WRITE``.

        A checkout session that sets `paymentMethodConfigurationId` offers only the methods that the configuration
        enables.
        """
        return self._transport.request(
            "POST",
            "/payment-method-configurations",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListPaymentMethodConfigurationsQuery],
    ) -> Listing[types.PaymentMethodConfigurationList, types.PaymentMethodConfiguration]:
        """List payment method configurations. ``GET /payment-method-configurations``, permission ``PAYMENT_METHOD_CONFIGURATION_READ``.

        Includes the default configuration.
        """
        return self._transport.list(
            "GET",
            "/payment-method-configurations",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PaymentMethodConfiguration:
        """Retrieve a payment method configuration. ``GET /payment-method-configurations/{id}``, permission ``PAYMENT_METHOD_CONFIGURATION_READ``.

        Contains every payment method and whether it is offered.
        """
        return self._transport.request(
            "GET",
            path_of("/payment-method-configurations/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdatePaymentMethodConfiguration],
    ) -> types.PaymentMethodConfiguration:
        """Update a payment method configuration. ``PATCH /payment-method-configurations/{id}``, permission ``PAYMENT_METHOD_CONFIGURATION_WRITE``.

        Open sessions keep offering the methods they were created with. Sessions that name no configuration follow a
        change of the default one within seconds.
        """
        return self._transport.request(
            "PATCH",
            path_of("/payment-method-configurations/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def delete(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.DeletedPaymentMethodConfiguration:
        """Delete a payment method configuration. ``DELETE /payment-method-configurations/{id}``, permission ``PAYMENT_METHOD_CONFIGURATION_WRITE``.

        Fails while an open session or a payment link uses the configuration. The default configuration cannot be
        deleted.
        """
        return self._transport.request(
            "DELETE",
            path_of("/payment-method-configurations/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ProviderConnectionsDomainsCalls(Calls):
    """``mizan.provider_connections.domains``."""

    def list(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Listing[types.ProviderDomainList, types.ProviderDomain]:
        """List the domains of a provider connection. ``GET /provider-connections/{id}/domains``, permission ``PROVIDER_CONNECTION_READ``.

        Domains whose pages may show Apple Pay and Google Pay through this connection, as the provider knows them now.
        Empty for providers that need none.
        """
        return self._transport.list(
            "GET",
            path_of("/provider-connections/{id}/domains", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def create(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.RegisterProviderDomain],
    ) -> types.ProviderDomain:
        """Register a domain for wallets. ``POST /provider-connections/{id}/domains``, permission ``PROVIDER_CONNECTION_WRITE``.

        Registers a domain for Apple Pay and Google Pay at the provider, or has the provider verify it again. Register
        the domain of every page that shows the checkout in a frame. That of the hosted page is registered when the
        provider is connected.
        """
        return self._transport.request(
            "POST",
            path_of("/provider-connections/{id}/domains", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ProviderConnectionsCalls(Calls):
    """``mizan.provider_connections``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.domains = ProviderConnectionsDomainsCalls(transport)

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateProviderConnection],
    ) -> types.ProviderConnection:
        """Connect a payment provider. ``POST /provider-connections``, permission ``PROVIDER_CONNECTION_WRITE``.

        The provider verifies the credentials before they are stored. Live mode requires the `Two-Factor-Code` header;
        test mode always uses the simulator and has no connections.
        """
        return self._transport.request(
            "POST",
            "/provider-connections",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListProviderConnectionsQuery],
    ) -> Listing[types.ProviderConnectionList, types.ProviderConnection]:
        """List provider connections. ``GET /provider-connections``, permission ``PROVIDER_CONNECTION_READ``.

        Newest first. Secrets are never returned.
        """
        return self._transport.list(
            "GET",
            "/provider-connections",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProviderConnection:
        """Retrieve a provider connection. ``GET /provider-connections/{id}``, permission ``PROVIDER_CONNECTION_READ``.

        Contains its status and the payment methods that it takes. Secrets are never returned.
        """
        return self._transport.request(
            "GET",
            path_of("/provider-connections/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateProviderConnection],
    ) -> types.ProviderConnection:
        """Update a provider connection. ``PATCH /provider-connections/{id}``, permission ``PROVIDER_CONNECTION_WRITE``.

        New credentials are verified by the provider first. Those of another account at the provider are rejected while
        a payment or refund is undecided or a payment is not captured; so is another API token of Tamara, which does not
        name its accounts. If another request changes the connection meanwhile, this one changes nothing and is rejected
        with `resource_invalid_state`: retrieve the connection, then send the request with a new `Idempotency-Key` if it
        is still what you want.
        """
        return self._transport.request(
            "PATCH",
            path_of("/provider-connections/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def check(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProviderConnection:
        """Check a provider connection. ``POST /provider-connections/{id}/check``, permission ``PROVIDER_CONNECTION_WRITE``.

        Verifies the credentials with the provider, without moving money, and reads which methods it offers. A
        connection whose credentials are rejected becomes `INVALID`.
        """
        return self._transport.request(
            "POST",
            path_of("/provider-connections/{id}/check", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def delete(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.DeletedProviderConnection:
        """Disconnect a payment provider. ``DELETE /provider-connections/{id}``, permission ``PROVIDER_CONNECTION_WRITE``.

        Rejected while a payment or refund is undecided or a payment is not captured.
        """
        return self._transport.request(
            "DELETE",
            path_of("/provider-connections/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class ProviderRoutesCalls(Calls):
    """``mizan.provider_routes``."""

    def get(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProviderRoutes:
        """Retrieve the provider routes. ``GET /provider-routes``, permission ``PROVIDER_CONNECTION_READ``.

        Which connections take the payments of a method and currency, in order of preference.
        """
        return self._transport.request(
            "GET",
            "/provider-routes",
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def set(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SetProviderRoutes],
    ) -> types.ProviderRoutes:
        """Set the provider routes. ``PUT /provider-routes``, permission ``PROVIDER_CONNECTION_WRITE``.

        Replaces all routes. If the first connection cannot be reached before anything was sent to it, the next one
        takes the payment. A card is entered in the field of its provider: between Stripe and another provider it cannot
        move.
        """
        return self._transport.request(
            "PUT",
            "/provider-routes",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersExchangeRatesCalls(Calls):
    """``mizan.test_helpers.exchange_rates``."""

    def set(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SetTestExchangeRate],
    ) -> types.ExchangeRate:
        """Set a test-mode exchange rate. ``PUT /test-helpers/exchange-rates``, permission ``TEST_HELPER_WRITE``.

        Applies to the test mode of your account, starting with the next checkout. A rate whose `fetchedAt` is more than
        26 hours ago is stale immediately.
        """
        return self._transport.request(
            "PUT",
            "/test-helpers/exchange-rates",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersClockCalls(Calls):
    """``mizan.test_helpers.clock``."""

    def get(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.TestClock:
        """Retrieve the test clock. ``GET /test-helpers/clock``, permission ``TEST_HELPER_WRITE``.

        The time that test mode shows, and how far it is ahead of real time.
        """
        return self._transport.request(
            "GET",
            "/test-helpers/clock",
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def advance(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.AdvanceTestClock],
    ) -> types.TestClockAdvance:
        """Advance the test clock. ``POST /test-helpers/clock``, permission ``TEST_HELPER_WRITE``.

        Moves the clock of the account's test mode forward. It cannot be moved back. On the way, sessions, vouchers and
        authorizations expire and lost responses are queried, each at its own time.
        """
        return self._transport.request(
            "POST",
            "/test-helpers/clock",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersEventsCalls(Calls):
    """``mizan.test_helpers.events``."""

    def trigger(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.TriggerEvent],
    ) -> types.EventTrigger:
        """Trigger an event. ``POST /test-helpers/events/trigger``, permission ``TEST_HELPER_WRITE``.

        Creates and updates real test-mode objects until an event of this type occurs, and returns that event. Other
        events that occur on the way are published as usual.
        """
        return self._transport.request(
            "POST",
            "/test-helpers/events/trigger",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersWebhooksCalls(Calls):
    """``mizan.test_helpers.webhooks``."""

    def set_chaos(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SetWebhookChaos],
    ) -> types.WebhookChaos:
        """Simulate webhook failures. ``POST /test-helpers/webhooks/chaos``, permission ``TEST_HELPER_WRITE``.

        Applies a network or restart failure to the first attempts of the next deliveries, so that you can test your
        handler. A new request replaces the previous one.
        """
        return self._transport.request(
            "POST",
            "/test-helpers/webhooks/chaos",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersExpectationsCalls(Calls):
    """``mizan.test_helpers.expectations``."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateProviderExpectation],
    ) -> types.ProviderExpectation:
        """Simulate provider failures. ``POST /test-helpers/expectations``, permission ``TEST_HELPER_WRITE``.

        Applies a fault to the next operations that match, using the oldest expectation first. Except for delays, the
        platform then does not know the outcome of the operation: it reports the payment as processing and queries the
        outcome on its own schedule. No money is lost or charged twice.
        """
        return self._transport.request(
            "POST",
            "/test-helpers/expectations",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersDataCalls(Calls):
    """``mizan.test_helpers.data``."""

    def delete(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.DeleteTestData],
    ) -> types.TestDataDeleted:
        """Delete all test data. ``DELETE /test-helpers/data``, permission ``TEST_HELPER_WRITE``.

        Deletes the products, customers, checkouts, payments, endpoints and events of the account's test mode and resets
        its balance. API keys, the test clock, uploaded pictures and the event sequence are kept. If the request is
        interrupted, repeat it to finish.
        """
        return self._transport.request(
            "DELETE",
            "/test-helpers/data",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersPricesStockCalls(Calls):
    """``mizan.test_helpers.prices.stock``."""

    def set(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SetPriceStock],
    ) -> types.Price:
        """Set the stock of a price. ``PUT /test-helpers/prices/{id}/stock``, permission ``TEST_HELPER_WRITE``.

        Requires the permission for test helpers only, not the permission to write prices.
        """
        return self._transport.request(
            "PUT",
            path_of("/test-helpers/prices/{id}/stock", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersPricesCalls(Calls):
    """``mizan.test_helpers.prices``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.stock = TestHelpersPricesStockCalls(transport)


class TestHelpersPaymentIntentsCalls(Calls):
    """``mizan.test_helpers.payment_intents``."""

    def simulate(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SimulatePayment],
    ) -> types.PaymentIntent:
        """Complete a pending payment. ``POST /test-helpers/payment-intents/{id}/simulate``, permission ``TEST_HELPER_WRITE``.

        Decides how a payment that waits for the buyer ends: paid, declined or expired.
        """
        return self._transport.request(
            "POST",
            path_of("/test-helpers/payment-intents/{id}/simulate", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersRefundsCalls(Calls):
    """``mizan.test_helpers.refunds``."""

    def simulate(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SimulateRefund],
    ) -> types.Refund:
        """Complete a refund. ``POST /test-helpers/refunds/{id}/simulate``, permission ``TEST_HELPER_WRITE``.

        Decides how a refund that is pending ends: succeeded or failed.
        """
        return self._transport.request(
            "POST",
            path_of("/test-helpers/refunds/{id}/simulate", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersDisputesCalls(Calls):
    """``mizan.test_helpers.disputes``."""

    def simulate(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SimulateDispute],
    ) -> types.Dispute:
        """Decide a dispute. ``POST /test-helpers/disputes/{id}/simulate``, permission ``TEST_HELPER_WRITE``.

        Plays the bank of the payer, also before evidence was submitted.
        """
        return self._transport.request(
            "POST",
            path_of("/test-helpers/disputes/{id}/simulate", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersPayoutsCalls(Calls):
    """``mizan.test_helpers.payouts``."""

    def simulate(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SimulatePayout],
    ) -> types.Payout:
        """Execute a payout. ``POST /test-helpers/payouts/{id}/simulate``, permission ``TEST_HELPER_WRITE``.

        Plays the operator and the bank, whether or not the payout was sent to it. `fail` after `pay` returns its money.
        """
        return self._transport.request(
            "POST",
            path_of("/test-helpers/payouts/{id}/simulate", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class TestHelpersCalls(Calls):
    """``mizan.test_helpers``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.exchange_rates = TestHelpersExchangeRatesCalls(transport)
        self.clock = TestHelpersClockCalls(transport)
        self.events = TestHelpersEventsCalls(transport)
        self.webhooks = TestHelpersWebhooksCalls(transport)
        self.expectations = TestHelpersExpectationsCalls(transport)
        self.data = TestHelpersDataCalls(transport)
        self.prices = TestHelpersPricesCalls(transport)
        self.payment_intents = TestHelpersPaymentIntentsCalls(transport)
        self.refunds = TestHelpersRefundsCalls(transport)
        self.disputes = TestHelpersDisputesCalls(transport)
        self.payouts = TestHelpersPayoutsCalls(transport)


class WebhookEndpointsDeliveriesCalls(Calls):
    """``mizan.webhook_endpoints.deliveries``."""

    def list(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListWebhookDeliveriesQuery],
    ) -> Listing[types.WebhookDeliveryList, types.WebhookDelivery]:
        """List the delivery attempts of an endpoint. ``GET /webhook-endpoints/{id}/deliveries``, permission ``WEBHOOK_ENDPOINT_READ``.

        Newest first, with what was sent and what your server responded.
        """
        return self._transport.list(
            "GET",
            path_of("/webhook-endpoints/{id}/deliveries", id=id),
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class WebhookEndpointsCalls(Calls):
    """``mizan.webhook_endpoints``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.deliveries = WebhookEndpointsDeliveriesCalls(transport)

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.CreateWebhookEndpoint],
    ) -> types.WebhookEndpointWithSecret:
        """Create a webhook endpoint. ``POST /webhook-endpoints``, permission ``WEBHOOK_ENDPOINT_WRITE``.

        The response contains the signing secret, which is shown only once. An account can have 50 endpoints in each
        mode.
        """
        return self._transport.request(
            "POST",
            "/webhook-endpoints",
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListWebhookEndpointsQuery],
    ) -> Listing[types.WebhookEndpointList, types.WebhookEndpoint]:
        """List webhook endpoints. ``GET /webhook-endpoints``, permission ``WEBHOOK_ENDPOINT_READ``.

        Newest first, enabled and disabled. Secrets are not returned.
        """
        return self._transport.list(
            "GET",
            "/webhook-endpoints",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.WebhookEndpoint:
        """Retrieve a webhook endpoint. ``GET /webhook-endpoints/{id}``, permission ``WEBHOOK_ENDPOINT_READ``.

        Contains its status and subscribed events. The secret is not returned.
        """
        return self._transport.request(
            "GET",
            path_of("/webhook-endpoints/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def update(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.UpdateWebhookEndpoint],
    ) -> types.WebhookEndpoint:
        """Update a webhook endpoint. ``PATCH /webhook-endpoints/{id}``, permission ``WEBHOOK_ENDPOINT_WRITE``.

        Changes its address, its events or whether it is enabled. The secret stays the same.
        """
        return self._transport.request(
            "PATCH",
            path_of("/webhook-endpoints/{id}", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def delete(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.DeletedWebhookEndpoint:
        """Delete a webhook endpoint. ``DELETE /webhook-endpoints/{id}``, permission ``WEBHOOK_ENDPOINT_WRITE``.

        Pending deliveries are dropped.
        """
        return self._transport.request(
            "DELETE",
            path_of("/webhook-endpoints/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def rotate_secret(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.RotateWebhookSecret],
    ) -> types.WebhookEndpointWithSecret:
        """Rotate the signing secret of an endpoint. ``POST /webhook-endpoints/{id}/rotate-secret``, permission ``WEBHOOK_ENDPOINT_WRITE``.

        The response contains the new secret, which is shown only once. Deliveries are signed with two secrets at most:
        a second rotation while the old secret is still valid ends the oldest at once. If the response is lost, repeat
        the request with the same `Idempotency-Key`, which returns the same secret.
        """
        return self._transport.request(
            "POST",
            path_of("/webhook-endpoints/{id}/rotate-secret", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def test(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.SendTestEvent],
    ) -> types.WebhookTest:
        """Send a test event to an endpoint. ``POST /webhook-endpoints/{id}/test``, permission ``WEBHOOK_ENDPOINT_WRITE``.

        Sends one signed event immediately, without retries, even if the endpoint is disabled. The object is the
        endpoint itself for `webhook_endpoint.*`, and otherwise an example whose IDs end in zeros. The event is not
        stored; its `sequence` is that of the newest event.
        """
        return self._transport.request(
            "POST",
            path_of("/webhook-endpoints/{id}/test", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class EventsCalls(Calls):
    """``mizan.events``."""

    def list(
        self,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ListEventsQuery],
    ) -> Listing[types.EventList, types.Event]:
        """List events. ``GET /events``, permission ``EVENT_READ``.

        Events are available for 30 days by default.
        """
        return self._transport.list(
            "GET",
            "/events",
            query=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def get(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Event:
        """Retrieve an event. ``GET /events/{id}``, permission ``EVENT_READ``.

        Contains the object as it was when the event occurred.
        """
        return self._transport.request(
            "GET",
            path_of("/events/{id}", id=id),
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )

    def resend(
        self,
        id: str,
        /,
        *,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Unpack[types.ResendEvent],
    ) -> types.WebhookDeliveries:
        """Resend an event. ``POST /events/{id}/resend``, permission ``EVENT_WRITE``.

        Creates new deliveries of the same bytes with the same `webhook-id` and their own retries. Send an
        `Idempotency-Key`; without one, every request creates new deliveries.
        """
        return self._transport.request(
            "POST",
            path_of("/events/{id}/resend", id=id),
            body=fields,
            idempotency_key=idempotency_key,
            client_secret=client_secret,
            headers=headers,
        )


class AllCalls(Calls):
    """Every operation of the API."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.account = AccountCalls(transport)
        self.api_keys = ApiKeysCalls(transport)
        self.products = ProductsCalls(transport)
        self.prices = PricesCalls(transport)
        self.upload_url = UploadUrlCalls(transport)
        self.customers = CustomersCalls(transport)
        self.checkout = CheckoutCalls(transport)
        self.client = ClientCalls(transport)
        self.payment_links = PaymentLinksCalls(transport)
        self.coupons = CouponsCalls(transport)
        self.promotion_codes = PromotionCodesCalls(transport)
        self.discounts = DiscountsCalls(transport)
        self.payment_intents = PaymentIntentsCalls(transport)
        self.charges = ChargesCalls(transport)
        self.refunds = RefundsCalls(transport)
        self.balance = BalanceCalls(transport)
        self.balance_transactions = BalanceTransactionsCalls(transport)
        self.disputes = DisputesCalls(transport)
        self.bank_accounts = BankAccountsCalls(transport)
        self.payouts = PayoutsCalls(transport)
        self.payout_schedules = PayoutSchedulesCalls(transport)
        self.reports = ReportsCalls(transport)
        self.payment_method_configurations = PaymentMethodConfigurationsCalls(transport)
        self.provider_connections = ProviderConnectionsCalls(transport)
        self.provider_routes = ProviderRoutesCalls(transport)
        self.test_helpers = TestHelpersCalls(transport)
        self.webhook_endpoints = WebhookEndpointsCalls(transport)
        self.events = EventsCalls(transport)
