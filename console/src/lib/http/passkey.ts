import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { texts } from '../texts.ts';
import { ApiError } from './api-error.ts';
import { postJson } from './post-json.ts';

interface Words {
  message: string;
  remedy: string;
}

/** By the names of browsers' exceptions. */
const PROBLEMS: Record<string, Words> & { other: Words } = texts.passkeys;

/** Whether this browser supports passkeys at this address. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && typeof window.PublicKeyCredential === 'function';
}

/** Creates a passkey; the response is sent to the server unchanged. */
export async function createPasskey(options: unknown): Promise<unknown> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return withWords(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));
}

/** Signs with a passkey; the response is sent to the server unchanged. */
export async function askPasskey(options: unknown): Promise<unknown> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return withWords(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));
}

/** Signs in with whatever passkey of this site the person chooses. */
export async function signInWithPasskey(): Promise<void> {
  const response = await askPasskey(await postJson('/api/auth/passkey/options', {}));
  await postJson('/api/auth/passkey/verify', { response });
}

/** Translates browser exceptions into messages with a remedy. */
async function withWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = (error instanceof Error && PROBLEMS[error.name]) || PROBLEMS.other;
    throw new ApiError({ code: 'passkey_not_used', ...problem, status: 0 });
  }
}
