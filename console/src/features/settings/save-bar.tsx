import { Button, Group } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { texts as shared } from '../../components/texts.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { ToneIcon } from '../../components/ui/status.tsx';
import { useUnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

interface Props<Values> {
  /** The settings page: the browser's key for unsaved text. */
  name: string;
  form: Pick<UseFormReturnType<Values>, 'values' | 'isDirty' | 'setValues' | 'reset'>;
  /** The revision of the settings that the form was filled from. */
  revision: number;
  isSaving: boolean;
  error: Error | null;
}

/** Saves the form and shows errors. After a conflict, it links to the other version. Only for people who may save. */
export function SaveBar<Values>({ name, form, revision, isSaving, error }: Props<Values>) {
  const queryClient = useQueryClient();
  const { id, viewerCan } = useWorkspace();
  const isUnsaved = form.isDirty();
  const { dialog, notice } = useUnsavedGuard({
    name: `settings ${name} ${id}`,
    base: String(revision),
    words: form.values,
    isUnsaved: isUnsaved && viewerCan.manageSettings,
    restore: form.setValues,
    discard: form.reset,
  });
  const isBehind = error !== null && asApiError(error).code === 'settings_changed';
  if (!viewerCan.manageSettings) return null;
  return (
    <>
      {notice}
      {error && <Problem error={error} title={texts.notSaved} />}
      <Group gap="xs">
        <Button type="submit" loading={isSaving}>
          {texts.save}
        </Button>
        {isBehind && (
          <Button variant="default" onClick={() => queryClient.invalidateQueries({ queryKey: ['settings'] })}>
            {texts.showCurrent}
          </Button>
        )}
        {isUnsaved && (
          <span className={classes.unsaved}>
            <ToneIcon tone="wait" size={14} />
            {texts.unsaved} · {shared.unsaved.kept}
          </span>
        )}
      </Group>
      {dialog}
    </>
  );
}
