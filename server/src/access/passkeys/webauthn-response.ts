import { DomainError } from '../../errors.ts';

/** A browser's response after a passkey was used; its parts are checked during verification. */
export interface WebauthnResponse {
  /** The credential, in base64url. */
  id: string;
  response: { clientDataJSON: string };
}

/** The response with the parts that we read ourselves. Throws `passkey_refused` for anything else. */
export function readWebauthnResponse(value: unknown): WebauthnResponse {
  if (isRecord(value) && typeof value.id === 'string' && isRecord(value.response) && typeof value.response.clientDataJSON === 'string') {
    return value as unknown as WebauthnResponse;
  }
  throw new DomainError('passkey_refused');
}

/** The signed challenge, as reported by the browser (WebAuthn, section 5.8.1). */
export function challengeOf({ response }: WebauthnResponse): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    if (typeof challenge === 'string') return challenge;
  } catch {
    // Not the JSON of a browser: refused below.
  }
  throw new DomainError('passkey_refused');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
