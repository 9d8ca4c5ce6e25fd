import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { ToneIcon } from '../../components/ui/status.tsx';
import { type LaunchStepViewFragment, SignLaunchStepDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';

/** What the operator declares before anything but the sandbox publishes. */
export function LaunchSteps({ steps }: { steps: LaunchStepViewFragment[] }) {
  const isLaunched = steps.every(({ isSigned }) => isSigned);
  return (
    <Panel title={texts.launch} isFlush>
      <p className={classes.why}>{isLaunched ? texts.launchDone : texts.launchWhy}</p>
      <ul className={rows.rows}>
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ul>
    </Panel>
  );
}

function Step({ step: { id, label, meaning, isSigned, signedAt } }: { step: LaunchStepViewFragment }) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const sign = useMutation({
    // Null if the person cancelled the identity check: it stays unsigned, without an error.
    mutationFn: () => freshly(() => runDocument(SignLaunchStepDocument, { step: id })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <li className={rows.row}>
      <div className={rows.post}>
        <ToneIcon tone={isSigned ? 'good' : 'quiet'} size={20} />
        <div className={rows.words}>
          <span className={rows.title}>{label}</span>
          <span className={rows.line}>{meaning}</span>
        </div>
      </div>
      {isSigned && signedAt ? (
        <span className={classes.dim}>
          {texts.signed} <Moment at={signedAt} />
        </span>
      ) : (
        <ConfirmButton
          size="xs"
          label={texts.sign}
          title={texts.signAsk({ label })}
          what={texts.signWhat({ meaning })}
          failed={texts.signFailed}
          tone="accent"
          onConfirm={() => sign.mutateAsync()}
        />
      )}
    </li>
  );
}
