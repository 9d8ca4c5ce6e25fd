import type { OutboundRequest } from '../../outbound/fetch-bounded.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { LARGEST_ANSWER_BYTES, SILENCE_MS } from '../api/call-api.ts';

/**
 * `fetch` for the library, through the outbound client: the account's host is named by a third-party server. A
 * refusal counts only in the AT Protocol's error format, not as the error page of a proxy.
 */
export function createProtocolFetch(outbound: Outbound, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { status, headers, bytes } = await outbound.fetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(await bodyOf(request)),
      ...{ timeoutMs: SILENCE_MS, mostBytes: LARGEST_ANSWER_BYTES },
      signal: AbortSignal.any([signal, request.signal]),
    });
    const isAnswer = (status >= 200 && status < 300) || isProtocolError(bytes);
    if (!isAnswer) throw new Error(`The server responded with status ${status} and no reason.`);
    return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, { status, headers });
  };
}

/** A body of a given length is passed on while it is read. */
async function bodyOf(request: Request): Promise<Pick<OutboundRequest, 'body' | 'stream'>> {
  const { body, headers } = request;
  if (!body) return {};
  const byteSize = Number(headers.get('content-length') ?? 0);
  return byteSize > 0 ? { stream: { byteSize, read: () => body } } : { body: await request.arrayBuffer() };
}

function isProtocolError(body: Uint8Array): boolean {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof parsed === 'object' && parsed !== null && 'error' in parsed && typeof parsed.error === 'string';
  } catch {
    return false;
  }
}
