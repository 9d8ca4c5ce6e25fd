import { Button, Group } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { texts as shared } from '../../components/texts.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { ToneIcon } from '../../components/ui/status.tsx';
import { useUnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import type { Settings } from './queries.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

interface Props<Values> {
  /** The settings page: the browser's key for unsaved text. */
  name: string;
  filled: {
    form: Pick<UseFormReturnType<Values>, 'values' | 'isDirty' | 'reset'>;
    /** The settings that the form was filled from. */
    seen: Settings;
    fill: (seen: Settings, values: Values) => void;
  };
  save: { isPending: boolean; error: Error | null; reset: () => void };
}

/** Saves the form and shows errors. After a conflict, it links to the other version. Only for people who may save. */
export function SaveBar<Values>({ name, filled: { form, seen, fill }, save: { isPending, error, reset } }: Props<Values>) {
  const queryClient = useQueryClient();
  const { id, viewerCan } = useWorkspace();
  const isUnsaved = form.isDirty();
  const { dialog, notice, isKept } = useUnsavedGuard<{ values: Values; seen: Settings }>({
    name: `settings ${name} ${id}`,
    words: { values: form.values, seen },
    isUnsaved: isUnsaved && viewerCan.manageSettings,
    // With its base revision, so a newer one is not overwritten unseen.
    restore: ({ values, seen: before }) => fill(before, values),
    discard: () => discard(),
  });
  const discard = (): void => {
    form.reset();
    reset();
  };
  const showCurrent = (): void => {
    discard();
    void queryClient.invalidateQueries({ queryKey: ['settings'] });
  };
  const isBehind = error !== null && asApiError(error).code === 'settings_changed';
  if (!viewerCan.manageSettings) return null;
  return (
    <>
      {notice}
      {error && <Problem error={error} title={texts.notSaved} />}
      <Group gap="xs">
        <Button type="submit" loading={isPending}>
          {texts.save}
        </Button>
        {isBehind && (
          <Button variant="default" onClick={showCurrent}>
            {texts.showCurrent}
          </Button>
        )}
        {isUnsaved && (
          <span className={classes.unsaved}>
            <ToneIcon tone="wait" size={14} />
            {texts.unsaved}
            {isKept && ` · ${shared.unsaved.kept}`}
          </span>
        )}
      </Group>
      {dialog}
    </>
  );
}
