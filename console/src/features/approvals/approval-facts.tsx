import type { ReactNode } from 'react';
import { GateList } from '../../components/gate-list.tsx';
import { Moment } from '../../components/moment.tsx';
import { ToneIcon } from '../../components/status.tsx';
import classes from './approval-detail.module.css';
import type { ApprovalView } from './queries.ts';
import { texts } from './texts.ts';

/** What the decision rests on besides the words: findings, conditions, cost, and what others decided. */
export function ApprovalFacts({ approval }: { approval: ApprovalView }) {
  const { findings, gates, decisions, approvalsRequired, state } = approval;
  const given = decisions.filter(({ decision }) => decision === 'APPROVED').length;
  return (
    <div className={classes.facts}>
      {findings.length > 0 && (
        <Fact name={texts.findings}>
          <Findings findings={findings} />
        </Fact>
      )}
      <Fact name={texts.gates}>
        <GateList gates={gates} />
      </Fact>
      <Fact name={texts.cost}>
        <Cost approval={approval} />
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

function Findings({ findings }: Pick<ApprovalView, 'findings'>) {
  return (
    <ul className={classes.findings}>
      {findings.map(({ check, severity, message, platform, field, start }) => (
        <li key={`${check} ${platform} ${field} ${start}`}>
          <ToneIcon tone={severity === 'BLOCK' ? 'bad' : 'wait'} />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}

/** A published one has paid already: what it took is in the ledger. */
function Cost({ approval: { cost, draws } }: { approval: ApprovalView }) {
  const { unit, quantity, available, after } = cost;
  if (available < quantity) return <p className={classes.bad}>{texts.tooCostly(quantity, unit, available)}</p>;
  return (
    <>
      <p>{texts.costs(quantity, unit, after)}</p>
      <p className={classes.dim}>{draws.map((draw) => texts.draws(draw.quantity, draw.available, draw.bucket)).join('; ')}</p>
    </>
  );
}

function Decisions({ decisions }: Pick<ApprovalView, 'decisions'>) {
  return (
    <ol>
      {decisions.map(({ id, by, decision, comment, createdAt }) => (
        <li key={id}>
          {by} {texts.decided[decision]},{' '}
          <span className={classes.dim}>
            <Moment at={createdAt} />
          </span>
          {comment && <p className={classes.quote}>{comment}</p>}
        </li>
      ))}
    </ol>
  );
}
