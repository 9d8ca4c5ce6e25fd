import type { EntityData, EntityManager, EntityName } from '@mikro-orm/postgresql';
import { type SelectQueryBuilder, sql } from 'kysely';
import { type Part, partOf } from '../read-together.ts';
import { type BoundValue, type Places, prepared, type Tables, tables } from '../tables.ts';

/** The rows of one table, `t`, before its columns are selected. */
type From<Table extends keyof Tables> = SelectQueryBuilder<Tables & { t: Tables[Table] }, 't', object>;

/** The result of `wanted`: the same query with conditions and any joins. */
type Wanted = SelectQueryBuilder<never, never, object>;

/**
 * Whole rows with the entity's fields, outside the unit of work: read-only. `wanted` sets the conditions on
 * its table `t`. The statement is compiled once, as with prepared(): declare it outside of functions, unless
 * its conditions differ between calls.
 */
export function rowsOf<
  Row extends object,
  Table extends keyof Tables,
  Values extends Record<keyof Values, BoundValue>,
  Without extends keyof Row & string = never,
>(
  entity: EntityName<Row> & { readonly tableName?: Table },
  wanted: (from: From<Table>, places: Places<Values>) => Wanted,
  without: readonly Without[] = [],
): (em: EntityManager, values: Values) => Part<Omit<Row, Without>> {
  const build = (em: EntityManager) => {
    const { props, tableName } = em.getMetadata().get(entity as EntityName<Row>);
    const fields = fieldsOf(props, without);
    const columns = fields.map(({ column, name }) => sql.ref(`t.${column}`).as(name));
    const from = tables.selectFrom(`${tableName} as t` as never) as unknown as From<Table>;
    return {
      statement: prepared((places: Places<Values>) => (wanted(from, places) as SelectQueryBuilder<Tables, never, object>).select(columns)),
      times: fields.filter(({ isTime }) => isTime).map(({ name }) => name),
    };
  };
  let built: ReturnType<typeof build> | null = null;
  return (em, values) => {
    built ??= build(em);
    const { statement, times } = built;
    return partOf(statement(values), (row) => {
      const found = row as Record<string, unknown>;
      for (const name of times) if (found[name] != null) found[name] = new Date(found[name] as string);
      return row as Omit<Row, Without>;
    });
  };
}

/** Adds a complete row found by rowsOf() to the unit of work: a flush writes its changes. */
export function toBeChanged<Row extends object>(em: EntityManager, entity: EntityName<Row>, row: Row): Row {
  return em.merge(entity, row as EntityData<Row>, { refresh: true }) as Row;
}

interface Field {
  name: string;
  column: string;
  isTime: boolean;
}

function fieldsOf(props: readonly { name: string; fieldNames?: string[]; runtimeType?: string }[], without: readonly string[]): Field[] {
  return props.flatMap(({ name, fieldNames: [column, ...others] = [], runtimeType }) =>
    column && others.length === 0 && !without.includes(name) ? [{ name, column, isTime: runtimeType === 'Date' }] : [],
  );
}
