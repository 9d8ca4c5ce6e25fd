import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { createSealingKeys, newSealingSecret, readKeyFile, toSealingKey, writeKeyFile } from '../sealing/sealing-keys.ts';
import { type Command, UsageError } from './command.ts';
import { countOthers, resealRows } from './reseal-rows.ts';

/** An arbitrary constant: the advisory lock for replacing the sealing key. */
const ROTATE_LOCK = 4_210_979;

const rotate: Command = {
  noun: 'token',
  verb: 'rotate-key',
  help: 'seals all credentials under a new key while the service runs; run again, it goes on where it was stopped',
  flags: {},
  run: (ctx) => rotateKey(ctx),
};

/**
 * Creates a new key first, which every process reads from its file before it needs it; then reseals row by row; the
 * previous key stays readable until the next rotation, for concurrent writes. An interrupted run is completed before
 * another key is created.
 */
export async function rotateKey(ctx: Context): Promise<Record<string, unknown>> {
  return ctx.orm.em.fork().transactional(async (em) => {
    const [lock] = await em.execute<{ held: boolean }[]>('select pg_try_advisory_xact_lock(?) as held', [ROTATE_LOCK]);
    if (!lock?.held) throw new DomainError('invalid_state', { message: 'Another rotation of the key is under way; wait for it to end.' });
    const isNew = await useNewKey(ctx);
    const keyId = currentKeyId(ctx);
    const { resealed, unreadable } = await resealRows(ctx, keyId);
    if (unreadable.length > 0) {
      const message = `${resealed} values were sealed again. These do not open, since they were changed or moved, and were left: ${unreadable.join(', ')}.`;
      throw new DomainError('sealed_unreadable', { message, details: { key_id: keyId, resealed, unreadable } });
    }
    dropOldKeys(ctx);
    const details = { keyId, resealed };
    await inTransaction(ctx, (tx) => recordAudit(tx, { accountId: null, action: 'sealing_key.rotated', subjectId: keyId, details }));
    return { key_id: keyId, new_key: isNew, resealed };
  });
}

const currentKeyId = (ctx: Context): string => createSealingKeys(ctx.config.sealingKeys)()[0]?.id ?? '';

/** False if an earlier run created a key and was not completed. */
async function useNewKey({ orm, config }: Context): Promise<boolean> {
  const source = config.sealingKeys;
  if ('given' in source) {
    const [newest] = source.given;
    if (newest && !newest.equals(config.masterKey)) return false;
    throw new UsageError(
      'MASTER_KEY is set by hand, so the new key is too. Make one ("openssl rand -base64 32") and restart every process with ' +
        'SEALING_KEYS set to MASTER_KEY and the new one ("<MASTER_KEY>,<new>"), then with the new one alone; then run this again.',
    );
  }
  const standing = readKeyFile(source.file);
  const [newest] = standing;
  if (newest && (await countOthers(orm, toSealingKey(newest).id)) > 0) return false;
  writeKeyFile(source.file, [newSealingSecret(), ...standing]);
  return true;
}

/** The previous key stays for requests that may still write with it. */
function dropOldKeys({ config }: Context): void {
  if ('given' in config.sealingKeys) return;
  const { file } = config.sealingKeys;
  const keys = readKeyFile(file);
  if (keys.length > 2) writeKeyFile(file, keys.slice(0, 2));
}

export const TOKEN_COMMANDS: Command[] = [rotate];
