import { seedDemoAccounts } from '@mizan/gateway/operator/seed-demo-accounts';
import { ServiceSecrets } from '@mizan/service-kit';
import type { DemoAccounts } from '@mizan/stack/dev-file';
import { secretSettings } from './secret-settings.ts';
import { readSetupEnv } from './setup-env.ts';

/** A stack of `docker compose up`, as scripts on the machine that runs it see it. */
export interface ComposeStack {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly operatorToken: string;
  readonly dashboards: string;
  readonly traces: string;
  /** Where webhooks can be sent, and where what arrived can be read. */
  readonly sink: { readonly endpoint: string; readonly inspect: string };
  /** What was mailed in live mode, while no mail server is set. */
  readonly mail: string;
  /** Null when `MIZAN_DEMO` is off. */
  readonly demo: DemoAccounts | null;
}

/** Describes the stack that this container belongs to; makes its demo accounts where they are missing. */
export async function describeComposeStack(env: NodeJS.ProcessEnv = process.env): Promise<ComposeStack> {
  const setup = readSetupEnv(env);
  const { gateway: settings } = await secretSettings(setup);
  const outside = new URL(setup.adminUrl);
  outside.host = `localhost:${env['MIZAN_POSTGRES_PORT']}`;
  const local = (port: string) => `http://localhost:${env[port]}`;
  const secrets = new ServiceSecrets(settings['MIZAN_SERVICE_SECRET'] ?? '');
  return {
    baseUrl: local('MIZAN_PORT'),
    databaseUrl: outside.href,
    operatorToken: setup.operatorToken,
    dashboards: local('MIZAN_GRAFANA_PORT'),
    traces: local('MIZAN_JAEGER_PORT'),
    sink: { endpoint: 'https://webhook-sink:8443', inspect: local('MIZAN_SINK_PORT') },
    mail: local('MIZAN_MAIL_PORT'),
    demo: env['MIZAN_DEMO'] === 'off' ? null : await seedDemoAccounts(settings['DATABASE_URL'] ?? '', secrets),
  };
}
