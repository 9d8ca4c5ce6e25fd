import { Button, NumberInput, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { useKeptText } from '../../components/unsaved/use-kept-text.tsx';
import { CorrectCreditsDocument, type CreditBucket } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';
import { WorkspaceField } from './workspace-field.tsx';

const MOST = 100_000;
const buckets = Object.entries(texts.buckets).map(([value, label]) => ({ value, label }));

/** The operator puts a balance right, with a reason. */
export function CorrectCredits() {
  const { form, correct, reason, setReason, notice } = useCorrection();
  return (
    <form onSubmit={form.onSubmit((values) => correct.mutate(values))}>
      <Stack gap="md" maw={440}>
        <p className={classes.dim}>{texts.correctWhy}</p>
        <WorkspaceField value={form.values.workspaceId} onChange={(id) => form.setFieldValue('workspaceId', id)} />
        <Select label={texts.bucket} data={buckets} allowDeselect={false} {...form.getInputProps('bucket')} />
        <SegmentedControl
          aria-label={texts.direction}
          data={[
            { value: 'add', label: texts.directions.add },
            { value: 'take', label: texts.directions.take },
          ]}
          {...form.getInputProps('direction')}
        />
        <NumberInput label={texts.quantity} min={1} max={MOST} allowDecimal={false} {...form.getInputProps('amount')} />
        <TextInput
          label={texts.reasonOfCorrection}
          required
          {...FIELD_RULES.credits.correctionReason}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        {notice}
        {correct.error && <Problem error={correct.error} title={texts.correctFailed} />}
        <Button type="submit" loading={correct.isPending} w="fit-content">
          {texts.doCorrect}
        </Button>
      </Stack>
    </form>
  );
}

function useCorrection() {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const { text: reason, setText: setReason, notice } = useKeptText('credit correction');
  const form = useForm({
    initialValues: { workspaceId: '', bucket: 'PACK' as CreditBucket, direction: 'add' as 'add' | 'take', amount: 1 },
  });
  const correct = useMutation({
    mutationFn: ({ direction, amount, ...input }: typeof form.values) =>
      freshly(() => runDocument(CorrectCreditsDocument, { input: { ...input, reason, amount: direction === 'add' ? amount : -amount } })),
    onSuccess: async (answer) => {
      if (!answer) return;
      showToast(texts.corrected);
      setReason('');
      await queryClient.invalidateQueries();
    },
  });
  return { form, correct, reason, setReason, notice };
}
