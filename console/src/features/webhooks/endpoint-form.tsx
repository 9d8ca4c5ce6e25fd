import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EVENT_TYPES } from '../../../../server/src/events/event-types.ts';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { AddWebhookEndpointDocument, ChangeWebhookEndpointDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import type { EndpointView } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.form;
const RULES = FIELD_RULES.webhook;
const SECRET_BYTES = 32;

interface Props {
  /** The endpoint to change; absent for a new one. */
  endpoint?: EndpointView;
  onDone?: () => void;
}

/** Adds an endpoint of the owners, or changes one. Its secret is copied and never drawn. */
export function EndpointForm({ endpoint, onDone }: Props) {
  const workspaceId = useWorkspace().id;
  const queryClient = useQueryClient();
  const freshly = useFreshly();
  const form = useForm({ initialValues: { url: endpoint?.url ?? '', secret: '', types: endpoint?.types ?? [] } });
  const save = useMutation({
    mutationFn: ({ url, secret, types }: { url: string; secret: string; types: string[] }) => {
      const chosen = { url: url.trim(), types: types.length > 0 ? types : null };
      return freshly<object>(() =>
        endpoint
          ? runDocument(ChangeWebhookEndpointDocument, { input: { endpointId: endpoint.id, ...chosen, secret: secret || null } })
          : runDocument(AddWebhookEndpointDocument, { input: { workspaceId, ...chosen, secret } }),
      );
    },
    onSuccess: async (done) => {
      if (!done) return;
      form.reset();
      showToast(endpoint ? words.changed : words.added);
      onDone?.();
      await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const copyNew = useMutation({
    mutationFn: async () => {
      const secret = newSecret();
      await navigator.clipboard.writeText(secret);
      form.setFieldValue('secret', secret);
    },
    onSuccess: () => showToast(words.copied),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <TextInput label={words.url} type="url" required maxLength={RULES.url.maxLength} maw={520} {...form.getInputProps('url')} />
        <Group gap="sm" align="flex-end">
          <TextInput
            type="password"
            label={endpoint ? words.newSecret : words.secret}
            description={endpoint ? words.newSecretHint : words.secretHint}
            required={!endpoint}
            maxLength={RULES.secret.maxLength}
            w="100%"
            maw={520}
            autoComplete="off"
            {...form.getInputProps('secret')}
          />
          <Button variant="default" onClick={() => copyNew.mutate()} loading={copyNew.isPending}>
            {words.generate}
          </Button>
        </Group>
        <MultiSelect
          label={words.types}
          description={words.typesHint}
          data={Object.keys(EVENT_TYPES)}
          searchable
          clearable
          maw={520}
          {...form.getInputProps('types')}
        />
        {copyNew.error && <Problem error={copyNew.error} title={words.notCopied} />}
        {save.error && <Problem error={save.error} title={texts.failed} />}
        <Group gap="sm">
          <Button type="submit" variant="default" loading={save.isPending}>
            {endpoint ? words.save : words.add}
          </Button>
          {onDone && (
            <Button variant="subtle" onClick={onDone}>
              {words.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** As Standard Webhooks writes it. */
function newSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`;
}
