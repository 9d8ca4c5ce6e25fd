import type { MikroORM } from '@mikro-orm/postgresql';
import { mailPlace } from '../access/mail/queue-mail.ts';
import { clientStatePlace } from '../access/oauth/authorization-request.ts';
import { totpPlace } from '../access/second-factor/totp-code.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { connectRequestPlace } from '../connections/oauth-sign-in.ts';
import { credentialsPlace } from '../connections/renew-credentials.ts';
import type { Context } from '../context.ts';
import { SERVICE_LIMITS, untilCommit } from '../db/time-limits.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { chatPlace } from '../notices/sending/notice-chat.entity.ts';
import { pushDevicePlace, serviceKeyPlace } from '../notices/sending/push.entities.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { createSealingKeys, newSealingSecret, readKeyFile, toSealingKey, writeKeyFile } from '../sealing/sealing-keys.ts';
import { oldSecretPlace, secretPlace } from '../webhooks/sign-webhook.ts';
import { type Command, UsageError } from './command.ts';

interface SealedColumn {
  table: string;
  id: string;
  column: string;
  placeOf(id: string): string;
}

/** Everything that is sealed in the database. A test compares it with the columns there are. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'connections', id: 'id', column: 'sealed_credentials', placeOf: credentialsPlace },
  { table: 'connect_requests', id: 'id', column: 'sealed_memory', placeOf: connectRequestPlace },
  { table: 'totp_secrets', id: 'user_id', column: 'sealed_secret', placeOf: totpPlace },
  { table: 'grant_requests', id: 'id', column: 'sealed_client_state', placeOf: clientStatePlace },
  { table: 'webhook_endpoints', id: 'id', column: 'sealed_secret', placeOf: secretPlace },
  { table: 'webhook_endpoints', id: 'id', column: 'sealed_old_secret', placeOf: oldSecretPlace },
  { table: 'push_devices', id: 'id', column: 'sealed_subscription', placeOf: pushDevicePlace },
  { table: 'notice_chats', id: 'id', column: 'sealed_address', placeOf: chatPlace },
  { table: 'service_keys', id: 'name', column: 'sealed_private_key', placeOf: serviceKeyPlace },
  { table: 'mails', id: 'id', column: 'sealed_message', placeOf: mailPlace },
];

interface Resealed {
  resealed: number;
  /** `table/id` of values that cannot be opened: they were changed or moved, and are left unchanged. */
  unreadable: string[];
}

interface Row {
  id: string;
  sealed: string;
}

const AT_ONCE = 100;

/**
 * Reseals values under other keys than this one, row by row with a commit each, so it can be stopped and resumed
 * anywhere. A value changed meanwhile is kept.
 */
async function resealRows({ orm, sealer }: { orm: MikroORM; sealer: Sealer }, keyId: string): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: [] };
  for (const sealedColumn of SEALED_COLUMNS) {
    let after = '';
    for (;;) {
      const rows = await findOthers(orm, sealedColumn, keyId, after);
      for (const row of rows) await resealRow(orm, sealer, sealedColumn, row, done);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
  return done;
}

/** The number of values under other keys. */
export async function countOthers(orm: MikroORM, keyId: string): Promise<number> {
  let others = 0;
  for (const sealedColumn of SEALED_COLUMNS) {
    const [row] = await orm.em
      .fork()
      .execute<{ n: number }[]>(`select count(*)::int as n from ${sealedColumn.table} where not starts_with(${sealedColumn.column}, ?)`, [
        prefixOf(keyId),
      ]);
    others += row?.n ?? 0;
  }
  return others;
}

/** The master key's own key has no id. */
const prefixOf = (keyId: string): string => (keyId === '' ? 'v1.' : `v2.${keyId}.`);

function findOthers(orm: MikroORM, { table, id, column }: SealedColumn, keyId: string, after: string): Promise<Row[]> {
  return orm.em
    .fork()
    .execute<Row[]>(
      `select ${id} as id, ${column} as sealed from ${table} where ${id} > ? and not starts_with(${column}, ?) order by ${id} limit ?`,
      [after, prefixOf(keyId), AT_ONCE],
    );
}

async function resealRow(orm: MikroORM, sealer: Sealer, { table, id, column, placeOf }: SealedColumn, row: Row, done: Resealed) {
  const place = placeOf(row.id);
  let plain: string;
  try {
    plain = sealer.open(row.sealed, place);
  } catch {
    done.unreadable.push(`${table}/${row.id}`);
    return;
  }
  await orm.em
    .fork()
    .execute(`update ${table} set ${column} = ? where ${id} = ? and ${column} = ?`, [sealer.seal(plain, place), row.id, row.sealed]);
  done.resealed += 1;
}

/** An arbitrary constant: the advisory lock for replacing the sealing key. */
const ROTATE_LOCK = 4_210_979;

const rotate: Command = {
  noun: 'token',
  verb: 'rotate-key',
  help: 'Encrypt all credentials with a new key, while the service runs; if interrupted, run it again to continue',
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
    // It is idle while the rows are encrypted again.
    await em.execute(untilCommit({ ...SERVICE_LIMITS, silence: 0 }));
    const [lock] = await em.execute<{ held: boolean }[]>('select pg_try_advisory_xact_lock(?) as held', [ROTATE_LOCK]);
    if (!lock?.held) throw new DomainError('invalid_state', { message: 'Another key rotation is in progress. Wait for it to end.' });
    const isNew = await useNewKey(ctx);
    const keyId = currentKeyId(ctx);
    const { resealed, unreadable } = await resealRows(ctx, keyId);
    if (unreadable.length > 0) {
      const message = `${resealed} values were encrypted again. These cannot be decrypted because they were changed or moved, and were left unchanged: ${unreadable.join(', ')}.`;
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
    const isReplaced = newest !== undefined && !newest.equals(config.masterKey);
    if (isReplaced && (await countOthers(orm, toSealingKey(newest).id)) > 0) return false;
    const state = isReplaced ? 'Everything is under the first key of SEALING_KEYS already' : 'MASTER_KEY is set manually';
    throw new UsageError(
      `${state}, so the new key must be set too. Generate one ("openssl rand -base64 32") and restart every process with SEALING_KEYS ` +
        'set to the current keys and the new one ("<current>,<new>"; the current key is MASTER_KEY before the first time), then with the ' +
        'new key first ("<new>,<current>"). Then run this command again, and restart every process with only the new key.',
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
