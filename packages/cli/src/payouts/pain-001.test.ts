import { describe, expect, test } from '@jest/globals';
import type { ExportedPayout, PayoutExport } from '@mizan/contracts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { toPain001 } from './pain-001.ts';

const payout = (changes: Partial<ExportedPayout> = {}): ExportedPayout => ({
  id: 'po_00VbuD30tgP9NaWAe8s64NQi',
  accountId: 'acct_1',
  amount: 123_456,
  currency: 'EGP',
  holderName: 'Siwa Trading',
  iban: 'EG380019000500000000263180002',
  country: 'EG',
  statementDescriptor: null,
  status: 'IN_TRANSIT',
  ...changes,
});
const exported = (...payouts: ExportedPayout[]): PayoutExport => ({
  id: 'exp_00VbuD30tgP9NaWAe8s64NQi',
  object: 'payout_export',
  executionDate: '2026-12-01',
  payouts,
  createdAt: '2026-11-30T22:15:00.123Z',
});
const debtor = { name: 'Mizan Payments SAE', iban: 'EG800002000156789012345180002', bic: 'NBEGEGCX' };

/**
 * The elements that the file uses, in the order and with the rules of pain.001.001.09: ISO publishes its schema for download
 * only, so the rules stand here, from the message definition. A rule is a pattern of the text, or the elements within.
 */
type Rule = RegExp | readonly Element[];
type Element = readonly [name: string, times: '1' | '?' | '+', rule: Rule];
const max = (length: number) => new RegExp(`^.{1,${length}}$`, 'u');
const id35 = /^[A-Za-z0-9/?:().,'+ _-]{1,35}$/;
const count = /^[0-9]{1,15}$/;
const decimal = /^(?=[0-9.]{1,19}$)[0-9]{1,18}(\.[0-9]{1,17})?$/;
const iban = /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/;
const transfer: readonly Element[] = [
  ['PmtId', '1', [['EndToEndId', '1', id35]]],
  ['Amt', '1', [['InstdAmt', '1', /^(?=[0-9.]{1,19}$)[0-9]+(\.[0-9]{1,5})?$/]]],
  [
    'Cdtr',
    '1',
    [
      ['Nm', '1', max(140)],
      ['PstlAdr', '1', [['Ctry', '1', /^[A-Z]{2}$/]]],
    ],
  ],
  ['CdtrAcct', '1', [['Id', '1', [['IBAN', '1', iban]]]]],
  ['RmtInf', '1', [['Ustrd', '1', max(140)]]],
];
const payment: readonly Element[] = [
  ['PmtInfId', '1', id35],
  ['PmtMtd', '1', /^TRF$/],
  ['NbOfTxs', '1', count],
  ['CtrlSum', '1', decimal],
  ['ReqdExctnDt', '1', [['Dt', '1', /^\d{4}-\d{2}-\d{2}$/]]],
  ['Dbtr', '1', [['Nm', '1', max(140)]]],
  ['DbtrAcct', '1', [['Id', '1', [['IBAN', '1', iban]]]]],
  [
    'DbtrAgt',
    '1',
    [
      [
        'FinInstnId',
        '1',
        [
          ['BICFI', '?', /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/],
          ['Othr', '?', [['Id', '1', id35]]],
        ],
      ],
    ],
  ],
  ['ChrgBr', '1', /^(DEBT|CRED|SHAR|SLEV)$/],
  ['CdtTrfTxInf', '+', transfer],
];
const document: readonly Element[] = [
  [
    'CstmrCdtTrfInitn',
    '1',
    [
      [
        'GrpHdr',
        '1',
        [
          ['MsgId', '1', id35],
          ['CreDtTm', '1', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/],
          ['NbOfTxs', '1', count],
          ['CtrlSum', '1', decimal],
          ['InitgPty', '1', [['Nm', '1', max(140)]]],
        ],
      ],
      ['PmtInf', '+', payment],
    ],
  ],
];

type Node = Record<string, unknown>;
const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@') ?? '';
const parse = (xml: string): Node[] =>
  new XMLParser({ preserveOrder: true, ignoreAttributes: false, parseTagValue: false }).parse(xml) as Node[];

/** What breaks the rules, by path. */
function breaches(nodes: readonly Node[], elements: readonly Element[], path: string): string[] {
  const names = nodes.map(nameOf);
  const order = elements.map(([name]) => name);
  const found = names.flatMap((name) => (order.includes(name) ? [] : [`${path}/${name} is unknown`]));
  const sorted = names.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  if (names.join() !== sorted.join()) found.push(`${path} is out of order: ${names.join()}`);
  for (const [name, times, rule] of elements) {
    const own = nodes.filter((node) => nameOf(node) === name);
    if (times !== '?' && own.length === 0) found.push(`${path}/${name} is missing`);
    if (times !== '+' && own.length > 1) found.push(`${path}/${name} is there twice`);
    for (const node of own) {
      const children = node[name] as Node[];
      if (!(rule instanceof RegExp)) found.push(...breaches(children, rule, `${path}/${name}`));
      else {
        const value = String(children[0]?.['#text'] ?? '');
        if (!rule.test(value)) found.push(`${path}/${name} is ${value}`);
      }
    }
  }
  return found;
}
function breachesOf(xml: string): string[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  const root = parse(xml).find((node) => nameOf(node) === 'Document');
  expect((root?.[':@'] as Node)['@_xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
  return breaches((root?.['Document'] ?? []) as Node[], document, '');
}

describe('a pain.001.001.09 file', () => {
  test.each([
    ['one payout', exported(payout())],
    ['currencies with two and three decimals', exported(payout(), payout({ currency: 'KWD', amount: 1_005 }))],
    ['names in Arabic, with marks of XML', exported(payout({ holderName: 'متجر <سيوة> & "أبناؤه"' }))],
    ['names that are too long, with control characters', exported(payout({ holderName: `${'س'.repeat(150)}\u0007` }))],
    ['the largest amounts', exported(...Array.from({ length: 1_000 }, () => payout({ amount: 999_999_999_999 })))],
    ['a long id', { ...exported(payout()), id: 'x'.repeat(64) }],
  ])('of %s keeps the rules of each element', (_, of) => {
    expect(breachesOf(toPain001(of, debtor) ?? '')).toEqual([]);
  });

  test('without a BIC names the bank as not provided', () => {
    const xml = toPain001(exported(payout()), { ...debtor, bic: undefined }) ?? '';
    expect(breachesOf(xml)).toEqual([]);
    expect(xml).toContain('<Id>NOTPROVIDED</Id>');
  });

  test('carries exact amounts, sums and counts, one payment for each currency', () => {
    const xml =
      toPain001(exported(payout(), payout({ amount: 1 }), payout({ currency: 'KWD', amount: 1_005 })), debtor) ?? '';
    expect([...xml.matchAll(/<InstdAmt Ccy="(\w+)">([^<]+)</g)].map(([, ...found]) => found)).toEqual([
      ['EGP', '1234.56'],
      ['EGP', '0.01'],
      ['KWD', '1.005'],
    ]);
    expect([...xml.matchAll(/<CtrlSum>([^<]+)</g)].map(([, sum]) => sum)).toEqual(['1235.575', '1234.57', '1.005']);
    expect([...xml.matchAll(/<NbOfTxs>([^<]+)</g)].map(([, count]) => count)).toEqual(['3', '2', '1']);
  });

  test('of the same export is the same file, and there is none of nothing', () => {
    expect(toPain001(exported(payout()), debtor)).toBe(toPain001(exported(payout()), debtor));
    expect(toPain001(exported(), debtor)).toBeUndefined();
  });
});

test('the rules see what breaks them', () => {
  const xml = toPain001(exported(payout()), debtor) ?? '';
  expect(breachesOf(xml.replace(/<MsgId>.*<\/MsgId>/, ''))).toEqual(['/CstmrCdtTrfInitn/GrpHdr/MsgId is missing']);
  expect(breachesOf(xml.replace('TRF', 'CHK'))).toEqual(['/CstmrCdtTrfInitn/PmtInf/PmtMtd is CHK']);
  expect(breachesOf(xml.replace('<ChrgBr>SLEV</ChrgBr>', '<ChrgBr>SLEV</ChrgBr><ChrgBr>SLEV</ChrgBr>'))).toHaveLength(
    1,
  );
  expect(breachesOf(xml.replace(/(<PmtInfId>.*<\/PmtInfId>)\s*(<PmtMtd>.*<\/PmtMtd>)/, '$2$1'))).toHaveLength(1);
});
