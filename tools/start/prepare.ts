import { fork } from 'node:child_process';
import type { ServiceName } from '@mizan/contracts';
import type { DemoAccounts } from '@mizan/gateway/operator/seed-demo-accounts';
import { SetupProblem } from '@mizan/stack/setup-problem';

/** The secrets and the database address for each service's process. */
export type ServiceEnvs = Record<ServiceName, Record<string, string>>;

export interface Instruction {
  /** An administrator's login. */
  readonly databaseUrl: string;
  readonly rootSecret: string;
}
export type Answer = { readonly envs: ServiceEnvs } | { readonly demo: DemoAccounts } | { readonly failure: string };

/** The preparing process: it loads the services right away, and starts its work once it receives the database's address. */
export interface Preparation {
  /** Schemas, logins and migrations are in place: the services may start. */
  envs(instruction: Instruction): Promise<ServiceEnvs>;
  /** Resolves when the demo accounts exist. Call {@link envs} first. */
  demo(): Promise<DemoAccounts>;
  stop(): void;
}

/** Starts `prepare-process.ts`; its own comment describes what it does. */
export function startPreparation(): Preparation {
  const child = fork(new URL('./prepare-process.ts', import.meta.url), { execArgv: [] });
  const envs = Promise.withResolvers<ServiceEnvs>();
  const demo = Promise.withResolvers<DemoAccounts>();
  const fail = (why: string) => [envs, demo].forEach(({ reject }) => reject(new SetupProblem(why)));
  for (const { promise } of [envs, demo]) promise.catch(() => undefined); // reported where it is awaited
  child.on('message', (answer: Answer) => {
    if ('failure' in answer) return fail(answer.failure);
    if ('envs' in answer) return envs.resolve(answer.envs);
    demo.resolve(answer.demo);
    child.disconnect();
  });
  child.once('exit', () => fail('The database could not be prepared: the process that does it ended early.'));
  return {
    envs: (instruction) => {
      child.send(instruction);
      return envs.promise;
    },
    demo: () => demo.promise,
    stop: () => void child.kill('SIGKILL'),
  };
}
