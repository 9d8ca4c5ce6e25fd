import { DomainError } from '../errors.ts';
import { verifyEvidenceFile } from '../publishing/evidence/verify-evidence.ts';
import { type OfflineCommand, optionalText, textOf } from './command.ts';
import { readKnownPasskeys, readTrustedKeys, UNPROVEN_EXIT_CODE, useJsonFile } from './trusted-keys.ts';

const verify: OfflineCommand = {
  noun: 'evidence',
  verb: 'verify',
  help: 'checks an evidence document, without a server, a database or a network: genuine (0), unproven without --keys, or without --passkeys where people signed, or with them if a person did not (2), or what was changed (1)',
  flags: {
    file: { value: 'F', isRequired: true, help: 'the document, as the console or GET /v1/publish-jobs/{id}/evidence gave it' },
    keys: { value: 'F', help: "the service's /.well-known/countersign-evidence-keys.json, fetched by you; without it nothing is proved" },
    passkeys: { value: 'F', help: 'whose passkeys are whose, from their owners: {"passkeys": [{"user_id", "fingerprint"}]}' },
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
