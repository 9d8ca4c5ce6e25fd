import { createParser } from 'eventsource-parser';

export interface ServerEvent {
  /** `message` if the server gave no name. */
  event: string;
  data: string;
}

/** The events of a `text/event-stream`. A comment, which only shows that the connection is alive, yields null. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent | null> {
  const read: (ServerEvent | null)[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => void read.push({ event, data }),
    onComment: () => void read.push(null),
  });
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      parser.feed(value);
      yield* read.splice(0);
    }
  } finally {
    await reader.cancel();
  }
}
