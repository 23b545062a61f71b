import { Problem } from '@mizan/service-kit';
import type { Request, Response } from 'express';
import type { Refuse } from './refuse.ts';
import { contextOf } from './request-context.ts';

const responseMaxMs = 30_000; // after its first byte; streams and downloads have no deadline once they have started

/**
 * Ends a request whose service does not respond in time. The timer runs from the moment the request is forwarded; a
 * response that has started gets longer, because then it is the caller who reads slowly.
 */
export function startDeadline(
  { request, response, refuse }: { readonly request: Request; readonly response: Response; readonly refuse: Refuse },
  deadlineMs: number,
): void {
  const context = contextOf(response);
  context.deadline = setTimeout(() => {
    if (!response.headersSent) {
      refuse(request, response, request.complete ? noResponse(request.method) : lateBody());
      context.upstream?.destroy();
    } else {
      context.deadline = setTimeout(() => response.destroy(), responseMaxMs);
    }
  }, deadlineMs);
}

const unknownOutcome = 'The request timed out and its outcome is unknown. Retry with the same Idempotency-Key.';
const noResponse = (method: string) =>
  new Problem(
    'request_timeout',
    method === 'GET' || method === 'HEAD' ? 'The request timed out. Retry shortly.' : unknownOutcome,
  );
const lateBody = () => new Problem('invalid_request', 'The request body did not arrive in time.', { status: 408 });
