import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Authenticator } from './person.ts';
import { type RunningServer, runCli, secretFile } from './server.ts';

/** SHA-256 over the COSE form of the public key (RFC 9053), Ed25519 or P-256, as the console shows it. */
export function fingerprintOf(privateKey: string): string {
  const key = createPublicKey(createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }));
  const { x = '', y } = key.export({ format: 'jwk' }) as { x?: string; y?: string };
  const hex = (part: string): string => Buffer.from(part, 'base64url').toString('hex');
  const cose = y === undefined ? `a4010103272006215820${hex(x)}` : `a5010203262001215820${hex(x)}225820${hex(y)}`;
  return createHash('sha256').update(Buffer.from(cose, 'hex')).digest('hex');
}

/** Opens "Proof" on a job's page and saves the file. */
export async function downloadProof(page: Page, file: string): Promise<void> {
  await page.getByRole('link', { name: 'Proof' }).click();
  const evidence = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the file' }).click();
  await (await evidence).saveAs(file);
}

/** What a verifier knows from other sources: the service's keys, and the passkey according to the person's device. */
export async function knowFromElsewhere({ url, dataDir }: RunningServer, device: Authenticator, userId: string) {
  const keys = await secretFile(dataDir, 'keys.json', await (await fetch(`${url}/.well-known/countersign-evidence-keys.json`)).text());
  const fingerprints = (await device.keys()).map(fingerprintOf);
  const known = { passkeys: fingerprints.map((fingerprint) => ({ user_id: userId, fingerprint })) };
  const passkeys = await secretFile(dataDir, 'passkeys.json', JSON.stringify(known));
  // Without a database: the given folder does not exist.
  const verify = (path: string, ...more: string[]) =>
    runCli(join(dataDir, 'nothing-here'), ['evidence', 'verify', '--file', path, '--keys', keys, ...more]);
  return {
    fingerprints,
    verify: (file: string) => verify(file, '--passkeys', passkeys),
    /** A verification that knows no passkeys. */
    verifyUnasked: (file: string) => verify(file),
  };
}
