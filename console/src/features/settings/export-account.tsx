import { Button, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { fetchFile } from '../../lib/http/fetch-file.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

const words = texts.exportAccount;

/** Everything of the account as one archive, for its owners. */
export function ExportAccount() {
  const { id, account, viewerCan } = useWorkspace();
  const fetching = useMutation({ mutationFn: () => fetchFile(`/api/account/export?workspace_id=${encodeURIComponent(id)}`) });
  if (!viewerCan.manageSettings) return null;
  return (
    <Panel title={words.title({ account: account.name })}>
      <Stack gap="md" align="flex-start">
        <p className={classes.note}>{words.what}</p>
        {fetching.error && <Problem error={fetching.error} title={words.failed} />}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => fetching.mutate()}
          loading={fetching.isPending}
        >
          {words.button}
        </Button>
      </Stack>
    </Panel>
  );
}
