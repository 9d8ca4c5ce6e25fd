import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';

async function read(...chunks: string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

test('events are read completely, however they are split into chunks', async () => {
  const text = 'event: next\ndata: {"a":"über"}\n\nevent: complete\ndata:\n\n';
  const whole = [
    { event: 'next', data: '{"a":"über"}' },
    { event: 'complete', data: '' },
  ];
  expect(await read(text)).toEqual(whole);
  for (let at = 1; at < text.length; at += 1) expect(await read(text.slice(0, at), text.slice(at))).toEqual(whole);
});

test('a comment keeps the connection alive, and an incomplete last event is ignored', async () => {
  expect(await read(':\n\n', 'event: next\ndata: {}')).toEqual([null]);
});
