import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { AgentWeeks } from '../../components/grants/agent-weeks.tsx';
import { limitWords } from '../../components/grants/limit-words.ts';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { scopeWords, UNATTENDED } from '../../components/grants/scope-words.ts';
import { texts as lists } from '../../components/lists/texts.ts';
import { TickBox } from '../../components/lists/ticked-row.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { grantStates, type StateWord } from '../../components/ui/states.ts';
import { Status, ToneIcon } from '../../components/ui/status.tsx';
import type { GrantViewFragment } from '../../gql/graphql.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './agents.module.css';
import { GrantActions } from './grant-actions.tsx';
import { KeyList } from './key-list.tsx';
import { type JudgedGrant, recordQuery } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  grant: JudgedGrant;
  startsOpen: boolean;
  /** Where several can be selected. */
  tick?: { isTicked: boolean; onTick: () => void };
}

/** One agent as a row; opened, with its permissions, usage, keys by their public ids, and actions. */
export function GrantItem({ grant, startsOpen, tick }: Props) {
  const { kind, agentName, letInBy, isSandboxOnly, createdAt, expiresAt, keys } = grant;
  const lastSeen = keys
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .sort()
    .at(-1);
  const item = useRef<HTMLLIElement>(null);
  const isLinked = useRouterState({ select: ({ location }) => location.hash === grant.id });
  const [isOpen, setOpen] = useState(startsOpen || isLinked);
  useEffect(() => {
    if (!isLinked) return;
    setOpen(true);
    item.current?.scrollIntoView({ block: 'center' });
  }, [isLinked]);
  return (
    <li id={grant.id} ref={item} className={classes.grant} data-row={grant.id} data-linked={isLinked || undefined}>
      <div className={classes.head}>
        {tick && <TickBox aria-label={lists.tick({ title: agentName })} checked={tick.isTicked} onChange={tick.onTick} />}
        <div className={classes.who}>
          <h3 className={classes.name}>
            <UnstyledButton className={classes.opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <IconChevronRight size={16} aria-hidden />
              <MarkedName text={agentName} />
            </UnstyledButton>
          </h3>
          <p className={classes.line}>
            <span>{lastSeen ? <At word={texts.lastSeen} at={lastSeen} /> : texts.neverSeen}</span>
            <At word={letInBy ? texts.letInBy({ name: letInBy }) : texts.since} at={createdAt} />
            {expiresAt ? (
              <span>
                {texts.until} <Moment at={expiresAt} as="when" />
              </span>
            ) : (
              isOpen && <span>{texts.untilRevoked}</span>
            )}
            {isSandboxOnly && <span>{texts.sandboxOnly}</span>}
            {kind === 'INTEGRATION' && <span>{texts.program}</span>}
            {!isOpen && kind === 'AGENT' && (grant.jobsToday > 0 || grant.jobsPerDay !== null) && (
              <span>{limitWords.jobs({ count: grant.jobsToday, most: grant.jobsPerDay })}</span>
            )}
          </p>
        </div>
        <Status state={stateOf(grant, useNow())} />
      </div>
      {isOpen && <Details grant={grant} />}
    </li>
  );
}

function Details({ grant }: { grant: JudgedGrant }) {
  const { kind, scopes, keys, agentId } = grant;
  const isAsked = kind === 'AGENT' && grant.weeks === undefined;
  const weeks = useQuery({ ...recordQuery(useWorkspace().id, agentId), enabled: isAsked }).data ?? grant.weeks ?? [];
  return (
    <>
      <div className={classes.columns}>
        <section aria-label={texts.may}>
          <p className={classes.label}>{texts.may}</p>
          <ul>
            {scopes.map((scope) => (
              <li key={scope} className={classes.item}>
                {scope === UNATTENDED ? <ToneIcon tone="wait" /> : <IconCheck size={16} stroke={1.8} aria-hidden />}
                {scopeWords(scope)}
              </li>
            ))}
          </ul>
        </section>
        <div>
          {kind === 'AGENT' && <Usage grant={grant} />}
          {kind === 'AGENT' && <AgentWeeks weeks={weeks} titleClass={classes.label} />}
          <KeyList keys={keys} />
        </div>
      </div>
      {grant.rotationRequestedAt && (
        <p className={classes.asked}>
          <ToneIcon tone="wait" />
          <span>
            <At word={texts.rotationAsked} at={grant.rotationRequestedAt} />. {texts.rotationHow}
          </span>
        </p>
      )}
      {(grant.viewerCan.manage || grant.viewerCan.revoke) && <GrantActions grant={grant} />}
    </>
  );
}

function Usage({ grant: { jobsToday, jobsPerDay, creditsThisMonth, creditsPerMonth } }: { grant: GrantViewFragment }) {
  return (
    <section aria-label={texts.used} className={classes.usage}>
      <p className={classes.label}>{texts.used}</p>
      <Meter words={limitWords.jobs({ count: jobsToday, most: jobsPerDay })} used={jobsToday} most={jobsPerDay} />
      <Meter
        words={limitWords.credits({ count: creditsThisMonth, most: creditsPerMonth })}
        used={creditsThisMonth}
        most={creditsPerMonth}
      />
    </section>
  );
}

/** The text contains the value; the bar only repeats it. */
function Meter({ words, used, most }: { words: string; used: number; most: number | null }) {
  return (
    <div className={classes.meter}>
      <p>{words}</p>
      {most !== null && (
        <div className={classes.bar} data-full={used >= most || undefined} aria-hidden>
          <div style={{ width: `${Math.min(100, (used / most) * 100)}%` }} />
        </div>
      )}
    </div>
  );
}

function At({ word, at }: { word: string; at: string }) {
  return (
    <span>
      {word} <Moment at={at} />
    </span>
  );
}

function stateOf({ state, pausedAt, expiresAt }: GrantViewFragment, now: Date): StateWord {
  if (state !== 'ACTIVE') return grantStates[state];
  if (expiresAt && new Date(expiresAt) <= now) return grantStates.EXPIRED;
  return pausedAt ? { tone: 'wait', word: texts.paused } : grantStates.ACTIVE;
}
