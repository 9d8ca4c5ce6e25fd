import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { type ReadSealingKeys, toSealingKey } from './sealing-keys.ts';

/** Encrypts secrets that are needed again, and hashes those that are only compared. */
export interface Sealer {
  /** AES-256-GCM. `place` binds the result to its row and column, for instance `connections/con_…/credentials`. */
  seal(plaintext: string, place: string): string;
  /** The plaintext; throws if it was encrypted for another place, under another key, or changed. */
  open(sealed: string, place: string): string;
  /** HMAC-SHA-256 in hex under a separate key for each purpose. */
  hash(purpose: string, secret: string): string;
  /** Signs what others must be able to verify without our secrets. */
  signer: Signer;
}

/** The public half of a signing key (RFC 8037). */
export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  /** base64url. */
  x: string;
  /** The first 16 hex digits of the SHA-256 of `x`. */
  kid: string;
}

/** A key in a signed file has exactly these members: others would be unsigned. */
export const KEY_MEMBERS: readonly string[] = ['kty', 'crv', 'x', 'kid'] satisfies (keyof PublicKey)[];

export interface Signer {
  /** Ed25519 over the UTF-8 text, in base64url. */
  sign(text: string): string;
  publicKey: PublicKey;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * `masterKey` is 32 random bytes; the keys in use are derived from it by HKDF-SHA-256. Sealed values
 * are under the master key's own (`v1.<data>`) until there are sealing keys, and then under the
 * newest of these (`v2.<key id>.<data>`); all of them can be opened.
 */
export function createSealer(masterKey: Buffer, readSealingKeys: ReadSealingKeys = () => []): Sealer {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, 'countersign', purpose, 32));
  const { id: ownId, key: ownKey } = toSealingKey(masterKey);
  const pepper = derive('hash');
  const signer = createSigner(derive('sign'));

  return {
    signer,
    seal(plaintext, place) {
      const [newest] = readSealingKeys();
      // If it is also given as a sealing key, the master key's own id stays, as processes without that setting know
      // it.
      return newest && newest.id !== ownId
        ? `v2.${newest.id}.${encrypt(newest.key, plaintext, place)}`
        : `v1.${encrypt(ownKey, plaintext, place)}`;
    },
    open(sealed, place) {
      const [, ownData, id, data] = /^(?:v1\.([\w-]+)|v2\.([0-9a-f]+)\.([\w-]+))$/.exec(sealed) ?? [];
      if (ownData) return decrypt(ownKey, ownData, place);
      if (!data) throw new Error('The sealed value has an unknown format.');
      const found = readSealingKeys().find((known) => known.id === id);
      if (!found) throw new Error(`The value was sealed under the key ${id}, which this process does not have.`);
      return decrypt(found.key, data, place);
    },
    hash(purpose, secret) {
      return createHmac('sha256', pepper).update(`${purpose}\0${secret}`).digest('hex');
    },
  };
}

function encrypt(key: Buffer, plaintext: string, place: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: Buffer, data: string, place: string): string {
  const bytes = Buffer.from(data, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** The PKCS #8 prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

function createSigner(seed: Buffer): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64url'),
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid: keyIdOf(x) },
  };
}

export function keyIdOf(x: string): string {
  return createHash('sha256').update(x).digest('hex').slice(0, 16);
}

/** Whether the signature is that of this public key over the text. Needs no secret. */
export function isSignedBy(x: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    // Only the one spelling of it: another text for the same bytes would be a change that goes unnamed.
    return bytes.toString('base64url') === signature && verify(null, Buffer.from(text, 'utf8'), key, bytes);
  } catch {
    return false;
  }
}

/** Compares two hex digests in constant time. */
export function isSameDigest(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}
