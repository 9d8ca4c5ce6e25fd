import { type AnyEntity, type EntityManager, type EntityMetadata, type EntityName, wrap } from '@mikro-orm/postgresql';
import { numbered, query, type Statement } from './reading/query.ts';

/** How rows of one entity are inserted. */
interface Insertion {
  sql: string;
  columns: { name: string; column: string }[];
}

const insertions = new WeakMap<object, Insertion>();

/**
 * The statement that inserts rows of an entity, every field of which has its value: one, however many there are. The unit of work does
 * not know them.
 */
export function insertOf<Row extends object>(em: EntityManager, entity: EntityName<Row>, rows: readonly Row[]): Statement {
  const { sql, columns } = insertionOf(em.getMetadata().get(entity));
  const written = rows.map((row) => {
    const kept: Record<string, unknown> = {};
    for (const { name, column } of columns) kept[column] = asKept((row as Record<string, unknown>)[name]);
    return kept;
  });
  return { sql, values: [JSON.stringify(written)] };
}

/**
 * Inserts what is new in the unit of work, table by table in the order in which the rows were made. Like flush() for a command that
 * makes many rows, but by prepared statements: PostgreSQL plans an insert as long as it runs.
 */
export async function insertNew(em: EntityManager): Promise<void> {
  const unitOfWork = em.getUnitOfWork();
  const made = [...unitOfWork.getPersistStack()].filter((entity) => !wrap(entity, true).__originalEntityData) as AnyEntity[];
  const byTable = Map.groupBy(made, (entity) => wrap(entity, true).__meta);
  const statements = [...byTable].map(([meta, rows]) => insertOf(em, meta.class as EntityName<AnyEntity>, rows));
  await Promise.all(statements.map(({ sql, values }) => query(em, sql, values)));
  for (const entity of made) {
    unitOfWork.getPersistStack().delete(entity);
    unitOfWork.register(entity, em.getComparator().prepareEntity(entity), { refresh: true });
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

/** Half a surrogate pair, as where a text is cut, is no JSON that PostgreSQL takes; as text it would come to the same sign. */
function asKept(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item.toWellFormed() : item)) : value;
}
