import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';

/** Who did what to which thing, and when. Append-only, by a trigger. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  indexes: [
    { properties: ['accountId', 'id'] },
    { properties: ['accountId', 'action', 'id'] },
    { properties: ['accountId', 'actorId', 'id'] },
    { properties: ['subjectId'] },
  ],
  properties: {
    id: idColumn(),
    /** Null for the whole service. */
    accountId: p.text().nullable(),
    /** `agent`, `user`, `client`, `operator` or `system`. */
    actorKind: p.text(),
    /** Id of the grant, the user or the client's link; null for the operator's command line and the system. */
    actorId: p.text().nullable(),
    /** `<noun>.<verb in the past>`, for instance `approval.decided`. */
    action: p.text(),
    subjectId: p.text(),
    /** Facts of the change; never a secret. */
    details: p.json<Record<string, unknown>>(),
    createdAt: timestamp(),
    /** Over all of the above, under a key that is not in the database: foreign rows have no valid one. */
    mac: p.text(),
  },
});
export type AuditEntry = InferEntity<typeof AuditEntry>;
