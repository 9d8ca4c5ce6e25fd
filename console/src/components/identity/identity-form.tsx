import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  BeginPasskeyReauthenticationDocument,
  IdentityWaysDocument,
  ReauthenticateDocument,
  type ReauthenticateInput,
} from '../../gql/graphql.ts';
import { askPasskey, canUsePasskeys } from '../../lib/passkey.ts';
import { runDocument } from '../../lib/run-document.ts';
import { Problem } from '../problem.tsx';
import { texts } from '../texts.ts';

const words = texts.identity;

/** Password, a code of the app, or a passkey: whatever of these the person has. */
export function IdentityForm({ onShown }: { onShown: () => void }) {
  const [way, setWay] = useState<'password' | 'code'>('password');
  const [value, setValue] = useState('');
  const ways = useQuery({ queryKey: ['identity-ways'], queryFn: ({ signal }) => runDocument(IdentityWaysDocument, {}, signal) });
  const show = useMutation({
    mutationFn: async (input: ReauthenticateInput | 'passkey') =>
      runDocument(ReauthenticateDocument, { input: input === 'passkey' ? { passkey: await usedPasskey() } : input }),
    onSuccess: onShown,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    show.mutate({ [way]: value });
  };
  const choose = (next: typeof way): void => {
    setWay(next);
    setValue('');
    show.reset();
  };
  const hasPasskey = canUsePasskeys() && (ways.data?.security?.passkeys.length ?? 0) > 0;
  const field = { value, onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value), required: true };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <p>{words.why}</p>
        {way === 'password' ? (
          <PasswordInput key={way} label={words.password} autoComplete="current-password" data-autofocus {...field} />
        ) : (
          <TextInput
            key={way}
            label={words.code}
            description={words.codeHint}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            {...field}
          />
        )}
        {show.error && <Problem error={show.error} title={words.failed} />}
        <Button type="submit" loading={show.isPending && show.variables !== 'passkey'}>
          {words.submit}
        </Button>
        {hasPasskey && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={16} aria-hidden />}
            loading={show.isPending && show.variables === 'passkey'}
            onClick={() => show.mutate('passkey')}
          >
            {words.usePasskey}
          </Button>
        )}
        {ways.data?.security?.totpSince && (
          <Button variant="subtle" onClick={() => choose(way === 'password' ? 'code' : 'password')}>
            {way === 'password' ? words.useCode : words.usePassword}
          </Button>
        )}
      </Stack>
    </form>
  );
}

async function usedPasskey(): Promise<unknown> {
  const { beginPasskeyReauthentication } = await runDocument(BeginPasskeyReauthenticationDocument, {});
  return askPasskey(beginPasskeyReauthentication);
}
