import type { Workspace } from '../../access/workspace.entity.ts';
import type { ApprovalState } from '../../approvals/approval-states.ts';
import { type ApprovalTerms, termsOf } from '../../approvals/approval-terms.ts';
import { APPROVALS_GIVEN } from '../../approvals/decision-queries.ts';
import { idsOf, type Part } from '../../db/read-together.ts';
import type { ApprovalSnapshot } from '../gates/gate-snapshot.ts';
import type { Subject } from './subject.ts';

interface ApprovalRow {
  id: string;
  state: ApprovalState;
  content_hash: string;
  expires_at: string;
  approvals_required: number;
  deciders: ApprovalTerms['deciders'];
  refuses_self_approval: boolean;
  given: number;
}

export function approvalsPart(subjects: readonly Subject[]): Part<ApprovalRow> | null {
  const ids = subjects.flatMap(({ approvalId }) => approvalId ?? []);
  if (ids.length === 0) return null;
  return {
    sql: `select a.id, a.state, a.content_hash, a.expires_at, a.approvals_required, a.deciders, a.refuses_self_approval,
        case when a.state = 'pending' then ${APPROVALS_GIVEN} else 0 end as given
      from approvals a join workspaces w on w.id = a.workspace_id where a.id = any(?::text[])`,
    parameters: [idsOf(ids)],
  };
}

/** How each subject's approval stands, by subject id; those without one are left out. */
export function approvalsFrom(
  rows: readonly ApprovalRow[],
  subjects: readonly Subject[],
  { workspaces, now }: { workspaces: ReadonlyMap<string, Workspace>; now: Date },
): Map<string, ApprovalSnapshot> {
  const approvals = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    subjects.flatMap((subject): [string, ApprovalSnapshot][] => {
      const row = approvals.get(subject.approvalId ?? '');
      const workspace = workspaces.get(subject.workspaceId);
      if (!row || !workspace) return [];
      const { state, approvals_required: approvalsRequired, deciders, refuses_self_approval: refusesSelfApproval } = row;
      const terms = termsOf({ state, approvalsRequired, deciders, refusesSelfApproval }, workspace);
      const isExpired = !subject.isFinished && new Date(row.expires_at) <= now;
      return [
        [
          subject.id,
          { state, isExpired, contentHash: row.content_hash, approvalsRequired: terms.approvalsRequired, approvalsGiven: row.given },
        ],
      ];
    }),
  );
}
