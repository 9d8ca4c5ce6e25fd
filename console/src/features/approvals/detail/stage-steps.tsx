import type { StageState } from '../../../gql/graphql.ts';
import { texts as separators } from '../../../lib/texts.ts';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './stage-steps.module.css';

const marks: Record<StageState, string> = { THROUGH: '✓', NOW: '●', LATER: '○', ENDED: '–' };

/** A post's progress through the stages: who has approved, whose turn it is, who comes later. */
export function StageSteps({ stages }: Pick<ApprovalView, 'stages'>) {
  return (
    <ol className={classes.steps} aria-label={texts.stages.list}>
      {stages.map(({ name, state, given, required }) => (
        <li key={name} className={classes.step} data-state={state} aria-current={state === 'NOW' ? 'step' : undefined}>
          <span aria-hidden>{marks[state]}</span>
          <span>{name}</span>
          <span className={classes.dim}>
            {texts.stages.states[state]}
            {state === 'NOW' && required > 1 && `${separators.comma}${texts.stages.given({ given, required })}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
