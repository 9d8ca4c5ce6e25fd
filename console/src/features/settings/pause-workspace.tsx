import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { Status } from '../../components/ui/status.tsx';
import { PauseWorkspaceDocument, ResumeWorkspaceDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

/** One switch for all publishing of the workspace. Without confirmation, as it is easily undone. */
export function PauseWorkspace() {
  const { id, pausedAt, viewerCan } = useWorkspace();
  const queryClient = useQueryClient();
  const change = useMutation<unknown>({
    mutationFn: () =>
      pausedAt ? runDocument(ResumeWorkspaceDocument, { workspaceId: id }) : runDocument(PauseWorkspaceDocument, { workspaceId: id }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const status = pausedAt ? ({ tone: 'wait', word: texts.paused } as const) : ({ tone: 'good', word: texts.running } as const);
  return (
    <Panel title={texts.publishing} side={<Status state={status} />}>
      <Stack gap="md" align="flex-start">
        {pausedAt ? (
          <p>
            {texts.pausedSince} <Moment at={pausedAt} />. {texts.pausedWhat}
          </p>
        ) : (
          <p className={classes.note}>{texts.pauseWhat}</p>
        )}
        {change.error && <Problem error={change.error} title={texts.pauseFailed} />}
        {viewerCan.manageSettings && (
          <Button variant="default" onClick={() => change.mutate()} loading={change.isPending}>
            {pausedAt ? texts.resume : texts.pause}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
