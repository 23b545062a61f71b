import base64
import json
import os
import time
import unittest

from mizan import WebhookVerificationError, sign_webhook, verify_webhook


def new_secret():
    return "whsec_" + base64.b64encode(os.urandom(32)).decode()


secret = new_secret()
event = {"id": "evt_1", "type": "refund.created", "text": "ميزان €", "data": {"object": {"amount": 1}}}
body = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
headers = sign_webhook(body, secret, "evt_1")


class Verification(unittest.TestCase):
    def assert_reason(self, reason, given=body, with_headers=headers, with_secret=secret):
        with self.assertRaises(WebhookVerificationError) as raised:
            verify_webhook(given, with_headers, with_secret)
        self.assertEqual(raised.exception.reason, reason)

    def test_a_genuine_delivery_is_the_event_whatever_form_its_body_and_headers_have(self):
        self.assertEqual(verify_webhook(body, headers, secret), event)
        self.assertEqual(verify_webhook(body.encode(), headers, secret), event)
        shouted = {name.upper(): [value] for name, value in headers.items()}
        self.assertEqual(verify_webhook(body, shouted, secret), event)

    def test_what_another_implementation_of_standard_webhooks_signed_is_verified(self):
        # From the JavaScript library `standardwebhooks`.
        known = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        given = '{"test": 2432232314}'
        verified = verify_webhook(given, known, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", now=1614265330)
        self.assertEqual(verified, {"test": 2432232314})

    def test_either_signature_of_a_rotated_secret_will_do(self):
        old = sign_webhook(body, new_secret(), "evt_1")["webhook-signature"]
        both = {**headers, "webhook-signature": f"{old} {headers['webhook-signature']}"}
        self.assertEqual(verify_webhook(body, both, secret), event)

    def test_body_parsed_an_object_instead_of_bytes(self):
        self.assert_reason("body_parsed", event)
        with self.assertRaisesRegex(WebhookVerificationError, "The body is None: pass the bytes of the request"):
            verify_webhook(None, headers, secret)

    def test_body_reserialized_parsed_and_serialized_again(self):
        self.assert_reason("body_reserialized", json.dumps(event))
        self.assert_reason("body_reserialized", json.dumps(event, indent=2, ensure_ascii=False).encode())
        self.assert_reason("body_reserialized", "not JSON")

    def test_wrong_key_type_an_api_key_or_anything_else_that_is_no_endpoint_secret(self):
        for other in ("mz_sk_test_abc", "sk_test_abc", "", "whsec_", "whsec_a", "whsec_…", "whsec_*", "whsec_YWJj"):
            self.assert_reason("wrong_key_type", with_secret=other)
        for unset, message in (
            (None, "The secret is None: pass that of the webhook endpoint, whsec_…."),
            (secret.encode(), "The secret is of type bytes: pass that of the webhook endpoint, whsec_…."),
            ("", "The secret is empty: pass that of the webhook endpoint, whsec_…."),
            ("whsec_a", "The secret is damaged: copy it again, from whsec_ to its end."),
        ):
            with self.assertRaises(WebhookVerificationError) as refused:
                verify_webhook(body, headers, unset)
            self.assertEqual(str(refused.exception), message)

    def test_clock_skew_signed_more_than_five_minutes_ago_or_ahead(self):
        for seconds in (-310, 310):
            self.assert_reason("clock_skew", with_headers=sign_webhook(body, secret, "evt_1", time.time() + seconds))
        self.assert_reason("wrong_secret", with_headers={**headers, "webhook-timestamp": "soon"})

    def test_wrong_secret_of_another_endpoint_or_a_changed_body(self):
        self.assert_reason("wrong_secret", with_secret=new_secret())
        self.assert_reason("wrong_secret", body.replace("1}", "2}"))

    def test_header_missing(self):
        self.assert_reason("header_missing", with_headers={})
        environ = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
        for wrong, message in (
            (None, "The headers are None: pass those of the request, as a dict"),
            (list(headers.items()), "The headers are of type list: pass those of the request, as a dict"),
            (headers["webhook-signature"], "The headers are of type str"),
            (environ, "pass request.headers, not the WSGI environment"),
        ):
            with self.assertRaisesRegex(WebhookVerificationError, message):
                verify_webhook(body, wrong, secret)
        self.assert_reason("header_missing", with_headers={**headers, "webhook-signature": ""})
