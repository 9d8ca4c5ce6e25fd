import type { Services } from '../../context.ts';

/** Runs the work and returns every SQL statement that the service sent meanwhile, without transaction control. */
export async function recordStatements(services: Services, work: () => Promise<unknown>): Promise<string[]> {
  const { orm } = services;
  const loggers = [...new Set([orm, orm.requests])].map(({ config }) => config.getLogger());
  const before = loggers.map(({ isEnabled, logQuery }) => ({ isEnabled, logQuery }));
  const statements: string[] = [];
  for (const logger of loggers) {
    logger.isEnabled = (namespace) => namespace === 'query';
    logger.logQuery = ({ query = '' }) => {
      if (!/^(begin|start|commit|rollback|savepoint|release|select set_config)/i.test(query)) statements.push(query);
    };
  }
  try {
    await work();
  } finally {
    for (const [place, logger] of loggers.entries()) Object.assign(logger, before[place]);
  }
  return statements;
}
