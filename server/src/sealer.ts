import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Keeps secrets that are needed again, and recognises those that are only compared. */
export interface Sealer {
  /** AES-256-GCM. `place` binds the result to its row and column, for instance `connections/con_…/credentials`. */
  seal(plaintext: string, place: string): string;
  /** The plaintext; throws when it was sealed for another place, under another key, or changed. */
  open(sealed: string, place: string): string;
  /** HMAC-SHA-256 in hex under a key of its own for each purpose. */
  hash(purpose: string, secret: string): string;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `masterKey` is 32 random bytes; every key in use is derived from it by HKDF-SHA-256. */
export function createSealer(masterKey: Buffer): Sealer {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, 'countersign', purpose, 32));
  const sealingKey = derive('seal');
  const pepper = derive('hash');

  return {
    seal(plaintext, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, data] = sealed.split('.');
      if (version !== VERSION || !data) throw new Error('The sealed value has an unknown format.');
      const bytes = Buffer.from(data, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    hash(purpose, secret) {
      return createHmac('sha256', pepper).update(`${purpose}\0${secret}`).digest('hex');
    },
  };
}

/** Compares two hex digests in constant time. */
export function isSameDigest(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}
