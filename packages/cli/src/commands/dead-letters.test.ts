import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

const requeue = (requeued: number, ...options: string[]) =>
  runMizan([...options, 'dead-letters', 'requeue', 'evt_1'], { answer: () => ({ requeued }) });

test('nothing reads like a success when no dead letter matches', async () => {
  expect(await requeue(0)).toMatchObject({ status: 1, out: '', err: 'mizan: No dead letter matches.\n' });
  expect(JSON.parse((await requeue(0, '--json')).out)).toEqual({ requeued: 0 });
});

test('the number that was requeued is printed', async () => {
  expect((await requeue(2)).out).toMatch(/^requeued +2\n\nEvents leave the list once they are handled\./);
});

test('a list of a consumer that does not exist is refused, with those that exist', async () => {
  const list = (consumer: string) =>
    runMizan(['dead-letters', 'list', '--consumer', consumer], { answer: () => ({ data: [] }) });
  expect(await list('catalog-purchase')).toMatchObject({ status: 1, out: '' });
  expect((await list('catalog-purchase')).err).toContain('No consumer `catalog-purchase`. There are ');
  expect(await list('catalog-purchases')).toMatchObject({ status: 0 });
});
