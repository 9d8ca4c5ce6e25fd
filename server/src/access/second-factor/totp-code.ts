import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters of all authenticator apps. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks differ: the steps before and after are accepted too. */
const WINDOW = 1;

/** 160 random bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The content of the QR code for authenticator apps. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...SETTINGS, issuer: 'Countersign', label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step of the code; null if it matches none of the current ones. */
export function matchTotpStep(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...SETTINGS, secret: Secret.fromBase32(secret), token, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: SETTINGS.period, timestamp }) + delta;
}

/** The encryption context of a person's secret. */
export const totpPlace = (userId: string): string => `totp_secrets/${userId}/sealed_secret`;
