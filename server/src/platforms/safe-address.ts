import { ApiFault } from './api/api-fault.ts';
import { ConnectError } from './platform.ts';

/** Whether a secret may travel to this address: encrypted, or without leaving the machine. */
export function isSafeAddress(url: URL): boolean {
  return ['https:', 'wss:'].includes(url.protocol) || (['http:', 'ws:'].includes(url.protocol) && isLoopback(url));
}

export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}

/** Where a platform wants a file put: secrets may travel there only as they may anywhere. Throws ApiFault. */
export function readUploadAddress(label: string, value: string): URL {
  const url = URL.parse(value);
  if (url && isSafeAddress(url)) return url;
  throw new ApiFault({
    kind: 'unavailable',
    message: `${label} wants the picture put at an address that is not safe.`,
    retryAfterSeconds: null,
  });
}

/** The origin of a server that a person named, with or without "https://" before it. */
export function readServerOrigin(value: string, field: string, example: string): string {
  const written = /^https?:\/\//i.test(value) ? value : `https://${value}`;
  const url = URL.parse(written);
  if (!url?.hostname || url.username || url.search || url.hash || url.pathname !== '/') {
    throw new ConnectError(`"${field}" must be the address of a server, for instance "${example}".`);
  }
  if (!isSafeAddress(url)) throw new ConnectError(`"${field}" must begin with https://; a secret must not travel in the open.`);
  return url.origin;
}
