import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KeysHelp } from '../../../components/keys/keys-help.tsx';
import { texts as shared } from '../../../components/texts.ts';
import { Problem } from '../../../components/ui/problem.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { useTimeZone } from '../../../components/ui/time-zone.ts';
import { showToast } from '../../../components/ui/toasts.tsx';
import { useUnsavedGuard } from '../../../components/unsaved/unsaved-guard.tsx';
import { forgetFormWords } from '../../../components/unsaved/use-kept-words.ts';
import { ChangeDraftDocument } from '../../../gql/graphql.ts';
import { asApiError } from '../../../lib/http/api-error.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import classes from '../draft.module.css';
import { keepAnswer } from '../draft-notices.tsx';
import { type Uploads, useUploads } from '../pictures/use-uploads.ts';
import type { DraftView } from '../queries.ts';
import { texts } from '../texts.ts';
import { Composer, keepFromSaving } from './composer.tsx';
import { NewerDraft } from './newer-draft.tsx';
import { changesOf, type DraftFormValues, draftWords, useDraftForm, valuesOf } from './use-draft-form.ts';

interface Props {
  /** The current draft; it may be newer than the form's. */
  draft: DraftView;
  onClose: () => void;
}

/** The form's values, and the draft that they are based on. */
export interface Unsaved {
  values: DraftFormValues;
  seen: DraftView;
}

/** Everything of a draft that a person may change, saved in one step. */
export function DraftEditor({ draft, onClose }: Props) {
  const timeZone = useTimeZone();
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(draft);
  const form = useDraftForm(valuesOf(seen, timeZone), timeZone, seen.scheduledAt);
  const uploads = useUploads((picture) => form.insertListItem('pictures', picture));
  const finish = (): void => {
    forgetFormWords(queryClient, draftWords(draft.id));
    onClose();
  };
  const save = useSave(draft.id, (saved, sent) => {
    // What was typed, added or failed while the save was on its way is not saved yet.
    if (JSON.stringify(form.getValues()) !== JSON.stringify(sent) || uploads.isUploading || uploads.failed > 0) setSeen(saved);
    else finish();
  });
  const initial = valuesOf(seen, timeZone);
  const changes = changesOf(initial, form.values, timeZone);
  const isBehind = draft.revision > seen.revision || (save.error !== null && asApiError(save.error).code === 'stale_revision');
  const guard = useUnsavedGuard<Unsaved>({
    name: draftWords(draft.id),
    words: { values: form.values, seen },
    isUnsaved: changes !== null,
    isBusy: uploads.isUploading,
    // With its base revision, so a newer one is not overwritten unseen.
    restore: ({ values, seen: before }) => {
      setSeen(before);
      form.setValues(values);
    },
    discard: () => takeTheirs(),
  });
  const takeTheirs = (): void => {
    setSeen(draft);
    form.setValues(valuesOf(draft, timeZone));
    save.reset();
  };
  // Over the revision that was read, or a newer one: everything of the form that is not as there.
  const saveOver = (base: DraftView): void => {
    const values = form.getValues();
    const differences = changesOf(valuesOf(base, timeZone), values, timeZone);
    if (differences) save.mutate({ changes: differences, revision: base.revision, values });
    else finish();
  };
  return (
    <form className={classes.body} noValidate onKeyDown={keepFromSaving} onSubmit={form.onSubmit(() => saveOver(seen))}>
      {guard.notice}
      <Composer form={form} uploads={uploads} draft={seen}>
        {isBehind ? (
          <NewerDraft
            mine={form.values}
            theirs={draft}
            onTheirs={takeTheirs}
            onMine={() => !form.validate().hasErrors && saveOver(draft)}
          />
        ) : (
          save.error && <Problem error={save.error} title={texts.saveFailed} />
        )}
        <p className={classes.note}>{texts.saveNote}</p>
      </Composer>
      <div className={classes.saveBar}>
        <Button type="submit" loading={save.isPending} disabled={isBehind || !changes || uploads.isUploading}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={() => guard.leave(onClose)}>
          {texts.cancel}
        </Button>
        <SaveState uploads={uploads} isUnsaved={changes !== null} isKept={guard.isKept} />
        <KeysHelp keys={texts.composer.keys} />
      </div>
      {guard.dialog}
    </form>
  );
}

function SaveState({ uploads: { isUploading, failed }, isUnsaved, isKept }: { uploads: Uploads; isUnsaved: boolean; isKept: boolean }) {
  const unsaved = isKept ? `${texts.unsaved} · ${shared.unsaved.kept}` : texts.unsaved;
  const state = isUploading ? texts.waitsForPictures : isUnsaved ? unsaved : texts.allSaved;
  return (
    <span className={classes.unsaved} role="status">
      {(isUnsaved || failed > 0) && <ToneIcon tone={failed > 0 ? 'bad' : 'wait'} size={14} />}
      {failed > 0 ? `${texts.notUploaded({ count: failed })} · ${state}` : state}
    </span>
  );
}

type Changes = NonNullable<ReturnType<typeof changesOf>>;

interface Sent {
  changes: Changes;
  revision: number;
  /** Of the whole form at that moment. */
  values: DraftFormValues;
}

/** Sends the revision that was read: after a conflict the error says so, and nothing is lost. */
function useSave(draftId: string, onSaved: (saved: DraftView, sent: DraftFormValues) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, revision }: Sent) => runDocument(ChangeDraftDocument, { input: { ...changes, draftId, revision } }),
    onSuccess: async ({ changeDraft }, { values }) => {
      keepAnswer(queryClient, changeDraft);
      showToast(texts.saved);
      onSaved(changeDraft, values);
      await queryClient.invalidateQueries();
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['draft', draftId] }),
  });
}
