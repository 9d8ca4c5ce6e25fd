/**
 * A `fetch` for addresses from the operator's settings. These are trusted wherever they lead: the language model's
 * URL, the media bucket, Stripe, the mail server, the database. They cannot be chosen by others, so the address
 * policy does not apply. Responses are bounded all the same: redirects are errors, so a key is never sent elsewhere,
 * and so is a response longer than `maxBytes`.
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
