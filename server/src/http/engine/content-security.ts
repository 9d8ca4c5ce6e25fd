import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from '../../config/config.ts';

/** Answers of the API are data: a browser that shows one must run and load nothing. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The console: its own files and nothing else. Inline styles are needed by the component library,
 * which positions and sizes through style attributes and style elements; scripts never are inline.
 */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The public pages: text and pictures. They cannot call anything, whatever is written on them. */
const PUBLIC_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const CONTENT_POLICIES = { data: DATA_POLICY, console: CONSOLE_POLICY, publicPage: PUBLIC_PAGE_POLICY } as const;

/** What a page of ours may ask a browser for: nothing but passkeys and, for the copy buttons, the clipboard. */
export const PERMISSIONS_POLICY = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb'],
  ...['serial', 'hid', 'screen-wake-lock'],
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-get=(self)', 'publickey-credentials-create=(self)', 'clipboard-write=(self)', 'fullscreen=(self)')
  .join(', ');

const HSTS_SECONDS = 31_536_000;

/**
 * The same headers by hand, for what is refused before it has come through any hook: a request without a route, or bytes that are none.
 */
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

/** Every answer's further headers. The content policy is set by hand, since it differs by what is served. */
export function helmetOptions({ publicUrl }: Pick<Config, 'publicUrl'>): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: false,
    // Everything that a page shows comes from here, so nothing foreign has to be let in.
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Over plain http the header is ignored at best, and at worst locks a later http service of the same host out.
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  };
}
