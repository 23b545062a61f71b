import {
  serviceNames,
  type DeadLetter,
  type PlatformHealth,
  type ServiceHealth,
  type ServiceName,
} from '@mizan/contracts';
import { command, query, type Calls, type RoutesOf, type Scope, type Upkeep } from '@mizan/service-kit';

const nobody: Scope = { merchantId: '', livemode: false }; // what is asked is about no merchant
const outboxPatienceSeconds = 60;

type Siblings = Exclude<ServiceName, 'gateway'>;
type Named = `${Capitalize<Siblings>}`;
const capital = (name: Siblings) => `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Named;

type Routes = Pick<RoutesOf<'gateway'>, 'getPlatformHealth' | 'listDeadLetters' | 'requeueDeadLetters'>;

/** Asks every service on behalf of whoever runs the platform. */
export function upkeepRoutes(upkeep: Upkeep, calls: Calls): Routes {
  const ask = calls.bind(nobody);
  const healthOf = (name: ServiceName): Promise<ServiceHealth> =>
    name === 'gateway' ? upkeep.health() : ask[`report${capital(name)}Health`]({});
  const lettersOf = (name: ServiceName, consumer: string | null): Promise<{ deadLetters: DeadLetter[] }> =>
    name === 'gateway'
      ? upkeep.deadLetters(consumer).then((deadLetters) => ({ deadLetters }))
      : ask[`list${capital(name)}DeadLetters`]({ consumer });

  return {
    getPlatformHealth: query({
      scope: async () => nobody,
      run: async (): Promise<PlatformHealth> => {
        const services = await Promise.all(
          serviceNames.map(async (service) => ({ service, health: await healthOf(service).catch(() => null) })),
        );
        const checkedAt = new Date().toISOString();
        return { object: 'platform_health', checkedAt, services, problems: problemsOf(services) };
      },
    }),
    listDeadLetters: query({
      scope: async () => nobody,
      run: async (
        _reader,
        { query: { service, consumer } }: { query: { service?: ServiceName; consumer?: string } },
      ) => {
        const asked = serviceNames.filter((name) => service === undefined || name === service);
        const found = await Promise.all(asked.map((name) => lettersOf(name, consumer ?? null)));
        return { data: found.flatMap(({ deadLetters }) => deadLetters) };
      },
    }),
    requeueDeadLetters: command({
      scope: async () => nobody,
      load: async (_context, { body: { service, ...which } }) => {
        const asked = serviceNames.filter((name) => !service || name === service);
        const marked = await Promise.all(
          asked.map((name) =>
            name === 'gateway'
              ? upkeep.requeue(which)
              : ask[`requeue${capital(name)}DeadLetters`](which).then(({ requeued }) => requeued),
          ),
        );
        return marked.reduce((sum, each) => sum + each, 0);
      },
      run: async (_tx, _input, requeued) => ({ requeued }),
    }),
  };
}

/** One sentence for each thing that somebody should look at. */
function problemsOf(services: PlatformHealth['services']): string[] {
  const versions = new Set(services.flatMap(({ health }) => (health ? [health.version] : [])));
  return [
    ...(versions.size > 1 ? [`Services of different versions run: ${[...versions].join(', ')}.`] : []),
    ...services.flatMap(({ service, health }) =>
      health ? serviceProblems(service, health) : [`${service} does not answer.`],
    ),
  ];
}

function serviceProblems(
  service: ServiceName,
  { natsVersion, outbox, consumers, deadLetters }: ServiceHealth,
): string[] {
  const misplaced = (consumers ?? []).filter(({ place }) => place !== 'kept');
  return [
    ...(natsVersion === null || consumers === null ? [`${service} cannot reach the bus.`] : []),
    ...((outbox.oldestSeconds ?? 0) > outboxPatienceSeconds
      ? [
          `${service} has ${outbox.unpublished} events that wait for the bus, the oldest for ${Math.round(outbox.oldestSeconds ?? 0)} s.`,
        ]
      : []),
    ...misplaced.map(({ name, place }) =>
      place === 'lost' ? `The consumer ${name} is ahead of the stream.` : `The bus does not know the consumer ${name}.`,
    ),
    ...(deadLetters > 0 ? [`${service} has ${deadLetters} dead ${deadLetters === 1 ? 'letter' : 'letters'}.`] : []),
  ];
}
