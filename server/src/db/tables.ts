import type { InferKyselyDB } from '@mikro-orm/postgresql';
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { ENTITIES } from './entities.ts';

/** A parameter of a statement. An array is sent as text, `textArray()`, and cast where it is used. */
export type BoundValue = string | number | boolean | Date | null;

type Inferred = InferKyselyDB<(typeof ENTITIES)[number]>;

/** All tables, with the types of their columns, as the entities declare them. */
export interface Tables extends Inferred {}

/** Builds statements that the compiler checks against the tables. It has no connection: query() runs them. */
export const tables = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A statement built with `tables`; `Row` is what it returns. */
export type TypedStatement<Row> = Compilable<Row>;

/** The position of a value in a prepared statement. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The values of a prepared statement as expressions, by name. */
export type Places<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/**
 * A statement that is compiled once, when it is first used, and only binds its values for each execution:
 * building one with
 * Kysely takes longer than sending it. `build` gets an expression for each value, which Kysely writes as a
 * parameter;
 * everything else in the statement is constant.
 *
 * const JOB = prepared(({ id }: Places<{ id: string }>) =>
 * tables.selectFrom('publish_jobs').select('state').where('id', '=', id));
 *     const [job] = await query(em, JOB({ id }));
 */
export function prepared<Values extends Record<keyof Values, BoundValue>, Row>(
  build: (places: Places<Values>) => TypedStatement<Row>,
): (values: Values) => TypedStatement<Row> {
  const places = new Proxy({}, { get: (_, name) => sql`${new Place(String(name))}` }) as Places<Values>;
  let compiled: CompiledQuery<Row> | null = null;
  return (values) => {
    compiled ??= build(places).compile();
    const { parameters } = compiled;
    const bound = parameters.map((value) => (value instanceof Place ? values[value.name as keyof Values] : value));
    const statement = { ...compiled, parameters: bound };
    return { compile: () => statement };
  };
}

/** The rows of a prepared statement. */
export type RowOf<Prepared extends (values: never) => TypedStatement<unknown>> =
  ReturnType<Prepared> extends TypedStatement<infer Row> ? Selected<Row> : never;

/** A row as PostgreSQL returns it. Other databases return 0 and 1 for the result of a condition. */
export type Selected<Row> = { [Name in keyof Row]: SqlBool extends Row[Name] ? Exclude<Row[Name], 0 | 1> : Row[Name] };

/**
 * An array of texts in PostgreSQL's format. Each is quoted: an id sent by a caller may contain commas and
 * braces.
 */
export const textArray = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/**
 * Any of these texts, each once, as one parameter: the statement is the same for any number. Compare with
 * `=`. A text is already an array, as idsOf() formats it.
 */
export function anyOf<T extends string>(texts: Iterable<T> | BoundValue | Expression<BoundValue>): RawBuilder<T> {
  const isList = typeof texts === 'object' && texts !== null && Symbol.iterator in texts;
  return sql<T>`any(${isList ? textArray([...new Set(texts)]) : texts}::text[])`;
}

/**
 * A constant as part of the statement. For states and the like: PostgreSQL then knows how many rows have it,
 * and uses partial indexes.
 */
export const literal = <const T extends string | number | boolean>(value: T): RawBuilder<T> => sql.lit(value);

/** The number of rows, as `count`. */
export const COUNT = sql<number>`count(*)::int`.as('count');
