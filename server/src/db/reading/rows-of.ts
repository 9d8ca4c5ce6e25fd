import type { EntityData, EntityManager, EntityName } from '@mikro-orm/postgresql';
import type { SelectQueryBuilder } from 'kysely';
import { type Part, partOf } from '../read-together.ts';
import { type Tables, tables } from '../tables.ts';
import type { BoundValue } from './query.ts';

interface Columns {
  /** Each under the name of its field, of the table `t`. */
  list: string;
  times: string[];
}

const columns = new WeakMap<object, Map<string, Columns>>();

/** The rows of one table, `t`, before its columns are selected. */
type From<Table extends keyof Tables> = SelectQueryBuilder<Tables & { t: Tables[Table] }, 't', object>;

/** Which rows: conditions on the entity's table `t`, or their text. */
type Wanted<Table extends keyof Tables> =
  | ((from: From<Table>) => SelectQueryBuilder<never, never, object>)
  | { from: string; parameters: readonly BoundValue[] };

/** Whole rows with the entity's fields, outside the unit of work: read-only. */
export function rowsOf<Row extends object, Table extends keyof Tables, Without extends keyof Row & string = never>(
  em: EntityManager,
  entity: EntityName<Row> & { readonly tableName?: Table },
  wanted: Wanted<Table>,
  without: readonly Without[] = [],
): Part<Omit<Row, Without>> {
  const { list, times } = columnsOf(em, entity as EntityName<Row>, without);
  const { tableName } = em.getMetadata().get(entity as EntityName<Row>);
  return {
    ...textOf(tableName, wanted, list),
    revive(row) {
      const fields = row as Record<string, unknown>;
      for (const name of times) if (fields[name] != null) fields[name] = new Date(fields[name] as string);
      return row as Omit<Row, Without>;
    },
  };
}

/** The columns are the entity's, and always the same: they are built once. */
function textOf<Table extends keyof Tables>(
  tableName: string,
  wanted: Wanted<Table>,
  list: string,
): Pick<Part<object>, 'sql' | 'parameters'> {
  if (typeof wanted !== 'function') return { sql: `select ${list} ${wanted.from}`, parameters: wanted.parameters };
  const from = tables.selectFrom(`${tableName} as t` as never) as unknown as From<Table>;
  const { sql, parameters } = partOf(wanted(from));
  return { sql: `select ${list}${sql.slice('select'.length)}`, parameters };
}

/** Adds a complete row found by rowsOf() to the unit of work: a flush writes its changes. */
export function toBeChanged<Row extends object>(em: EntityManager, entity: EntityName<Row>, row: Row): Row {
  return em.merge(entity, row as EntityData<Row>, { refresh: true }) as Row;
}

function columnsOf<Row extends object>(em: EntityManager, entity: EntityName<Row>, without: readonly string[]): Columns {
  const meta = em.getMetadata().get(entity);
  const known = columns.get(meta) ?? new Map<string, Columns>();
  columns.set(meta, known);
  const key = without.join(' ');
  const found = known.get(key) ?? readColumns(meta.props, without);
  known.set(key, found);
  return found;
}

function readColumns(props: readonly { name: string; fieldNames?: string[]; runtimeType?: string }[], without: readonly string[]): Columns {
  const kept = props.filter(({ name, fieldNames }) => fieldNames?.length === 1 && !without.includes(name));
  return {
    list: kept.map(({ name, fieldNames = [] }) => `t.${fieldNames[0]} as "${name}"`).join(', '),
    times: kept.filter(({ runtimeType }) => runtimeType === 'Date').map(({ name }) => name),
  };
}
