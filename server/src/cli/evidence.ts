import { readFile } from 'node:fs/promises';
import { DomainError } from '../errors.ts';
import type { KnownPasskey } from '../publishing/evidence/evidence-report.ts';
import { verifyEvidenceFile } from '../publishing/evidence/verify-evidence.ts';
import { parseSignedJson } from '../sealing/signed-json.ts';
import { type OfflineCommand, optionalText, textOf, UsageError } from './command.ts';

/** Neither 0, which proves it, nor 1, which refuses it. */
export const UNPROVEN_EXIT_CODE = 2;

/** The service's keys from the file of `--keys`; null without one, in which case nothing can be proved. */
export async function readTrustedKeys(path: string | undefined): Promise<{ x: string }[] | null> {
  return path === undefined ? null : keysOf(await readJson(path), path);
}

/** The owners of passkeys, from the file of `--passkeys`; null without one. */
async function readKnownPasskeys(path: string | undefined): Promise<KnownPasskey[] | null> {
  if (path === undefined) return null;
  const value = await readJson(path);
  const passkeys = typeof value === 'object' && value !== null && 'passkeys' in value ? value.passkeys : null;
  const isList =
    Array.isArray(passkeys) && passkeys.every((own) => typeof own?.user_id === 'string' && /^[0-9a-f]{64}$/.test(String(own.fingerprint)));
  if (!isList)
    throw new UsageError(`${path} is not a file of passkeys: {"passkeys": [{"user_id": "usr_…", "fingerprint": "64 hex digits"}]}.`);
  return passkeys;
}

async function readJson(path: string): Promise<unknown> {
  return useJsonFile(path, async (bytes) => {
    const { value, faults } = parseSignedJson(bytes);
    const [fault] = faults;
    if (fault) throw new UsageError(`${path} is ambiguous. ${fault.at || 'The file'}: ${fault.message}`);
    return value;
  });
}

/** Reads a file for `parse`, and explains where it is missing or is not JSON. */
async function useJsonFile<T>(path: string, parse: (bytes: Uint8Array) => Promise<T>): Promise<T> {
  const notJson = (error: unknown) =>
    new UsageError(`${path} is not a JSON file: ${error instanceof Error ? error.message : String(error)}`);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw notJson(error);
  });
  try {
    return await parse(bytes);
  } catch (error) {
    throw error instanceof SyntaxError ? notJson(error) : error;
  }
}

function keysOf(value: unknown, path: string): { x: string }[] {
  const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : null;
  const isList = Array.isArray(keys) && keys.every((key) => typeof key?.x === 'string');
  if (!isList) throw new UsageError(`${path} is not the service’s countersign-evidence-keys.json.`);
  return keys;
}

const verify: OfflineCommand = {
  noun: 'evidence',
  verb: 'verify',
  help: 'Verify an evidence document offline. Exit codes: 0 genuine, 1 changed, 2 unproven (without --keys; without --passkeys if people signed; or with --passkeys if a person did not sign)',
  flags: {
    file: { value: 'F', isRequired: true, help: 'the document, as downloaded from the console or GET /v1/publish-jobs/{id}/evidence' },
    keys: {
      value: 'F',
      help: "the service's /.well-known/countersign-evidence-keys.json, downloaded by you; without it nothing is proved",
    },
    passkeys: {
      value: 'F',
      help: 'passkey fingerprints by person, obtained from their owners: {"passkeys": [{"user_id", "fingerprint"}]}',
    },
  },
  async runOffline(flags) {
    const keys = await readTrustedKeys(optionalText(flags, 'keys'));
    const passkeys = await readKnownPasskeys(optionalText(flags, 'passkeys'));
    const { verdict, faults, keyId, signatures, shown, notShown } = await useJsonFile(textOf(flags, 'file'), (file) =>
      verifyEvidenceFile(file, { keys, passkeys }),
    );
    if (verdict === 'tampered') {
      const message = faults.map(({ at, message: what }) => `${at || 'The document'}: ${what}`).join(' ');
      throw new DomainError('evidence_tampered', { message, details: { faults } });
    }
    // Scripts that only check the exit code must not take this for success.
    if (verdict === 'unproven') process.exitCode = UNPROVEN_EXIT_CODE;
    return { verdict, key_id: keyId, signatures, shown, not_shown: notShown };
  },
};

export const EVIDENCE_COMMANDS: OfflineCommand[] = [verify];
