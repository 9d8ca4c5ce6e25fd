import { Button, FileInput, Modal, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { texts as shared } from '../../../components/texts.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import { showToast } from '../../../components/ui/toasts.tsx';
import { ImportDraftsDocument, type ImportDraftsMutation } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { number } from '../../../lib/language.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './import-dialog.module.css';

/** Within the server's request limit. */
const MOST_BYTES = 200_000;

const EXAMPLE = [
  'text,platforms,link,scheduled_at,external_id,note',
  `"${texts.table.examples.post}","bluesky,mastodon",https://example.org/market,,market-1,"${texts.table.examples.note}"`,
  `"${texts.table.examples.short}",sandbox,,,,`,
  '',
].join('\r\n');

type Imported = ImportDraftsMutation['importDrafts'];

/** A file is checked as soon as it is chosen; it can be imported only without faults. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { words, file, isTooLarge, choose, tryOut, make } = useImport(onClose);
  const tried = tryOut.data;
  const isFine = tried !== undefined && tried.faults.length === 0;
  const error = make.error ?? tryOut.error;
  return (
    <Modal opened onClose={onClose} title={texts.table.title} size="lg" closeButtonProps={{ 'aria-label': shared.close }}>
      <Stack gap="md">
        <p>{texts.table.how}</p>
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile('drafts.csv', EXAMPLE, 'text/csv')}
        >
          {texts.table.example}
        </Button>
        <FileInput
          label={texts.table.file}
          placeholder={shared.chooseFile}
          description={texts.table.columns}
          accept=".csv,text/csv"
          value={file}
          onChange={choose}
          error={isTooLarge && texts.table.tooLarge}
          disabled={tryOut.isPending || make.isPending}
        />
        <div aria-live="polite">
          {error ? <Problem error={error} title={texts.table.failed} /> : null}
          {tried && !isFine && <Faults faults={tried.faults} />}
          {isFine && <Notice tone="good" title={`${texts.table.fine}: ${number(tried.rows)}`} />}
        </div>
        <Button disabled={!isFine} loading={make.isPending} onClick={() => words !== null && make.mutate(words)}>
          {texts.table.make}
        </Button>
      </Stack>
    </Modal>
  );
}

function Faults({ faults }: Pick<Imported, 'faults'>) {
  return (
    <Notice tone="bad" title={texts.table.faults}>
      <ul className={classes.faults}>
        {faults.map(({ row, column, message }) => (
          <li key={`${row} ${column} ${message}`}>
            <strong>
              {texts.table.row} {number(row)}
              {column && `, ${column}`}
            </strong>{' '}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function useImport(onClose: () => void) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [words, setWords] = useState<string | null>(null);
  const ask = async (csv: string, isDryRun: boolean): Promise<Imported> =>
    (await runDocument(ImportDraftsDocument, { input: { workspaceId, csv, isDryRun } })).importDrafts;
  const tryOut = useMutation({ mutationFn: (csv: string) => ask(csv, true) });
  const make = useMutation({
    mutationFn: (csv: string) => ask(csv, false),
    async onSuccess({ drafts }, csv) {
      // An external id may have been taken since the trial run.
      if (drafts.length === 0) return tryOut.mutate(csv);
      await queryClient.invalidateQueries();
      showToast(`${texts.table.made}: ${number(drafts.length)}`);
      onClose();
    },
  });
  const isTooLarge = file !== null && file.size > MOST_BYTES;
  const choose = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    tryOut.reset();
    make.reset();
    const csv = chosen && chosen.size <= MOST_BYTES ? await chosen.text() : null;
    setWords(csv);
    if (csv !== null) tryOut.mutate(csv);
  };
  return { words, file, isTooLarge, choose, tryOut, make };
}
