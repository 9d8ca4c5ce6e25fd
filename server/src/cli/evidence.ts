import { readFile } from 'node:fs/promises';
import { DomainError } from '../errors.ts';
import { verifyEvidence } from '../publishing/evidence/verify-evidence.ts';
import { type OfflineCommand, optionalText, textOf, UsageError } from './command.ts';

const verify: OfflineCommand = {
  noun: 'evidence',
  verb: 'verify',
  help: 'checks an evidence document, without a server, a database or a network; names whatever was changed',
  flags: {
    file: { value: 'F', isRequired: true, help: 'the document, as the console or GET /v1/publish-jobs/{id}/evidence gave it' },
    keys: { value: 'F', help: "the service's /.well-known/countersign-evidence-keys.json, fetched by you" },
  },
  async runOffline(flags) {
    const document = await readJson(textOf(flags, 'file'));
    const keysFile = optionalText(flags, 'keys');
    const keys = keysFile === undefined ? null : readKeys(await readJson(keysFile), keysFile);
    const { isGenuine, faults, keyId, shown, notShown } = verifyEvidence(document, keys);
    if (!isGenuine) {
      const message = faults.map(({ at, message: what }) => `${at || 'The document'}: ${what}`).join(' ');
      throw new DomainError('evidence_tampered', { message, details: { faults } });
    }
    return { genuine: true, key_id: keyId, key_known: keys !== null, shown, not_shown: notShown };
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
