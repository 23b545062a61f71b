import { shownAddress } from './start/shown-address.ts';

const servers = ['NATS_URL', 'DATABASE_URL'] as const;

/** One line for each server that tests take from the environment instead of starting their own, without its credentials. */
export const describeTestServers = (env: NodeJS.ProcessEnv): string[] =>
  servers.flatMap((name) => {
    const value = env[name];
    if (!value) return [];
    const address = URL.parse(value);
    // What is no address, or has an @ behind the host, may have its password anywhere.
    const isShown = address?.host && !/@/.test(`${address.pathname}${address.search}${address.hash}`);
    const shown = isShown ? `${name}=${shownAddress(address)}` : name;
    return [`Tests use ${shown} from the environment; unset it to use their own.`];
  });
