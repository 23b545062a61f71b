import type { ServiceName } from '@mizan/contracts';

type Settings = Readonly<Record<string, string | undefined>>;

/**
 * One environment for a process that runs all these services: what a service does not share with every other gets its
 * name before it, `PAYMENTS_DATABASE_URL`.
 */
export function singleEnv(envs: Readonly<Record<ServiceName, Settings>>): Record<string, string | undefined> {
  const every = Object.values(envs);
  const isShared = (key: string, value: string | undefined) => every.every((env) => env[key] === value);
  return Object.fromEntries(
    Object.entries(envs).flatMap(([name, env]) =>
      Object.entries(env).map(([key, value]) => [isShared(key, value) ? key : `${name.toUpperCase()}_${key}`, value]),
    ),
  );
}
