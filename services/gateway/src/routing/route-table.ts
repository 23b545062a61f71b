import {
  closestName,
  defaultMaxBodyBytes,
  isList,
  isLimitedByEventBytes,
  longestDeadlineMs,
  type Attempt,
  type Audience,
  type Operation,
} from '@mizan/contracts';
import type { Permission, ServiceName } from '@mizan/contracts';
import { looksLikeId } from '@mizan/service-kit';

/** An operation with everything that its requests need, computed once. */
export interface Route {
  readonly id: string;
  readonly service: ServiceName;
  readonly audience: Audience;
  readonly permission: Permission | null;
  /** Instead of it. */
  readonly otherPermission: Permission | null;
  /** Public: pages, provider callbacks, documents. No key is checked. */
  readonly isOpen: boolean;
  /** Refused in live mode until live payments are enabled for the account. */
  readonly acceptsMoney: boolean;
  readonly deadlineMs: number;
  /** Largest request body. */
  readonly maxBodyBytes: number;
  /** In addition to the limit over all operations. */
  readonly maxPerSecond: number | undefined;
  /** Counted per checkout and address. */
  readonly attempt: Attempt | undefined;
  /** Reads a page of a list, or all of one: the first requests to be refused when the gateway is overloaded. */
  readonly isList: boolean;
  /** Refused while the account has used up the bytes of its events. */
  readonly isLimitedByEventBytes: boolean;
  /** Its response is an endless stream. */
  readonly streams: boolean;
  /** Its response is a file of any length. */
  readonly downloads: boolean;
  /** Request headers forwarded in addition to the base list. */
  readonly forward: readonly string[];
  /** True for health checks, which are not logged. */
  readonly isProbe: boolean;
}

/** A path of the API with its methods. */
export interface KnownPath {
  /** With its parameters in braces: `/products/{id}`. */
  readonly template: string;
  readonly byMethod: ReadonlyMap<string, Route>;
  /** Value of an `Allow` header. */
  readonly allow: string;
  /** Nothing at this path needs a key. */
  readonly isOpen: boolean;
  /** Called from browsers on any origin. */
  readonly isClient: boolean;
  /** Only for the operator of the platform. */
  readonly isOperator: boolean;
}

/** A path that exists. */
export interface Match {
  readonly path: KnownPath;
  /** As it is forwarded: with {@link unknownId} in place of segments that cannot be ids. */
  readonly pathname: string;
}

const defaultDeadlineMs = 10_000;
const openAudiences: readonly Audience[] = ['page', 'provider', 'public'];
/** An id that no record has. It replaces segments that cannot be ids, so that they get the response of a missing record. */
const unknownId = 'none';

const probe = {
  service: 'gateway',
  audience: 'public',
  permission: null,
  otherPermission: null,
  isOpen: true,
  acceptsMoney: false,
  deadlineMs: defaultDeadlineMs,
  maxBodyBytes: defaultMaxBodyBytes,
  maxPerSecond: undefined,
  attempt: undefined,
  isList: false,
  isLimitedByEventBytes: false,
  streams: false,
  downloads: false,
  forward: [],
  isProbe: true,
} as const;

/** Segments of the longest path, with the empty one in front. */
const longestPath = 8;

interface Node {
  readonly fixed: Map<string, Node>;
  parameter: Node | undefined;
  readonly byMethod: Map<string, Route>;
  path: KnownPath | undefined;
}

const newNode = (): Node => ({ fixed: new Map(), parameter: undefined, byMethod: new Map(), path: undefined });

/** All paths of the contract, as a tree of their segments. */
export class RouteTable {
  readonly #root = newNode();
  /** Of merchants. */
  readonly #templates: readonly string[];

  constructor(operations: Readonly<Record<string, Operation>>) {
    for (const id of ['healthz', 'readyz']) this.#add('GET', `/${id}`, { ...probe, id });
    const rows = Object.entries(operations);
    for (const [id, row] of rows) this.#add(row.method, row.path, toRoute(id, row));
    this.#templates = rows.filter(([, row]) => row.audience === 'merchant').map(([, { path }]) => path);
  }

  /** @param pathname without the query */
  match(pathname: string): Match | undefined {
    return walk(this.#root, pathname.split('/'), 1);
  }

  /**
   * The path that was probably meant by one that does not exist: without a version in front, or with a typing error.
   *
   * @returns its template, undefined if none is close
   */
  closest(pathname: string): string | undefined {
    const segments = pathname
      .replace(/^\/v\d+(?=\/)/, '')
      .split('/')
      .slice(0, longestPath);
    const template = segments.map((segment) => (/_\w{8}/.test(segment) ? '{id}' : segment)).join('/');
    return closestName(template, this.#templates);
  }

  #add(method: string, path: string, route: Route): void {
    let node = this.#root;
    for (const segment of path.slice(1).split('/')) {
      node = /^\{\w+\}$/.test(segment) ? (node.parameter ??= newNode()) : fixedChild(node, segment);
    }
    node.byMethod.set(method, route);
    const routes = [...node.byMethod.values()];
    node.path = {
      template: path,
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
    otherPermission: row.otherPermission ?? null,
    isOpen: openAudiences.includes(row.audience),
    acceptsMoney: row.errors.includes('merchant_not_activated') && !row.returnsMoney,
    deadlineMs: Math.min(row.deadlineMs ?? defaultDeadlineMs, longestDeadlineMs),
    maxBodyBytes: row.maxBodyBytes ?? defaultMaxBodyBytes,
    maxPerSecond: row.maxPerSecond,
    attempt: row.attempt,
    isList: isList(row) || row.downloads !== undefined,
    isLimitedByEventBytes: isLimitedByEventBytes(row),
    streams: row.streams === true,
    downloads: row.downloads !== undefined,
    forward: row.forward ?? [],
    isProbe: false,
  };
}

function fixedChild(node: Node, segment: string): Node {
  let child = node.fixed.get(segment);
  if (!child) node.fixed.set(segment, (child = newNode()));
  return child;
}

/** Fixed segments take precedence; where they lead to no path, the parameter is tried. */
function walk(node: Node, segments: readonly string[], at: number): Match | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.path && { path: node.path, pathname: segments.join('/') };
  const fixed = node.fixed.get(segment);
  const match = fixed && walk(fixed, segments, at + 1);
  if (match || !node.parameter || segment === '') return match;
  return walk(node.parameter, looksLikeId(segment) ? segments : segments.with(at, unknownId), at + 1);
}
