import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { calls, ReplyOf, RequestOf } from '@mizan/contracts';
import { errorBody, toProblem, type CallName, type Scope } from '@mizan/service-kit';
import { demoProfile } from './demo-profile.ts';

type Table = typeof calls;

/** Answers of the services that do not run in a world, by call. An answer may throw a `Problem`. */
export type Answers = {
  readonly [Name in CallName]?: (
    request: RequestOf<Table[Name]>,
    scope: Scope,
  ) => ReplyOf<Table[Name]> | Promise<ReplyOf<Table[Name]>>;
};

/** One server in the place of every service that does not run. A call without an answer is 503, as from a service that is down. */
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
