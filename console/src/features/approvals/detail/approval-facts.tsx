import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { texts as commentTexts } from '../../../components/comments/texts.ts';
import { useHasComments } from '../../../components/comments/use-has-comments.ts';
import { GateList } from '../../../components/gates/gate-list.tsx';
import { ShareWithClient } from '../../../components/share/share-with-client.tsx';
import { texts as shared } from '../../../components/texts.ts';
import { Fold } from '../../../components/ui/fold.tsx';
import { Moment } from '../../../components/ui/moment.tsx';
import { texts as separators } from '../../../lib/texts.ts';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './approval-detail.module.css';
import { AgainstSource } from './comparisons.tsx';
import { StageSteps } from './stage-steps.tsx';

const LATER_MS = 2_000;
/** Once for each visit, and later: what a decision needs is loaded first. */
const UsualFigures = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  return { default: (await import('./usual-figures.tsx')).UsualFigures };
});
const AskedWith = lazy(async () => ({ default: (await import('./asked-with.tsx')).AskedWith }));
const Comments = lazy(async () => ({ default: (await import('../../../components/comments/comments.tsx')).Comments }));

/** The basis of the decision besides the text: the cost, and the rest in a disclosure. */
export function ApprovalFacts({ approval }: { approval: ApprovalView }) {
  const { gates, decisions, approvalsGiven: given, approvalsRequired, stages, state, draft, contentHash } = approval;
  const hasComments = useHasComments(draft.id);
  const isThrough = stages.every((stage) => stage.state === 'THROUGH');
  return (
    <div className={classes.facts}>
      <Cost approval={approval} />
      {(decisions.length > 0 || approvalsRequired > 1 || stages.length > 0) && (
        <section aria-label={texts.history} className={classes.decisions}>
          {stages.length > 0 && <StageSteps stages={stages} />}
          {isThrough && approvalsRequired > 1 && state === 'PENDING' && <p>{texts.approvals({ given, required: approvalsRequired })}</p>}
          <Decisions decisions={decisions} />
        </section>
      )}
      <div className={classes.folds}>
        <Fold name={texts.gates}>
          <GateList gates={gates} of={{ draftId: draft.id, approvalId: null, contentHash }} />
        </Fold>
        {draft.grant && (
          <Fold name={texts.grant.name}>
            <Suspense>
              <AskedWith grant={draft.grant} />
            </Suspense>
          </Fold>
        )}
        <Fold name={texts.againstSource}>
          <AgainstSource approval={approval} />
        </Fold>
        <Link to="/drafts/$draftId" params={{ draftId: draft.id }}>
          {texts.openDraft}
        </Link>
        {draft.publishJob && (
          <Link to="/jobs/$jobId" params={{ jobId: draft.publishJob.id }}>
            {texts.openJob}
          </Link>
        )}
        {state !== 'REJECTED' && <ShareWithClient draftIds={[draft.id]} />}
        <Suspense>
          <UsualFigures approval={approval} />
        </Suspense>
        {/* Visible once there is a comment; otherwise the decision gets the space. */}
        <Fold name={commentTexts.title} isOpen={hasComments}>
          <Suspense>
            <Comments draftId={draft.id} />
          </Suspense>
        </Fold>
      </div>
    </div>
  );
}

/** The remaining cost: earlier costs are in the ledger. */
function Cost({ approval: { cost, draws, promisedCredits, draft } }: { approval: ApprovalView }) {
  const { unit, quantity, available, budget, posts } = cost;
  const isSandboxFree = posts.some(({ credits }) => credits === 0);
  if (quantity === 0) return isSandboxFree ? <p className={classes.dim}>{texts.takesNoCredits}</p> : null;
  const isShort = available < quantity;
  // A post in another month counts in that month.
  const isOfNow = budget !== null && !(draft.scheduledAt !== null && draft.scheduledAt >= budget.renewsAt);
  const isOver = isOfNow && quantity > budget.left;
  const from = draws
    .map((draw) => texts.draws({ quantity: draw.quantity, available: draw.available, bucket: draw.bucket }))
    .join(separators.semicolon);
  return (
    <p className={isOver || available < quantity + promisedCredits ? classes.bad : undefined} title={from || undefined}>
      {isShort ? texts.tooCostly({ quantity, unit, available }) : texts.costs({ quantity, unit, available, promised: promisedCredits })}
      {isOfNow && ` · ${texts.budget({ left: budget.left, of: budget.creditsPerMonth })}`}{' '}
      <Link to="/credits" className={classes.dim}>
        {texts.toCredits}
      </Link>
      {isSandboxFree && <span className={classes.dim}> · {texts.sandboxTakesNoCredits}</span>}
    </p>
  );
}

function Decisions({ decisions }: Pick<ApprovalView, 'decisions'>) {
  return (
    <ol>
      {decisions.map(({ id, by, decision, comment, isSigned, isStanding, createdAt }) => (
        <li key={id}>
          {isStanding ? shared.byStanding({ name: by }) : isSigned ? shared.signedBy({ name: by }) : `${by} ${texts.decided[decision]}`},{' '}
          <span className={classes.dim}>
            <Moment at={createdAt} />
          </span>
          {comment && <p className={classes.quote}>{comment}</p>}
        </li>
      ))}
    </ol>
  );
}
