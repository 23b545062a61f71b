import type { JsMsg } from '@nats-io/jetstream';
import { probeProduct, probeScope } from '../probe-product.test-support.ts';

/** A delivery as the server makes it, which notes how it was answered. */
export function deliver(
  id: string,
  {
    deliveryCount = 1,
    merchantId = probeScope.merchantId,
    type = 'product.deleted',
    object = {},
    ageMs = 0,
    subject = '',
    seq = 1,
  } = {},
) {
  const payload = JSON.stringify({
    specversion: '1.0',
    id: `evt_${id}`,
    source: '/mizan/catalog',
    type,
    subject: `prod_${id}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    merchantid: merchantId,
    livemode: false,
    objectversion: 1,
    data: { object: { ...probeProduct(`prod_${id}`), ...object } },
  });
  const answers: string[] = [];
  const message = {
    seq,
    time: new Date(Date.now() - ageMs),
    subject: subject || `events.v1.test.${merchantId}.${type}`,
    info: { deliveryCount },
    headers: undefined,
    string: () => payload,
    ack: () => answers.push('ack'),
    nak: (delayMs: number) => answers.push(`again in ${delayMs / 1000} s`),
    term: () => answers.push('term'),
  };
  return { message: message as unknown as JsMsg, answers };
}
