import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const mona = { id: 'cus_1', name: 'Mona Adel', email: 'mona@example.com', phone: '+201001234567' };
const denied = { error: { code: 'permission_denied', message: 'Not allowed.' } };
const missing = { error: { code: 'resource_missing', message: 'No customer `cus_1`.' } };
const deleted = { id: 'cus_1', object: 'customer', deleted: true };
const rest = 'The personal data are erased, also in checkouts and payments, which cannot be undone. Payments are kept.';

/** @param customer what the platform answers for it */
const remove = (customer: object, typed: string, ...options: string[]) =>
  runMizan(['customers', 'delete', 'cus_1', ...options], {
    ...{ typed, answer: ({ method }: Sent) => (method === 'DELETE' ? deleted : customer) },
  });
const deletions = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

describe('before a customer is deleted', () => {
  test.each([
    ['the person', mona, 'Delete cus_1 (Mona Adel, mona@example.com)?'],
    ['a guest by the phone number', { ...mona, name: null, email: null }, 'Delete cus_1 (+201001234567)?'],
    ['the customer that a merged guest has become', { ...mona, id: 'cus_2' }, 'Delete cus_2 (Mona Adel, '],
    ['the ID alone, where the key may not read customers,', denied, 'Delete cus_1?'],
  ])('%s is named', async (_what, customer, question) => {
    const { err, sent } = await remove(customer, 'n');
    expect(err).toContain(question);
    expect(err).toContain(rest);
    expect(deletions(sent)).toEqual([]);
    expect(deletions((await remove(customer, 'y')).sent)).toEqual(['/customers/cus_1']);
  });

  test('one that is deleted already is refused, and left to the API with a key of the command’s own', async () => {
    const refused = await remove(missing, 'y');
    expect([refused.status, deletions(refused.sent)]).toEqual([1, []]);
    expect(refused.err).toContain('No customer `cus_1`.');
    const repeated = await remove(missing, 'y', '--idempotency-key', 'erase-7');
    expect([repeated.status, deletions(repeated.sent)]).toEqual([0, ['/customers/cus_1']]);
  });
});
