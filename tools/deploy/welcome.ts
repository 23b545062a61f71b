/** The last container of `docker compose up`: makes the demo accounts and prints where to go. */
import { describeComposeStack, type ComposeStack } from './compose-stack.ts';
import { runOnce } from './run-once.ts';

await runOnce('welcome', async () => console.log(screen(await describeComposeStack())));

function screen({ baseUrl, dashboards, traces, sink, mail, demo }: ComposeStack): string {
  const row = (name: string, value: string, note = '') => `  ${name.padEnd(12)}${value}${note && `  (${note})`}`;
  const keys = demo && [
    row('Secret key', demo.keys.testSecret, 'test mode'),
    row('Publishable', demo.keys.testPublishable),
    '',
    row('Try', `curl ${baseUrl}/products -H "Authorization: Bearer ${demo.keys.testSecret}"`),
    row('', 'npm run demo -- --compose', 'a purchase from product to refund, explained as it happens'),
    '',
  ];
  return [
    '',
    `ready  ${baseUrl}`,
    '',
    ...(keys ?? []),
    row('API', `${baseUrl}/docs`, 'every operation; guides in /docs/guides'),
    row('Dashboards', dashboards, 'metrics and traces'),
    row('Traces', traces),
    row('Webhooks', sink.inspect, `make an endpoint with the URL ${sink.endpoint}/anything and see what arrives`),
    row('Mail', mail, 'what was mailed in live mode, until a mail server is set'),
    '',
    row('Stop', 'docker compose down', 'with -v it deletes all data'),
    '',
  ].join('\n');
}
