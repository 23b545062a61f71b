import { Command, Option } from 'commander';
import { settingsOf } from '../api/settings.ts';
import { afterOption, isOfTypes, secretOption, typesOption, type EventOptions } from '../events/event-options.ts';
import { followEvents, stopSignal } from '../events/follow-events.ts';
import { forwardEvent, listenSecretOf, signingKeyOf } from '../events/forward-event.ts';
import { printResult } from '../events/print-event.ts';
import { example } from '../terminal/help.ts';
import { httpUrl } from '../terminal/options.ts';
import { printNotice } from '../terminal/print.ts';

interface ListenOptions extends EventOptions {
  readonly forwardTo: string;
  readonly secret?: string;
}

/** `mizan listen`: forwards events to a handler that the platform cannot reach. */
export const listenCommand = (): Command =>
  new Command('listen')
    .description('forward events to a handler on this machine, signed like webhooks')
    .addOption(
      new Option('--forward-to <url>', 'URL of the handler, such as http://localhost:3000/hooks')
        .makeOptionMandatory()
        .argParser(httpUrl),
    )
    .addOption(typesOption())
    .addOption(afterOption())
    .addOption(secretOption())
    .addHelpText(
      'after',
      `\nEvents are sent one at a time, in order. Failed deliveries are not retried.\n${example('listen --forward-to localhost:3000/hooks')}`,
    )
    .action(async (options: ListenOptions, command: Command) => {
      const { baseUrl, apiKey } = settingsOf(command);
      const key = apiKey();
      const secret = options.secret ?? listenSecretOf(key);
      const signingKey = signingKeyOf(secret);
      const onConnected = once(() =>
        printNotice(`Forwarding events from ${baseUrl} to ${options.forwardTo}\nSigning secret: ${secret}`),
      );
      const { after, events: types, forwardTo } = options;
      for await (const event of followEvents({ baseUrl, apiKey: key, after, stop: stopSignal(), onConnected }))
        if (isOfTypes(types, event.type)) printResult(command, event, await forwardEvent(event, forwardTo, signingKey));
    });

function once(effect: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) effect();
    isDone = true;
  };
}
