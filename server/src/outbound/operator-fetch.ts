/**
 * A `fetch` for an address that the operator's settings name. Those addresses are trusted by being
 * settings, wherever they lead: the language model's URL, the bucket for pictures, Stripe's, the mail
 * server, the database. Nobody else can choose them, so no address policy stands before them. What
 * they answer is bounded all the same: no redirect is followed, so that a key is never carried
 * elsewhere, and an answer longer than `maxBytes` is given up on.
 */
export function createOperatorFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    return new Response(response.body?.pipeThrough(limitBytes(maxBytes)) ?? null, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

function limitBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > maxBytes) controller.error(new Error(`The answer is longer than ${maxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}
