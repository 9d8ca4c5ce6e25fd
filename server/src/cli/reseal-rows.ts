import type { MikroORM } from '@mikro-orm/postgresql';
import { mailPlace } from '../access/mail/queue-mail.ts';
import { clientStatePlace } from '../access/oauth/authorization-request.ts';
import { totpPlace } from '../access/second-factor/totp-code.ts';
import { connectRequestPlace } from '../connections/connect-requests.ts';
import { credentialsPlace } from '../connections/fresh-credentials.ts';
import { chatPlace } from '../notices/chats/notice-chat.entity.ts';
import { pushDevicePlace, serviceKeyPlace } from '../notices/push/push.entities.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { oldSecretPlace, secretPlace } from '../webhooks/sign-webhook.ts';

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

export interface Resealed {
  resealed: number;
  /** `table/id` of those that do not open: they were changed or moved, and are left as they are. */
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
export async function resealRows({ orm, sealer }: { orm: MikroORM; sealer: Sealer }, keyId: string): Promise<Resealed> {
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
