import type { MikroORM } from '@mikro-orm/postgresql';
import { countRows } from '../api.ts';

type Row = Record<string, unknown>;

/** Every row of every table, as in a stolen copy of the database. */
export async function copyRows(orm: MikroORM): Promise<Row[]> {
  const em = orm.em.fork();
  const rows: Row[] = [];
  for (const name of Object.keys(await countRows(orm)))
    rows.push(...(await em.execute<{ row: Row }[]>(`select to_jsonb(t) as row from "${name}" t`)).map(({ row }) => row));
  return rows;
}

/** The secrets that occur in the copy, in clear, base64 or hex. */
export function secretsIn(rows: readonly Row[], secrets: readonly string[]): string[] {
  const text = JSON.stringify(rows).toLowerCase();
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form.toLowerCase())));
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64').replaceAll('=', ''), bytes.toString('base64url'), bytes.toString('hex')];
}

/** Every text of the copy that can be sent as a credential, once. */
export function valuesIn(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(textsIn))].filter((value) => value !== '' && !/[^\x20-\x7e]/.test(value));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Counts attempts to use stored values as credentials, and records those that succeeded. */
export function createTries() {
  const accepted: string[] = [];
  let tries = 0;
  return {
    async attempt(what: string, value: string, isOpen: Promise<boolean>): Promise<void> {
      tries += 1;
      if (await isOpen) accepted.push(`${what}: ${value}`);
    },
    tally: () => ({ tries, accepted }),
  };
}
