import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Budget, budgetsFrom, budgetsPart } from '../../credits/budget-queries.ts';
import { balancesFrom, balancesPart } from '../../credits/credit-queries.ts';
import { isOutage, logFault } from '../../db/database-faults.ts';
import { readTogether } from '../../db/read-together.ts';
import { idsOf, query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { anyOf, type BoundValue, literal, type Places, prepared, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readServiceState } from '../../launch/launch-queries.ts';
import type { QuietWindow } from '../../planning/week.ts';
import { evaluateGates, forecastOf } from '../gates.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { unitOfMode } from '../snapshot/load-credits.ts';
import { loadGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { advanceJobs } from './advance-job.ts';
import { isRetimed } from './readiness.ts';

/** A waiting job, as read by one query. */
interface Waiting {
  id: string;
  accountId: string;
  workspaceId: string;
  mode: 'approval' | 'auto';
  state: 'blocked' | 'ready';
  scheduledAt: Date | null;
  quietUntil: Date | null;
  timeZone: string;
  quietHours: readonly QuietWindow[];
  /** Credits of publications that could be sent and have no reservation. */
  unpaid: number;
  /** The cursor after a page that ends with it. */
  cursor: string;
}

/** SQL condition: the target's account exists and works. */
const WORKS = `c.id is not null and c.disconnected_at is null and c.health = 'healthy'`;

/** Most waiting jobs wait for a person and are not evaluated further. */
const AT_ONCE = 2_000;

/**
 * Jobs that need no decision by a person, in batches by (account, id) to match the index, so a page takes no longer
 * the more jobs wait for people. The last conditions skip what certainly must wait: accounts that are not approved,
 * paused workspaces, and jobs without a target whose account works.
 */
const findSql = (ofOne: boolean) => `
  with looked as materialized (
    select id, account_id, workspace_id, approval_id, mode, state, scheduled_at, quiet_until from publish_jobs
    where state in ('blocked', 'ready') and (account_id, id) > (?, ?) ${ofOne ? 'and account_id = ?' : ''}
    order by account_id, id limit ${AT_ONCE}
  ), waiting as (
    select j.id, j.account_id as "accountId", j.workspace_id as "workspaceId", j.mode, j.state, j.scheduled_at as "scheduledAt",
      j.quiet_until as "quietUntil", s.time_zone as "timeZone", s.quiet_hours as "quietHours", t.unpaid
    from looked j left join approvals p on p.id = j.approval_id
    join accounts a on a.id = j.account_id and a.state = 'approved'
    join workspaces s on s.id = j.workspace_id and s.paused_at is null
    cross join lateral (
      select coalesce(sum(u.credits) filter (where h.id is null and ${WORKS}), 0)::int as unpaid,
        coalesce(bool_or(${WORKS}), true) as connected
      from publications u
      left join connections c on c.id = u.connection_id
      left join credit_holds h on h.publication_id = u.id and h.state = 'held'
      where u.job_id = j.id and u.state = 'pending'
    ) t
    where (j.mode = 'auto' or p.state = 'approved') and t.connected
  )
  select (select coalesce(json_agg(w order by w."accountId", w.id), '[]') from waiting w) as jobs,
    (select json_build_object('accountId', account_id, 'id', id) from looked order by account_id, id offset ${AT_ONCE - 1}) as last`;

type Row = Omit<Waiting, 'scheduledAt' | 'quietUntil' | 'cursor'> & { scheduledAt: string | null; quietUntil: string | null };

/** The next waiting jobs of an account, or of all. `after`: null at the end. One query. */
export async function findWaitingJobs(
  ctx: Context,
  accountId: string | null,
  after: string,
): Promise<{ jobs: Waiting[]; after: string | null }> {
  const [lastAccount = '', lastJob = ''] = after.split('/');
  const [page] = await ctx.em.execute<{ jobs: Row[]; last: Pick<Waiting, 'accountId' | 'id'> | null }[]>(findSql(accountId !== null), [
    lastAccount,
    lastJob,
    ...(accountId === null ? [] : [accountId]),
  ]);
  return { jobs: (page?.jobs ?? []).map(toWaiting), after: page?.last ? cursorOf(page.last) : null };
}

const cursorOf = ({ accountId, id }: Pick<Waiting, 'accountId' | 'id'>): string => `${accountId}/${id}`;

const timeOf = (value: string | null): Date | null => (value === null ? null : new Date(value));

function toWaiting(row: Row): Waiting {
  return { ...row, scheduledAt: timeOf(row.scheduledAt), quietUntil: timeOf(row.quietUntil), cursor: cursorOf(row) };
}

type Payer = Pick<PublishJob, 'accountId' | 'workspaceId' | 'mode'>;

/** What the account's balance and the workspace's budget can still pay for, to advance no more than that. */
interface CreditBudgets {
  /** The current balance; a budget at its scheduled time may belong to another month. */
  availableTo(job: Payer): number;
  /**
   * The lower of both, minus jobs in progress without a reservation, and minus what was taken from this
   * object.
   */
  leftTo(job: Payer): number;
  /** False, with no effect, if there is not enough left. */
  take(job: Payer, credits: number): boolean;
}

const PROMISED = prepared(({ accounts }: Places<{ accounts: BoundValue }>) =>
  tables
    .selectFrom('publish_jobs as j')
    .innerJoin('publications as p', 'p.job_id', 'j.id')
    .select(['j.account_id as accountId', 'j.workspace_id as workspaceId', 'j.mode', sql<number>`sum(p.credits)::int`.as('promised')])
    .where('j.state', 'in', [literal('queued'), literal('publishing')])
    .where('j.account_id', '=', anyOf(accounts))
    .where('p.state', '=', literal('pending'))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('credit_holds as h').select('h.id').whereRef('h.publication_id', '=', 'p.id').where('h.state', '=', literal('held')),
        ),
      ),
    )
    .groupBy(['j.account_id', 'j.workspace_id', 'j.mode']),
);

/** The credits currently available to these jobs. Two queries, however many jobs. */
async function readBudgets(ctx: Context, jobs: readonly Payer[]): Promise<CreditBudgets> {
  const accountIds = [...new Set(jobs.map(({ accountId }) => accountId))];
  if (accountIds.length === 0) return budgetsOver(new Map(), new Map());
  const now = ctx.clock.now();
  const workspaceIds = [...new Set(jobs.map(({ workspaceId }) => workspaceId))];
  const read = await readTogether(ctx.em, { balances: balancesPart(idsOf(accountIds)), budgets: budgetsPart(idsOf(workspaceIds), now) });
  const promised = await query(ctx.em, PROMISED({ accounts: idsOf(accountIds) }));
  const over = budgetsOver(balancesFrom(read.balances, now), budgetsFrom(read.budgets));
  for (const { promised: credits, ...job } of promised) over.count(job, credits);
  return over;
}

type Balances = ReturnType<typeof balancesFrom>;

function budgetsOver(
  balances: Balances,
  budgets: ReadonlyMap<string, Budget>,
): CreditBudgets & { count(job: Payer, credits: number): void } {
  const taken = new Map<string, number>();
  const keysOf = ({ accountId, workspaceId, mode }: Payer) => ({ ofUnit: `${accountId}/${mode}`, ofBudget: workspaceId });
  const takenOf = (key: string): number => taken.get(key) ?? 0;
  const count = (job: Payer, credits: number): void => {
    for (const key of Object.values(keysOf(job))) taken.set(key, takenOf(key) + credits);
  };
  const availableTo = ({ accountId, mode }: Payer): number =>
    (balances.get(accountId) ?? []).reduce((sum, { unit, available }) => sum + (unit === unitOfMode(mode) ? available : 0), 0);
  const leftTo = (job: Payer): number => {
    const { ofUnit, ofBudget } = keysOf(job);
    const budget = budgets.get(job.workspaceId)?.left ?? Number.POSITIVE_INFINITY;
    return Math.min(availableTo(job) - takenOf(ofUnit), budget - takenOf(ofBudget));
  };
  return {
    availableTo,
    leftTo,
    count,
    take(job, credits) {
      if (credits > 0 && credits > leftTo(job)) return false;
      count(job, credits);
      return true;
    },
  };
}

/** Few enough not to block the process. */
const LOOKED_AT_A_PAGE = 50;

interface AdvancedPage {
  /** The number of jobs whose gates were all evaluated. */
  looked: number;
  advanced: number;
  /** The cursor of the next page; null at the end. */
  after: string | null;
}

/**
 * Evaluates a page of jobs that need no decision, of one account or of all, and advances those whose gates have
 * opened: as many as there are credits for, oldest first. Jobs that one query shows to be blocked are skipped.
 */
export async function advancePage(ctx: Context, accountId: string | null, after: string): Promise<AdvancedPage> {
  const em = forkAsOwner(ctx.orm);
  // Resuming the service is announced; until then nothing can open.
  if ((await readServiceState(em)).stop) return { looked: 0, advanced: 0, after: null };
  const page = await findWaitingJobs({ ...ctx, em }, accountId, after);
  const budgets = await readBudgets({ ...ctx, em }, page.jobs);
  const now = ctx.clock.now();
  const open = page.jobs.filter((job) => mayBeOpen(job, budgets, now));
  const looked = open.slice(0, LOOKED_AT_A_PAGE);
  const advanced = await advanceCandidates({ ...ctx, em }, looked, budgets);
  const cut = open.length > looked.length ? looked.at(-1) : undefined;
  return { looked: looked.length, advanced, after: cut ? cut.cursor : page.after };
}

/** False if the job certainly keeps waiting, known without evaluating all of its gates. */
function mayBeOpen(job: Waiting, budgets: CreditBudgets, now: Date): boolean {
  // It is queued for its time; only changed quiet hours affect that.
  if (job.state === 'ready') return isRetimed(job, { ...job, now });
  const isForLater = job.scheduledAt !== null && job.scheduledAt > now;
  return job.unpaid === 0 || job.unpaid <= (isForLater ? budgets.availableTo(job) : budgets.leftTo(job));
}

/** A job's forecast, and the credits that it needs. */
interface Forecast {
  forecast: ReturnType<typeof forecastOf>;
  required: number;
}

async function advanceCandidates(ctx: Context, waiting: readonly Waiting[], budgets: CreditBudgets): Promise<number> {
  const jobs = await ctx.em.find(PublishJob, { id: { $in: waiting.map(({ id }) => id) } }, { orderBy: { accountId: 'asc', id: 'asc' } });
  // First without locks, since most keep waiting.
  const forecasts = await readForecasts(ctx, jobs);
  const open = jobs.filter((job) => {
    const { forecast, required } = forecasts.get(job.id) ?? { forecast: 'block', required: 0 };
    return forecast === 'pass' ? budgets.take(job, required) : forecast === 'wait';
  });
  return advanceAll(
    ctx,
    open.map(({ id }) => id),
  );
}

/** What the gates of each say, by id. If reading them together fails, one by one: a job that fails holds up no others. */
async function readForecasts(ctx: Context, jobs: readonly PublishJob[]): Promise<Map<string, Forecast>> {
  try {
    const snapshots = await loadGateSnapshots(ctx, jobs);
    return new Map(
      [...snapshots].map(([id, each]) => [id, { forecast: forecastOf(evaluateGates(each)), required: each.credits.required }]),
    );
  } catch (error) {
    if (isOutage(error)) throw error;
    if (jobs.length === 1) {
      logFault(ctx.log, error, { jobId: jobs[0]?.id }, 'the gates of a waiting job could not be evaluated; it is looked at again');
      return new Map();
    }
  }
  const forecasts = new Map<string, Forecast>();
  for (const job of jobs) for (const [id, forecast] of await readForecasts(ctx, [job])) forecasts.set(id, forecast);
  return forecasts;
}

/**
 * In one batch; if it fails, one by one, so one job's fault does not affect others. Returns how many
 * advanced.
 */
async function advanceAll(ctx: Context, jobIds: readonly string[]): Promise<number> {
  if (jobIds.length === 0) return 0;
  try {
    await inTransaction(ctx, (tx) => advanceJobs(tx, jobIds));
    return jobIds.length;
  } catch (error) {
    if (isOutage(error)) throw error;
    if (jobIds.length === 1) {
      logFault(ctx.log, error, { jobId: jobIds[0] }, 'a waiting job could not be advanced; it is looked at again');
      return 0;
    }
  }
  let advanced = 0;
  for (const id of jobIds) advanced += await advanceAll(ctx, [id]);
  return advanced;
}
