import { isIdempotencyKey } from '@mizan/service-kit';
import type { Request } from 'express';
import type { KeyHomes } from '../idempotency/key-homes.ts';
import type { Exchange } from './request-context.ts';
import type { Route } from '../routing/route-table.ts';

/**
 * Lets a merchant's idempotency key pass, if the request has one. A key that is none is for the service to refuse; those
 * of buyers and operators belong to one path each and so to one service.
 *
 * @throws Problem `idempotency_key_in_use`: it belongs to a request to another service
 */
export async function admitIdempotencyKey(
  homes: KeyHomes,
  request: Request,
  exchange: Exchange,
  route: Route,
): Promise<void> {
  const idempotencyKey = request.headers['idempotency-key'];
  const isMerchants = route.audience === 'merchant' || route.audience === 'test';
  if (typeof idempotencyKey !== 'string' || !isMerchants || !exchange.key) return;
  if (request.method === 'GET' || request.method === 'HEAD' || !isIdempotencyKey(idempotencyKey)) return;
  exchange.keyStay = await homes.enter(exchange.key.scope, idempotencyKey, route.service);
}
