import { MultiSelect, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { SettingsPlatformsDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import type { Settings } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.policy.signing;

type Fields = Pick<Settings, 'requiresSignature' | 'signedPlatforms'>;

/** Whether approvals must be signed with a passkey: all of them, or those for chosen platforms. */
export function SignatureFields<Values extends Fields>({ form }: { form: UseFormReturnType<Values> }) {
  const platforms = useQuery({
    queryKey: ['settings-platforms'],
    queryFn: ({ signal }) => runDocument(SettingsPlatformsDocument, {}, signal),
  });
  const { requiresSignature, signedPlatforms } = form.getValues();
  return (
    <>
      <Switch label={words.all} description={words.allHint} {...form.getInputProps('requiresSignature', { type: 'checkbox' })} />
      {!requiresSignature && (
        <MultiSelect
          label={words.some}
          description={words.someHint}
          data={(platforms.data?.platforms ?? []).map(({ id, label }) => ({ value: id, label }))}
          placeholder={signedPlatforms.length === 0 ? words.someNone : undefined}
          clearable
          searchable
          maw={480}
          {...form.getInputProps('signedPlatforms')}
        />
      )}
    </>
  );
}
