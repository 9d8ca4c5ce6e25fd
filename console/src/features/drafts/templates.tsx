import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTemplate } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { texts as shared } from '../../components/texts.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Dialog, DialogButtons } from '../../components/ui/dialog.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { CreateTemplateDocument, DeleteTemplateDocument, RenameTemplateDocument, type TemplateViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { type DraftView, templatesQuery } from './queries.ts';
import classes from './templates.module.css';
import { texts } from './texts.ts';

const words = texts.templates;
const { maxLength } = FIELD_RULES.template.name;

/** The templates of the workspace: a new draft begins with one, and they are renamed and deleted. */
export function Templates({ onUse }: { onUse: (template: TemplateViewFragment) => void }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { id, viewerCan } = useWorkspace();
  const query = useQuery({ ...templatesQuery(id), enabled: isOpen });
  if (!viewerCan.createDraft) return null;
  return (
    <>
      <Button variant="default" onClick={open} aria-haspopup="dialog" leftSection={<IconTemplate size={16} aria-hidden />}>
        {words.title}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={words.title} size="lg" closeButtonProps={{ 'aria-label': shared.close }}>
        <p className={classes.how}>{words.how}</p>
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(templates) =>
            templates.length === 0 ? (
              <Empty title={words.none}>
                <p>{words.noneHow}</p>
              </Empty>
            ) : (
              <ul className={classes.list}>
                {templates.map((template) => (
                  <TemplateItem
                    key={template.id}
                    template={template}
                    onUse={() => {
                      close();
                      onUse(template);
                    }}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Dialog>
    </>
  );
}

function TemplateItem({ template: { id, name, sourceText }, onUse }: { template: TemplateViewFragment; onUse: () => void }) {
  const queryClient = useQueryClient();
  const [newName, setNewName] = useState<string | null>(null);
  const rename = useMutation({
    mutationFn: (to: string) => runDocument(RenameTemplateDocument, { templateId: id, name: to }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      setNewName(null);
    },
  });
  const remove = async (): Promise<void> => {
    await runDocument(DeleteTemplateDocument, { templateId: id });
    await queryClient.invalidateQueries();
    showToast(words.deleted({ name }));
  };
  if (newName !== null) {
    return (
      <li>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate(newName);
          }}
        >
          <NameField value={newName} onChange={setNewName} />
          {rename.error && <Problem error={rename.error} title={words.renameFailed} />}
          <Group gap="xs" mt={8}>
            <Button type="submit" size="xs" loading={rename.isPending} disabled={newName.trim() === ''}>
              {words.rename}
            </Button>
            <Button variant="default" size="xs" onClick={() => setNewName(null)}>
              {texts.cancel}
            </Button>
          </Group>
        </form>
      </li>
    );
  }
  return (
    <li className={classes.item}>
      <div className={classes.what}>
        <b dir="auto">{name}</b>
        <p className={classes.text} dir="auto">
          {sourceText}
        </p>
      </div>
      <Group gap="xs">
        <Button size="xs" onClick={onUse} aria-label={`${words.begin}: ${name}`}>
          {words.begin}
        </Button>
        <Button size="xs" variant="default" onClick={() => setNewName(name)} aria-label={`${words.rename}: ${name}`}>
          {words.rename}
        </Button>
        <ConfirmButton
          size="xs"
          label={words.delete}
          title={words.deleteAsk({ name })}
          what={words.deleteWhat}
          onConfirm={remove}
          failed={words.deleteFailed}
        />
      </Group>
    </li>
  );
}

/** Keeps the draft's words, networks, settings and labels under a name. */
export function SaveAsTemplate({ draft }: { draft: DraftView }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [name, setName] = useState(draft.title.slice(0, maxLength));
  const queryClient = useQueryClient();
  const { viewerCan } = useWorkspace();
  const save = useMutation({
    mutationFn: () => runDocument(CreateTemplateDocument, { draftId: draft.id, name }),
    onSuccess: async ({ createTemplate }) => {
      close();
      showToast(words.savedAs({ name: createTemplate.name }));
      await queryClient.invalidateQueries();
    },
  });
  if (!viewerCan.createDraft) return null;
  return (
    <>
      <ActionIcon variant="default" size={36} onClick={open} aria-haspopup="dialog" aria-label={words.saveAs} title={words.saveAs}>
        <IconTemplate size={18} aria-hidden />
      </ActionIcon>
      <Dialog opened={isOpen} onClose={close} title={words.saveAs} closeButtonProps={{ 'aria-label': shared.close }}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <Stack gap="md">
            <p>{words.saveAsHow}</p>
            <NameField value={name} onChange={setName} />
            {save.error && <Problem error={save.error} title={words.saveFailed} />}
            <DialogButtons onCancel={close}>
              <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
                {words.saveAs}
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <TextInput
      label={words.name}
      maxLength={maxLength}
      required
      data-autofocus
      dir="auto"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
