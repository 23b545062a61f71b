"""Against a running platform: needs MIZAN_KEY, a secret test key, and MIZAN_BASE_URL."""

import os
import unittest
import uuid

from mizan import AuthenticationError, InvalidRequestError, Mizan, sign_webhook, verify_webhook

card = {"type": "card", "card": {"number": "4242424242424242", "expMonth": 12, "expYear": 2034, "cvc": "123"}}


class PlatformTest(unittest.TestCase):
    def setUp(self):
        for name in ("MIZAN_KEY", "MIZAN_BASE_URL"):
            # A failure of assertIn would print every value of the environment.
            self.assertTrue(os.environ.get(name), f"Set {name}: `npm start` prints it.")
        self.mizan = Mizan()

    def test_a_session_is_paid_and_refunded(self):
        session = self.mizan.checkout.sessions.create(
            lineItems=[
                {
                    "priceData": {"currency": "EGP", "unitAmount": 24950, "productData": {"name": "زيت زيتون"}},
                    "quantity": 2,
                }
            ]
        )
        paid = self.mizan.client.checkout.confirm(
            session["id"],
            client_secret=session["clientSecret"],
            paymentMethod=card,
            expectedAmountTotal=session["amountTotal"],
        )
        self.assertEqual(paid["paymentIntent"]["status"], "SUCCEEDED")
        refund = self.mizan.refunds.create(paymentIntentId=paid["paymentIntent"]["id"], amount=950)
        self.assertEqual(self.mizan.refunds.get(refund["id"])["amount"], 950)
        self.assertEqual(self.mizan.checkout.sessions.get(session["id"])["paymentStatus"], "paid")

    def test_the_same_idempotency_key_creates_one_product(self):
        key = str(uuid.uuid4())
        one, two = (self.mizan.products.create(name="Tea", idempotency_key=key)["id"] for _ in range(2))
        self.assertEqual(one, two)
        with self.assertRaises(InvalidRequestError) as raised:
            self.mizan.products.create(name="")
        self.assertEqual((raised.exception.status, raised.exception.param), (400, "name"))
        self.assertTrue(raised.exception.request_id)

    def test_a_list_has_every_row_across_its_pages(self):
        metadata = {"run": str(uuid.uuid4())}
        made = [self.mizan.coupons.create(percentOff=10, metadata=metadata)["id"] for _ in range(3)]
        self.assertEqual(len(self.mizan.coupons.list(limit=2).page()["data"]), 2)
        seen = [each["id"] for each in self.mizan.coupons.list(limit=2) if each["metadata"] == metadata]
        self.assertEqual(seen, made[::-1])

    def test_an_unknown_key_is_refused_and_named(self):
        key = "mz_sk_test_0123456789abcdefghijklmnopqrstuv4f2a"
        with self.assertRaisesRegex(AuthenticationError, "mz_sk_test_…4f2a"):
            Mizan(key).account.get()

    def test_the_secret_of_an_endpoint_verifies_its_deliveries(self):
        endpoint = self.mizan.webhook_endpoints.create(url="https://example.com/hook", enabledEvents=["refund.created"])
        body = '{"id":"evt_1"}'
        headers = sign_webhook(body, endpoint["secret"], "evt_1")
        self.assertEqual(verify_webhook(body, headers, endpoint["secret"])["id"], "evt_1")
        self.assertTrue(self.mizan.webhook_endpoints.delete(endpoint["id"])["deleted"])
