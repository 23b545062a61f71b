import type { ServiceName } from '@mizan/contracts';

/**
 * One environment for a process that runs all these services: what a service does not share with every other gets its
 * name before it, `PAYMENTS_DATABASE_URL`.
 */
export function singleEnv<Value extends string | undefined>(
  envs: Readonly<Record<ServiceName, Readonly<Record<string, Value>>>>,
): Record<string, Value> {
  const every = Object.values(envs);
  const isShared = (key: string, value: Value) => every.every((env) => env[key] === value);
  return Object.fromEntries(
    Object.entries(envs).flatMap(([name, env]) =>
      Object.entries(env).map(([key, value]) => [isShared(key, value) ? key : `${name.toUpperCase()}_${key}`, value]),
    ),
  );
}
