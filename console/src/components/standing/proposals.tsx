import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { StandingViewFragment } from '../../gql/graphql.ts';
import { MarkedName } from '../grants/marked-name.tsx';
import { standingQuery } from './queries.ts';
import { SignDialog } from './sign-dialog.tsx';
import classes from './standing.module.css';
import { texts } from './texts.ts';

/** Proposed standing approvals, where people decide; the one in the address is expanded. */
export function Proposals({ workspaceId }: { workspaceId: string }) {
  const { data = [] } = useQuery(standingQuery(workspaceId));
  const proposed = data.filter(({ state, viewerCanDecide }) => state === 'PROPOSED' && viewerCanDecide);
  if (proposed.length === 0) return null;
  return (
    <ul className={classes.proposals} aria-label={texts.title}>
      {proposed.map((standing) => (
        <Proposal key={standing.id} standing={standing} />
      ))}
    </ul>
  );
}

function Proposal({ standing }: { standing: StandingViewFragment }) {
  const { id, signed, decided, agentName } = standing;
  const named = useRouterState({ select: ({ location }) => location.hash });
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (named === id) setOpen(true);
  }, [named, id]);
  return (
    <li className={classes.offer}>
      <p>
        {texts.proposed({ signed, decided })}{' '}
        <span className={classes.line}>
          <MarkedName text={texts.by({ agent: agentName })} isBrief />
        </span>
      </p>
      <Button size="xs" variant="light" onClick={() => setOpen(true)} aria-haspopup="dialog">
        {texts.look}
      </Button>
      <SignDialog standing={standing} isOpen={isOpen} onClose={() => setOpen(false)} />
    </li>
  );
}
