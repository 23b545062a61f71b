import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { alertRules } from './alert-rules.test-support.ts';

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const names = alertRules()
  .map(({ alert }) => alert)
  .sort();

test('every alert has its row in the table of alerts, and no other has one', () => {
  const rows = textOf('docs/observability.md').matchAll(/^\| `(Mizan\w+)` +\|/gm);
  expect([...rows].map(([, name]) => name).sort()).toEqual(names);
});

test('every alert has a case that shows when it fires and with which text', () => {
  const { tests } = parse(textOf('deploy/observability/alerts.test.yml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] }[];
  };
  const cases = tests
    .flatMap(({ alert_rule_test: all }) => all)
    .filter(({ exp_alerts: fired = [] }) => fired.length > 0);
  expect([...new Set(cases.map(({ alertname }) => alertname))].sort()).toEqual(names);
});
