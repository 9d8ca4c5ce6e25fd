import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/**
 * A passkey of our own making, for tests without a browser: what an authenticator does by the
 * WebAuthn specification (sections 6.1 and 8.7), with ES256 and without attestation.
 */
export interface VirtualAuthenticator {
  /** The public half, as the service keeps it: both in base64url, the key as COSE. */
  credential: { id: string; publicKey: string };
  /** Signatures so far; tests may turn it back. */
  counter: number;
  isVerifyingUser: boolean;
  origin: string;
  create(options: { challenge: string; rp: { id?: string }; user: { id: string } }): object;
  /** `userHandle` names the owner unless the test gives another. */
  get(options: { challenge: string; rpId?: string }, userHandle?: string): object;
}

export function createVirtualAuthenticator(origin: string): VirtualAuthenticator {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
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
      const signature = sign(privateKey, Buffer.concat([authData, sha256(clientDataJSON)]));
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
const sign = (key: KeyObject, bytes: Buffer): Buffer => createSign('sha256').update(bytes).sign(key);

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

/** RFC 9053: kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' }) as { x?: string; y?: string };
  return cborMap([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** Only what is needed of RFC 8949: short maps, and strings below 64 KiB. */
const cborMap = (entries: [Buffer, Buffer][]): Buffer => Buffer.concat([Buffer.from([0xa0 | entries.length]), ...entries.flat()]);
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
