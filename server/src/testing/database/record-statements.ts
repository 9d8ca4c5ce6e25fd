import type { Services } from '../../context.ts';

/** A statement and its values. */
export interface Recorded {
  sql: string;
  values: readonly unknown[];
}

/** Runs the work and returns every SQL statement that the service sent meanwhile, without transaction control. */
export async function recordStatements(services: Services, work: () => Promise<unknown>): Promise<string[]> {
  return (await recordWithValues(services, work)).map(({ sql }) => sql);
}

export async function recordWithValues(services: Services, work: () => Promise<unknown>): Promise<Recorded[]> {
  const { orm } = services;
  const loggers = [...new Set([orm, orm.requests])].map(({ config }) => config.getLogger());
  const before = loggers.map(({ isEnabled, logQuery }) => ({ isEnabled, logQuery }));
  const statements: Recorded[] = [];
  for (const logger of loggers) {
    logger.isEnabled = (namespace) => namespace === 'query';
    logger.logQuery = ({ query: sql = '', params: values = [] }) => {
      if (!/^(begin|start|commit|rollback|savepoint|release|select set_config)/i.test(sql)) statements.push({ sql, values });
    };
  }
  try {
    await work();
  } finally {
    for (const [place, logger] of loggers.entries()) Object.assign(logger, before[place]);
  }
  return statements;
}
