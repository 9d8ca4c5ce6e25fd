import { loadAhead } from '../../load-ahead.ts';

/** The WebAuthn library: it takes a third of a second to load, and a start does not wait for it. */
export const webauthn = loadAhead(() => import('@simplewebauthn/server'));
