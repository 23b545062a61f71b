import { nkeys } from '@nats-io/transport-node';

/** The text of a `.creds` file, as the platform signs it for a team. */
export function credentialsOf(
  subscribe: readonly string[],
  durables: readonly string[],
  inbox = '_INBOX_UFULFILMENT',
): string {
  const names = durables.map((durable, i) => `fulfilment-${durable}-${String(i).repeat(24)}`);
  const publish = names.flatMap((name) => [
    ...subscribe.map((subject) => `$JS.API.CONSUMER.CREATE.EVENTS.${name}.${subject}`),
    `$JS.API.CONSUMER.INFO.EVENTS.${name}`,
  ]);
  const [account, user] = [nkeys.createAccount(), nkeys.createUser()];
  const claims = {
    iss: account.getPublicKey(),
    sub: user.getPublicKey(),
    name: 'fulfilment',
    nats: { pub: { allow: publish }, sub: { allow: [`${inbox}.>`, ...subscribe] } },
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const signature = Buffer.from(account.sign(new TextEncoder().encode(`header.${payload}`))).toString('base64url');
  return [
    `-----BEGIN NATS USER JWT-----\nheader.${payload}.${signature}\n------END NATS USER JWT------`,
    `-----BEGIN USER NKEY SEED-----\n${new TextDecoder().decode(user.getSeed())}\n------END USER NKEY SEED------\n`,
  ].join('\n');
}
