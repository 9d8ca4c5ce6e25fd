import type { EntityManager, MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';

const pools = new WeakMap<object, () => Pool | null>();

export function rememberPool(orm: MikroORM, read: () => Pool | null): void {
  pools.set(orm.config, read);
}

/** The connections that this entity manager's statements go over. */
export async function poolOf(em: EntityManager): Promise<Pool> {
  const known = pools.get(em.config)?.();
  if (known && !known.ending) return known;
  return (em.getConnection() as PostgreSqlConnection).getNativeClient();
}
