import { randomUUID } from 'node:crypto';
import { type Answer, json, type StandInRequest } from '../server/route.ts';
import { TabbyRefusal } from './refusal.ts';
import { authenticate, type Body, objectOf, readBody, type TabbyApp, textOf } from './tabby-app.ts';
import type { Webhook } from './state.ts';

/** Of one merchant code and key. */
const maxWebhooks = 4;

/** `GET /api/v1/webhooks` */
export function listWebhooks(app: TabbyApp, request: StandInRequest): Answer {
  authorize(app, request);
  return json(200, app.state.webhooks.map(render));
}

/** `POST /api/v1/webhooks` */
export function registerWebhook(app: TabbyApp, request: StandInRequest): Answer {
  authorize(app, request);
  const webhook: Webhook = { id: randomUUID(), ...readWebhook(readBody(request)) };
  if (app.state.webhooks.length >= maxWebhooks) throw new TabbyRefusal(400, 'too many webhooks');
  app.state.webhooks.push(webhook);
  return json(200, render(webhook));
}

/** `PUT /api/v1/webhooks/{id}` */
export function updateWebhook(app: TabbyApp, request: StandInRequest): Answer {
  authorize(app, request);
  const webhook = app.state.webhooks.find(({ id }) => id === request.params['id']);
  if (!webhook) throw new TabbyRefusal(404, 'no such webhook');
  Object.assign(webhook, readWebhook(readBody(request)));
  return json(200, render(webhook));
}

/** @throws TabbyRefusal 401, 403: the merchant code is not that of the key */
function authorize(app: TabbyApp, request: StandInRequest): void {
  authenticate(app, request);
  if (request.headers['x-merchant-code'] !== app.state.account.merchantCode)
    throw new TabbyRefusal(403, 'no permission');
}

function readWebhook(body: Body): Pick<Webhook, 'url' | 'header'> {
  const url = textOf(body, 'url');
  if (!URL.canParse(url)) throw new TabbyRefusal(400, 'invalid url');
  if (body['header'] === undefined) return { url, header: null };
  const header = objectOf(body, 'header');
  const title = textOf(header, 'title');
  if (!/^[A-Za-z0-9-]+$/.test(title)) throw new TabbyRefusal(400, 'invalid header');
  return { url, header: { title, value: textOf(header, 'value') } };
}

const render = ({ id, url, header }: Webhook) => ({ id, url, is_test: true, ...(header && { header }) });
