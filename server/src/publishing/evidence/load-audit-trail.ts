import { AuditEntry } from '../../audit/audit-entry.entity.ts';
import { AuditLink } from '../../audit/audit-link.entity.ts';
import { keptFromOf } from '../../audit/cuts/beginnings.ts';
import { type ExportedEntry, exportedEntry } from '../../audit/export-audit.ts';
import type { Context } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/** More than any job has; a document stays a document. */
const MOST = 1_000;

/**
 * The audit entries of a job, its draft, its approval and its publications, oldest first, with their places in the
 * chain. Read with the owner role, since agents cannot read the log except for entries of their own jobs. The caller
 * has authorised the job and holds no open transaction.
 */
export async function loadAuditTrail(
  ctx: Context,
  job: PublishJob,
  publications: readonly Publication[],
): Promise<{ audit: ExportedEntry[]; audit_kept_from?: string }> {
  const subjects = [job.id, job.draftId, ...(job.approvalId ? [job.approvalId] : []), ...publications.map(({ id }) => id)];
  const em = forkAsOwner(ctx.orm);
  const entries = await em.find(
    AuditEntry,
    { accountId: job.accountId, subjectId: { $in: subjects } },
    { orderBy: { id: 'asc' }, limit: MOST },
  );
  const links = await em.find(AuditLink, { entryId: { $in: entries.map(({ id }) => id) } });
  const byEntry = new Map(links.map((link) => [link.entryId, link]));
  const keptFrom = await keptFromOf(ctx, job.accountId);
  const audit = entries.map((entry) => exportedEntry(entry, byEntry.get(entry.id)));
  // Nothing is missing for a younger job.
  return keptFrom && keptFrom > job.createdAt ? { audit, audit_kept_from: keptFrom.toISOString() } : { audit };
}
