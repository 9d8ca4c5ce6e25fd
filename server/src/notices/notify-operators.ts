import { ServiceMatter } from '../access/notice.entity.ts';
import { addOperatorNotices, endAlert, openAlert, REPORTED } from '../access/notices.ts';
import { User } from '../access/user.entity.ts';
import type { Context, Services } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { systemContext } from '../db/system-context.ts';
import { tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { wordsOf } from '../languages/kept-sentence.ts';
import { type FoundAlert, findOperatorAlerts } from './find-operator-alerts.ts';

/** An alert that comes and goes is notified once an hour at most. */
const REST_MS = 3_600_000;
/** Fixed alerts are kept this long, to avoid notifying again too soon. */
const KEPT_MS = 24 * REST_MS;

/**
 * Run by every process: notifies operators once of each alert, and clears the notice once it is fixed. An advisory
 * lock lets one process do it. Returns the number of alerts notified. Without any operator they stay pending for the
 * first one.
 */
export async function notifyOperators(services: Services): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const [lock] = await tx.em.execute<{ mine: boolean }[]>(`select pg_try_advisory_xact_lock(hashtext('operators.tell')) as mine`);
    if (!lock?.mine || (await tx.em.count(User, { isOperator: true })) === 0) return 0;
    const found = await findOperatorAlerts(tx);
    const now = tx.clock.now();
    for (const matter of found) await openAlert(tx.em, matter, now);
    await endOthers(tx, found);
    await tx.em.nativeDelete(ServiceMatter, { endedAt: { $lte: new Date(now.getTime() - KEPT_MS) } });
    return notifyNewAlerts(tx, found);
  });
}

/** Ends alerts that are derived from data and no longer apply. Reported ones end when it works again. */
async function endOthers(tx: Context, found: readonly FoundAlert[]): Promise<void> {
  const open = await tx.em.find(ServiceMatter, { endedAt: null });
  const isGone = ({ id }: ServiceMatter) => !id.startsWith(REPORTED) && !found.some((matter) => matter.id === id);
  for (const { id } of open.filter(isGone)) await endAlert(tx.em, id, tx.clock.now());
}

async function notifyNewAlerts(tx: Context, found: readonly FoundAlert[]): Promise<number> {
  const now = tx.clock.now();
  const newAlerts = await query(
    tx.em,
    tables
      .updateTable('service_matters')
      .set({ told_at: now })
      .where('ended_at', 'is', null)
      .where(({ and, eb, or, ref }) =>
        or([
          eb('told_at', 'is', null),
          and([eb('told_at', '<', ref('opened_at')), eb('told_at', '<=', new Date(now.getTime() - REST_MS))]),
        ]),
      )
      .returning(['id', 'kind', 'message', 'sentence']),
  );
  for (const { id, kind, ...kept } of newAlerts) {
    await addOperatorNotices(tx, { kind, message: wordsOf(kept), subjectId: id, except: found.find((one) => one.id === id)?.by ?? null });
  }
  return newAlerts.length;
}
