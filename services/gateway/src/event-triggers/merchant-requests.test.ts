import { expect, test } from '@jest/globals';
import { requestsTo } from './service-access.test-support.ts';

const answer = (status: number, code: string) => ({
  status,
  body: JSON.stringify({ error: { type: 'api_error', code, message: `the service said ${code}` } }),
});
const answers: Readonly<Record<string, { status: number; body: string }>> = {
  overloaded: answer(503, 'internal_error'),
  slow: answer(504, 'request_timeout'),
  faulty: answer(500, 'internal_error'),
  refusing: answer(404, 'resource_missing'),
  cut: { status: 200, body: '{"object":"prod' },
};

const requests = requestsTo((request, response) => {
  const { status, body } = answers[request.url?.split('/').at(-1) ?? ''] ?? answer(404, 'unknown');
  response.writeHead(status, { 'content-length': body.length + (status === 200 ? 1 : 0) });
  response.write(body, () => (status === 200 ? response.destroy() : response.end()));
});

test.each([
  ['is overloaded', 'overloaded', { status: 503, code: 'internal_error', retryAfterSeconds: 1 }],
  ['stops waiting', 'slow', { status: 503, code: 'internal_error', retryAfterSeconds: 1 }],
  ['is lost in the middle of its answer', 'cut', { status: 504, code: 'request_timeout' }],
  ['has a fault', 'faulty', { status: 500, code: 'internal_error' }],
  ['refuses', 'refusing', { status: 404, code: 'resource_missing', message: 'the service said resource_missing' }],
])('a service that %s is reported as what it is', async (_, id, expected) => {
  await expect(requests().send('GET', `/products/${id}`)).rejects.toMatchObject(expected);
});
