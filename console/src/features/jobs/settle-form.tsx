import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { KeptNotice } from '../../components/unsaved/kept-notice.tsx';
import { useFoundWords, useKeptWords, useRestoredWords } from '../../components/unsaved/use-kept-words.ts';
import { SettleUnknownDocument, type Verdict } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './job.module.css';
import { texts } from './texts.ts';

/** A person's finding and how they know. The server validates it. */
export function SettleForm({ publicationId, verdict }: { publicationId: string; verdict: Verdict }) {
  const queryClient = useQueryClient();
  const isThere = verdict === 'PUBLISHED';
  const form = useForm({ initialValues: { link: '', reason: '' } });
  const name = `settle ${publicationId} ${verdict}`;
  const found = useFoundWords<typeof form.values>({ name });
  const kept = useKeptWords({ name, found }, form.values, form.isDirty());
  useRestoredWords(found, form.setValues);
  const settle = useMutation({
    mutationFn: ({ link, reason }: typeof form.values) =>
      runDocument(SettleUnknownDocument, { input: { publicationId, verdict, reason, link: link || null } }),
    onSuccess: async () => {
      kept.forget();
      showToast(texts.settled);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => settle.mutate(values))} className={classes.settle}>
      <Stack gap="sm">
        <TextInput
          label={isThere ? texts.link : texts.evidence}
          description={isThere ? texts.linkHint : texts.evidenceHint}
          type="url"
          dir="ltr"
          placeholder="https://"
          required={isThere}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('link')}
        />
        <Textarea
          label={texts.reason}
          placeholder={isThere ? texts.reasonThere : texts.reasonNotThere}
          required
          {...FIELD_RULES.settlement.reason}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
        <KeptNotice kept={kept} onDiscard={form.reset} />
        {settle.error && <Problem error={settle.error} title={texts.settleFailed} />}
        <p className={classes.dim}>{texts.settleOnce}</p>
        <Button type="submit" loading={settle.isPending} w="fit-content">
          {isThere ? texts.settleThere : texts.settleNotThere}
        </Button>
      </Stack>
    </form>
  );
}
