import { afterEach, describe, expect, test } from '@jest/globals';
import { scaleTimeout } from '@mizan/testing';
import { parseAllowedRanges } from './allowed-ranges.ts';
import { testDns, type Script } from './dns-server.test-support.ts';
import { publicNames, targetResolver, type NameSource } from './resolve-target.ts';

const none = parseAllowedRanges('', { production: true });
const loopback = parseAllowedRanges('127.0.0.0/8', { production: false });
const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0)) await step();
});

async function dns(script: Script) {
  const server = await testDns(script);
  cleanup.push(() => server.close());
  return server;
}

const noSystem = { system: () => Promise.reject(new Error('not queries')) };

describe('public names', () => {
  test('both families are queries, IPv4 comes first', async () => {
    const { address } = await dns((_name, type) => [
      type === 'A'
        ? { type: 'A', value: '8.8.8.8', ttlSeconds: 60 }
        : { type: 'AAAA', value: '2606:4700::1', ttlSeconds: 60 },
    ]);
    const resolver = targetResolver({ allowed: none, source: publicNames(500, [address]) });
    expect(await resolver.resolve('hooks.example.com')).toEqual({ addresses: ['8.8.8.8', '2606:4700::1'] });
  });

  test('one family is enough', async () => {
    const { address } = await dns((_name, type) => (type === 'AAAA' ? [{ type: 'AAAA', value: '2606:4700::1' }] : []));
    const resolver = targetResolver({ allowed: none, source: publicNames(500, [address]) });
    expect(await resolver.resolve('hooks.example.com')).toEqual({ addresses: ['2606:4700::1'] });
  });

  test('a name without records fails; a silent server times out', async () => {
    const { address } = await dns((name) => (name.startsWith('silent') ? 'silent' : []));
    const resolver = targetResolver({ allowed: none, source: publicNames(200, [address]), timeoutMs: 400 });
    expect(await resolver.resolve('nothing.example.com')).toEqual({ error: 'dns_failed' });
    const startedAt = performance.now();
    expect(await resolver.resolve('silent.example.com')).toEqual({ error: 'dns_timeout' });
    expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(1_000));
  });

  test('a source that never answers fails after the timeout', async () => {
    const source: NameSource = { ...noSystem, dns: () => new Promise(() => undefined) };
    const resolver = targetResolver({ allowed: none, source, timeoutMs: 50 });
    expect(await resolver.resolve('hooks.example.com')).toEqual({ error: 'dns_timeout' });
  });

  test('an answer is kept for its lifetime, between one second and thirty; a refusal is not kept', async () => {
    let nowMs = 0;
    let queries = 0;
    let answer = { address: '8.8.8.8', ttlSeconds: 0 };
    const source: NameSource = { ...noSystem, dns: () => Promise.resolve([(queries++, answer)]) };
    const resolver = targetResolver({ allowed: none, source, now: () => nowMs });
    const queriesAfter = async (ms: number) => {
      nowMs += ms;
      await resolver.resolve('hooks.example.com');
      return queries;
    };
    expect([await queriesAfter(0), await queriesAfter(999), await queriesAfter(1)]).toEqual([1, 1, 2]);
    answer = { address: '8.8.8.8', ttlSeconds: 86_400 };
    expect([await queriesAfter(1_000), await queriesAfter(29_999), await queriesAfter(1)]).toEqual([3, 3, 4]);
    answer = { address: '10.0.0.1', ttlSeconds: 86_400 };
    expect([await queriesAfter(30_000), await queriesAfter(0)]).toEqual([5, 6]);
  });

  test('attempts at the same time share one look-up', async () => {
    let queries = 0;
    const source: NameSource = {
      ...noSystem,
      dns: () => Promise.resolve([(queries++, { address: '8.8.8.8', ttlSeconds: 0 })]),
    };
    const resolver = targetResolver({ allowed: none, source });
    await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('hooks.example.com')));
    expect(queries).toBe(1);
  });
});

describe('allowed ranges', () => {
  test('the system resolver, hosts file included, answers for localhost; addresses outside are left out', async () => {
    const resolver = targetResolver({ allowed: loopback });
    expect(await resolver.resolve('localhost')).toEqual({ addresses: ['127.0.0.1'] });
    expect(await resolver.resolveAllowed('localhost')).toEqual(['127.0.0.1']);
  });

  test('without ranges the system resolver is never queries', async () => {
    const source: NameSource = {
      system: () => Promise.resolve(['127.0.0.1']),
      dns: () => Promise.resolve([{ address: '8.8.8.8', ttlSeconds: 0 }]),
    };
    const resolver = targetResolver({ allowed: none, source });
    expect(await resolver.resolveAllowed('localhost')).toEqual([]);
    expect(await resolver.resolve('hooks.example.com')).toEqual({ addresses: ['8.8.8.8'] });
  });

  test('a name outside the ranges still has to be public', async () => {
    const answers: Record<string, string> = { 'good.example.com': '8.8.8.8', 'bad.example.com': '10.0.0.1' };
    const source: NameSource = {
      system: (name) => Promise.resolve([answers[name] ?? '']),
      dns: (name) => Promise.resolve([{ address: answers[name] ?? '', ttlSeconds: 0 }]),
    };
    const resolver = targetResolver({ allowed: loopback, source });
    expect(await resolver.resolve('good.example.com')).toEqual({ addresses: ['8.8.8.8'] });
    expect(await resolver.resolve('bad.example.com')).toEqual({ error: 'address_forbidden' });
  });

  test('literals are looked up nowhere', async () => {
    const resolver = targetResolver({ allowed: loopback, source: { ...noSystem, dns: noSystem.system } });
    expect(await resolver.resolve('127.0.0.1')).toEqual({ addresses: ['127.0.0.1'] });
    expect(await resolver.resolve('::1')).toEqual({ error: 'address_forbidden' });
  });
});
