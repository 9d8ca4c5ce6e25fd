import { createApp, ownContext } from '../app.ts';
import { loadConfig } from '../config/config.ts';
import { configWarnings } from '../config/settings.ts';
import type { AloneCommand } from './command.ts';
import { type Finding, runChecks } from './doctor-checks.ts';

const doctor: AloneCommand = {
  noun: 'doctor',
  verb: '',
  help: 'checks settings, database, clocks, disk, storage, mail, the public address and what is stuck; exits with 1 on a problem',
  flags: {},
  async runAlone(env) {
    const settings = configWarnings(env).map((message): Finding => ({ check: 'settings', status: 'warning', message, remedy: '' }));
    const checks = [...settings, ...(await checkService(env))];
    return { status: worstOf(checks), checks };
  },
  failsWith: ({ status }) => status === 'problem',
};

async function checkService(env: Record<string, string | undefined>): Promise<Finding[]> {
  try {
    const app = await createApp(loadConfig({ ...env, LOG_LEVEL: 'silent', ROLE: 'web' }));
    try {
      return await runChecks(ownContext(app.services, { kind: 'operator' }, 'doctor'));
    } finally {
      await app.close();
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ check: 'start', status: 'problem', message, remedy: 'The service cannot start before this is fixed.' }];
  }
}

function worstOf(checks: readonly Finding[]): Finding['status'] {
  if (checks.some(({ status }) => status === 'problem')) return 'problem';
  return checks.some(({ status }) => status === 'warning') ? 'warning' : 'ok';
}

export const DOCTOR_COMMANDS: readonly AloneCommand[] = [doctor];
