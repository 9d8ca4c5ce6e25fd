import { Button, Group, Modal, Select, Skeleton, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { texts as shared } from '../../../components/texts.ts';
import { DialogButtons } from '../../../components/ui/dialog.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import { showToast } from '../../../components/ui/toasts.tsx';
import { type Improvement, ImproveTextDocument } from '../../../gql/graphql.ts';
import { diffWords } from '../../../lib/diff-words.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { language as own } from '../../../lib/language.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import classes from '../draft.module.css';
import { texts } from '../texts.ts';

const words = texts.improve;
const LANGUAGES = ['ar', 'da', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'sv', 'tr', 'uk', 'zh'];

interface Props {
  task: Improvement;
  text: string;
  /** Puts a text in the place of another, as long as that is still there. */
  onReplace: (from: string, to: string) => void;
  onClose: () => void;
}

/** What the language model made of a text, as changes in it; nothing is changed before they are taken. */
export function ImproveDialog({ task, text, onReplace, onClose }: Props) {
  const { id: workspaceId } = useWorkspace();
  const [to, setTo] = useState<string>(own);
  const ask = useMutation({
    mutationFn: async (language: string | null) =>
      (await runDocument(ImproveTextDocument, { input: { workspaceId, text, task, language } })).improveText,
  });
  const { mutate } = ask;
  useEffect(() => {
    if (task !== 'TRANSLATE') mutate(null);
  }, [task, mutate]);
  const take = (improved: string): void => {
    onReplace(text, improved);
    onClose();
    showToast(words.taken, { label: texts.composer.undo, run: () => onReplace(improved, text) });
  };
  const improved = ask.data?.text ?? null;
  return (
    <Modal opened onClose={onClose} title={words.tasks[task]} size="lg" closeButtonProps={{ 'aria-label': shared.close }}>
      <Stack gap="md">
        {task === 'TRANSLATE' && (
          <Group align="end" gap="xs">
            <Select
              label={words.language}
              data={languageNames()}
              value={to}
              allowDeselect={false}
              searchable
              onChange={(value) => setTo(value ?? to)}
            />
            <Button variant="default" onClick={() => mutate(to)} loading={ask.isPending}>
              {words.tasks.TRANSLATE}
            </Button>
          </Group>
        )}
        <div aria-live="polite" aria-busy={ask.isPending}>
          {ask.isPending && <Skeleton height={96} radius={8} />}
          {ask.error && <Problem error={ask.error} title={words.failed} />}
          {ask.data?.reason && (
            <Notice tone="wait" title={words.failed}>
              <p>{ask.data.reason}</p>
            </Notice>
          )}
          {improved !== null && (
            <p className={classes.diffText} dir="auto">
              {task === 'TRANSLATE' ? improved : <Changes before={text} after={improved} />}
            </p>
          )}
        </div>
        {ask.data && ask.data.findings.length > 0 && (
          <Notice tone="wait" title={words.compare}>
            <ul>
              {ask.data.findings.map(({ id, message }) => (
                <li key={id}>{message}</li>
              ))}
            </ul>
          </Notice>
        )}
        <DialogButtons cancel={words.keep} onCancel={onClose}>
          <Button disabled={improved === null || ask.isPending} onClick={() => improved !== null && take(improved)}>
            {words.take}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

function Changes({ before, after }: { before: string; after: string }) {
  return diffWords(before, after).map(({ kind, text, number }) => {
    const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
    return <Tag key={number}>{text}</Tag>;
  });
}

function languageNames(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([own], { type: 'language' });
  return LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) => a.label.localeCompare(b.label, own));
}
