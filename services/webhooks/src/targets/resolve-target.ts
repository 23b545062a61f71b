import { lookup, Resolver } from 'node:dns/promises';
import { addressRefusal, parseAddress } from './address-policy.ts';
import type { AllowedRanges } from './allowed-ranges.ts';

/** One address of a name and its time to live. */
export interface ResolvedAddress {
  readonly address: string;
  readonly ttlSeconds: number;
}

/** Where names are looked up; tests script both. */
export interface NameSource {
  /** All addresses that public DNS gives for a name, both families; throws when there is none. */
  dns(hostname: string): Promise<readonly ResolvedAddress[]>;
  /** All addresses that this machine knows a name by, its hosts file included; throws when there is none. */
  system(hostname: string): Promise<readonly string[]>;
}

/** Addresses that may be dialled, IPv4 first, or why the name cannot be called. */
export type Resolution =
  { readonly addresses: readonly string[] } | { readonly error: 'dns_failed' | 'dns_timeout' | 'address_forbidden' };

/** Turns host names of webhook URLs into addresses that passed the policy. */
export interface TargetResolver {
  /** For one attempt: every address must be acceptable, or the attempt fails. */
  resolve(hostname: string): Promise<Resolution>;
  /** The addresses, as the system resolves them, inside the allowed ranges; may be empty. */
  resolveAllowed(hostname: string): Promise<readonly string[]>;
}

export interface ResolverOptions {
  readonly allowed: AllowedRanges;
  readonly source?: NameSource;
  /** How long a lookup may take, milliseconds. Two seconds leave most of the attempt to the endpoint. */
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

/** A checked result is cached for its time to live within these bounds: one lookup for a burst, 30 s for a failover. */
const minCachedMs = 1_000;
const maxCachedMs = 30_000;
/** The system's resolver reports no time to live; five seconds pick up an edited hosts file soon enough. */
const systemCachedMs = 5_000;

/**
 * Creates the resolver for all attempts. Results that passed the policy are cached briefly; this does not allow rebinding,
 * because connections are made to the checked addresses and not to the name.
 */
export function targetResolver(options: ResolverOptions): TargetResolver {
  const { allowed, timeoutMs = 2_000, now = Date.now } = options;
  const source = options.source ?? publicNames(timeoutMs);
  const isAcceptable = (address: string) => allowed.includes(address) || addressRefusal(address) === null;

  const allowedAnswers = cached<readonly string[]>(now, async (hostname) => {
    const found = await withTimeout(timeoutMs, source.system(hostname)).catch(() => []);
    return { value: ipv4First(found.filter((address) => allowed.includes(address))), keptMs: systemCachedMs };
  });

  const checkedAnswers = cached<Resolution>(now, async (hostname) => {
    let answers: readonly ResolvedAddress[];
    try {
      answers = await withTimeout(timeoutMs, source.dns(hostname));
    } catch (cause) {
      return { value: { error: isTimeout(cause) ? 'dns_timeout' : 'dns_failed' }, keptMs: 0 };
    }
    if (answers.length === 0) return { value: { error: 'dns_failed' }, keptMs: 0 };
    if (!answers.every(({ address }) => isAcceptable(address)))
      return { value: { error: 'address_forbidden' }, keptMs: 0 };
    const ttlMs = Math.min(...answers.map((answer) => answer.ttlSeconds)) * 1_000;
    return {
      value: { addresses: ipv4First(answers.map((answer) => answer.address)) },
      keptMs: Math.min(Math.max(ttlMs, minCachedMs), maxCachedMs),
    };
  });

  async function resolveAllowed(hostname: string): Promise<readonly string[]> {
    if (allowed.isEmpty) return [];
    if (parseAddress(hostname) !== undefined) return allowed.includes(hostname) ? [hostname] : [];
    return allowedAnswers(hostname);
  }

  return {
    resolveAllowed,
    async resolve(hostname) {
      if (parseAddress(hostname) !== undefined)
        return isAcceptable(hostname) ? { addresses: [hostname] } : { error: 'address_forbidden' };
      const inside = await resolveAllowed(hostname);
      return inside.length > 0 ? { addresses: inside } : checkedAnswers(hostname);
    },
  };
}

/**
 * Public DNS through a resolver of our own, never the hosts file, and the system's resolver beside it. A resolver lives
 * for one lookup, so it reads the current server list and a hung query can be cancelled alone.
 */
export function publicNames(timeoutMs: number, servers?: readonly string[]): NameSource {
  return {
    async dns(hostname) {
      const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
      if (servers !== undefined) resolver.setServers(servers);
      const timer = setTimeout(() => resolver.cancel(), timeoutMs);
      try {
        const [v4, v6] = await Promise.allSettled([
          resolver.resolve4(hostname, { ttl: true }),
          resolver.resolve6(hostname, { ttl: true }),
        ]);
        const answers = [v4, v6].flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
        if (answers.length === 0) throw worseOf(v4, v6);
        return answers.map(({ address, ttl }) => ({ address, ttlSeconds: ttl }));
      } finally {
        clearTimeout(timer);
      }
    },
    async system(hostname) {
      return (await lookup(hostname, { all: true })).map(({ address }) => address);
    },
  };
}

/** "No such record" of one family means nothing when the other family timed out. */
function worseOf(...parts: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  return reasons.find(isTimeout) ?? reasons[0];
}

function isTimeout(cause: unknown): boolean {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return code === 'ETIMEOUT' || code === 'ECANCELLED';
}

/** Rejects after `timeoutMs`, so that a source without its own limit cannot hold an attempt. */
async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const failure = Object.assign(new Error('name lookup timed out'), { code: 'ETIMEOUT' });
    timer = setTimeout(() => reject(failure), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Names cached at once per kind of lookup; the oldest is dropped first. */
const maxCachedNames = 2_000;

/** Shares a lookup between concurrent callers and caches its value for the time that the lookup returns. */
function cached<T>(
  now: () => number,
  find: (hostname: string) => Promise<{ value: T; keptMs: number }>,
): (hostname: string) => Promise<T> {
  const known = new Map<string, { value: Promise<T>; until: number }>();
  const keep = async (hostname: string): Promise<T> => {
    const { value, keptMs } = await find(hostname);
    const entry = known.get(hostname);
    if (entry !== undefined) entry.until = now() + keptMs;
    return value;
  };
  return (hostname) => {
    const hit = known.get(hostname);
    if (hit !== undefined && hit.until > now()) return hit.value;
    const entry = { value: keep(hostname), until: Infinity };
    known.delete(hostname);
    known.set(hostname, entry);
    if (known.size > maxCachedNames) known.delete(known.keys().next().value ?? hostname);
    return entry.value;
  };
}

function ipv4First(addresses: readonly string[]): readonly string[] {
  return addresses.toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')));
}
