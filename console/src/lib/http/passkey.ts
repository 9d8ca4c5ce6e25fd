import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { ApiError } from './api-error.ts';
import { postJson } from './post-json.ts';

/** Whether this browser, at this address, can make and use passkeys at all. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && typeof window.PublicKeyCredential === 'function';
}

/** Has the browser make a passkey; the answer goes back to the server as it is. */
export async function createPasskey(options: unknown): Promise<unknown> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return withWords(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));
}

/** Has the browser sign with a passkey; the answer goes back to the server as it is. */
export async function askPasskey(options: unknown): Promise<unknown> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return withWords(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));
}

/** Signs in with whatever passkey of this site the person chooses. */
export async function signInWithPasskey(): Promise<void> {
  const response = await askPasskey(await postJson('/api/auth/passkey/options', {}));
  await postJson('/api/auth/passkey/verify', { response });
}

/** What browsers throw, by the names of the WebAuthn specification, in words that say what to do. */
const WORDS: Record<string, [message: string, remedy: string]> = {
  InvalidStateError: ['This device has a passkey for you already.', 'Use that one, or add one on another device.'],
  SecurityError: ['Passkeys do not work at this address.', 'Open the console at the address that your operator gave you.'],
  NotSupportedError: ['This device cannot make such a passkey.', 'Try another device.'],
};

async function withWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const [message, remedy] = WORDS[name] ?? [
      'No passkey was used.',
      'Try again when you are ready; your device may have waited too long.',
    ];
    throw new ApiError({ code: 'passkey_not_used', message, remedy, status: 0 });
  }
}
