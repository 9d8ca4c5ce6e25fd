import type { Services } from '../../context.ts';

/** Runs the work and returns every SQL statement that the service sent meanwhile, without transaction control. */
export async function recordStatements(services: Services, work: () => Promise<unknown>): Promise<string[]> {
  const logger = services.orm.config.getLogger();
  const { isEnabled, logQuery } = logger;
  const statements: string[] = [];
  logger.isEnabled = (namespace) => namespace === 'query';
  logger.logQuery = ({ query = '' }) => {
    if (!/^(begin|start|commit|rollback|savepoint|release|select set_config)/i.test(query)) statements.push(query);
  };
  try {
    await work();
  } finally {
    Object.assign(logger, { isEnabled, logQuery });
  }
  return statements;
}
