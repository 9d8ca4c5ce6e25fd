import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { createMailCarrier } from '../access/mail/deliver-mail.ts';
import { createCommandApp, ownContext } from '../app.ts';
import { findForgotten } from '../audit/seal-audit.ts';
import { loadConfig } from '../config/config.ts';
import { configWarnings } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { NOT_LIVE, readRisks } from '../db/durability-risks.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { SERVICE_LIMITS, untilCommit } from '../db/time-limits.ts';
import { DomainError, ERRORS } from '../errors.ts';
import { bytesLeft } from '../http/engine/disk-space.ts';
import { UNNAMED_PROXY } from '../http/limits/unnamed-proxy.ts';
import { reasonOf } from '../log.ts';
import { COPY_FILES, findMissingFile } from '../media/media-queries.ts';
import { PROBE_ACCOUNT } from '../media/media-store.ts';
import { findOperatorAlerts } from '../notices/operator-alerts.ts';
import { explainStartError } from '../process/explain-start-error.ts';
import { readServiceFigures } from '../publishing/read-service-figures.ts';
import { VERSION } from '../server-folder.ts';
import { type AloneCommand, requireService } from './command.ts';

/** What one check found. `warning` needs attention; `problem` stops the service from doing its work. */
export interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'problem';
  message: string;
  /** What to do about it; empty when there is nothing to do. */
  remedy: string;
}

type Check = (ctx: Context) => Promise<Finding[]>;

/** Beyond this, expiry times and rate limits of this machine and the database disagree noticeably. */
const MOST_CLOCK_DRIFT_MS = 2_000;
const LOW_DISK_BYTES = 1024 ** 3;
const FULL_DISK_BYTES = 64 * 1024 ** 2;
/** The worker seals the audit log every few seconds; entries older than this mean that no worker does. */
const LATE_SEAL_MINUTES = 10;
const SELF_CALL_MS = 5_000;

/** The whole audit log is read, which takes a while on a large installation. */
const LONG_READ_MS = 300_000;
const MOST_COUNTED = 1_000;

const ok = (check: string, message: string): Finding[] => [{ check, status: 'ok', message, remedy: '' }];
const warning = (check: string, message: string, remedy: string): Finding[] => [{ check, status: 'warning', message, remedy }];
const problem = (check: string, message: string, remedy: string): Finding[] => [{ check, status: 'problem', message, remedy }];

const version: Check = async ({ em }) => {
  const [row] = await em.execute<{ version: string }[]>(`select current_setting('server_version') as version`);
  return ok('version', `Countersign ${VERSION}, Node ${process.versions.node}, PostgreSQL ${row?.version}.`);
};

const durability: Check = async ({ em, engine }) => {
  const risks = await readRisks(em);
  return [
    ...risks.flatMap((risk) => problem('durability', risk, 'Change these settings of PostgreSQL and reload it.')),
    ...(engine.isLive ? [] : warning('notifications', NOT_LIVE, 'Set DATABASE_DIRECT_URL.')),
    ...(risks.length === 0 && engine.isLive ? ok('durability', 'Commits are durable and database notifications arrive.') : []),
  ];
};

const clock: Check = async ({ em }) => {
  const sent = Date.now();
  const [row] = await query(em, tables.selectNoFrom(sql<Date | string>`clock_timestamp()`.as('at')));
  const received = Date.now();
  const drift = Math.abs(new Date(row?.at ?? 0).getTime() - (sent + received) / 2) - (received - sent) / 2;
  if (drift <= MOST_CLOCK_DRIFT_MS) return ok('clock', 'The clocks of this machine and the database agree.');
  return warning(
    'clock',
    `The clocks of this machine and the database differ by ${Math.round(drift / 1_000)} s.`,
    'Synchronise both with NTP. The service goes by the clock of the database.',
  );
};

const disk: Check = async ({ config }) => {
  const left = await bytesLeft(config.dataDir);
  if (!Number.isFinite(left)) return warning('disk', `The folder ${config.dataDir} cannot be read.`, 'Check DATA_DIR and its permissions.');
  const message = `${(left / 1024 ** 3).toFixed(1)} GiB free at ${config.dataDir}.`;
  if (left < FULL_DISK_BYTES) return problem('disk', message, 'Free disk space: nothing can be stored.');
  if (left < LOW_DISK_BYTES) return warning('disk', message, 'Free disk space, or set KEEP_MONTHS.');
  return ok('disk', message);
};

const PROBE = Buffer.from('cs doctor');

const storage: Check = async (ctx) => {
  const { media, config } = ctx;
  const where = config.mediaBucket ? 'the bucket' : 'DATA_DIR/media';
  const sha256 = createHash('sha256').update(PROBE).digest('hex');
  try {
    await media.put(PROBE_ACCOUNT, sha256, PROBE);
    const isReadable = (await media.read(PROBE_ACCOUNT, sha256)) !== null;
    await media.removeAll(PROBE_ACCOUNT);
    const missing = isReadable ? await findMissingFile(ctx) : null;
    if (missing) return problem('storage', missing, COPY_FILES);
    if (isReadable) return ok('storage', `Pictures can be written to and read from ${where}.`);
    return problem('storage', `A file written to ${where} could not be read back.`, 'Check the settings of the media storage.');
  } catch (error) {
    return problem('storage', `Pictures cannot be stored in ${where}: ${reasonOf(error)}`, 'Check the settings of the media storage.');
  }
};

const mail: Check = async ({ config }) => {
  if (!config.mail) return warning('mail', 'Email is not set up.', 'Set SMTP_URL and MAIL_FROM to send notices and invitations.');
  try {
    await createMailCarrier(config.mail).verify();
    return ok('mail', 'The mail server accepts the connection and the credentials.');
  } catch (error) {
    return problem('mail', `No mail can be sent: ${reasonOf(error)}`, 'Check SMTP_URL.');
  }
};

/** Calls the service at its public URL, as a customer's browser would. */
const publicAddress: Check = async ({ config }) => {
  const url = `${config.publicUrl}/healthz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(SELF_CALL_MS), redirect: 'manual' });
    const body = (await response.json().catch(() => ({}))) as { version?: string };
    if (!response.ok || !body.version)
      return warning(
        'public address',
        `${url} responds with ${response.status}, and not from this service.`,
        'Check PUBLIC_URL and the proxy.',
      );
    if (body.version !== VERSION)
      return warning('public address', `${url} runs version ${body.version}, this is ${VERSION}.`, 'Restart the service.');
    return ok('public address', `The service answers at ${config.publicUrl}.`);
  } catch (error) {
    return warning('public address', `${url} cannot be reached from here: ${reasonOf(error)}`, 'Start the service, or check PUBLIC_URL.');
  }
};

const proxy: Check = async ({ config }) =>
  config.publicUrl.startsWith('https:') && config.trustedProxies.length === 0
    ? warning('proxy', UNNAMED_PROXY, 'Set TRUSTED_PROXIES, and restart the service.')
    : [];

const publishing: Check = async ({ em, clock: { now } }) => {
  const { forPeople, failed, endedConnections, beingAsked } = await readServiceFigures(em, now());
  return [
    ...(forPeople > 0
      ? warning('unknown outcomes', `${forPeople} publications have an unknown outcome.`, 'Their owners settle them under Posts.')
      : []),
    ...(endedConnections > 0
      ? warning('connections', `${endedConnections} connected accounts no longer work.`, 'Their owners reconnect them under Connections.')
      : []),
    ...(forPeople + endedConnections === 0
      ? ok('publishing', `${failed} jobs failed within 24 hours; ${beingAsked} outcomes are being checked.`)
      : []),
  ];
};

/** The alerts that operators also get in the console: late posts and mails, launch steps, networks, restore locks. */
const alerts: Check = async (ctx) => {
  const matters = await findOperatorAlerts(ctx);
  return matters.flatMap(({ kind, message }) => warning(kind.replaceAll('_', ' '), String(message), 'See the Operator page.'));
};

const audit: Check = async ({ em, sealer, checkpoint }) => {
  const forgotten = await findForgotten(em, sealer, await checkpoint.read());
  if (forgotten)
    return problem('audit log', forgotten, 'Compare it with a backup. After restoring one manually, accept it with cs audit adopt.');
  // Of any age: nothing is linked from the moment in which a log was changed.
  const late = await em.transactional(async (tx) => {
    await tx.execute(untilCommit({ ...SERVICE_LIMITS, statement: LONG_READ_MS }));
    return query(
      tx as EntityManager,
      tables
        .selectFrom('audit_entries as e')
        .select('e.id')
        .where('e.created_at', '<', sql<Date>`now() - make_interval(mins => ${LATE_SEAL_MINUTES})`)
        .where(({ exists, not, selectFrom }) => not(exists(selectFrom('audit_links as l').whereRef('l.entry_id', '=', 'e.id'))))
        .limit(MOST_COUNTED + 1),
    );
  });
  if (late.length === 0) return ok('audit log', 'All audit entries are linked. Verify the whole chain with cs audit verify.');
  const remedy = 'Check that a worker is running, and its log. If it is, run cs audit verify.';
  const count = late.length > MOST_COUNTED ? `More than ${MOST_COUNTED}` : String(late.length);
  return problem('audit log', `${count} audit entries are not linked into the chain.`, remedy);
};

const standby: Check = async (ctx) => {
  if (!ctx.standby) return [];
  if (await ctx.standby.forksFor(ctx.actor)) return ok('standby', 'Lists are read from the standby.');
  return warning(
    'standby',
    'Lists are read from the primary: the standby does not respond within a second, lags behind, or is no standby.',
    'Check DATABASE_READ_URL, and the replication.',
  );
};

const CHECKS: readonly Check[] = [
  version,
  durability,
  standby,
  clock,
  disk,
  storage,
  mail,
  publicAddress,
  proxy,
  publishing,
  alerts,
  audit,
];

/** Runs every check; one that fails is a finding itself. */
async function runChecks(ctx: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) {
    findings.push(
      ...(await check(ctx).catch((error: unknown) =>
        problem(check.name, `The check failed: ${reasonOf(error)}`, 'Report this with the version.'),
      )),
    );
  }
  return findings;
}

const CORRECT_SETTING = 'Correct the setting, and restart the service.';

const doctor: AloneCommand = {
  noun: 'doctor',
  verb: '',
  help: 'Check settings, database, clocks, disk, storage, mail, public URL and stuck work; the exit code is 1 if there is a problem',
  flags: {},
  async runAlone(env) {
    const settings = configWarnings(env).map(
      (message): Finding => ({ check: 'settings', status: 'warning', message, remedy: CORRECT_SETTING }),
    );
    const checks = [...settings, ...(await checkService(env))];
    return { status: worstOf(checks), checks };
  },
  failsWith: ({ status }) => status === 'problem',
};

async function checkService(env: Record<string, string | undefined>): Promise<Finding[]> {
  try {
    requireService(env);
    const config = loadConfig({ ...env, LOG_LEVEL: 'silent', ROLE: 'web' });
    const app = await createCommandApp(config).catch((error: unknown) => {
      throw explainStartError(error, config);
    });
    try {
      return await runChecks(ownContext(app.services, { kind: 'operator' }, 'doctor'));
    } finally {
      await app.close();
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const says = error instanceof DomainError && error.remedy !== ERRORS.bad_user_input.remedy;
    const remedy = says ? error.remedy : 'The service cannot start before this is fixed.';
    return [{ check: 'start', status: 'problem', message, remedy }];
  }
}

function worstOf(checks: readonly Finding[]): Finding['status'] {
  if (checks.some(({ status }) => status === 'problem')) return 'problem';
  return checks.some(({ status }) => status === 'warning') ? 'warning' : 'ok';
}

export const DOCTOR_COMMANDS: readonly AloneCommand[] = [doctor];
