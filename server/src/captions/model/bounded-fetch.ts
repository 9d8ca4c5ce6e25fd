/**
 * A `fetch` that follows no redirect, so that a key is never carried elsewhere, and that gives up on
 * an answer longer than `maxBytes`.
 */
export function createBoundedFetch(maxBytes: number): typeof fetch {
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
