import type { AnyEntity, EntityManager, EntityMetadata, EntityName } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { numbered, type Statement } from './reading/query.ts';
import { sendWithoutWaiting } from './transaction.ts';

/** How rows of one entity are inserted. */
interface Insertion {
  sql: string;
  columns: { name: string; column: string }[];
}

const insertions = new WeakMap<object, Insertion>();

/**
 * The statement that inserts rows of an entity with all their fields: one for any number of rows. The unit of work
 * does not track them.
 */
export function insertOf<Row extends object>(em: EntityManager, entity: EntityName<Row>, rows: readonly Row[]): Statement {
  const { sql, columns } = insertionOf(em.getMetadata().get(entity));
  const written = rows.map((row) => {
    const kept: Record<string, unknown> = {};
    for (const { name, column } of columns) kept[column] = asStored((row as Record<string, unknown>)[name]);
    return kept;
  });
  return { sql, values: [JSON.stringify(written)] };
}

/**
 * Inserts the new rows of the unit of work, table by table in order of creation, without waiting for the
 * results. Like flush() for a command that creates many rows, but with prepared statements: planning an
 * insert takes PostgreSQL as long as running it.
 */
export function insertNew(ctx: Context): void {
  const { em } = ctx;
  const unitOfWork = em.getUnitOfWork();
  const persisted = unitOfWork.getPersistStack();
  const made = [...persisted].filter((entity) => !unitOfWork.getOriginalEntityData(entity));
  const byEntity = Map.groupBy(made, (entity) => entity.constructor as EntityName<AnyEntity>);
  sendWithoutWaiting(
    ctx,
    [...byEntity].map(([entity, rows]) => insertOf(em, entity, rows)),
  );
  for (const entity of made) {
    persisted.delete(entity);
    em.merge(entity);
  }
}

function insertionOf(meta: EntityMetadata): Insertion {
  const known = insertions.get(meta);
  if (known) return known;
  const columns = meta.props.flatMap(({ name, fieldNames = [], persist }) => {
    const [column] = fieldNames;
    return persist === false || column === undefined ? [] : [{ name, column }];
  });
  const list = columns.map(({ column }) => `"${column}"`).join(', ');
  const sql = `insert into "${meta.tableName}" (${list}) select ${list} from json_populate_recordset(null::"${meta.tableName}", ?::json)`;
  const insertion = { sql: numbered(sql), columns };
  insertions.set(meta, insertion);
  return insertion;
}

/**
 * PostgreSQL rejects half a surrogate pair, such as in a cut text, in JSON; text columns store the same replacement
 * character.
 */
function asStored(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item.toWellFormed() : item)) : value;
}

const BATCH = 2_000;

/** A few seconds of work: the next run continues. */
const MOST = 100_000;

/**
 * Deletes rows of a table in batches, each with its own commit, so it blocks no one and no time limit ends
 * it, however many there are. Returns their number. `where` should use an index.
 */
export async function deleteInBatches(
  em: EntityManager,
  { table, where, values, most = MOST }: { table: string; where: string; values: unknown[]; most?: number },
): Promise<number> {
  let total = 0;
  while (total < most) {
    const { affectedRows } = await em.execute<{ affectedRows: number }>(
      `delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${BATCH}))`,
      values,
      'run',
    );
    total += affectedRows;
    if (affectedRows < BATCH) break;
  }
  return total;
}
