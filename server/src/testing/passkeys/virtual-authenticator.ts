import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/**
 * A passkey for tests without a browser: an authenticator by the WebAuthn specification (sections 6.1 and 8.7),
 * without attestation.
 */
export interface VirtualAuthenticator {
  /** The public half, as stored by the service: both in base64url, the key as COSE. */
  credential: { id: string; publicKey: string };
  /** The number of signatures; tests may decrease it. */
  counter: number;
  isVerifyingUser: boolean;
  origin: string;
  create(options: { challenge: string; rp: { id?: string }; user: { id: string } }): object;
  /** `userHandle` names the owner by default. */
  get(options: { challenge: string; rpId?: string }, userHandle?: string): object;
}

export type PasskeyAlgorithm = 'ES256' | 'EdDSA' | 'RS256';

export function createVirtualAuthenticator(origin: string, algorithm: PasskeyAlgorithm = 'ES256'): VirtualAuthenticator {
  const id = randomBytes(32);
  const { privateKey, publicKey } = newKeyPair(algorithm);
  let owner = '';
  const authenticator: VirtualAuthenticator = {
    credential: { id: text(id), publicKey: text(coseKey(publicKey)) },
    counter: 0,
    isVerifyingUser: true,
    origin,
    create({ challenge, rp, user }) {
      owner = user.id;
      const credential = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey(publicKey)]);
      const authData = authenticatorData(authenticator, rp.id ?? '', credential);
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, authenticator.origin);
      return answer(id, { clientDataJSON: text(clientDataJSON), attestationObject: text(attestation), transports: ['internal'] });
    },
    get({ challenge, rpId = '' }, userHandle = owner) {
      authenticator.counter += 1;
      const authData = authenticatorData(authenticator, rpId);
      const clientDataJSON = clientData('webauthn.get', challenge, authenticator.origin);
      const signature = sign(algorithm === 'EdDSA' ? null : 'sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey);
      return answer(id, {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authData),
        signature: text(signature),
        userHandle,
      });
    },
  };
  return authenticator;
}

function answer(id: Buffer, response: object): object {
  return { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {}, response };
}

const text = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** Present 0x01, verified 0x04, with a credential 0x40. */
function authenticatorData({ counter, isVerifyingUser }: VirtualAuthenticator, rpId: string, credential?: Buffer): Buffer {
  const flags = 0x01 | (isVerifyingUser ? 0x04 : 0) | (credential ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
}

function newKeyPair(algorithm: PasskeyAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/**
 * RFC 9053 and RFC 8230: key type (1), algorithm (3), then the type's parameters: curve (-1) with x (-2) and y (-3),
 * or n (-1) with e (-2).
 */
function coseKey(publicKey: KeyObject): Buffer {
  const { kty, x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' }) as Record<string, string>;
  const bytes = (part: string): Buffer => cborBytes(Buffer.from(part, 'base64url'));
  const entries: [number, Buffer][] =
    {
      OKP: [
        [0x01, cborSmall(0x01)],
        [0x03, cborSmall(0x27)],
        [0x20, cborSmall(0x06)],
        [0x21, bytes(x)],
      ] as [number, Buffer][],
      EC: [
        [0x01, cborSmall(0x02)],
        [0x03, cborSmall(0x26)],
        [0x20, cborSmall(0x01)],
        [0x21, bytes(x)],
        [0x22, bytes(y)],
      ] as [number, Buffer][],
      RSA: [
        [0x01, cborSmall(0x03)],
        [0x03, Buffer.from([0x39, 0x01, 0x00])],
        [0x20, bytes(n)],
        [0x21, bytes(e)],
      ] as [number, Buffer][],
    }[kty ?? ''] ?? [];
  return cborMap(entries.map(([key, value]) => [cborSmall(key), value]));
}

/** The needed part of RFC 8949: short maps, and strings below 64 KiB. */
const cborMap = (entries: [Buffer, Buffer][]): Buffer => Buffer.concat([Buffer.from([0xa0 | entries.length]), ...entries.flat()]);
/** A whole number that fits in one byte, sign included, as RFC 8949 writes it. */
const cborSmall = (byte: number): Buffer => Buffer.from([byte]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborLength(0x40, bytes.length), bytes]);
const cborText = (value: string): Buffer => Buffer.concat([cborLength(0x60, Buffer.byteLength(value)), Buffer.from(value)]);

function cborLength(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([major | length]);
  return length < 256 ? Buffer.from([major | 24, length]) : Buffer.concat([Buffer.from([major | 25]), uint16(length)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
