import { serviceNames, type ServiceName } from '@mizan/contracts';
import type { AnyService } from '@mizan/service-kit';

/** Imports the definition of every service from `services/<name>/src/app.ts`, where it is exported under its name. */
export async function loadServices(): Promise<Record<ServiceName, AnyService>> {
  const entries = serviceNames.map(async (name) => {
    const module = (await import(`@mizan/${name}/app`)) as Record<string, AnyService | undefined>;
    const definition = module[name];
    if (!definition) throw new Error(`bug: services/${name}/src/app.ts does not export ${name}`);
    return [name, definition] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<ServiceName, AnyService>;
}
