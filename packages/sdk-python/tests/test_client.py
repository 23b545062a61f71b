import inspect
import json
import os
import pathlib
import re
import threading
import time
import unittest
import uuid
from datetime import datetime
from decimal import Decimal
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest.mock import patch

import mizan
from mizan import (
    AuthenticationError,
    ConnectionError,
    IncompleteDownloadError,
    InvalidRequestError,
    Mizan,
    MizanError,
    RateLimitError,
)

key = "mz_sk_test_0123456789abcdefghijklmnopqrstuv4f2a"


class Platform:
    """A server that answers with what it is given, one after the other, and keeps what it receives.

    An answer is a status, a body and headers; None closes the connection, and a number waits as many seconds.
    """

    def __init__(self, *answers):
        self.received = []
        platform = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                length = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(length)
                platform.received.append((self.command, self.path, dict(self.headers), body, time.monotonic()))
                answer = answers[min(len(platform.received), len(answers)) - 1]
                if isinstance(answer, (int, float)):
                    platform.stopped.wait(answer)
                if not isinstance(answer, tuple):
                    self.close_connection = True
                    return
                status, content, headers = answer
                self.send_response_only(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content if isinstance(content, bytes) else json.dumps(content).encode())

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.stopped = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.server.shutdown()
        self.server.server_close()


def refusal(type, code, **more):
    return {"error": {"type": type, "code": code, "message": "Refused.", **more}, "request_id": "req_1"}


class Keys(unittest.TestCase):
    def test_the_key_and_the_address_are_those_of_the_environment_unless_others_are_passed(self):
        other = key.replace("4f2a", "0000")
        with Platform((200, {}, {})) as platform:
            with patch.dict(os.environ, {"MIZAN_KEY": key, "MIZAN_BASE_URL": platform.url}):
                for client in (Mizan(), Mizan(max_retries=0), Mizan(other)):
                    client.account.get()
        sent = [headers["Authorization"] for _, _, headers, _, _ in platform.received]
        self.assertEqual(sent, [f"Bearer {each}" for each in (key, key, other)])

    def test_a_missing_key_is_an_error_at_once_also_where_a_variable_for_it_is_not_set(self):
        with patch.dict(os.environ):
            os.environ.pop("MIZAN_KEY", None)
            with self.assertRaises(MizanError) as raised:
                Mizan()
            self.assertEqual(str(raised.exception), "No API key: pass one or set MIZAN_KEY.")
            for set_key in (lambda: None, lambda: os.environ.update(MIZAN_KEY=key)):
                set_key()
                for passed, found in ((None, "None"), ("", "empty")):
                    with self.assertRaises(MizanError) as raised:
                        Mizan(passed)
                    self.assertEqual(
                        str(raised.exception),
                        f"The key passed to Mizan() is {found}: the variable that you read it from is not set. "
                        "To use MIZAN_KEY, leave the key out: Mizan() or Mizan(base_url=...).",
                    )

    def test_an_address_that_is_not_of_the_web_is_an_error_at_once_which_names_where_it_comes_from(self):
        message = ' must begin with http:// or https://, but is "localhost:18640".'
        with self.assertRaises(MizanError) as raised:
            Mizan(key, base_url="localhost:18640")
        self.assertEqual(str(raised.exception), f"base_url{message}")
        with patch.dict(os.environ, {"MIZAN_BASE_URL": "localhost:18640"}):
            with self.assertRaises(MizanError) as raised:
                Mizan(key)
        self.assertEqual(str(raised.exception), f"MIZAN_BASE_URL{message}")

    def test_a_key_of_another_service_and_a_damaged_one_are_errors_that_do_not_show_it(self):
        with self.assertRaises(MizanError) as raised:
            Mizan("sk_live_51HxAbCdEfGhIjKlMnOp")
        self.assertEqual(
            str(raised.exception), "sk_live_…MnOp is not a Mizan key: Mizan keys begin with mz_."
        )
        with self.assertRaisesRegex(MizanError, "^… is not a Mizan key"):
            Mizan("hunter2")
        with self.assertRaisesRegex(MizanError, "is damaged") as damaged:
            Mizan(f"{key}\n")
        self.assertNotIn("0123456789", str(damaged.exception))

    def test_a_refused_key_is_named_by_its_prefix_and_last_four_characters(self):
        for status, type in ((401, "authentication_error"), (403, "invalid_request_error")):
            with Platform((status, refusal(type, "permission_denied"), {})) as platform:
                with self.assertRaisesRegex(MizanError, r"^Refused\. The key was mz_sk_test_…4f2a\.$"):
                    Mizan(key, base_url=platform.url).account.get()

    def test_no_redirect_takes_the_key_elsewhere(self):
        with Platform((200, {}, {})) as elsewhere, Platform((302, b"", {"Location": elsewhere.url})) as platform:
            with self.assertRaisesRegex(MizanError, "Check the base URL"):
                Mizan(key, base_url=platform.url).account.get()
        self.assertEqual(elsewhere.received, [])


class Names(unittest.TestCase):
    def test_a_name_as_other_languages_write_it_is_an_error_that_says_how_python_does(self):
        client = Mizan(key)
        for read, message in (
            (
                lambda: client.paymentIntents,
                "'Mizan' object has no attribute 'paymentIntents': in Python it is payment_intents",
            ),
            (
                lambda: client.payment_intents.markPaid,
                "'PaymentIntentsCalls' object has no attribute 'markPaid': in Python it is mark_paid",
            ),
            (lambda: client.paymentIntent, "'Mizan' object has no attribute 'paymentIntent'"),
            (lambda: client.nothing, "'Mizan' object has no attribute 'nothing'"),
        ):
            with self.assertRaises(AttributeError) as raised:
                read()
            self.assertEqual(str(raised.exception), message)


class Requests(unittest.TestCase):
    def test_a_request_whose_answer_got_lost_is_repeated_with_the_same_idempotency_key_and_waits_as_long_as_the_answer_says(
        self,
    ):
        with Platform(None, (429, {}, {"Retry-After": "1"}), (200, {"id": "prod_1"}, {})) as platform:
            product = Mizan(key, base_url=platform.url).products.create(name="Tea")
        self.assertEqual(product["id"], "prod_1")
        self.assertEqual(len(platform.received), 3)
        self.assertEqual(len({headers["Idempotency-Key"] for _, _, headers, _, _ in platform.received}), 1)
        self.assertGreater(platform.received[2][4] - platform.received[1][4], 0.9)

    def test_a_request_whose_answer_was_cut_off_is_repeated_with_the_same_idempotency_key(self):
        cut = (200, b'{"id": "pro', {"Content-Length": "17", "Connection": "close"})
        with Platform(cut, (200, {"id": "prod_1"}, {})) as platform:
            product = Mizan(key, base_url=platform.url).products.create(name="Tea")
        self.assertEqual(product["id"], "prod_1")
        self.assertEqual(len({headers["Idempotency-Key"] for _, _, headers, _, _ in platform.received}), 1)
        self.assertEqual(len(platform.received), 2)

    def test_two_calls_have_two_idempotency_keys_and_one_that_is_passed_is_sent(self):
        with Platform((200, {}, {})) as platform:
            client = Mizan(key, base_url=platform.url)
            client.products.create(name="Tea")
            client.products.create(name="Tea")
            client.products.create(name="Tea", idempotency_key="order-1", headers={"Two-Factor-Code": "123456"})
            client.products.create(name="Tea", headers={"idempotency-key": "order-2"})
        keys = [headers["Idempotency-Key"] for _, _, headers, _, _ in platform.received]
        self.assertEqual((len(set(keys)), keys[2:]), (4, ["order-1", "order-2"]))
        self.assertEqual({name.lower() for name in platform.received[2][2]} & {"two-factor-code"}, {"two-factor-code"})

    def test_a_request_with_an_idempotency_key_that_cannot_be_sent_or_a_misplaced_client_secret_is_not_sent(self):
        with Platform((200, {}, {})) as platform:
            client = Mizan(key, base_url=platform.url)
            for wrong in ("", "طلب-1", "a\nb", "x" * 256, uuid.uuid4()):
                with self.assertRaisesRegex(MizanError, "^idempotency_key .* printable ASCII characters"):
                    client.products.create(name="Tea", idempotency_key=wrong)
                with self.assertRaisesRegex(MizanError, "^idempotency-KEY .* printable ASCII characters"):
                    client.products.create(name="Tea", headers={"idempotency-KEY": wrong})
            with self.assertRaisesRegex(MizanError, "^Pass the client secret as client_secret"):
                client.client.checkout.confirm("cs_1", clientSecret="cs_1_secret_1")
            self.assertEqual(platform.received, [])
            client.checkout.sessions.update("cs_1", clientSecret="cs_1_secret_1")  # as it was read
        self.assertEqual(len(platform.received), 1)

    def test_a_request_with_a_header_that_cannot_be_sent_is_refused_at_once(self):
        with Platform((200, {}, {})) as platform:
            client = Mizan(key, base_url=platform.url)
            for name, options in (
                ("Two-Factor-Code", {"headers": {"Two-Factor-Code": "٣٢٠٣٤٢"}}),
                ("X-Shop", {"headers": {"X-Shop": "a\nb"}}),
                ("رمز", {"headers": {"رمز": "1"}}),
            ):
                with self.assertRaisesRegex(MizanError, f"^{name} cannot be sent: headers are printable ASCII characters.$"):
                    client.products.create(name="Tea", **options)
            with self.assertRaisesRegex(MizanError, "^client_secret cannot be sent"):
                client.client.checkout.confirm("cs_1", client_secret="سر")
            with self.assertRaisesRegex(MizanError, "^api_version cannot be sent"):
                Mizan(key, base_url=platform.url, api_version="٢٠٢٥-٠١-٠١")
        self.assertEqual(platform.received, [])

    def test_a_value_that_is_none_of_the_api_is_an_error_that_says_how_to_write_it(self):
        with Platform((200, {}, {})) as platform:
            client = Mizan(key, base_url=platform.url)
            for wrong, message in (
                (Decimal("249.50"), "^A Decimal cannot be sent. Amounts are integers in minor units, such as 24950 for EGP 249.50, and percentages "),
                (datetime(2026, 12, 1), "^A datetime cannot be sent. Times and days are text in ISO 8601"),
                (b"Tea", r"^A bytes cannot be sent\.$"),
            ):
                with self.assertRaisesRegex(MizanError, message):
                    client.products.create(name="Tea", metadata={"value": wrong})
                with self.assertRaisesRegex(MizanError, message):
                    client.products.list(search=wrong).page()
        self.assertEqual(platform.received, [])

    def test_a_wait_of_more_than_eight_seconds_is_raised_at_once(self):
        with Platform((429, refusal("rate_limit_error", "rate_limit"), {"Retry-After": "9"})) as platform:
            started = time.monotonic()
            with self.assertRaises(RateLimitError) as raised:
                Mizan(key, base_url=platform.url).products.create(name="Tea")
        self.assertEqual((raised.exception.retry_after_seconds, len(platform.received)), (9, 1))
        self.assertLess(time.monotonic() - started, 5)

    def test_a_wait_until_a_date_is_that_long_by_the_clock_of_the_answer(self):
        headers = {"Date": "Sat, 29 Feb 2020 23:59:58 GMT", "Retry-After": "Sun, 01 Mar 2020 00:00:00 GMT"}
        with Platform((429, {}, headers), (200, {}, {})) as platform:
            Mizan(key, base_url=platform.url).account.get()
        self.assertGreater(platform.received[1][4] - platform.received[0][4], 1.9)

    def test_a_wait_until_a_date_of_more_than_eight_seconds_is_raised_at_once(self):
        headers = {"Date": "Sat, 29 Feb 2020 23:59:58 GMT", "Retry-After": "Sun, 01 Mar 2020 00:00:07 GMT"}
        with Platform((429, refusal("rate_limit_error", "rate_limit"), headers)) as platform:
            with self.assertRaises(RateLimitError) as raised:
                Mizan(key, base_url=platform.url).account.get()
        self.assertEqual((raised.exception.retry_after_seconds, len(platform.received)), (9, 1))

    def test_a_date_is_compared_with_the_clock_of_this_machine_where_the_answer_has_no_date(self):
        later = formatdate(time.time() + 3_600, usegmt=True)
        with Platform((429, refusal("rate_limit_error", "rate_limit"), {"Retry-After": later})) as platform:
            with self.assertRaises(RateLimitError) as raised:
                Mizan(key, base_url=platform.url).account.get()
        self.assertTrue(3_500 < raised.exception.retry_after_seconds <= 3_600)

    def test_a_date_that_has_passed_is_no_wait_and_what_is_neither_a_date_nor_a_number_is_ignored(self):
        for retry_after, seconds in (
            ("Sat, 29 Feb 2020 23:59:53 GMT", 0),
            ("Sat, 99 Feb 2020 23:59:58 GMT", None),
            ("Sat, 29 Feb 2020 23:59:59", None),
            ("9.5", None),
            ("soon", None),
        ):
            headers = {"Date": "Sat, 29 Feb 2020 23:59:58 GMT", "Retry-After": retry_after}
            with self.subTest(retry_after), Platform((429, {}, headers)) as platform:
                with self.assertRaises(MizanError) as raised:
                    Mizan(key, base_url=platform.url, max_retries=0).account.get()
                self.assertEqual(raised.exception.retry_after_seconds, seconds)

    def test_a_platform_that_cannot_be_reached_or_never_answers_is_a_connection_error(self):
        with self.assertRaisesRegex(ConnectionError, r"^http://127\.0\.0\.1:1 did not answer: .+"):
            Mizan(key, base_url="http://127.0.0.1:1", max_retries=1).account.get()
        with Platform((200, {}, {})) as platform:
            with self.assertRaisesRegex(ConnectionError, "did not answer: it does not speak TLS. Is it an http:// address"):
                Mizan(key, base_url=platform.url.replace("http", "https"), max_retries=0).account.get()
        with Platform(60) as platform:
            with self.assertRaisesRegex(ConnectionError, "timed out"):
                Mizan(key, base_url=platform.url, max_retries=0, timeout_seconds=0.2).account.get()

    def test_a_client_waits_longer_than_the_platform_so_that_its_504_arrives(self):
        contract = pathlib.Path(__file__).parents[2] / "contracts" / "src" / "operation.ts"
        deadline = re.search(r"longestDeadlineMs = ([\d_]+);", contract.read_text(encoding="utf-8"))
        waits = inspect.signature(Mizan).parameters["timeout_seconds"].default
        self.assertEqual(waits, int(deadline[1]) / 1_000 + 5)

    def test_an_error_says_what_the_api_said(self):
        answer = refusal("invalid_request_error", "parameter_invalid", param="name", doc_url="https://example.com")
        with Platform((400, answer, {})) as platform:
            with self.assertRaises(InvalidRequestError) as raised:
                Mizan(key, base_url=platform.url).products.create(name="")
        error = raised.exception
        self.assertEqual(
            (error.status, error.type, error.code, error.param, error.doc_url, error.request_id, str(error)),
            (400, "invalid_request_error", "parameter_invalid", "name", "https://example.com", "req_1", "Refused."),
        )
        self.assertEqual(len(platform.received), 1)

    def test_an_answer_of_something_else_than_the_api_says_to_check_the_address(self):
        for status in (404, 200):
            with Platform((status, b"<html>", {})) as platform:
                with self.assertRaisesRegex(mizan.ApiError, f"HTTP {status} with a body that is not from this API"):
                    Mizan(key, base_url=platform.url).account.get()

    def test_options_that_cannot_work_are_errors_at_once(self):
        for wrong in ({"max_retries": -1}, {"max_retries": None}, {"timeout_seconds": 0}, {"timeout_seconds": 1e9}):
            with self.assertRaisesRegex(MizanError, f"^{next(iter(wrong))} must be"):
                Mizan(key, **wrong)

    def test_parameters_of_the_path_are_encoded_and_fields_keep_their_names(self):
        with Platform((200, {}, {})) as platform:
            client = Mizan(key, base_url=platform.url)
            client.payment_intents.confirm("pi/1?", returnUrl="https://example.com")
            client.products.list(active=True, search="زيت & tea").page()
            client.prices.create(productId="prod_1", currency="EGP", unitAmount=1)
        (_, confirmed, _, body, _), (_, listed, _, _, _), (_, priced, _, price, _) = platform.received
        self.assertEqual((confirmed, json.loads(body)), ("/payment-intents/pi%2F1%3F/confirm", {"returnUrl": "https://example.com"}))
        self.assertEqual(listed, "/products?active=true&search=%D8%B2%D9%8A%D8%AA+%26+tea")
        self.assertEqual((priced, json.loads(price)), ("/prices?productId=prod_1", {"currency": "EGP", "unitAmount": 1}))

    def test_a_filter_that_is_a_dict_is_sent_as_json(self):
        with Platform((200, {}, {"data": []})) as platform:
            Mizan(key, base_url=platform.url).products.list(metadata={"shelf": "B-7"}, active=True).page()
        self.assertEqual(platform.received[0][1], "/products?metadata=%7B%22shelf%22%3A+%22B-7%22%7D&active=true")

    def test_a_request_whose_path_needs_what_is_missing_is_not_sent(self):
        with Platform((200, {}, {})) as platform:
            client = Mizan(key, base_url=platform.url)
            for call, message in (
                (lambda: client.products.get(None), "id is None: pass the ID of a product."),
                (lambda: client.payment_intents.cancel(""), "id is empty: pass the ID of a payment intent."),
                (lambda: client.products.delete(".."), 'id is "..": pass the ID of a product.'),
                (lambda: client.customers.get("."), 'id is ".": pass the ID of a customer.'),
                (lambda: client.api_keys.roll(7), "id is of type int: pass the ID of an API key."),
                (lambda: client.payouts.balance_transactions.list(None), "id is None: pass the ID of a payout."),
                (
                    lambda: client.payout_schedules.set(None, interval="manual"),
                    "currency is None: pass the currency of a payout schedule.",
                ),
            ):
                with self.assertRaises(MizanError) as raised:
                    call()
                self.assertEqual(str(raised.exception), message)
            self.assertEqual(platform.received, [])

    def test_a_list_that_is_read_like_a_page_says_how_lists_are_read(self):
        with self.assertRaisesRegex(TypeError, r'`\.page\(\)\["data"\]`'):
            Mizan(key).products.list()["data"]

    def test_iterating_a_list_whose_limit_or_page_is_none_reads_full_pages_until_the_last(self):
        def page(*ids):
            return (200, {"data": [{"id": each} for each in ids], "totalCount": 101}, {})

        with Platform(page(*range(100)), page(100)) as platform:
            listing = Mizan(key, base_url=platform.url).webhook_endpoints.list(limit=None, page=None)
            self.assertEqual(len(list(listing)), 101)
        self.assertEqual(
            [path for _, path, _, _, _ in platform.received],
            ["/webhook-endpoints?limit=100", "/webhook-endpoints?limit=100&page=2"],
        )

    def test_iterating_a_list_follows_its_cursors(self):
        first = {"data": [{"id": 1}, {"id": 2}], "totalCount": 3, "nextCursor": "c1"}
        last = {"data": [{"id": 3}], "totalCount": 3, "nextCursor": None}
        with Platform((200, first, {}), (200, last, {})) as platform:
            listing = Mizan(key, base_url=platform.url).products.list(limit=2)
            self.assertEqual(platform.received, [])
            self.assertEqual([each["id"] for each in listing], [1, 2, 3])
        self.assertEqual(
            [path for _, path, _, _, _ in platform.received], ["/products?limit=2", "/products?limit=2&cursor=c1"]
        )


class Package(unittest.TestCase):
    def test_the_version_is_that_of_pyproject(self):
        text = (pathlib.Path(__file__).parents[1] / "pyproject.toml").read_text()
        self.assertEqual(re.search(r'^version = "(.+)"$', text, re.M).group(1), mizan.__version__)

    def test_every_error_of_a_request_is_a_mizan_error(self):
        self.assertTrue(issubclass(AuthenticationError, mizan.RequestError))
        self.assertTrue(issubclass(mizan.RequestError, MizanError))


class Downloads(unittest.TestCase):
    period = {"from": "2026-01-01", "to": "2026-02-01"}

    def test_a_file_is_its_text_or_its_pieces(self):
        file = "id,name\r\n1,حذاء\r\n# end,1\r\n"
        with Platform((200, file.encode(), {"Content-Type": "text/csv"})) as platform:
            download = Mizan(key, base_url=platform.url).reports.download_payments(**self.period)
            self.assertEqual(download.text(), file)
            self.assertEqual("".join(download), file)
        self.assertEqual(platform.received[0][1], "/reports/payments.csv?from=2026-01-01&to=2026-02-01")

    def test_a_file_whose_end_is_missing_is_an_error(self):
        for file in (b"id\r\n1\r\n", b"id\r\n1,# end,1\r\n", b"id\r\n# end,0"):
            with self.subTest(file), Platform((200, file, {})) as platform:
                with self.assertRaisesRegex(IncompleteDownloadError, "its end is missing"):
                    Mizan(key, base_url=platform.url).reports.download_balance(**self.period).text()

    def test_a_refused_file_is_the_error_of_the_api_and_a_busy_platform_is_tried_again(self):
        busy = (503, refusal("api_error", "internal_error"), {"Retry-After": "0"})
        refused = (400, refusal("invalid_request_error", "parameter_invalid", param="to"), {})
        with Platform(busy, refused) as platform:
            with self.assertRaises(InvalidRequestError) as raised:
                Mizan(key, base_url=platform.url).reports.download_refunds(**self.period).text()
        self.assertEqual((raised.exception.param, len(platform.received)), ("to", 2))
