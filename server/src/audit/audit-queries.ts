import type { Context } from '../context.ts';
import { cursorsOf } from '../db/cursors.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import { type AuditFilter, auditCondition } from './audit-filter.ts';

/** An account's entries, newest first; with null, those of the whole service. The caller has authorised it. */
export function listAudit(ctx: Context, accountId: string | null, request: PageRequest & AuditFilter): Promise<Page<AuditEntry>> {
  const cursors = cursorsOf(ctx, 'audit', accountId ?? '');
  return findPage(ctx.em, AuditEntry, auditCondition(accountId, request), { ...request, cursors, order: 'desc' });
}
