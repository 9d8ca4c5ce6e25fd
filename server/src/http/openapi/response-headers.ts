type Header = { description: string; schema: object };

const text = (description: string, example: string, more: object = {}): Header => ({
  description,
  schema: { type: 'string', examples: [example], ...more },
});

/** The headers of responses. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': text('Names this request; your own where you sent one.', '756cc4b4-582e-41eb-abbe-43d601b69ebb'),
  RateLimit: text('What is left of each limit, and in how many seconds it is full again.', '"key-writes";r=239;t=60'),
  'RateLimit-Policy': text('The limits that this request was counted in: how many within how many seconds.', '"key-writes";q=240;w=60'),
  'Access-Control-Allow-Origin': text('Below `/api/v1`, to a page: any may call with a key of its own; cookies are not looked at.', '*'),
  ETag: text('Weak tag of the answer, for If-None-Match. A draft is changed with its `revision` as If-Match instead.', 'W/"q2Fz…"'),
  Location: text('Where what was made can be read.', 'https://posts.example.org/api/v1/drafts/drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56'),
  Link: text(
    'Where the next page is, `rel="next"`; not there on the last one.',
    '<https://posts.example.org/api/v1/drafts?cursor=…>; rel="next"',
  ),
  'Idempotency-Replayed': text('`true`: this is the first answer to this Idempotency-Key, once more.', 'true', { enum: ['true'] }),
  'Retry-After': {
    description: 'After how many seconds to send it again.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 86_400, examples: [5] },
  },
  'WWW-Authenticate': text(
    'Where a client finds out how to get a key, and what is wrong with this one.',
    'Bearer resource_metadata="https://posts.example.org/.well-known/oauth-protected-resource"',
  ),
} as const satisfies Record<string, Header>;

/** The headers of a deprecated operation. */
export const DEPRECATION_HEADERS = {
  Deprecation: text('Since when clients should call something else (RFC 9745).', '@1801353600'),
  Sunset: text('From when on it may be gone (RFC 8594).', 'Sat, 31 Jul 2027 00:00:00 GMT'),
} as const satisfies Record<string, Header>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS | keyof typeof DEPRECATION_HEADERS;

/** On every response. */
const ALWAYS: ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Access-Control-Allow-Origin'];

/** References to the headers of a response. */
export const headersOf = (...more: ResponseHeader[]): Record<string, { $ref: string }> =>
  Object.fromEntries([...ALWAYS, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
