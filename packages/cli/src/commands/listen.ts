import { Command, Option } from 'commander';
import { afterOption, isWanted, secretOption, typesOption, type EventOptions } from '../events/event-options.ts';
import { followEvents } from '../events/follow-events.ts';
import { forwardEvent, listenSecretOf, signingKeyOf } from '../events/forward-event.ts';
import { httpUrl } from '../events/http-url.ts';
import { printForwarded, printNotice } from '../events/print-event.ts';
import { settingsOf } from '../api/settings.ts';
import { stopSignal } from '../events/until-stopped.ts';

interface ListenOptions extends EventOptions {
  readonly forwardTo: string;
  readonly secret?: string;
}

/** `mizan listen`: webhooks for a handler that the platform cannot reach. */
export const listenCommand = (): Command =>
  new Command('listen')
    .description('send events to a handler on this machine as webhooks, signed as the platform signs them')
    .addOption(
      new Option('--forward-to <url>', 'where the handler listens, such as http://localhost:3000/hooks')
        .makeOptionMandatory()
        .argParser(httpUrl),
    )
    .addOption(typesOption())
    .addOption(afterOption())
    .addOption(secretOption())
    .addHelpText(
      'after',
      '\nEvents arrive one after the other, each once: what a handler refuses is not tried again.\n',
    )
    .action(async (options: ListenOptions, command: Command) => {
      const { baseUrl, isJson, apiKey } = settingsOf(command);
      const key = apiKey();
      const secret = options.secret ?? listenSecretOf(key);
      const signingKey = signingKeyOf(secret);
      const connected = once(() =>
        printNotice(`Listening to ${baseUrl}, forwarding to ${options.forwardTo}\nSigning secret: ${secret}`),
      );
      const followed = followEvents({
        baseUrl,
        as: key,
        after: options.after,
        stop: stopSignal(),
        connected,
        interrupted: (reason) => printNotice(`Connection lost (${reason}); connecting again.`),
      });
      for await (const event of followed)
        if (isWanted(options.events, event.type))
          printForwarded(event, await forwardEvent(event, options.forwardTo, signingKey), isJson);
    });

function once(effect: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) effect();
    isDone = true;
  };
}
