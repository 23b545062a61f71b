import { expect, test } from '@jest/globals';
import { responseQuery, sign, tokenText, transactionText } from './hmac.ts';

/** Published by Paymob and by clients in production: the key, what is signed, and the digest. */
const vectors = {
  'Paymob’s own page on processed callbacks': {
    secret: '04DC1A9490B8CC2094C011FC055ADCDB',
    text: '1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalsetruefalse217503754302852false2346MasterCardcardtrue',
    hmac: 'fa8ac0b7f3852e60c50e7fdd4ea5ef0bda96030c19dea1d55df8c76d6c08ab1877774662cbb04981dc84839ad4da560bcc8cb53b8973548657f7e8f8d2e79930',
  },
  'a wallet’s return': {
    secret: 'C36094BC5DCxxxxxxxxC8FDB9F83E49',
    text: '2000002024-07-21T11:25:08.633747EGPfalsefalse2019728981996388falsefalsefalsefalsetruefalse228276342310964false01010101010walletwallettrue',
    hmac: 'a5a49f5009d3997bcd4b9ab60451b714c08cc4f197e0dffbaa885dd09bc77f10a36669cf8e324c8a0919f1cace1d348225ea7cdf11263a65b2951553668fa337',
  },
  'a saved card': {
    secret: 'FBBFA3BxxxxxxxxxxxxAC0AEFC1E0AA6',
    text: 'MasterCard2024-11-13T12:32:23.859982test@test.com8555026xxxx-xxxx-xxxx-2346246628264064419e98aceb96f5a370ddf46460db9d555f88bf12448f80e1839b39f78ab',
    hmac: '7a05c84cbbccdf95cd219dc2b321f53b671c32dfaaa35f969e0445b93ec5483470f07931a2507a4e2de8b0b34283e4093a3f1c900c1e33f44b1aed381954a106',
  },
  'one payment in both shapes': {
    secret: 'dummy_hmac',
    text: '1111112025-04-01T17:29:16.967925EGPfalsefalsedummy_id1234truefalsefalsefalsetruefalse12312false1111Visacardtrue',
    hmac: '51860052ecc6d9f08ac30a549359019e2eee837913b5673094c242c817ddf57c055ba5e3e9c0894b1171e62c2d37cd55ff98a46a0e28e1ccf2e4a907e6683aa5',
  },
};

test.each(Object.entries(vectors))('the digest of %s is the published one', (_, { secret, text, hmac }) => {
  expect(sign(text, secret)).toBe(hmac);
});

const card = {
  amount_cents: 100000,
  created_at: '2024-06-13T11:33:44.592345',
  currency: 'EGP',
  error_occured: false,
  has_parent_transaction: false,
  id: 192036465,
  integration_id: 4097558,
  is_3d_secure: true,
  is_auth: false,
  is_capture: false,
  is_refunded: false,
  is_standalone_payment: true,
  is_voided: false,
  order: { id: 217503754, merchant_order_id: 'order-1' },
  owner: 302852,
  pending: false,
  source_data: { pan: '2346', sub_type: 'MasterCard', type: 'card' },
  success: true,
};

test('the fields of a transaction make up the published text, in its order', () => {
  expect(transactionText(card, '')).toBe(vectors['Paymob’s own page on processed callbacks'].text);
});

test('a return carries the same digest over flat parameters, the order under its short name', () => {
  const { secret, hmac } = vectors['Paymob’s own page on processed callbacks'];
  expect(responseQuery(card, { secret, nullText: '' })).toMatchObject({
    hmac,
    order: '217503754',
    merchant_order_id: 'order-1',
    'source_data.pan': '2346',
    'source_data.sub_type': 'MasterCard',
    success: 'true',
  });
});

test('the fields of a saved card make up the published text, in its order', () => {
  const token = {
    card_subtype: 'MasterCard',
    created_at: '2024-11-13T12:32:23.859982',
    email: 'test@test.com',
    id: 8555026,
    masked_pan: 'xxxx-xxxx-xxxx-2346',
    merchant_id: 246628,
    order_id: '264064419',
    token: 'e98aceb96f5a370ddf46460db9d555f88bf12448f80e1839b39f78ab',
  };
  expect(tokenText(token)).toBe(vectors['a saved card'].text);
});

test('null is signed as the text that is chosen for it', () => {
  const withoutPan = { ...card, source_data: { pan: null, sub_type: null, type: 'valu' } };
  expect(transactionText(withoutPan, 'None')).toContain('NoneNonevalu');
  expect(transactionText(withoutPan, '')).toContain('falsevalutrue');
});
