import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A span as OTLP sends it, with its attributes by name. */
export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  kind: number;
  attributes: Record<string, string | number>;
}

/** A collector of OpenTelemetry on loopback: OTLP over HTTP (opentelemetry.io/docs/specs/otlp). */
export interface TraceCollector {
  url: string;
  /** From requests in JSON. */
  spans: ReceivedSpan[];
  /** Every request as it came over the wire. */
  requests: { path: string; type: string; headers: Record<string, unknown>; body: Buffer }[];
  close(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const requests: TraceCollector['requests'] = [];
  const server = createServer(async (request, response) => {
    const type = request.headers['content-type'] ?? '';
    const body = await buffer(request);
    requests.push({ path: request.url ?? '', type, headers: request.headers, body });
    if (type === 'application/json') spans.push(...readSpans(JSON.parse(body.toString())));
    response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? '{}' : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url, spans, requests, close };
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}
interface Request {
  resourceSpans: { scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[] }[];
}

function readSpans({ resourceSpans }: Request): ReceivedSpan[] {
  const read = ({ stringValue, intValue }: Attribute['value']) => stringValue ?? Number(intValue);
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({ ...span, attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, read(value)])) }));
}
