import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { StandingViewFragment } from '../../gql/graphql.ts';
import { MarkedName } from '../grants/marked-name.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Moment } from '../ui/moment.tsx';
import type { StateWord } from '../ui/states.ts';
import { Status } from '../ui/status.tsx';
import { useStandingStep } from './queries.ts';
import { SignDialog } from './sign-dialog.tsx';
import classes from './standing.module.css';
import { TemplateText } from './template-text.tsx';
import { texts } from './texts.ts';

/** A standing approval or a proposal: its template, limits and actions. */
export function StandingItem({ standing }: { standing: StandingViewFragment }) {
  const { state, suspension, viewerCanDecide } = standing;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <Facts standing={standing} />
        <Status state={wordOf(standing)} />
      </div>
      <TemplateText targets={standing.targets} isBrief />
      {state === 'ACTIVE' && suspension && <p className={classes.line}>{suspension}</p>}
      {viewerCanDecide && state === 'PROPOSED' && <Proposal standing={standing} />}
      {viewerCanDecide && state === 'ACTIVE' && <Revoke standing={standing} />}
    </li>
  );
}

function Facts({ standing }: { standing: StandingViewFragment }) {
  const { state, agentName, signed, decided, perDay, credits, usedToday, creditsUsed, signedBy, isSigned, endsAt, endReason } = standing;
  return (
    <div>
      <h3 className={classes.name}>
        {state === 'PROPOSED' ? texts.proposed({ signed, decided }) : texts.limits({ perDay, credits })}{' '}
        <span className={classes.line}>
          <MarkedName text={texts.by({ agent: agentName })} isBrief />
        </span>
      </h3>
      {state !== 'PROPOSED' && (
        <p className={classes.line}>
          {signedBy && <span>{isSigned ? texts.signedWithPasskey({ name: signedBy }) : texts.signedBy({ name: signedBy })}</span>}
          {state === 'ACTIVE' && endsAt && (
            <span>
              {texts.until} <Moment at={endsAt} as="when" />
            </span>
          )}
          {state === 'ACTIVE' && <span>{texts.used({ today: usedToday, credits: creditsUsed })}</span>}
          {endReason && <span>{texts.ends[endReason]}</span>}
        </p>
      )}
    </div>
  );
}

function Proposal({ standing }: { standing: StandingViewFragment }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const decline = useStandingStep(standing, 'decline');
  return (
    <div className={classes.actions}>
      <Button size="xs" onClick={open} aria-haspopup="dialog">
        {texts.look}
      </Button>
      <ConfirmButton
        size="xs"
        tone="accent"
        label={texts.decline}
        title={texts.declineAsk}
        what={texts.declineWhat}
        failed={texts.failed}
        onConfirm={() => decline.mutateAsync()}
      />
      <SignDialog standing={standing} isOpen={isOpen} onClose={close} />
    </div>
  );
}

function Revoke({ standing }: { standing: StandingViewFragment }) {
  const revoke = useStandingStep(standing, 'revoke');
  return (
    <div className={classes.actions}>
      <ConfirmButton
        size="xs"
        label={texts.revoke}
        title={texts.revokeAsk({ agent: standing.agentName })}
        what={texts.revokeWhat}
        failed={texts.failed}
        onConfirm={() => revoke.mutateAsync()}
      />
    </div>
  );
}

function wordOf({ state, suspension }: StandingViewFragment): StateWord {
  if (state === 'PROPOSED') return { tone: 'quiet', word: texts.proposal };
  if (state !== 'ACTIVE') return { tone: 'quiet', word: texts.over };
  return suspension ? { tone: 'wait', word: texts.suspended } : { tone: 'good', word: texts.active };
}
