import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { errors, type ErrorEnvelope } from '@mizan/contracts';
import type { Command } from 'commander';
import { serve } from './api/server.test-support.ts';
import { mizan } from './program.ts';

/** A request that the command has sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Of requests that change something. */
  readonly idempotencyKey: string | undefined;
  readonly twoFactorCode: string | undefined;
}

interface Setting {
  /** The body of a successful response, as an object or as its text, or of an error of the API; undefined refuses the request for want of a permission. */
  readonly answer?: (sent: Sent) => unknown;
  /** What a person types at a question; without it there is no terminal. */
  readonly typed?: string;
  /** Options of all commands that stand for an API key and an operator token. */
  readonly credentials?: readonly string[];
  /** Of the account. */
  readonly defaultCurrency?: string;
}

const refusal = { error: { code: 'permission_denied', message: 'No.' }, request_id: 'req_1' };
const bothCredentials = ['--api-key', 'sk_test_1', '--operator-token', 'token'];

/** Runs the command in this process, against a platform that answers as the test says. */
export async function runMizan(
  args: readonly string[],
  { answer = () => undefined, typed, credentials = bothCredentials, defaultCurrency = 'EGP' }: Setting = {},
) {
  const sent: Sent[] = [];
  const baseUrl = await serve((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const headerOf = (name: string) => [request.headers[name]].flat()[0];
      const received = {
        ...{ method: request.method ?? '', path, query },
        ...{ idempotencyKey: headerOf('idempotency-key'), twoFactorCode: headerOf('two-factor-code') },
        body: text === '' ? undefined : JSON.parse(text),
      };
      const isCurrency = path === '/account' && request.method === 'GET'; // of amounts without --currency
      if (!isCurrency) sent.push(received);
      const body = isCurrency ? { defaultCurrency } : answer(received);
      response
        .writeHead(statusOf(body))
        .end(typeof body === 'string' ? body : JSON.stringify(body === undefined ? refusal : body));
    });
  });
  const { printed, terminal, restore } = redirect(typed);
  try {
    const program = mizan();
    for (const command of withSubcommands(program)) command.exitOverride();
    const access = ['--base-url', baseUrl, '--home', '/nowhere', ...credentials];
    const failure = await program.parseAsync([...access, ...args], { from: 'user' }).then(
      () => undefined,
      (thrown: { readonly exitCode?: number }) => {
        if (thrown.exitCode === undefined) throw thrown;
        return thrown.exitCode;
      },
    );
    return { status: failure ?? Number(process.exitCode ?? 0), ...printed, sent, questions: terminal.questions };
  } finally {
    process.exitCode = undefined;
    restore();
  }
}

function statusOf(body: unknown): number {
  if (body === undefined) return 403;
  const { error } = body as Partial<ErrorEnvelope>;
  return error === undefined ? 200 : errors[error.code].status;
}

const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)];

/** Collects what the command prints. A person, if there is one, answers each question. */
function redirect(typed: string | undefined) {
  const printed = { out: '', err: '' };
  const terminal = { questions: 0 };
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  const { isTTY } = process.stderr;
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => input });
  process.stderr.isTTY = typed !== undefined;
  const spies = [
    jest.spyOn(console, 'log').mockImplementation((text: string) => void (printed.out += `${text}\n`)),
    jest.spyOn(process.stdout, 'write').mockImplementation(((text: string, done?: () => void) => {
      printed.out += text;
      done?.();
      return true;
    }) as typeof process.stdout.write),
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      printed.err += String(text);
      if (String(text).includes('[y/N]')) {
        terminal.questions++;
        input.write(`${typed}\n`);
      }
      return true;
    }),
  ];
  const restore = (): void => {
    for (const spy of spies) spy.mockRestore();
    Object.defineProperty(process, 'stdin', stdin);
    process.stderr.isTTY = isTTY;
  };
  return { printed, terminal, restore };
}
