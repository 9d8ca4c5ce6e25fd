import { IconCheck, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Command } from '../../components/command.tsx';
import { Moment } from '../../components/moment.tsx';
import { grantStates } from '../../components/states.ts';
import { Status } from '../../components/status.tsx';
import type { GrantViewFragment } from '../../gql/graphql.ts';
import { revokeCommand } from '../../lib/grant-command.ts';
import { useNow } from '../../lib/use-now.ts';
import classes from './agents.module.css';
import { texts } from './texts.ts';

/** One agent: what it may do, in sentences, and its keys by their public ids. */
export function GrantItem({ grant }: { grant: GrantViewFragment }) {
  const { id, agentName, scopes, state, isSandboxOnly, createdAt, expiresAt, keys } = grant;
  return (
    <li className={classes.grant}>
      <div className={classes.head}>
        <div>
          <h3 className={classes.name}>{agentName}</h3>
          <p className={classes.line}>
            <span>
              {texts.since} <Moment at={createdAt} />
            </span>
            {expiresAt && (
              <span>
                {texts.until} <Moment at={expiresAt} as="when" />
              </span>
            )}
            {isSandboxOnly && <span>{texts.sandboxOnly}</span>}
          </p>
        </div>
        <Status state={grantStates[state]} />
      </div>
      <div className={classes.columns}>
        <section aria-label={texts.may}>
          <p className={classes.label}>{texts.may}</p>
          <ul>
            {scopes.map((scope) => (
              <li key={scope} className={classes.item}>
                <IconCheck size={16} stroke={1.8} aria-hidden />
                {texts.scopes[scope] ?? scope}
              </li>
            ))}
          </ul>
        </section>
        <section aria-label={texts.keys}>
          <p className={classes.label}>{texts.keys}</p>
          <ul>
            {keys.map((key) => (
              <KeyItem key={key.id} apiKey={key} />
            ))}
          </ul>
        </section>
      </div>
      {state === 'ACTIVE' && (
        <details className={classes.revoke}>
          <summary>{texts.revoke}</summary>
          <Command text={revokeCommand(id)} label={texts.revokeCommand} />
        </details>
      )}
    </li>
  );
}

function KeyItem({ apiKey }: { apiKey: GrantViewFragment['keys'][number] }) {
  const { id, createdAt, expiresAt, lastUsedAt, revokedAt } = apiKey;
  const isExpired = new Date(expiresAt) <= useNow();
  return (
    <li className={classes.item}>
      <IconKey size={16} stroke={1.6} aria-hidden />
      <div>
        <code className={classes.keyId}>{id}</code>
        <p className={classes.line}>
          <At word={texts.made} at={createdAt} />
          {lastUsedAt ? <At word={texts.lastUse} at={lastUsedAt} /> : <span>{texts.never}</span>}
          {revokedAt ? (
            <At word={texts.revokedAt} at={revokedAt} />
          ) : (
            <At word={isExpired ? texts.expired : texts.expires} at={expiresAt} />
          )}
        </p>
      </div>
    </li>
  );
}

function At({ word, at }: { word: string; at: string }): ReactNode {
  return (
    <span>
      {word} <Moment at={at} />
    </span>
  );
}
