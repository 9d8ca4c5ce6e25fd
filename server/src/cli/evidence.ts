import { readFile } from 'node:fs/promises';
import { DomainError } from '../errors.ts';
import { verifyEvidence } from '../publishing/evidence/verify-evidence.ts';
import { type OfflineCommand, optionalText, textOf, UsageError } from './command.ts';

/** Neither 0, which proves it, nor 1, which refuses it. */
const UNPROVEN_EXIT_CODE = 2;

const verify: OfflineCommand = {
  noun: 'evidence',
  verb: 'verify',
  help: 'checks an evidence document, without a server, a database or a network: genuine (0), unproven without --keys (2), or what was changed (1)',
  flags: {
    file: { value: 'F', isRequired: true, help: 'the document, as the console or GET /v1/publish-jobs/{id}/evidence gave it' },
    keys: { value: 'F', help: "the service's /.well-known/countersign-evidence-keys.json, fetched by you; without it nothing is proved" },
  },
  async runOffline(flags) {
    const document = await readJson(textOf(flags, 'file'));
    const keysFile = optionalText(flags, 'keys');
    const keys = keysFile === undefined ? null : readKeys(await readJson(keysFile), keysFile);
    const { verdict, faults, keyId, shown, notShown } = verifyEvidence(document, keys);
    if (verdict === 'tampered') {
      const message = faults.map(({ at, message: what }) => `${at || 'The document'}: ${what}`).join(' ');
      throw new DomainError('evidence_tampered', { message, details: { faults } });
    }
    // A script that asks only whether the call succeeded must not take this for a yes.
    if (verdict === 'unproven') process.exitCode = UNPROVEN_EXIT_CODE;
    return { verdict, key_id: keyId, shown, not_shown: notShown };
  },
};

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} is not a file with JSON in it: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readKeys(value: unknown, path: string): { x: string }[] {
  const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : null;
  const isList = Array.isArray(keys) && keys.every((key) => typeof key?.x === 'string');
  if (!isList) throw new UsageError(`${path} is not the file of keys that the service serves.`);
  return keys;
}

export const EVIDENCE_COMMANDS: OfflineCommand[] = [verify];
