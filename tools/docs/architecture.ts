import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  calls,
  consumerNames,
  events,
  eventTypes,
  operations,
  serviceNames,
  type Call,
  type Operation,
  type ServiceName,
} from '@mizan/contracts';
import { tablesOf } from '../structure/entities.ts';
import { readSources, type SourceFile } from '../structure/repository.ts';
import { declaredConsumers, type DeclaredConsumer } from './consumers.ts';

const root = new URL('../../', import.meta.url);
const lineWidth = 120; // characters, as everywhere

/** `ARCHITECTURE.md` with its generated parts, which lie between markers, as the contracts and the services have them. */
export async function architecturePage(): Promise<string> {
  const text = await readFile(new URL('ARCHITECTURE.md', root), 'utf8');
  const sources = readSources(fileURLToPath(root));
  const consumers = declaredConsumers(sources);
  assertComplete(consumers);
  return fill(fill(text, 'events', eventsPart(consumers)), 'services', servicesPart(consumers, sources));
}

/** Every consumer of the contracts is declared once, and no other. */
function assertComplete(consumers: readonly DeclaredConsumer[]): void {
  const declared = consumers
    .map(({ service, name }) => `${service} ${name}`)
    .sort()
    .join(', ');
  const expected = serviceNames
    .flatMap((service) =>
      Object.values(consumerNames[service]).flatMap((names) => names.map((name) => `${service} ${name}`)),
    )
    .sort()
    .join(', ');
  if (declared !== expected)
    throw new Error(`The services declare the consumers ${declared}; the contracts name ${expected}.`);
}

function fill(page: string, name: string, part: string): string {
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`ARCHITECTURE.md lacks ${start} … ${end}.`);
  return `${before}${start}\n\n${part}\n\n${end}${after}`;
}

function eventsPart(consumers: readonly DeclaredConsumer[]): string {
  const rows = new Map<string, string[]>();
  for (const type of eventTypes) {
    const takers = consumers.filter(({ types }) => types !== 'public' && types.includes(type));
    const durables = [...Map.groupBy(takers, ({ durable }) => durable)].map(
      ([durable, of]) => `${code(durable)}${namesOf(durable, of)}`,
    );
    const { service, audience } = events[type];
    const end = `${service}${audience === 'internal' ? ' (internal)' : ''} | ${durables.join(', ')} |`;
    const key = `${type.replace(/\.[^.]+$/, '')} ${end}`; // events of one object that go the same way share a row
    rows.set(key, [...(rows.get(key) ?? [end]), code(type)]);
  }
  return [
    '| Event | Published by | Consumed by |',
    '| --- | --- | --- |',
    ...[...rows.values()].map(([end, ...types]) => `| ${types.join('<br>')} | ${end}`),
    '',
    '| Durable | Consumer | Purpose | Declared in |',
    '| --- | --- | --- | --- |',
    ...consumers.map(({ durable, name, purpose, path }) => {
      return `| ${code(durable)} | ${name} | ${purpose} | ${code(path.replace('services/', ''))} |`;
    }),
  ].join('\n');
}

/** Which consumers of a durable with several take an event: ` (sales, stock)`. */
function namesOf(durable: string, takers: readonly DeclaredConsumer[]): string {
  const names = takers.map(({ name }) => name);
  return names.length === 1 && durable.endsWith(`-${names[0]}`) ? '' : ` (${names.join(', ')})`;
}

function servicesPart(consumers: readonly DeclaredConsumer[], sources: readonly SourceFile[]): string {
  const tables = tablesOf(sources);
  const sections = serviceNames.map((service) => {
    const own = consumers.filter((consumer) => consumer.service === service);
    const ownTables = tables.filter((table) => table.service === service);
    return [
      `### ${service}`,
      '',
      ...item('Operations', operationsOf(service).map(code)),
      ...item('Answers', callsTo(service)),
      ...item('Calls', callsFrom(service)),
      ...item('Consumes as', [...new Set(own.map(({ durable }) => code(durable)))]),
      ...item('Tables', ownTables.map(({ name }) => code(name)).sort()),
    ].join('\n');
  });
  const common = [...new Set(callRows.filter(isForEach).map(([name, { to }]) => code(forAnyService(name, to))))];
  const intro = item('Every service but the gateway also answers the gateway', common).join('\n');
  return [intro, ...sections].join('\n\n');
}

const operationsOf = (service: ServiceName): string[] =>
  (Object.entries(operations) as [string, Operation][]).flatMap(([id, row]) => (row.service === service ? [id] : []));

const callRows = Object.entries(calls) as [string, Call][];
/** `advance<Service>Clock` of `advanceCatalogClock`. */
const forAnyService = (name: string, service: ServiceName): string =>
  name.replace(service.charAt(0).toUpperCase() + service.slice(1), '<Service>');
/** Whether every service but the gateway answers a call like this one. */
const isForEach = ([name, { to }]: [string, Call]): boolean =>
  callRows.filter(([other, row]) => forAnyService(other, row.to) === forAnyService(name, to)).length ===
  serviceNames.length - 1;
const particularCalls = callRows.filter((row) => !isForEach(row));
const callsTo = (service: ServiceName): string[] =>
  particularCalls.flatMap(([name, { to, from }]) => (to === service ? [`${code(name)} (${from.join(', ')})`] : []));
const callsFrom = (service: ServiceName): string[] =>
  particularCalls.flatMap(([name, { to, from }]) => (from.includes(service) ? [`${code(name)} (${to})`] : []));

const code = (text: string): string => `\`${text}\``;

/** One item of a list, wrapped; nothing when there is nothing to list. */
function item(title: string, things: readonly string[]): string[] {
  if (things.length === 0) return [];
  const lines: string[] = [];
  let line = `- **${title}**:`;
  for (const [index, thing] of things.entries()) {
    const piece = index === things.length - 1 ? thing : `${thing},`;
    if (line.length + 1 + piece.length > lineWidth) {
      lines.push(line);
      line = ' ';
    }
    line += ` ${piece}`;
  }
  return [...lines, line];
}
