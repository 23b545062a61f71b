import type { Event, WebhookEndpoint } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifAllowed } from '../api/if-readable.ts';
import { readPages } from '../api/read-list.ts';
import { sendAsMerchant } from '../api/send-request.ts';
import { localTimeIn } from '../terminal/local-time.ts';
import { ownTimezone } from '../terminal/options.ts';
import { isJson, printJson } from '../terminal/print.ts';
import { printProblems } from './print-problems.ts';

/** Names the disabled webhook endpoints of an account, since when each is, and how it receives events again. */
export async function checkEndpoints(command: Command): Promise<void> {
  const disabled: WebhookEndpoint[] = [];
  const list = { path: '/webhook-endpoints', filters: { status: 'disabled' } } as const;
  for await (const { data } of readPages<WebhookEndpoint>(command, list)) disabled.push(...data);
  if (disabled.length > 0) process.exitCode = 1;
  if (isJson(command)) return printJson(disabled);
  const problems: string[] = [];
  for (const endpoint of disabled) problems.push(problemOf(endpoint, await wasDisabledByPlatform(command, endpoint)));
  printProblems(problems);
  if (problems.length > 0) console.log(nextStep);
}

function problemOf({ id, url, updatedAt }: WebhookEndpoint, isByPlatform: boolean): string {
  const time = `${localTimeIn(ownTimezone())(updatedAt)} (${ownTimezone()})`;
  const since = isByPlatform
    ? `The platform disabled it on ${time}, because it failed for 120 hours or answered 410.`
    : `It is disabled, and was last changed on ${time}.`;
  return `${id} receives no events at ${url}. ${since}`;
}

/** Whether the last change of an endpoint is that the platform disabled it, as an event of the last 30 days says. */
async function wasDisabledByPlatform(command: Command, { id, updatedAt }: WebhookEndpoint): Promise<boolean> {
  const query = new URLSearchParams({ type: 'webhook_endpoint.disabled', objectId: id, limit: '1' });
  const events = await ifAllowed(sendAsMerchant<{ data: Event[] }>(command, `GET /events?${query}`));
  const [newest] = events?.data ?? [];
  return (newest?.data.object as Partial<WebhookEndpoint> | undefined)?.updatedAt === updatedAt;
}

const nextStep = `
Next, for each: correct the endpoint, try it with POST /webhook-endpoints/{id}/test, and enable it with what it missed:
  PATCH /webhook-endpoints/{id} {"status": "enabled", "replayMissed": true}
Or delete it with DELETE /webhook-endpoints/{id}.`;
