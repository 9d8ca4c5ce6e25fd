import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface PushedMessage {
  /** Decrypted by the browser. */
  text: string;
  /** As it came over the wire. */
  raw: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

/** A push service on loopback (RFC 8030), with a browser that decrypts what it gets (RFC 8291). */
export interface PushService {
  /** The browser's subscription for the site. */
  subscription: { endpoint: string; p256dh: string; auth: string };
  messages: PushedMessage[];
  /** The status of the next responses; `nothing` accepts messages and closes the connection. */
  answer(status: number | 'nothing'): void;
  close(): Promise<void>;
}

/** `publicKey`: whom the browser takes messages from (RFC 8292); others are refused with 403. */
export async function startPushService(publicKey: () => string): Promise<PushService> {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const messages: PushedMessage[] = [];
  let status: number | 'nothing' = 201;
  const server = createServer((request, response) => {
    buffer(request).then((raw) => {
      const isSigned = isSignedBy(publicKey(), request.headers.authorization ?? '');
      const isTaken = isSigned && (status === 201 || status === 'nothing');
      if (isTaken) messages.push({ raw, headers: request.headers, text: decrypt(raw, browser, auth) });
      if (status === 'nothing') return request.socket.destroy();
      response.writeHead(isSigned ? status : 403).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/somebody`,
      p256dh: browser.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    messages,
    answer: (next) => {
      status = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** RFC 8188 with the keys of RFC 8291, section 3.4. */
function decrypt(message: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = message.subarray(0, 16);
  const sender = message.subarray(21, 21 + message.readUInt8(20));
  const sealed = message.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32);
  const key = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: nonce\0', 12);
  const opened = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce)).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** `vapid t=<JWT>, k=<key>`: ES256 over the token, by the key that the browser subscribed with. */
function isSignedBy(publicKey: string, authorization: string): boolean {
  const [, head, body, signature, key] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (!signature || key !== publicKey) return false;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', Buffer.from(`${head}.${body}`), jwk as never, Buffer.from(signature, 'base64url'));
}
