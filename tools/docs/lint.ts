/**
 * Lints the published documents as their readers do: Redocly and Spectral over `openapi.json`, Spectral over `asyncapi.json`,
 * each with its recommended rules. Part of `npm run check`; prints every finding, of any severity.
 */
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const read = (name: string) => readFile(new URL(`../../packages/contracts/${name}`, import.meta.url), 'utf8');

/** What Redocly complains about. */
async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], telemetry: 'off' });
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`);
}

/** What Spectral complains about. */
async function spectrally(source: string, ruleset: 'oas' | 'asyncapi'): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets[ruleset] as RulesetDefinition, 'recommended']] });
  const found = await linter.run(JSON.parse(source) as Record<string, unknown>);
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`);
}

const [openApi, asyncApi] = await Promise.all([read('openapi.json'), read('asyncapi.json')]);
const complaints = [
  ...(await redocly(openApi)).map((complaint) => `openapi.json: redocly ${complaint}`),
  ...(await spectrally(openApi, 'oas')).map((complaint) => `openapi.json: spectral ${complaint}`),
  ...(await spectrally(asyncApi, 'asyncapi')).map((complaint) => `asyncapi.json: spectral ${complaint}`),
];
for (const complaint of complaints) console.log(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
