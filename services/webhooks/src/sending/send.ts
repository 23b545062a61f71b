import type { KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { nothingAllowed, type AllowedRanges } from '../targets/allowed-ranges.ts';
import { checkUrl, hostnameOf, allowPrivateTarget, type UrlCheck } from '../targets/check-url.ts';
import { targetResolver, type TargetResolver } from '../targets/resolve-target.ts';
import { keptConnections, type Dial, type Lease, type Route } from './connections.ts';
import { sendRequest, type EndpointResponse } from './send-request.ts';
import { SendFailure, type SendResult } from './send-result.ts';
import { requestHeaders, signatureHeaders } from './sign.ts';

/** An attempt to make. */
export interface Attempt {
  readonly endpointId: string;
  readonly url: string;
  /** The event's id, which becomes `webhook-id`. */
  readonly eventId: string;
  /** Exactly the bytes that were stored when the event was fanned out. */
  readonly body: Uint8Array;
  /** From {@link signingKey}: one, or two while a rotated secret overlaps, newest first. */
  readonly signingKeys: readonly KeyObject[];
  /** From 1. */
  readonly attempt: number;
  /** Becomes `webhook-timestamp`. */
  readonly sentAt: Date;
}

/** Makes attempts over kept-alive connections; close it to end them. */
export interface Sender {
  send(attempt: Attempt): Promise<SendResult>;
  close(): Promise<void>;
}

/** Limits of one attempt, milliseconds. */
const defaultLimits = {
  dnsTimeoutMs: 2_000,
  connectTimeoutMs: 3_000,
  tlsTimeoutMs: 5_000,
  /** From the first look-up to the last byte read. */
  totalTimeoutMs: 15_000,
  /** For the body after the status line: it is stored only for display, so it must not occupy a slot for long. */
  bodyTimeoutMs: 3_000,
};

const noResponse = { statusCode: null, responseHeaders: null, responseSnippet: null, retryAfterSeconds: null };

/** Parsed URLs cached for an endpoint's next attempt. */
const maxCachedUrls = 2_000;

export interface SenderOptions {
  /** Private ranges that may be reached; none when absent. */
  readonly allowed?: AllowedRanges;
  readonly resolver?: TargetResolver;
  readonly limits?: Partial<typeof defaultLimits>;
  /** Certificate authorities in place of the system's and `NODE_EXTRA_CA_CERTS`, PEM. */
  readonly authorities?: string | readonly string[];
  readonly dial?: Dial;
}

/**
 * Creates a sender. Each attempt is one POST: URL checked again, name resolved to allowed addresses only, connection
 * pinned to them, certificate verified, no redirect followed, no proxy used, a limited part of the response read.
 */
export function createSender(options: SenderOptions = {}): Sender {
  const { allowed = nothingAllowed, dial } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const resolver = options.resolver ?? targetResolver({ allowed, timeoutMs: limits.dnsTimeoutMs });
  const connections = keptConnections({
    connectTimeoutMs: limits.connectTimeoutMs,
    tlsTimeoutMs: limits.tlsTimeoutMs,
    secureContext: createSecureContext({ ca: options.authorities as string | string[] | undefined }),
    dial,
  });

  const checks = new Map<string, UrlCheck>();
  function checked(url: string): UrlCheck {
    const known = checks.get(url) ?? checkUrl(url);
    if (checks.size >= maxCachedUrls) checks.clear();
    checks.set(url, known);
    return known;
  }

  async function routeTo(attempt: Attempt): Promise<{ route: Route; path: string }> {
    const check = await allowPrivateTarget(checked(attempt.url), resolver.resolveAllowed);
    if (!check.ok) throw new SendFailure('url_forbidden');
    const hostname = hostnameOf(check.url);
    const found =
      check.target === 'private'
        ? { addresses: await resolver.resolveAllowed(hostname) }
        : await resolver.resolve(hostname);
    if ('error' in found) throw new SendFailure(found.error);
    const route = { endpointId: attempt.endpointId, origin: check.url.origin, hostname, addresses: found.addresses };
    return { route, path: check.url.pathname + check.url.search };
  }

  async function responseTo(attempt: Attempt, startedAtMs: number): Promise<EndpointResponse> {
    const { route, path } = await routeTo(attempt);
    const request = { path, headers: headersOf(attempt), body: attempt.body };
    const post = async (lease: Lease) => {
      let complete = false;
      try {
        const totalTimeoutMs = Math.max(1, limits.totalTimeoutMs - (performance.now() - startedAtMs));
        const response = await sendRequest(lease.client, request, { ...limits, totalTimeoutMs });
        complete = response.complete;
        return response;
      } finally {
        lease.release(complete);
      }
    };
    const lease = connections.lease(route);
    try {
      return await post(lease);
    } catch (failure) {
      // The endpoint closed an idle connection just as we reused it, which is no failure: send the request again.
      const wasClosed = lease.reused && failure instanceof SendFailure && failure.error === 'connection_reset';
      if (wasClosed) return post(connections.lease(route, true));
      throw failure;
    }
  }

  return {
    async send(attempt) {
      const startedAtMs = performance.now();
      const elapsedMs = () => Math.round(performance.now() - startedAtMs);
      try {
        return resultOf(await responseTo(attempt, startedAtMs), elapsedMs());
      } catch (failure) {
        if (!(failure instanceof SendFailure)) throw failure;
        return { outcome: 'failed', error: failure.error, durationMs: elapsedMs(), ...noResponse };
      }
    },
    close: () => connections.close(),
  };
}

const headersOf = (attempt: Attempt): Record<string, string> => ({
  ...requestHeaders(attempt),
  ...signatureHeaders({ ...attempt, id: attempt.eventId }, attempt.signingKeys),
});

function resultOf({ complete: _complete, ...response }: EndpointResponse, durationMs: number): SendResult {
  if (response.statusCode < 300) return { outcome: 'delivered', durationMs, ...response };
  return { outcome: 'failed', error: response.statusCode < 400 ? 'redirect' : 'status', durationMs, ...response };
}
