import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Tone } from '../../components/ui/states.ts';
import { ToneIcon } from '../../components/ui/status.tsx';
import type { GrantRequestViewFragment } from '../../gql/graphql.ts';
import classes from './grant.module.css';
import { texts } from './texts.ts';

interface Props {
  request: GrantRequestViewFragment;
  /** Where the browser goes now; null where it stays. */
  goesTo: string | null;
  onAnotherCode: () => void;
}

/** The outcome of a request, and what happens next. */
export function EndState({ request, goesTo, onAnotherCode }: Props) {
  const { tone, title, how } = wordsOf(request);
  const isAllowed = request.state === 'APPROVED' || request.state === 'REDEEMED';
  return (
    <section className={classes.card} role="status">
      <div className={classes.end}>
        <ToneIcon tone={tone} size={36} />
        <h2 className={classes.name}>{title}</h2>
        <p>{how}</p>
        {goesTo ? (
          <GoingBack to={goesTo} host={request.returnsTo ?? ''} />
        ) : (
          <Group gap="xs" justify="center">
            {isAllowed && <Button renderRoot={(props) => <Link to="/agents" {...props} />}>{texts.toAgents}</Button>}
            <Button variant="default" onClick={onAnotherCode}>
              {texts.another}
            </Button>
          </Group>
        )}
      </div>
    </section>
  );
}

/** The code flow returns to the agent, which gets the response with the browser. */
function GoingBack({ to, host }: { to: string; host: string }) {
  const isAddress = /^https?:\/\//i.test(to);
  useEffect(() => {
    if (isAddress) window.location.assign(to);
  }, [to, isAddress]);
  if (!isAddress) return null;
  return (
    <>
      <p className={classes.dim}>
        {texts.goingBack({ host })}. {texts.goingBackHow}
      </p>
      <Button variant="default" component="a" href={to}>
        {texts.goOn}
      </Button>
    </>
  );
}

function wordsOf({ state, kind, clientName: name }: GrantRequestViewFragment): { tone: Tone; title: string; how: string } {
  switch (state) {
    case 'APPROVED':
    case 'PENDING':
      return { tone: 'good', title: texts.approved({ name }), how: texts.approvedHow };
    case 'REDEEMED':
      return { tone: 'good', title: texts.redeemed({ name }), how: kind === 'INTEGRATION' ? texts.ownRedeemedHow : texts.redeemedHow };
    case 'DENIED':
      return { tone: 'quiet', title: texts.denied({ name }), how: texts.deniedHow };
    case 'EXPIRED':
      return { tone: 'wait', title: texts.expired, how: texts.expiredHow };
  }
}
