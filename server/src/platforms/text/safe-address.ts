import { say } from '../../languages/sentence.ts';
import { faultWith } from '../api/api-fault.ts';
import { ConnectError } from '../platform.ts';

/** The upload address of a platform. Throws ApiFault. */
export function readUploadAddress(label: string, value: string): URL {
  const url = URL.parse(value);
  if (url) return url;
  throw faultWith('unavailable', say`${label} sent an invalid address for uploading the picture.`);
}

/** The origin of a server that a person named, with or without "https://". `outbound` decides whether it may be called. */
export function readServerOrigin(value: string, field: string, example: string): string {
  const written = /^https?:\/\//i.test(value) ? value : `https://${value}`;
  const url = URL.parse(written);
  if (!url?.hostname || url.username || url.password || url.search || url.hash || url.pathname !== '/') {
    throw new ConnectError(say`"${field}" must be the address of a server, for instance "${example}".`);
  }
  return url.origin;
}
