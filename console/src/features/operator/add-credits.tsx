import { Button, NumberInput, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { AddCreditsDocument, type AddCreditsInput } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './operator.module.css';
import type { OperatorFacts } from './queries.ts';
import { texts } from './texts.ts';
import { WorkspaceField } from './workspace-field.tsx';

const MAX = 1_000;

/** The operator's own way of adding a product's credits to an account. */
export function AddCredits({ products }: Pick<OperatorFacts, 'products'>) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { workspaceId: '', product: 'api_publication_pack', quantity: 1 },
  });
  const add = useMutation({
    mutationFn: (input: AddCreditsInput) => freshly(() => runDocument(AddCreditsDocument, { input })),
    onSuccess: async (answer) => {
      if (!answer) return;
      showToast(texts.added);
      await queryClient.invalidateQueries();
    },
  });
  const chosen = products.find((product) => product.id === form.values.product);
  return (
    <form onSubmit={form.onSubmit((input) => add.mutate(input))}>
      <Stack gap="md" maw={440}>
        <p className={classes.dim}>{texts.creditsWhy}</p>
        <WorkspaceField value={form.values.workspaceId} onChange={(id) => form.setFieldValue('workspaceId', id)} />
        <Select
          label={texts.product}
          description={chosen?.note}
          data={products.map(({ id: value, label }) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps('product')}
        />
        <NumberInput label={texts.quantity} min={1} max={MAX} allowDecimal={false} {...form.getInputProps('quantity')} />
        {add.error && <Problem error={add.error} title={texts.addFailed} />}
        <Button type="submit" loading={add.isPending} w="fit-content">
          {texts.add}
        </Button>
      </Stack>
    </form>
  );
}
