import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../components/ui/notice.tsx';
import { useChoice, writeChoice } from '../../lib/local-choice.ts';
import { useViewer, useWorkspace } from '../../lib/viewer.ts';
import classes from './overview.module.css';
import { texts } from './texts.ts';

/** Recommends a second factor to people with the most permissions; each can dismiss it on this device. */
export function SecondFactorHint() {
  const { id, hasSecondFactor, isOperator } = useViewer();
  const { viewerCan } = useWorkspace();
  const choice = `second-factor-hint-${id}`;
  const isPutOff = useChoice(choice) !== null;
  if (hasSecondFactor || isPutOff || !(isOperator || viewerCan.manageSettings)) return null;
  return (
    <Notice tone="wait" title={texts.factor.title}>
      <p>{texts.factor.why}</p>
      <div className={classes.hint}>
        <Button size="xs" renderRoot={(props) => <Link to="/settings/security" {...props} />}>
          {texts.factor.do}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => writeChoice(choice, 'later')}>
          {texts.factor.later}
        </Button>
      </div>
    </Notice>
  );
}
