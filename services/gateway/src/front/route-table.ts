import {
  defaultMaxBodyBytes,
  type Attempt,
  type Audience,
  type Operation,
  type Permission,
  type ServiceName,
} from '@mizan/contracts';
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

/** A path that was found; `malformed` names a parameter that no id can look like. */
export interface Match {
  readonly path: KnownPath;
  readonly malformed: string | undefined;
}

const defaultDeadlineMs = 10_000;
const longestDeadlineMs = 30_000;
const openAudiences: readonly Audience[] = ['page', 'provider', 'public'];
const plainSegment = /^(?!\.{1,2}$)[A-Za-z0-9_.~-]{1,255}$/;

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
  forward: [],
  isProbe: true,
} as const;

interface Node {
  readonly fixed: Map<string, Node>;
  parameter: { readonly name: string; readonly node: Node } | undefined;
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
    return walk(this.#root, pathname.split('/'), 1, undefined);
  }

  #add(method: string, path: string, route: Route): void {
    let node = this.#root;
    for (const segment of path.slice(1).split('/')) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      node = name === undefined ? fixedChild(node, segment) : parameterChild(node, name);
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
    takesMoney: row.errors.includes('merchant_not_activated'),
    deadlineMs: Math.min(row.deadlineMs ?? defaultDeadlineMs, longestDeadlineMs),
    maxBodyBytes: row.maxBodyBytes ?? defaultMaxBodyBytes,
    maxPerSecond: row.maxPerSecond,
    attempt: row.attempt,
    isList: row.query instanceof z.ZodObject && 'page' in row.query.shape,
    forward: row.forward ?? [],
    isProbe: false,
  };
}

function fixedChild(node: Node, segment: string): Node {
  let child = node.fixed.get(segment);
  if (!child) node.fixed.set(segment, (child = newNode()));
  return child;
}

function parameterChild(node: Node, name: string): Node {
  node.parameter ??= { name, node: newNode() };
  return node.parameter.node;
}

/** Fixed segments win over parameters; where they lead nowhere, the parameter is tried. */
function walk(node: Node, segments: readonly string[], at: number, malformed: string | undefined): Match | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.path && { path: node.path, malformed };
  const fixed = node.fixed.get(segment);
  const found = fixed && walk(fixed, segments, at + 1, malformed);
  if (found || !node.parameter || segment === '') return found;
  const { name, node: child } = node.parameter;
  return walk(child, segments, at + 1, malformed ?? (plainSegment.test(segment) ? undefined : name));
}
