import type { EntityManager } from '@mikro-orm/postgresql';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { AuditEntry } from './audit-entry.entity.ts';

/** What was recorded, newest first, of one account or, with null, of the whole service. The caller has authorised. */
export function listAudit(em: EntityManager, accountId: string | null, request: PageRequest): Promise<Page<AuditEntry>> {
  return findPage(em, AuditEntry, accountId === null ? {} : { accountId }, { ...request, order: 'desc' });
}
