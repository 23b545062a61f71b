import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { CommandError } from '../terminal/command-error.ts';
import { printNotice } from '../terminal/print.ts';
import { isAnswerToKey, isOfOtherRequest, isUndone, mayHaveTakenEffect } from './answer-to-key.ts';
import { ApiError } from './api-error.ts';
import { hasGivenKey, nextRequestKey, type RequestKey } from './idempotency-keys.ts';
import { inOptionNames, withFlags } from './in-option-names.ts';
import { howToRepeat, KeyOfOtherRequest, OutcomeUnknown, sayingHowToRepeat } from './outcome-unknown.ts';
import { sendOnce, type Access, type RequestLine } from './send-once.ts';
import { settingsOf } from './settings.ts';

/** Before the second and the third attempt of a request that changes something. */
const retryDelaysMs = [250, 1_000];

interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a request that changes something; new ones by default. */
  readonly key?: RequestKey;
  /** What it is about, of a command that sends as many requests as there are objects: see `nextRequestKey`. */
  readonly subject?: string;
  /** An operation that changes nothing before its only transaction: where it says that nothing was changed, that is certain. */
  readonly isSingleChange?: boolean;
  /** A dry run: it needs no idempotency key, and takes none of the command. */
  readonly isDryRun?: boolean;
}

/**
 * Sends a request and returns the body of the response. Requests that change something carry an idempotency key, and are sent
 * again with it while it is not known whether they took effect. A signal that ends the process meanwhile says how to repeat it.
 *
 * @throws ApiError with the message of an error response
 * @throws OutcomeUnknown when one of the attempts, or an earlier run, may have taken effect, and none has been answered
 * @throws CommandError when the server cannot be reached, or is not this API
 */
export async function sendRequest<Body>(
  access: Access,
  line: RequestLine,
  { key = newKey(), isDryRun = false, isSingleChange = false, ...options }: RequestOptions = {},
): Promise<Body> {
  if (isDryRun || line.startsWith('GET ')) return sendOnce<Body>(access, line, options);
  const headers = { 'idempotency-key': key.ofRequest, ...options.headers };
  const send = () => sendOnce<Body>(access, line, { ...options, headers });
  return sayingHowToRepeat(key.ofRun, () => sendUntilAnswered({ ...key, isSingleChange }, send));
}

async function sendUntilAnswered<Body>(
  key: RequestKey & { readonly isSingleChange: boolean },
  send: () => Promise<Body>,
): Promise<Body> {
  const delays = [...retryDelaysMs];
  let isUnknown = key.mayBeOfEarlierRun;
  for (;;)
    try {
      return await send();
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      const isKnownUndone = key.isSingleChange && isUndone(thrown);
      isUnknown ||= mayHaveTakenEffect(thrown) && !isKnownUndone;
      // What follows an attempt that may have taken effect says nothing about it, unless it is the answer to its key.
      if (isOfOtherRequest(thrown)) throw new KeyOfOtherRequest(`${thrown.message}\n${lookFirst}`, { cause: thrown });
      if (!(isUnknown || isKnownUndone) || isAnswerToKey(thrown)) throw thrown;
      const delayMs = delays.shift();
      if (delayMs === undefined && !isUnknown) throw thrown;
      if (delayMs === undefined)
        throw new OutcomeUnknown(`${thrown.message}\n${howToRepeat(key.ofRun)}`, { cause: thrown });
      printNotice(`${thrown.message.replace(/\.?(?:\n[^]*)?$/, '.')} Trying again …`);
      await setTimeout(delayMs);
    }
}

function newKey(): RequestKey {
  const key = randomUUID();
  return { ofRequest: key, ofRun: key, mayBeOfEarlierRun: false };
}

const lookFirst =
  'The first run with this key had other options, or what the command reads has changed since. Before you run it without the key, look whether that run took effect, with mizan refunds list, for example.';

/** Sends a request with the operator token of the command's settings. */
export function sendAsOperator<Body>(command: Command, line: RequestLine, options?: RequestOptions): Promise<Body> {
  const { baseUrl, operatorToken } = settingsOf(command);
  return sendOf<Body>(command, line, { baseUrl, credential: operatorToken(), options });
}

/** Sends a request with the API key of the command's settings. */
export function sendAsMerchant<Body>(command: Command, line: RequestLine, options?: RequestOptions): Promise<Body> {
  const { baseUrl, apiKey } = settingsOf(command);
  return sendOf<Body>(command, line, { baseUrl, credential: apiKey(), options });
}

function sendOf<Body>(
  command: Command,
  line: RequestLine,
  { options, ...access }: Access & { readonly options: RequestOptions | undefined },
): Promise<Body> {
  const isChange = !line.startsWith('GET ') && !options?.isDryRun;
  const key = isChange ? { key: nextRequestKey(command, options?.subject) } : {};
  return withOptionNames(command, sendRequest<Body>(access, line, { ...key, ...options }));
}

/** Runs a request whose parameters the user has typed as options; its errors name them so as well. */
async function withOptionNames<Body>(command: Command, request: Promise<Body>): Promise<Body> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof ApiError) thrown.message = withNamesOf(command, thrown.message, thrown);
    if (thrown instanceof OutcomeUnknown && thrown.cause instanceof ApiError) {
      thrown.message = withNamesOf(command, thrown.message, thrown.cause);
      if (thrown.cause.code === 'two_factor_required') thrown.message += newTwoFactorCode;
    }
    throw thrown;
  }
}

function withNamesOf(command: Command, message: string, { param, code }: ApiError): string {
  const flagged = withFlags(message, command);
  const named = param === undefined ? flagged : inOptionNames({ message: flagged, param }, command);
  if (code === 'two_factor_required') return named.replace('Two-Factor-Code', '--two-factor-code');
  // Each run makes up a key of its own, unless it is given one.
  const again = hasGivenKey(command) ? ' again, without this --idempotency-key' : ' again';
  return named.replace(/(?: again)? with a new Idempotency-Key/, again);
}

const newTwoFactorCode = '\nEach code can be used once: repeat it with a new --two-factor-code.';
