import { say } from '../../../lib/catalogue.ts';

/** Texts about signing decisions with a passkey. */
export const signingTexts = say('signing', {
  how: 'Approving asks for your passkey: it signs exactly this content.',
  waiting: 'Your device asks for your passkey…',
  none: 'This has to be signed with a passkey, and you have none yet.',
  add: 'Add a passkey',
  notHere: 'This has to be signed with a passkey, and this browser cannot use one at this address.',
  notSigned: 'Not signed, and nothing was decided',
  bulk: 'Your passkey is asked for once, and signs all of them.',
} as const);
