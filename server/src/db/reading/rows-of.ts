import type { EntityData, EntityManager, EntityName } from '@mikro-orm/postgresql';
import type { Part } from '../read-together.ts';
import type { BoundValue } from './query.ts';

interface Columns {
  /** Each under the name of its field, of the table `t`. */
  list: string;
  times: string[];
}

const columns = new WeakMap<object, Map<string, Columns>>();

/** Whole rows with the entity's fields, outside the unit of work: read-only. `from` names the entity's table `t`. */
export function rowsOf<Row extends object, Without extends keyof Row & string = never>(
  em: EntityManager,
  entity: EntityName<Row>,
  { from, parameters, without = [] }: { from: string; parameters: readonly BoundValue[]; without?: readonly Without[] },
): Part<Omit<Row, Without>> {
  const { list, times } = columnsOf(em, entity, without);
  return {
    sql: `select ${list} ${from}`,
    parameters,
    revive(row) {
      const fields = row as Record<string, unknown>;
      for (const name of times) if (fields[name] != null) fields[name] = new Date(fields[name] as string);
      return row as Omit<Row, Without>;
    },
  };
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
