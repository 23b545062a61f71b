import {
  defaultMaxBodyBytes,
  type Attempt,
  type Audience,
  type Operation,
  type Permission,
  type ServiceName,
} from '@mizan/contracts';
import { looksLikeId } from '@mizan/service-kit';
import { z } from 'zod';

/** An operation as the front needs it, worked out once. */
export interface Route {
  readonly id: string;
  readonly service: ServiceName;
  readonly audience: Audience;
  readonly permission: Permission | null;
  /** Opened by anybody: pages, provider callbacks, public documents. No key is looked at. */
  readonly isOpen: boolean;
  /** Refused in live mode while the account may not take live payments. */
  readonly takesMoney: boolean;
  readonly deadlineMs: number;
  /** Largest request body. */
  readonly maxBodyBytes: number;
  /** Beside the limit over all operations. */
  readonly maxPerSecond: number | undefined;
  /** Counted per checkout and address. */
  readonly attempt: Attempt | undefined;
  /** Reads a page of many: the first thing to go when the gateway cannot keep up. */
  readonly isList: boolean;
  /** Answered by a stream that has no end. */
  readonly streams: boolean;
  /** Request headers passed on beyond the base list. */
  readonly forward: readonly string[];
  /** True for health checks, which are not worth a log line each. */
  readonly isProbe: boolean;
}

/** A path of the API with its methods. */
export interface KnownPath {
  readonly byMethod: ReadonlyMap<string, Route>;
  /** Value of an `Allow` header. */
  readonly allow: string;
  /** Nothing at this path needs a key. */
  readonly isOpen: boolean;
  /** Called from browsers on any origin. */
  readonly isClient: boolean;
  /** Only for whoever runs the platform. */
  readonly isOperator: boolean;
}

/** A path that was found. */
export interface Match {
  readonly path: KnownPath;
  /** As it is passed on: with {@link nobodysId} for what no id can look like. */
  readonly pathname: string;
}

const defaultDeadlineMs = 10_000;
const longestDeadlineMs = 30_000;
const openAudiences: readonly Audience[] = ['page', 'provider', 'public'];
/** An id that no record has. What cannot be an id becomes this one, so that it is answered as any other missing one. */
const nobodysId = 'none';

const probe = {
  service: 'gateway',
  audience: 'public',
  permission: null,
  isOpen: true,
  takesMoney: false,
  deadlineMs: defaultDeadlineMs,
  maxBodyBytes: defaultMaxBodyBytes,
  maxPerSecond: undefined,
  attempt: undefined,
  isList: false,
  streams: false,
  forward: [],
  isProbe: true,
} as const;

interface Node {
  readonly fixed: Map<string, Node>;
  parameter: Node | undefined;
  readonly byMethod: Map<string, Route>;
  path: KnownPath | undefined;
}

const newNode = (): Node => ({ fixed: new Map(), parameter: undefined, byMethod: new Map(), path: undefined });

/** Every path of the contract, found by walking a tree of segments. */
export class RouteTable {
  readonly #root = newNode();

  constructor(operations: Readonly<Record<string, Operation>>) {
    for (const id of ['healthz', 'readyz']) this.#add('GET', `/${id}`, { ...probe, id });
    for (const [id, row] of Object.entries(operations)) this.#add(row.method, row.path, toRoute(id, row));
  }

  /** @param pathname without the query */
  match(pathname: string): Match | undefined {
    return walk(this.#root, pathname.split('/'), 1);
  }

  #add(method: string, path: string, route: Route): void {
    let node = this.#root;
    for (const segment of path.slice(1).split('/')) {
      node = /^\{\w+\}$/.test(segment) ? parameterChild(node) : fixedChild(node, segment);
    }
    node.byMethod.set(method, route);
    const routes = [...node.byMethod.values()];
    node.path = {
      byMethod: node.byMethod,
      allow: [...node.byMethod.keys()].join(', '),
      isOpen: routes.every((each) => each.isOpen),
      isClient: routes.some((each) => each.audience === 'client'),
      isOperator: routes.some((each) => each.audience === 'operator'),
    };
  }
}

/** The path of a request's target, without the query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

function toRoute(id: string, row: Operation): Route {
  return {
    id,
    service: row.service,
    audience: row.audience,
    permission: row.permission,
    isOpen: openAudiences.includes(row.audience),
    takesMoney: row.errors.includes('merchant_not_activated') && !row.returnsMoney,
    deadlineMs: Math.min(row.deadlineMs ?? defaultDeadlineMs, longestDeadlineMs),
    maxBodyBytes: row.maxBodyBytes ?? defaultMaxBodyBytes,
    maxPerSecond: row.maxPerSecond,
    attempt: row.attempt,
    isList: row.query instanceof z.ZodObject && 'page' in row.query.shape,
    streams: row.streams === true,
    forward: row.forward ?? [],
    isProbe: false,
  };
}

function fixedChild(node: Node, segment: string): Node {
  let child = node.fixed.get(segment);
  if (!child) node.fixed.set(segment, (child = newNode()));
  return child;
}

function parameterChild(node: Node): Node {
  return (node.parameter ??= newNode());
}

/** Fixed segments win over parameters; where they lead nowhere, the parameter is tried. */
function walk(node: Node, segments: readonly string[], at: number): Match | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.path && { path: node.path, pathname: segments.join('/') };
  const fixed = node.fixed.get(segment);
  const found = fixed && walk(fixed, segments, at + 1);
  if (found || !node.parameter || segment === '') return found;
  return walk(node.parameter, looksLikeId(segment) ? segments : segments.with(at, nobodysId), at + 1);
}
