import { describe, expect, test } from '@jest/globals';
import { isSigned } from './signature.ts';

/** The values of a signed text in Paymob's order, as published; a processed callback nests some of them. */
const transaction = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  error_occured: false,
  has_parent_transaction: false,
  is_auth: false,
  is_capture: false,
  is_refunded: false,
  is_voided: false,
  is_standalone_payment: true,
  pending: false,
  success: true,
  currency: 'EGP',
  ...values,
});

const published = [
  {
    name: 'the example of Paymob’s own page',
    secret: '04DC1A9490B8CC2094C011FC055ADCDB',
    type: 'TRANSACTION',
    obj: transaction({
      amount_cents: 100_000,
      created_at: '2024-06-13T11:33:44.592345',
      id: 192_036_465,
      integration_id: 4_097_558,
      is_3d_secure: true,
      order: { id: 217_503_754 },
      owner: 302_852,
      source_data: { pan: '2346', sub_type: 'MasterCard', type: 'card' },
    }),
    hmac: 'fa8ac0b7f3852e60c50e7fdd4ea5ef0bda96030c19dea1d55df8c76d6c08ab1877774662cbb04981dc84839ad4da560bcc8cb53b8973548657f7e8f8d2e79930',
  },
  {
    name: 'a wallet',
    secret: 'C36094BC5DCxxxxxxxxC8FDB9F83E49',
    type: 'TRANSACTION',
    obj: transaction({
      amount_cents: 200_000,
      created_at: '2024-07-21T11:25:08.633747',
      id: '2019728981996388'.slice(0, 9),
      integration_id: '2019728981996388'.slice(9),
      is_3d_secure: false,
      order: { id: 228_276_342 },
      owner: 310_964,
      source_data: { pan: '01010101010', sub_type: 'wallet', type: 'wallet' },
    }),
    hmac: 'a5a49f5009d3997bcd4b9ab60451b714c08cc4f197e0dffbaa885dd09bc77f10a36669cf8e324c8a0919f1cace1d348225ea7cdf11263a65b2951553668fa337',
  },
  {
    name: 'a saved card',
    secret: 'FBBFA3BxxxxxxxxxxxxAC0AEFC1E0AA6',
    type: 'TOKEN',
    obj: {
      card_subtype: 'MasterCard',
      created_at: '2024-11-13T12:32:23.859982',
      email: 'test@test.com',
      id: 8_555_026,
      masked_pan: 'xxxx-xxxx-xxxx-2346',
      merchant_id: 246_628,
      order_id: '264064419',
      token: 'e98aceb96f5a370ddf46460db9d555f88bf12448f80e1839b39f78ab',
    },
    hmac: '7a05c84cbbccdf95cd219dc2b321f53b671c32dfaaa35f969e0445b93ec5483470f07931a2507a4e2de8b0b34283e4093a3f1c900c1e33f44b1aed381954a106',
  },
  {
    name: 'a merchant’s test',
    secret: 'dummy_hmac',
    type: 'TRANSACTION',
    obj: transaction({
      amount_cents: '111111',
      created_at: '2025-04-01T17:29:16.967925',
      id: 'dummy_id',
      integration_id: '1234',
      is_3d_secure: true,
      is_standalone_payment: true,
      order: { id: '123' },
      owner: '12',
      source_data: { pan: '1111', sub_type: 'Visa', type: 'card' },
    }),
    hmac: '51860052ecc6d9f08ac30a549359019e2eee837913b5673094c242c817ddf57c055ba5e3e9c0894b1171e62c2d37cd55ff98a46a0e28e1ccf2e4a907e6683aa5',
  },
] as const;

describe.each(published)('the published signature of $name', ({ secret, type, obj, hmac }) => {
  test('is accepted', () => {
    expect(isSigned({ type, obj, hmac }, secret)).toBe(true);
  });
  test('is refused under another secret, for another object, and cut short', () => {
    expect(isSigned({ type, obj, hmac }, `${secret}x`)).toBe(false);
    expect(isSigned({ type, obj: { ...obj, created_at: '2024-01-01T00:00:00.000000' }, hmac }, secret)).toBe(false);
    expect(isSigned({ type, obj, hmac: hmac.slice(0, -2) }, secret)).toBe(false);
    expect(isSigned({ type, obj, hmac: '' }, secret)).toBe(false);
  });
});
