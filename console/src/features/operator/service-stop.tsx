import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { Status } from '../../components/ui/status.tsx';
import { useKeptText } from '../../components/unsaved/use-kept-text.tsx';
import { ResumeServiceDocument, StopServiceDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts as separators } from '../../lib/texts.ts';
import classes from './operator.module.css';
import type { OperatorFacts } from './queries.ts';
import { texts } from './texts.ts';

const LONGEST_REASON = 200;

/** One switch for all publishing. Stopping asks for confirmation; resuming only needs a recent sign-in. */
export function ServiceStop({ stop }: Pick<OperatorFacts, 'stop'>) {
  const status = stop ? ({ tone: 'bad', word: texts.stopped } as const) : ({ tone: 'good', word: texts.running } as const);
  return (
    <Panel title={texts.publishing} side={<Status state={status} />}>
      {stop ? <Resume stop={stop} /> : <Stop />}
    </Panel>
  );
}

function Stop() {
  const queryClient = useQueryClient();
  const { text: reason, setText: setReason, notice } = useKeptText('service stop');
  const stop = useMutation({
    mutationFn: () => runDocument(StopServiceDocument, { reason: reason.trim() || null }),
    onSuccess: () => {
      setReason('');
      return queryClient.invalidateQueries();
    },
  });
  return (
    <Stack gap="md" maw={440}>
      <p className={classes.dim}>{texts.stopWhy}</p>
      <TextInput
        label={texts.reason}
        description={texts.reasonHint}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {notice}
      <div>
        <ConfirmButton
          label={texts.stop}
          title={texts.stopAsk}
          what={texts.stopWhat}
          failed={texts.stopFailed}
          onConfirm={() => stop.mutateAsync()}
        />
      </div>
    </Stack>
  );
}

function Resume({ stop: { stoppedAt, reason } }: { stop: NonNullable<OperatorFacts['stop']> }) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const resume = useMutation({
    // Null if the person cancelled the identity check: it stays stopped, without an error.
    mutationFn: () => freshly(() => runDocument(ResumeServiceDocument, {})),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <Stack gap="md" align="flex-start">
      <p>
        {texts.stoppedSince} <Moment at={stoppedAt} />
        {reason ? `: ${separators.quoted({ text: reason })}` : '.'}
      </p>
      <p className={classes.dim}>{texts.resumeWhat}</p>
      {resume.error && <Problem error={resume.error} title={texts.resumeFailed} />}
      <Button onClick={() => resume.mutate()} loading={resume.isPending}>
        {texts.resume}
      </Button>
    </Stack>
  );
}
