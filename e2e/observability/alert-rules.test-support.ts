import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const read = (path: string): string =>
  readFileSync(new URL(`../../deploy/observability/${path}`, import.meta.url), 'utf8');

/** The rules that are deployed. */
export function alertRules(): AlertRule[] {
  const { groups } = parse(read('alerts.yml')) as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** The panels of the dashboard that is deployed. */
export const dashboardPanels = (): readonly Panel[] =>
  (JSON.parse(read('grafana/dashboards/mizan.json')) as { panels: Panel[] }).panels;
