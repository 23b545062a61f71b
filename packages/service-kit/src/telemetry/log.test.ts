import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

/** The lines that a process of its own writes, since jest's is silent. */
function linesOf(script: string): Record<string, unknown>[] {
  const log = new URL('./log.ts', import.meta.url).href;
  const work = new URL('./work.ts', import.meta.url).href;
  const code = `import { flushLog, log } from '${log}'; import { newWork, runWork } from '${work}'; ${script}; flushLog();`;
  const env = { PATH: process.env.PATH, MIZAN_SERVICE_NAME: 'catalog' };
  const written = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { env, encoding: 'utf8' });
  return written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a line carries its service, its level by name and the work it belongs to', () => {
  const [line] = linesOf(`runWork({ ...newWork(0), requestId: 'req_1' }, () => log.warn({ event: 'probe' }))`);
  expect(line).toMatchObject({
    level: 'warn',
    service: 'catalog',
    event: 'probe',
    requestId: 'req_1',
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test('one line’s fields never appear on another', () => {
  const [first, second] = linesOf(`log.info({ merchantId: 'acct_1' }); log.info({ event: 'second' })`);
  expect([first?.['merchantId'], second?.['merchantId'], second?.['event']]).toEqual(['acct_1', undefined, 'second']);
});

test('no field of a line, an error’s message, stack or cause included, carries a credential or a card number', () => {
  const script = `
    const cause = new Error('refused mz_sk_live_abcdef');
    const thrown = new Error('card 4242424242424242', { cause });
    log.error({ event: 'probe', param: '4242 4242 4242 4242', err: thrown }, 'for cs_1_secret_1abcdef with whsec_abcdef')`;
  const text = JSON.stringify(linesOf(script));
  for (const secret of ['4242', 'abcdef']) expect(text).not.toContain(secret);
  expect(text).toContain('refused');
});
