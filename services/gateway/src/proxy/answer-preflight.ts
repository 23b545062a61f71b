import type { Response } from 'express';
import { exchangeOf } from './request-context.ts';
import { ownHeaders } from './response-headers.ts';
import type { KnownPath } from '../routing/route-table.ts';

const browsersRememberSeconds = 7_200; // the longest that Chromium does
const allowedHeaders = 'Authorization, Client-Secret, Content-Type, Idempotency-Key, Api-Version';

/** Tells a browser that any page may call the client surface: what protects a checkout there is its secret. */
export function answerPreflight(response: Response, path: KnownPath, isHttps: boolean): void {
  const exchange = exchangeOf(response);
  exchange.path = path;
  const headers = ownHeaders(exchange, isHttps);
  headers.push('Access-Control-Allow-Methods', path.allow);
  headers.push('Access-Control-Allow-Headers', allowedHeaders);
  headers.push('Access-Control-Max-Age', String(browsersRememberSeconds));
  response.writeHead(204, headers).end();
}
