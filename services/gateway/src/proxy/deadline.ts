import { Problem } from '@mizan/service-kit';
import type { Request, Response } from 'express';
import { exchangeOf } from './request-context.ts';

const longestAnswerMs = 30_000; // after its first byte; streams have no deadline once they have begun

/** A running deadline. */
export interface Deadline {
  cancel(): void;
}

/**
 * Ends a request whose service does not answer in time. The timer runs from the moment the request is passed on; an
 * answer that has begun gets a while longer, because then it is the caller who reads slowly.
 */
export function startDeadline(
  request: Request,
  response: Response,
  deadlineMs: number,
  refuse: (request: Request, response: Response, problem: Problem) => void,
): Deadline {
  let timer = setTimeout(() => {
    if (!response.headersSent) {
      refuse(request, response, request.complete ? notAnswered() : notReceived());
      exchangeOf(response).upstream?.destroy();
    } else {
      timer = setTimeout(() => response.destroy(), longestAnswerMs);
    }
  }, deadlineMs);
  return { cancel: () => clearTimeout(timer) };
}

const notAnswered = (): Problem =>
  new Problem('request_timeout', 'No answer in time: the outcome is unknown. Retry with the same Idempotency-Key.');

const notReceived = (): Problem =>
  new Problem('invalid_request', 'The request body did not arrive in time.', { status: 408 });
