/** One event of a stream, as the algorithm of the HTML standard dispatches it. */
export interface ServerSentEvent {
  /** Last id of the stream so far, including this event. */
  readonly id: string;
  readonly type: string;
  /** Undefined when the block has only an id. */
  readonly data: string | undefined;
}

/**
 * Parses server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). An incomplete event at
 * the end of the body is dropped. Comments, which serve as heartbeats, are yielded as undefined.
 */
export async function* serverSentEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent | undefined, void, undefined> {
  const decoder = new TextDecoder();
  let buffer = '';
  let id = '';
  let block = emptyBlock();
  for await (const chunk of body) {
    buffer += decoder.decode(chunk, { stream: true });
    const lines = buffer.split(/\r\n|\n|\r(?!$)/); // a CR at the end may be the first half of a CRLF
    buffer = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        id = block.id ?? id;
        if (block.id !== undefined || block.data.length > 0)
          yield { id, type: block.type, data: block.data.length === 0 ? undefined : block.data.join('\n') };
        block = emptyBlock();
      } else if (line.startsWith(':')) yield undefined;
      else addField(block, line);
    }
  }
}

interface Block {
  id: string | undefined;
  type: string;
  data: string[];
}

const emptyBlock = (): Block => ({ id: undefined, type: 'message', data: [] });

function addField(block: Block, line: string): void {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'id' && !value.includes('\0')) block.id = value;
  else if (name === 'event') block.type = value;
  else if (name === 'data') block.data.push(value);
}
