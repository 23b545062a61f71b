import { serviceNames, type PlatformHealth, type ServiceHealth, type ServiceName } from '@mizan/contracts';
import { capitalize } from '../routing/capitalize.ts';
import { noScope, type EveryService } from './every-service.ts';

const outboxDelayMaxSeconds = 60;

/** The health of every service and what is wrong with it; a service that does not respond has none. */
export async function getPlatformHealth({ upkeep, calls }: EveryService): Promise<PlatformHealth> {
  const bound = calls.bind(noScope);
  const healthOf = (name: ServiceName): Promise<ServiceHealth> =>
    name === 'gateway' ? upkeep.health() : bound[`report${capitalize(name)}Health`]({});
  const services = await Promise.all(
    serviceNames.map(async (service) => ({ service, health: await healthOf(service).catch(() => null) })),
  );
  const checkedAt = new Date().toISOString();
  return { object: 'platform_health', checkedAt, services, problems: problemsOf(services) };
}

/** One sentence for each problem that needs the operator's attention. */
export function problemsOf(services: PlatformHealth['services']): string[] {
  // This service answers, so what keeps all of them from it is what they share.
  if (services.every(({ health }) => health === null))
    return ['No service can read its database in time: check PostgreSQL, or the network to it.'];
  const versions = new Set(services.flatMap(({ health }) => (health ? [health.version] : [])));
  return [
    ...(versions.size > 1 ? [`Services of different versions run: ${[...versions].join(', ')}.`] : []),
    ...services.flatMap(({ service, health }) => (health ? serviceProblems(service, health) : [silenceOf(service)])),
  ];
}

const silenceOf = (service: ServiceName): string =>
  service === 'gateway' ? 'The gateway cannot read its database in time.' : `${service} does not answer.`;

function serviceProblems(service: ServiceName, health: ServiceHealth): string[] {
  const { natsVersion, outbox, consumers, deadLetters } = health;
  const oldestSeconds = outbox.oldestSeconds ?? 0;
  const misplaced = (consumers ?? []).filter(({ place }) => place !== 'kept');
  return [
    ...(natsVersion === null || consumers === null ? [`${service} cannot reach the bus.`] : []),
    ...(oldestSeconds > outboxDelayMaxSeconds
      ? [
          `${service} has ${outbox.unpublished} events waiting for the bus, the oldest for ${Math.round(oldestSeconds)} s.`,
        ]
      : []),
    ...misplaced.map(({ name, place }) =>
      place === 'lost' ? `The consumer ${name} is ahead of the stream.` : `The bus does not know the consumer ${name}.`,
    ),
    ...(deadLetters > 0 ? [`${service} has ${deadLetters} dead ${deadLetters === 1 ? 'letter' : 'letters'}.`] : []),
    ...health.problems,
  ];
}
