import { type AnyEntity, type EntityManager, type EntityMetadata, type EntityName, wrap } from '@mikro-orm/postgresql';
import { numbered } from './reading/ask.ts';
import { withNextFlush, withNextQuestion } from './reading/in-one-message.ts';
import { writesRows } from './together/merge-writes.ts';

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
  const written = rows.map((row) => {
    const kept: Record<string, unknown> = {};
    for (const { name, column } of columns) kept[column] = asKept((row as Record<string, unknown>)[name]);
    return kept;
  });
  await withNextQuestion(em, sql, [JSON.stringify(written)]);
}

/** Rows that are still to be written, by what they are made in and the class of their entity. */
const unwritten = new WeakMap<EntityManager, Map<unknown, object[]>>();

/**
 * A row that nothing changes once it is written. It goes with the next flush, or with insertNew(), behind what the unit of work has; until then
 * it is written as it is by then. The unit of work does not know it, since a flush looks through all that it knows; like any other it is
 * written before it is looked for.
 */
export function newRow<Row extends object>(em: EntityManager, entity: EntityName<Row>, row: Row): Row {
  const byClass = unwritten.get(em) ?? beginRows(em);
  const { class: kind } = em.getMetadata().get(entity);
  byClass.set(kind, [...(byClass.get(kind) ?? []), row]);
  return row;
}

/** Whether the row can still be changed. */
export function isUnwritten<Row extends object>(em: EntityManager, entity: EntityName<Row>, row: Row): boolean {
  return unwritten.get(em)?.get(em.getMetadata().get(entity).class)?.includes(row) ?? false;
}

function beginRows(em: EntityManager): Map<unknown, object[]> {
  const byClass = new Map<unknown, object[]>();
  unwritten.set(em, byClass);
  withNextFlush(em, () => insertNewRows(em));
  const unitOfWork = em.getUnitOfWork();
  const shouldAutoFlush = unitOfWork.shouldAutoFlush.bind(unitOfWork);
  Object.assign(unitOfWork, { shouldAutoFlush: (meta: EntityMetadata) => byClass.has(meta.class) || shouldAutoFlush(meta) });
  return byClass;
}

async function insertNewRows(em: EntityManager): Promise<void> {
  const byClass = unwritten.get(em);
  if (!byClass) return;
  unwritten.delete(em);
  const written = [...byClass];
  byClass.clear();
  for (const [kind, rows] of written) await insertRows(em, kind as EntityName<object>, rows);
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
  const insertion = { sql: writesRows(numbered(sql)), columns };
  insertions.set(meta, insertion);
  return insertion;
}

/** Half a surrogate pair, as where a text is cut, is no JSON that PostgreSQL takes; as text it would come to the same sign. */
function asKept(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item.toWellFormed() : item)) : value;
}
