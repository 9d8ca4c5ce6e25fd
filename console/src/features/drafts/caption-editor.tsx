import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PlatformMark } from '../../components/platform-mark.tsx';
import { Problem } from '../../components/problem.tsx';
import { showToast } from '../../components/toasts.tsx';
import { type CaptionViewFragment, WriteCaptionDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/run-document.ts';
import classes from './draft.module.css';
import type { DraftView } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  draft: DraftView;
  caption: CaptionViewFragment;
  onClose: () => void;
}

/** A person's own words for one platform. The server counts and checks them; what does not fit shows in the preview. */
export function CaptionEditor({ draft, caption, onClose }: Props) {
  const { form, write } = useCaptionForm({ draft, caption, onClose });
  return (
    <form onSubmit={form.onSubmit((values) => write.mutate(values))} aria-label={texts.editing(caption.platform)}>
      <Stack gap="sm">
        <PlatformMark id={caption.platform} />
        <Textarea
          label={texts.text}
          autosize
          minRows={4}
          maxRows={14}
          data-autofocus
          autoFocus
          dir="auto"
          {...form.getInputProps('text')}
        />
        {form.values.thread.map((_, index) => (
          <div key={form.key(`thread.${index}`)} className={classes.threadPost}>
            <Textarea label={texts.thread(index)} autosize minRows={3} maxRows={14} dir="auto" {...form.getInputProps(`thread.${index}`)} />
            <Button variant="subtle" size="xs" justify="flex-start" onClick={() => form.removeListItem('thread', index)}>
              {texts.removePost}
            </Button>
          </div>
        ))}
        <Button variant="default" size="xs" w="fit-content" onClick={() => form.insertListItem('thread', '')}>
          {texts.addPost}
        </Button>
        <TextInput label={texts.tags} description={texts.tagsHint} {...form.getInputProps('tags')} />
        <p className={classes.note}>{texts.saveNote}</p>
        {write.error && <Problem error={write.error} title={texts.saveFailed} />}
        <Group gap="xs">
          <Button type="submit" loading={write.isPending}>
            {texts.save}
          </Button>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The revision is the one that the words were read at: whoever was overtaken is told so and loses nothing. */
function useCaptionForm({ draft, caption, onClose }: Props) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { revision: draft.revision, text: caption.text, thread: caption.thread, tags: caption.tags.join(', ') },
  });
  const write = useMutation({
    mutationFn: ({ revision, text, thread, tags }: typeof form.values) =>
      runDocument(WriteCaptionDocument, {
        input: {
          draftId: draft.id,
          revision,
          platform: caption.platform,
          text,
          tags: readTags(tags),
          thread: thread.filter((post) => post.trim() !== ''),
        },
      }),
    onSuccess: async () => {
      showToast(texts.saved);
      onClose();
      await queryClient.invalidateQueries();
    },
  });
  return { form, write };
}

function readTags(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '');
}
