import { expect, test } from '@jest/globals';
import { ErrorEnvelope, errorCodes, errors, isErrorCode, type ErrorCode } from './errors.ts';

const expected: Record<number, string> = {
  400: `invalid_request parameter_invalid parameter_missing parameter_unknown parameter_out_of_range
    parameters_exclusive parameter_requires_another validation_error amount_invalid currency_invalid
    unsupported_currency exchange_rate_not_found product_archived price_inactive price_not_yet_active price_expired
    price_date_range_invalid price_stock_invalid price_recurring_not_supported line_item_missing_price
    checkout_empty_cart promotion_codes_not_allowed promotion_code_inactive promotion_code_expired
    promotion_code_max_redemptions promotion_code_customer_mismatch promotion_code_minimum_amount
    promotion_code_first_time_only coupon_invalid coupon_currency_mismatch coupon_minimum_amount
    coupon_customer_max_redemptions too_many_discounts payment_method_mismatch payment_method_customer_mismatch
    payment_intent_customer_mismatch merchant_no_balance insufficient_balance`,
  401: 'authentication_required api_key_inactive invalid_api_key invalid_client_secret invalid_signature',
  402: 'payment_method_corrupted',
  403: 'permission_denied merchant_not_activated two_factor_required',
  404: 'resource_missing promotion_code_not_found',
  409: `resource_invalid_state resource_already_exists resource_in_use resource_limit_reached checkout_session_expired payment_still_confirming
    payment_already_completed payment_link_inactive payment_link_expired price_sold_out price_immutable_while_used
    charge_not_captured charge_disputed charge_missing_balance_transaction charge_missing_fee_data charge_incomplete_fee_data
    coupon_in_use promotion_code_exists configuration_in_use cannot_rename_default cannot_delete_default
    must_have_enabled_method idempotency_key_in_use`,
  429: 'rate_limit',
  500: 'internal_error creation_failed',
  504: 'request_timeout',
};

test('every code of the API is answered with its status, and there is no other', () => {
  const rows = Object.entries(expected).flatMap(([status, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(status)] as const),
  );
  const actual = errorCodes.map((code) => [code, errors[code].status] as const);
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(rows));
});

test.each([
  ['permission_denied', 'invalid_request_error'],
  ['authentication_required', 'authentication_error'],
  ['invalid_client_secret', 'authentication_error'],
  ['idempotency_key_in_use', 'idempotency_error'],
  ['payment_method_corrupted', 'card_error'],
  ['rate_limit', 'rate_limit_error'],
  ['request_timeout', 'api_error'],
] as [ErrorCode, string][])('%s has type %s', (code, type) => {
  expect(errors[code].type).toBe(type);
});

test('every code says what happened and what to do, in whole sentences', () => {
  for (const code of errorCodes) {
    expect([code, errors[code].meaning]).toEqual([code, expect.stringMatching(/^[A-Z].+\.$/)]);
    expect([code, errors[code].remedy]).toEqual([code, expect.stringMatching(/^[A-Z].+\.$/)]);
  }
});

test('a word that JavaScript objects inherit is no error code', () => {
  expect(isErrorCode('constructor')).toBe(false);
  expect(isErrorCode('parameter_invalid')).toBe(true);
});

test('the envelope keeps snake case for doc_url and request_id only', () => {
  const envelope = {
    error: { type: 'api_error', code: 'internal_error', message: 'm', doc_url: 'd' },
    request_id: 'req_1',
  };
  expect(ErrorEnvelope.parse(envelope)).toEqual(envelope);
});
