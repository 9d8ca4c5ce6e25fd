import { ConnectError, type Credentials } from '../platform.ts';

const DEFAULT_SERVICE = 'https://bsky.social';
const FIELDS = ['service', 'identifier', 'appPassword'];

export interface BlueskyCredentials {
  /** Origin of the server that the account signs in to. */
  service: string;
  /** Handle, e-mail address or DID; what `connect()` keeps is the DID, which outlives a change of handle. */
  identifier: string;
  appPassword: string;
}

/** Reads what a person entered or what `connect()` made of it. */
export function readBlueskyCredentials(credentials: Credentials): BlueskyCredentials {
  const unknown = Object.keys(credentials).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0) throw new ConnectError(`Bluesky needs no "${unknown.join('", "')}"; give ${FIELDS.join(', ')}.`);
  return {
    service: readService(credentials.service ?? DEFAULT_SERVICE),
    identifier: readText(credentials.identifier, 'identifier', 'the handle, for instance "harbour.bsky.social"').replace(/^@/, ''),
    appPassword: readText(credentials.appPassword, 'appPassword', 'an app password from Settings, Privacy and security, App passwords'),
  };
}

/** Whether a password may travel to this address: encrypted, or without leaving the machine. */
export function isSafeAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}

function readService(value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  if (!url || url.username || url.search || url.hash || url.pathname !== '/') {
    throw new ConnectError('"service" must be the address of a server, for instance "https://bsky.social".');
  }
  if (!isSafeAddress(url)) throw new ConnectError('"service" must begin with https://; the password must not travel in the open.');
  return url.origin;
}

function readText(value: unknown, field: string, meaning: string): string {
  if (typeof value !== 'string' || !value.trim() || value.length > 512) throw new ConnectError(`"${field}" must be ${meaning}.`);
  return value.trim();
}
