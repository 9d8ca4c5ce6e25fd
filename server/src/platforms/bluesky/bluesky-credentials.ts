import { type Sentence, say } from '../../languages/sentence.ts';
import { ConnectError, type ConnectField, type Credentials } from '../platform.ts';
import { readServerOrigin } from '../text/safe-address.ts';

const DEFAULT_SERVICE = 'https://bsky.social';

export const BLUESKY_FIELDS: ConnectField[] = [
  { name: 'identifier', label: 'Handle', help: 'The account’s name there.', placeholder: 'harbour.bsky.social', isSecret: false },
  {
    name: 'appPassword',
    label: 'App password',
    help: 'Create it on Bluesky under Settings, Privacy and security, App passwords. Not the account’s own password.',
    isSecret: true,
  },
  {
    name: 'service',
    label: 'Server',
    help: 'Change it only if the account is on another server.',
    isSecret: false,
    initial: DEFAULT_SERVICE,
  },
];
const FIELDS = BLUESKY_FIELDS.map(({ name }) => name);

export interface BlueskyCredentials {
  /** Origin of the server that the account signs in to. */
  service: string;
  /** Handle, email address or DID; `connect()` stores the DID, which survives a change of handle. */
  identifier: string;
  appPassword: string;
}

/** Parses what a person entered, or what `connect()` stored. */
export function readBlueskyCredentials(credentials: Credentials): BlueskyCredentials {
  const unknown = Object.keys(credentials).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0) throw new ConnectError(say`${'Bluesky'} does not use "${unknown.join('", "')}"; enter ${FIELDS.join(', ')}.`);
  return {
    service: readServerOrigin(
      readText(
        credentials.service ?? DEFAULT_SERVICE,
        say`"${'service'}" must be the address of a server, for instance "${DEFAULT_SERVICE}".`,
      ),
      'service',
      DEFAULT_SERVICE,
    ),
    identifier: readText(credentials.identifier, say`"identifier" must be the handle, for instance "harbour.bsky.social".`).replace(
      /^@/,
      '',
    ),
    appPassword: readText(
      credentials.appPassword,
      say`"appPassword" must be an app password from Settings, Privacy and security, App passwords.`,
    ),
  };
}

function readText(value: unknown, fault: Sentence): string {
  if (typeof value !== 'string' || !value.trim() || value.length > 512) throw new ConnectError(fault);
  return value.trim();
}
