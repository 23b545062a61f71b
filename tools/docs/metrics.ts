import { metricTable, prometheusName, type MetricRow } from '@mizan/service-kit';

/** The page that lists every metric, from the table that also makes the instruments. */
export function metricsPage(): Promise<string> {
  const rows = Object.entries<MetricRow>(metricTable).map(([name, { kind, unit, labels, from, description }]) => {
    const shown = labels.map((label) => `\`${label.replaceAll('.', '_')}\``).join(', ');
    const names = `\`${prometheusName(name, unit, kind)}\`<br>\`${name}\``;
    return `| ${names} | ${kind === 'upDownCounter' ? 'gauge' : kind} | ${shown} | ${from} | ${description}. |`;
  });
  return Promise.resolve(
    [
      '# Metrics',
      '',
      'Generated from `packages/service-kit/src/telemetry/metric-table.ts` by `npm run docs`. Each metric has two names: the',
      'one on `/metrics` and its OpenTelemetry name. For a histogram, `/metrics` has `_bucket`, `_sum` and `_count`.',
      'Every series also carries `service_name`, such as `mizan-payments`.',
      '',
      '| Metric | Kind | Labels | Reported by | Description |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n'),
  );
}
