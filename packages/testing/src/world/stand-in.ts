import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noMail, noManualMethods, paymentMethods, PaymentMethodType } from '@mizan/contracts';
import type { AccountProfile, calls, Currency, ReplyOf, RequestOf } from '@mizan/contracts';
import { errorBody, toProblem, type CallName, type Scope } from '@mizan/service-kit';

type Table = typeof calls;

/** Answers of the services that do not run in a world, by call. An answer may throw a `Problem`. */
export type Answers = {
  readonly [Name in CallName]?: (
    request: RequestOf<Table[Name]>,
    scope: Scope,
  ) => ReplyOf<Table[Name]> | Promise<ReplyOf<Table[Name]>>;
};

/**
 * One server in the place of every service that does not run. A call without an answer is 503, as from a service that is
 * down.
 */
export async function startStandIn(answers: Answers): Promise<{ url: string; close(): Promise<void> }> {
  const known: Answers = { getAccount: (_request, scope) => demoProfile(scope.merchantId), ...answers };
  const server = createServer((request, response) => {
    void answer(known, request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function answer(answers: Answers, request: IncomingMessage): Promise<[status: number, body: unknown]> {
  const name = (request.url ?? '').replace('/internal/calls/', '') as CallName;
  const reply = answers[name] as ((request: unknown, scope: Scope) => unknown) | undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (!reply) return [503, { error: { code: 'internal_error', message: `No answer to ${name} in this world.` } }];
  try {
    return [200, await reply(JSON.parse(Buffer.concat(chunks).toString()), scopeOf(request))];
  } catch (thrown) {
    const problem = toProblem(thrown);
    return [problem.status, errorBody(problem, 'req_stand_in', 'http://localhost/docs')];
  }
}

/** The merchant and mode that the caller claims; a stand-in does not verify the signature. */
function scopeOf(request: IncomingMessage): Scope {
  const [, payload = ''] = String(request.headers['x-identity']).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { mid: string; live: boolean };
  return { merchantId: claims.mid, livemode: claims.live };
}

const decimals: Partial<Record<Currency, number>> = { EGP: 2, USD: 2, SAR: 2, AED: 2, KWD: 3 };

const anyProvider = { provider: null, refundFixed: 0 } as const;

/** An Egyptian merchant with cards and vouchers: what `getAccount` answers in a world without a gateway. */
export const demoProfile = (id: string): AccountProfile => ({
  id,
  object: 'account',
  displayName: 'Test merchant',
  country: 'EG',
  defaultCurrency: 'EGP',
  defaultLocale: 'en',
  supportedCurrencies: (Object.keys(decimals) as Currency[]).map((code) => ({
    code,
    decimals: decimals[code] ?? 2,
    paymentMethodTypes: PaymentMethodType.options.filter((type) => paymentMethods[type].currencies.includes(code)),
  })),
  livePaymentsEnabled: true,
  mail: noMail,
  manualMethods: noManualMethods,
  logo: null,
  allowedOrigins: [],
  feeSchedule: PaymentMethodType.options.flatMap((paymentMethodType) => {
    const row = {
      paymentMethodType,
      brand: null,
      isOnUs: null,
      isInternational: null,
      ratePpm: 27_500,
      ...anyProvider,
    };
    return [
      { ...row, currency: 'EGP' as const, fixed: 300 },
      { ...row, currency: 'SAR' as const, fixed: 40 },
    ];
  }),
  disputeFees: [],
  vatOnFeesPpm: 140_000,
  feeConfig: { feesPassThrough: false, vatCollectionEnabled: false },
  presentmentCurrencies: null,
  lateSuccessPolicy: 'accept',
});
