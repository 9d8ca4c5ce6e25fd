import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Comments } from '../../components/comments/comments.tsx';
import { texts as commentTexts } from '../../components/comments/texts.ts';
import { GateList } from '../../components/gate-list.tsx';
import { Moment } from '../../components/moment.tsx';
import classes from './approval-detail.module.css';
import { AskedWith } from './asked-with.tsx';
import { Findings } from './findings.tsx';
import type { ApprovalView } from './queries.ts';
import { signingTexts } from './signing/signing-texts.ts';
import { texts } from './texts.ts';

/** What the decision rests on besides the words: findings, conditions, cost, who asked, and what others decided. */
export function ApprovalFacts({ approval }: { approval: ApprovalView }) {
  const { findings, gates, decisions, approvalsRequired, state, draft } = approval;
  const given = decisions.filter(({ decision }) => decision === 'APPROVED').length;
  return (
    <div className={classes.facts}>
      {findings.length > 0 && (
        <Fact name={texts.findings}>
          <Findings approval={approval} />
        </Fact>
      )}
      <Fact name={texts.gates}>
        <GateList gates={gates} of={{ draftId: draft.id, approvalId: null, contentHash: approval.contentHash }} />
      </Fact>
      {approval.cost.quantity > 0 && (
        <Fact name={texts.cost}>
          <Cost approval={approval} />
        </Fact>
      )}
      {draft.grant && (
        <Fact name={texts.grant.name}>
          <AskedWith grant={draft.grant} />
        </Fact>
      )}
      <Fact name={commentTexts.title}>
        <Comments draftId={draft.id} />
      </Fact>
      {(decisions.length > 0 || approvalsRequired > 1) && (
        <Fact name={texts.history}>
          {approvalsRequired > 1 && state === 'PENDING' && <p>{texts.approvals(given, approvalsRequired)}</p>}
          <Decisions decisions={decisions} />
        </Fact>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={classes.fact} aria-label={name}>
      <h3 className={classes.factName}>{name}</h3>
      <div>{children}</div>
    </section>
  );
}

/** What is still to be paid: what it took before is in the ledger. */
function Cost({ approval: { cost, draws, payloads, promisedCredits } }: { approval: ApprovalView }) {
  const { unit, quantity, available } = cost;
  if (available < quantity) return <p className={classes.bad}>{texts.tooCostly(quantity, unit, available)}</p>;
  return (
    <>
      <p className={available < quantity + promisedCredits ? classes.bad : undefined}>
        {texts.costs(quantity, unit, available, promisedCredits)}
      </p>
      <p className={classes.dim}>
        {draws.map((draw) => texts.draws(draw.quantity, draw.available, draw.bucket)).join('; ')} ·{' '}
        <Link to="/credits">{texts.toCredits}</Link>
      </p>
      {payloads.some(({ platform }) => platform.id === 'sandbox') && <p className={classes.dim}>{texts.sandboxCosts}</p>}
    </>
  );
}

function Decisions({ decisions }: Pick<ApprovalView, 'decisions'>) {
  return (
    <ol>
      {decisions.map(({ id, by, decision, comment, isSigned, createdAt }) => (
        <li key={id}>
          {isSigned ? signingTexts.signedBy(by) : `${by} ${texts.decided[decision]}`},{' '}
          <span className={classes.dim}>
            <Moment at={createdAt} />
          </span>
          {comment && <p className={classes.quote}>{comment}</p>}
        </li>
      ))}
    </ol>
  );
}
