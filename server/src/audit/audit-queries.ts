import type { EntityManager } from '@mikro-orm/postgresql';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import { type AuditFilter, auditCondition } from './audit-filter.ts';

/** What was recorded, newest first, of one account or, with null, of the whole service. The caller has authorised. */
export function listAudit(em: EntityManager, accountId: string | null, request: PageRequest & AuditFilter): Promise<Page<AuditEntry>> {
  return findPage(em, AuditEntry, auditCondition(accountId, request), { ...request, order: 'desc' });
}
