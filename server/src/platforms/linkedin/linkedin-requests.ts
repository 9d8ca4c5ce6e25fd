import type { PublishCall } from '../connector.ts';

/** Versions are supported for at least a year (learn.microsoft.com, LinkedIn API versioning). */
const VERSION = '202609';

export const authorOf = ({ account }: Pick<PublishCall, 'account'>): string => `urn:li:person:${account.personId}`;

export const headersOf = ({ accessToken }: PublishCall['account']) => ({
  authorization: `Bearer ${accessToken}`,
  'linkedin-version': VERSION,
  'x-restli-protocol-version': '2.0.0',
});
