import type { ComposeStack } from './compose-stack.ts';
import { firstMerchant } from './first-merchant.ts';

/** What `docker compose up` prints when everything is ready: where to go, and how the operator goes on. */
export function drawWelcome({ baseUrl, dashboards, traces, sink, mail, demo }: ComposeStack): string {
  const row = (name: string, value: string, note = '') => `  ${name.padEnd(12)}${value}${note && `  (${note})`}`;
  const keys = demo && [
    row('Secret key', demo.keys.testSecret, 'MIZAN_KEY, for your server, in test mode'),
    row('Publishable', demo.keys.testPublishable, 'MIZAN_PUBLISHABLE_KEY, for your pages'),
    '',
    row('Try', `curl ${baseUrl}/products -H "Authorization: Bearer ${demo.keys.testSecret}"`),
    row('', 'npm run demo -- --compose', 'a purchase from product to refund, explained as it happens'),
    '',
  ];
  const commands = firstMerchant('docker compose run --rm mizan');
  return [
    '',
    `ready  ${baseUrl}`,
    '',
    ...(keys ?? []),
    ...commands.map((command, i) => row(i === 0 ? 'Merchants' : '', command)),
    '',
    row('Docs', `${baseUrl}/docs`, 'guides, every operation and event, error codes'),
    row('Dashboards', dashboards, 'metrics and traces'),
    row('Traces', traces),
    row('Webhooks', sink.inspect, `make an endpoint with the URL ${sink.endpoint}/anything and see what arrives`),
    row('Mail', mail, 'what was mailed in live mode, until a mail server is set'),
    '',
    row('Stop', 'docker compose down', 'with -v it deletes all data'),
    '',
  ].join('\n');
}
