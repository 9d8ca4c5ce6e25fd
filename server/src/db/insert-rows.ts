import { type AnyEntity, type EntityManager, type EntityMetadata, type EntityName, wrap } from '@mikro-orm/postgresql';
import { withNextFlush, withNextQuestion } from './reading/in-one-message.ts';

/** How rows of one entity are inserted. */
interface Insertion {
  sql: string;
  columns: { name: string; column: string }[];
}

const insertions = new WeakMap<object, Insertion>();

/**
 * Rows of an entity, every field of which has its value, by one statement that each connection prepares once, however many there are. It goes with
 * the transaction's next question, and its error is thrown there. The unit of work does not know them.
 */
export async function insertRows<Row extends object>(em: EntityManager, entity: EntityName<Row>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { sql, columns } = insertionOf(em.getMetadata().get(entity));
  const written = rows.map((row) =>
    Object.fromEntries(columns.map(({ name, column }) => [column, asKept((row as Record<string, unknown>)[name])])),
  );
  await withNextQuestion(em, sql, [JSON.stringify(written)]);
}

/** Rows that are still to be written, by what they are made in. */
const unwritten = new WeakMap<EntityManager, Map<EntityName, object[]>>();

/**
 * A row that nothing changes once it is written. It goes with the next flush, or with insertNew(), behind what the unit of work has; until then
 * it is written as it is by then. The unit of work does not know it: a flush looks through all that it knows.
 */
export function newRow<Row extends object>(em: EntityManager, entity: EntityName<Row>, row: Row): Row {
  const byEntity = unwritten.get(em) ?? new Map<EntityName, object[]>();
  unwritten.set(em, byEntity);
  withNextFlush(em, () => insertNewRows(em));
  byEntity.set(entity, [...(byEntity.get(entity) ?? []), row]);
  return row;
}

/** Whether the row can still be changed. */
export function isUnwritten<Row extends object>(em: EntityManager, entity: EntityName<Row>, row: Row): boolean {
  return unwritten.get(em)?.get(entity)?.includes(row) ?? false;
}

async function insertNewRows(em: EntityManager): Promise<void> {
  const byEntity = unwritten.get(em);
  unwritten.delete(em);
  for (const [entity, rows] of byEntity ?? []) await insertRows(em, entity, rows);
}

/**
 * What the unit of work has that is new, table by table in the order in which it was made, as it is now, and the newRow()s; what is changed of it
 * later is an `update`. For commands that make many rows: a flush asks of each table for itself, and builds, sends and plans its statement anew.
 */
export async function insertNew(em: EntityManager): Promise<void> {
  const unitOfWork = em.getUnitOfWork();
  const made = [...unitOfWork.getPersistStack()].filter((entity) => !wrap(entity, true).__originalEntityData);
  for (const [meta, entities] of Map.groupBy(made, (entity) => wrap(entity, true).__meta)) {
    await insertRows(em, meta.class as EntityName<AnyEntity>, entities);
    for (const entity of entities) {
      unitOfWork.getPersistStack().delete(entity);
      unitOfWork.register(entity, em.getComparator().prepareEntity(entity), { refresh: true });
    }
  }
  await insertNewRows(em);
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
  const insertion = { sql, columns };
  insertions.set(meta, insertion);
  return insertion;
}

/** Half a surrogate pair, as where a text is cut, is no JSON that PostgreSQL takes; as text it would come to the same sign. */
function asKept(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item.toWellFormed() : item)) : value;
}
