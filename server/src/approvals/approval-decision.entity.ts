import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { User } from '../access/user.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import { Approval } from './approval.entity.ts';
import { ClientLink } from './clients/client-link.entity.ts';
import { DecisionSignature } from './signatures/decision-signature.entity.ts';
import { StandingApproval } from './standing/standing-approval.entity.ts';

export const DECISIONS = ['approved', 'rejected', 'changes_requested'] as const;
export type Decision = (typeof DECISIONS)[number];

/** A decision by a person, by a client through a link, or by a standing approval. Immutable. */
export const ApprovalDecision = defineEntity({
  name: 'ApprovalDecision',
  tableName: 'approval_decisions',
  uniques: [{ properties: ['approvalId', 'userId'] }, { properties: ['approvalId', 'clientLinkId'] }],
  checks: [
    {
      name: 'approval_decisions_by_check',
      expression:
        "num_nonnulls(user_id, client_link_id, standing_id) = 1 and (client_link_id is null) = (client_email is null) and (standing_id is null or decision = 'approved' and signature_id is null)",
    },
    { name: 'approval_decisions_client_name_check', expression: 'client_name is null or client_link_id is not null' },
  ],
  indexes: [{ properties: ['signatureId'] }, { properties: ['standingId'] }],
  properties: {
    id: idColumn(),
    ...belonging(),
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id').createForeignKeyConstraint(false),
    /** Null if no member decided. */
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable().deleteRule('no action'),
    clientLinkId: () => p.manyToOne(ClientLink).mapToPk().name('client_link_id').nullable().deleteRule('no action'),
    /** The address that the link was bound to. */
    clientEmail: p.text().nullable(),
    /** The name that the client gave for the record. */
    clientName: p.text().nullable(),
    /** The standing approval that decided; null for a person's decision. */
    standingId: () => p.manyToOne(StandingApproval).mapToPk().name('standing_id').nullable().deleteRule('no action'),
    /** Whether an approval counted towards the required ones when it was given: clientVote(). */
    counts: p.boolean().default(true),
    decision: p.enum(DECISIONS),
    /** The key of its stage; null without stages. */
    stage: p.text().nullable(),
    comment: p.text().nullable(),
    /** The hash the person named, equal to the approval's. */
    contentHash: p.text(),
    /** The passkey signature; null where only the session backs it. */
    signatureId: () => p.manyToOne(DecisionSignature).mapToPk().name('signature_id').nullable().deleteRule('no action'),
    createdAt: timestamp(),
  },
});
export type ApprovalDecision = InferEntity<typeof ApprovalDecision>;
