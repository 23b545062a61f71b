import { errorsOf, operations, type ErrorCode, type Operation } from '@mizan/contracts';

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
}

const routeOf = (operation: Operation): Route => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
});

/** Paths without parameters first: `/products/stats` is not a product of that name. */
const routes = Object.values<Operation>(operations)
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  .map(routeOf);

/** @throws Error an operation answered a code that the API reference does not list for it; its row in the contracts has to */
export function assertDocumented(
  { method, path }: { readonly method: string; readonly path: string },
  { code, param }: { readonly code: string; readonly param?: string },
) {
  if (code === 'resource_missing' && param === 'path') return; // no operation for this caller or mode
  const [pathname = ''] = path.split('?');
  const route = routes.find(({ operation, pattern }) => operation.method === method && pattern.test(pathname));
  if (!route || errorsOf(route.operation).includes(code as ErrorCode)) return;
  throw new Error(`${method} ${route.operation.path} answered ${code}: list it in the errors of the operation.`);
}
