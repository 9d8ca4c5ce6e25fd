import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { Dialog, DialogButtons } from '../../components/ui/dialog.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { ToneIcon } from '../../components/ui/status.tsx';
import { KeptNotice } from '../../components/unsaved/kept-notice.tsx';
import { useFoundWords, useKeptWords, useRestoredWords } from '../../components/unsaved/use-kept-words.ts';
import { DecideRetractionDocument, RetractPostDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { texts as states } from '../../messages/en/states.ts';
import classes from './job.module.css';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

type Publication = JobView['publications'][number];

/** The button that removes a published post from its network, and the question before it; or how to do it there. */
export function RemovePost({ publication }: { publication: Publication }) {
  const [isOpen, setOpen] = useState(false);
  const { viewerCan: inWorkspace } = useWorkspace();
  const { platform, viewerCan, retraction, state } = publication;
  const close = (): void => setOpen(false);
  if (state !== 'PUBLISHED' || !inWorkspace.createDraft) return null;
  if (retraction && ['REQUESTED', 'SIGNED', 'REMOVED'].includes(retraction.state)) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)} aria-haspopup="dialog">
        {texts.retraction.open}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={texts.retraction.title({ name: platform.label })}
        closeButtonProps={{ 'aria-label': texts.retraction.keep }}
      >
        {viewerCan.retract ? (
          <RemoveForm publication={publication} onClose={close} />
        ) : (
          <RemoveThere publication={publication} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

function RemoveForm({ publication: { id: publicationId, viewerCan }, onClose }: { publication: Publication; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { reason: '' } });
  const name = `retract ${publicationId}`;
  const found = useFoundWords<typeof form.values>({ name });
  const kept = useKeptWords({ name, found }, form.values, form.isDirty());
  useRestoredWords(found, form.setValues);
  const remove = useMutation({
    mutationFn: ({ reason }: typeof form.values) => runDocument(RetractPostDocument, { input: { publicationId, reason } }),
    async onSuccess() {
      kept.forget();
      onClose();
      await queryClient.invalidateQueries();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => remove.mutate(values))}>
      <Stack gap="sm">
        <p>{texts.retraction.how}</p>
        {!viewerCan.decideRetraction && <p>{texts.retraction.ask}</p>}
        <Textarea
          label={texts.retraction.reason}
          description={texts.retraction.hint}
          required
          {...FIELD_RULES.settlement.reason}
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <KeptNotice kept={kept} onDiscard={form.reset} />
        {remove.error && <Problem error={remove.error} title={texts.retraction.failed} />}
        <DialogButtons cancel={texts.retraction.keep} onCancel={onClose}>
          <Button type="submit" color="red.9" loading={remove.isPending}>
            {viewerCan.decideRetraction ? texts.retraction.sign : texts.retraction.request}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** For networks whose posts this service cannot remove. */
function RemoveThere({ publication: { platform, providerUrl }, onClose }: { publication: Publication; onClose: () => void }) {
  return (
    <Stack gap="sm">
      <p>{texts.retraction.notFromHere({ name: platform.label })}</p>
      <DialogButtons cancel={texts.retraction.keep} onCancel={onClose}>
        {providerUrl && (
          <Button component="a" href={providerUrl} target="_blank" rel="noreferrer">
            {texts.retraction.openThere({ name: platform.label })}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

/** How far the removal has come, and the decision where it waits for one. */
export function RetractionLine({ publication: { retraction, viewerCan } }: { publication: Publication }) {
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (isSigned: boolean) =>
      runDocument(DecideRetractionDocument, {
        input: { retractionId: retraction?.id ?? '', contentHash: retraction?.contentHash ?? '', isSigned },
      }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  if (!retraction) return null;
  const { state, reason, requestedBy, decidedBy, message } = retraction;
  return (
    <div className={classes.readBack}>
      <span className={rows.line}>
        {state === 'REFUSED' && <ToneIcon tone="bad" size={14} />}
        <span>{state === 'REQUESTED' ? texts.retraction.requested({ name: requestedBy }) : states.removal[state]}</span>
        {decidedBy && <span>{texts.retraction.by({ name: decidedBy })}</span>}
        <span dir="auto">{reason}</span>
        {message && <span dir="auto">{message}</span>}
      </span>
      {state === 'REQUESTED' && viewerCan.decideRetraction && (
        <>
          <span className={rows.line}>{texts.retraction.how}</span>
          <Group gap="xs">
            <Button size="xs" color="red.9" loading={decide.isPending} onClick={() => decide.mutate(true)}>
              {texts.retraction.sign}
            </Button>
            <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => decide.mutate(false)}>
              {texts.retraction.decline}
            </Button>
          </Group>
        </>
      )}
      {decide.error && <Problem error={decide.error} title={texts.retraction.failed} />}
    </div>
  );
}
