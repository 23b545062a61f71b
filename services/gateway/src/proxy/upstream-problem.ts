import type { IncomingMessage } from 'node:http';
import { Problem } from '@mizan/service-kit';
import type { Route } from '../routing/route-table.ts';

const unreadable = 'Something went wrong on our side. The request can be retried safely.';

/**
 * What is wrong with a service's answer, if anything: an error that is not the specification's, or a refusal of the
 * identity that the gateway itself has signed, is ours and not the merchant's.
 */
export function upstreamProblem(answer: IncomingMessage, route: Route | undefined): Problem | undefined {
  const status = answer.statusCode ?? 502;
  if (status < 400 || !route || route.isOpen) return undefined;
  const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
  const refusedUs = status === 401 && route.audience !== 'client';
  if (isJson && !refusedUs) return undefined;
  return new Problem('internal_error', unreadable, {
    cause: new Error(`${route.service} answered ${route.id} with ${status} ${answer.headers['content-type'] ?? ''}`),
  });
}
