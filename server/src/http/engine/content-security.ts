import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config/config.ts';

/** API responses are data: a browser that displays one must run and load nothing. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The console: only its own files. Inline styles are required by the component library, which positions and sizes
 * through style attributes and style elements; scripts never are inline. A client's page shows the files that it has
 * fetched as blobs.
 */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The public pages: text and pictures. They cannot call anything, whatever they contain. */
const PUBLIC_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The service worker, whose own policy applies to what it fetches: the console's files. */
const SERVICE_WORKER_POLICY = `${DATA_POLICY}; connect-src 'self'`;

/** A script or style of the console's build, which a browser only shows as text: it has no base, form or frame. */
const ASSET_POLICY = "default-src 'none'";

export const CONTENT_POLICIES = {
  asset: ASSET_POLICY,
  data: DATA_POLICY,
  console: CONSOLE_POLICY,
  publicPage: PUBLIC_PAGE_POLICY,
  serviceWorker: SERVICE_WORKER_POLICY,
} as const;

/** Browser features that our pages may use: only passkeys and, for the copy buttons, the clipboard. */
export const PERMISSIONS_POLICY = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb'],
  ...['serial', 'hid', 'screen-wake-lock'],
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-get=(self)', 'publickey-credentials-create=(self)', 'clipboard-write=(self)', 'fullscreen=(self)')
  .join(', ');

const HSTS_SECONDS = 31_536_000;

/** The same headers written by hand, for responses sent before any hook runs: no matching route, or malformed requests. */
export function earlyHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': DATA_POLICY,
    'permissions-policy': PERMISSIONS_POLICY,
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` } : {}),
  };
}

/** Further headers of every response. The content policy is set separately, since it depends on what is served. */
export function helmetOptions({ publicUrl }: Pick<Config, 'publicUrl'>): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: false,
    // A page loads only from this origin, so no other needs to be allowed.
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Over plain HTTP the header is ignored at best, and at worst locks out a later HTTP service on the same host.
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  };
}

/** Headers about documents. Scripts, styles and data have no use for them, and opening the desk takes some twenty. */
const OF_DOCUMENTS = [
  ...['permissions-policy', 'cross-origin-embedder-policy', 'cross-origin-opener-policy', 'origin-agent-cluster'],
  ...['x-dns-prefetch-control', 'x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'],
];

/** Removes from a response that is no page what only pages need, some 700 bytes; its content policy forbids everything. */
export function removeDocumentHeaders(reply: FastifyReply): void {
  for (const name of OF_DOCUMENTS) {
    reply.removeHeader(name);
    // Helmet writes past the framework.
    reply.raw.removeHeader(name);
  }
}
