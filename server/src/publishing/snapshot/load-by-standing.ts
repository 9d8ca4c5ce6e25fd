import type { Workspace } from '../../access/workspace.entity.ts';
import { matches } from '../../approvals/standing/matches.ts';
import { nameOf, type StandingRow, termsFrom } from '../../approvals/standing/standing-queries.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { ApprovalSnapshot } from '../gates/gate-snapshot.ts';
import type { SubjectTargets } from './load-targets.ts';
import type { Subject } from './subject.ts';

interface Sources {
  payloads: readonly Payload[];
  workspaces: ReadonlyMap<string, Workspace>;
  targets: ReadonlyMap<string, SubjectTargets>;
  /** Subjects whose content a person has rejected. */
  refused: ReadonlySet<string>;
  now: Date;
}

/**
 * The standing approval behind each subject that was approved by one, in its current state, by subject id. Its author
 * and earlier refusals are not evaluated again: changed content is another request.
 */
export async function byStandingFrom(
  rows: readonly (StandingRow & { approval_id: string })[],
  subjects: readonly Subject[],
  { payloads, workspaces, targets, refused, now }: Sources,
): Promise<Map<string, NonNullable<ApprovalSnapshot['standing']>>> {
  const byApproval = new Map(rows.map((row) => [row.approval_id, row]));
  const entries = subjects.map(
    async ({ id, approvalId, draftId, workspaceId, sendingHash }): Promise<[string, NonNullable<ApprovalSnapshot['standing']>][]> => {
      const row = byApproval.get(approvalId ?? '');
      const workspace = workspaces.get(workspaceId);
      if (!row || !workspace) return [];
      const terms = await termsFrom(row, workspace);
      const own = payloads.filter((payload) => payload.draftId === draftId && payload.contentHash === sendingHash);
      const match = matches(terms, {
        now,
        targets: own.map(({ platform, connectionId = null, post = null }) => ({ platform, connectionId, post })),
        authors: [terms.agentId],
        isAskedBefore: false,
        isRefusedBefore: refused.has(id),
        hasFindings: (targets.get(id)?.findings.length ?? 0) > 0,
        isStopped: workspace.pausedAt != null || workspace.archivedAt != null,
        usedThatDay: row.used_that_day,
        creditsUsed: row.credits_used,
        creditsNeeded: row.credits_needed,
      });
      return [[id, { name: nameOf(row), endsAt: terms.endsAt, reasons: match.allowed ? [] : match.reasons }]];
    },
  );
  return new Map((await Promise.all(entries)).flat());
}
