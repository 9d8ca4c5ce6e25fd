import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { cursorsOf, findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { firstIdAt } from '../new-id.ts';
import { AuditEntry } from './audit.entities.ts';

/** Absent or null values do not filter. */
export interface AuditFilter {
  /** A grant or a person. */
  actorId?: string | null;
  /** One action, `draft.created`, or all of a noun, `draft`. */
  action?: string | null;
  subjectId?: string | null;
  /** Inclusive. */
  from?: Date | null;
  /** Exclusive. */
  to?: Date | null;
}

const ACTION = /^[a-z_]{1,40}(\.[a-z_]{1,40})?$/;

/** The filter as a condition. Times become ids, which grow with time and lead every index. */
export function auditCondition(accountId: string | null, filter: AuditFilter): FilterQuery<AuditEntry> {
  const { actorId, action, subjectId, from, to } = filter;
  if (action && !ACTION.test(action)) {
    throw new DomainError('bad_user_input', { message: say`An action is written as "draft.created", or "draft" for all of them.` });
  }
  const conditions: FilterQuery<AuditEntry>[] = [
    ...(accountId === null ? [] : [{ accountId }]),
    ...(actorId ? [{ actorId }] : []),
    ...(action ? [{ action: action.includes('.') ? action : { $like: `${action.replaceAll('_', '\\_')}.%` } }] : []),
    ...(subjectId ? [{ subjectId }] : []),
    ...(from ? [{ id: { $gte: firstIdAt('aud', from) } }] : []),
    ...(to ? [{ id: { $lt: firstIdAt('aud', to) } }] : []),
  ];
  return { $and: conditions } as FilterQuery<AuditEntry>;
}

/** An account's entries, newest first; with null, those of the whole service. The caller has authorised it. */
export function listAudit(ctx: Context, accountId: string | null, request: PageRequest & AuditFilter): Promise<Page<AuditEntry>> {
  const cursors = cursorsOf(ctx, 'audit', accountId ?? '');
  return findPage(ctx.em, AuditEntry, auditCondition(accountId, request), { ...request, cursors, order: 'desc' });
}
