import { Link } from '@tanstack/react-router';
import { limitWords } from '../../../components/grants/limit-words.ts';
import { MarkedName } from '../../../components/grants/marked-name.tsx';
import { scopeWords, UNATTENDED } from '../../../components/grants/scope-words.ts';
import { Moment } from '../../../components/ui/moment.tsx';
import { grantStates } from '../../../components/ui/states.ts';
import { Status, ToneIcon } from '../../../components/ui/status.tsx';
import type { AskedWithFragment } from '../../../gql/graphql.ts';
import { texts } from '../texts.ts';
import classes from './asked-with.module.css';

/** The submitting agent and its permissions, to judge whether to trust it. */
export function AskedWith({ grant }: { grant: AskedWithFragment }) {
  const { id, agentName, state, pausedAt, scopes, isSandboxOnly, createdAt, expiresAt } = grant;
  return (
    <div className={classes.grant}>
      <p className={classes.line}>
        <Link to="/agents" hash={id}>
          <MarkedName text={agentName} isBrief />
        </Link>
        {(state !== 'ACTIVE' || pausedAt) && <Status state={pausedAt ? { tone: 'wait', word: texts.grant.paused } : grantStates[state]} />}
        <span>
          {texts.grant.since} <Moment at={createdAt} />,{' '}
          {expiresAt ? (
            <>
              {texts.grant.until} <Moment at={expiresAt} as="when" />
            </>
          ) : (
            texts.grant.untilRevoked
          )}
        </span>
        {isSandboxOnly && <span>{texts.grant.sandboxOnly}</span>}
      </p>
      <p className={classes.line}>
        <span>{limitWords.jobs({ count: grant.jobsToday, most: grant.jobsPerDay })}</span>
        <span>{limitWords.credits({ count: grant.creditsThisMonth, most: grant.creditsPerMonth })}</span>
      </p>
      <details className={classes.scopes}>
        <summary>
          {scopes.includes(UNATTENDED) && <ToneIcon tone="wait" size={14} />}{' '}
          {texts.grant.may({ writes: scopes.some((scope) => scope.endsWith(':write')) })}
        </summary>
        <ul>
          {scopes.map((scope) => (
            <li key={scope}>{scopeWords(scope)}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
