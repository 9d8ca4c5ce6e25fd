import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../components/ui/problem.tsx';
import { ToneIcon } from '../../components/ui/status.tsx';
import { useUnsavedGuard } from '../../components/ui/unsaved-guard.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

interface Props {
  isSaving: boolean;
  /** Something was changed here that is not saved; leaving asks first. */
  isUnsaved: boolean;
  error: Error | null;
}

/** Saves the form, and says what was refused. Where somebody was faster, it leads to what they made of it. Only for who may save. */
export function SaveBar({ isSaving, isUnsaved, error }: Props) {
  const queryClient = useQueryClient();
  const { viewerCan } = useWorkspace();
  const { dialog } = useUnsavedGuard(isUnsaved && viewerCan.manageSettings);
  const isBehind = error !== null && asApiError(error).code === 'settings_changed';
  if (!viewerCan.manageSettings) return null;
  return (
    <>
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
            {texts.unsaved}
          </span>
        )}
      </Group>
      {dialog}
    </>
  );
}
