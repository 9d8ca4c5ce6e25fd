import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../components/problem.tsx';
import { asApiError } from '../../lib/api-error.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { texts } from './texts.ts';

/** Saves the form, and says what was refused. Where somebody was faster, it leads to what they made of it. Only for who may save. */
export function SaveBar({ isSaving, error }: { isSaving: boolean; error: Error | null }) {
  const queryClient = useQueryClient();
  const { viewerCan } = useWorkspace();
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
      </Group>
    </>
  );
}
