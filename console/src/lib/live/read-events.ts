export interface ServerEvent {
  /** `message` where the server gave it no name. */
  event: string;
  data: string;
}

/**
 * The events of a `text/event-stream`, as far as our server sends it: one line of data each. A
 * comment, which only says that the line stands, comes as null.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent | null> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield toEvent(block);
    }
  } finally {
    await reader.cancel();
  }
}

function toEvent(block: string): ServerEvent | null {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at), line.slice(at + 1).trimStart()] as const;
      }),
  );
  const data = fields.get('data');
  return data === undefined ? null : { event: fields.get('event') ?? 'message', data };
}
