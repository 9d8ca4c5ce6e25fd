import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { BeginPasskeyReauthenticationDocument, ReauthenticateDocument, type ReauthenticateInput } from '../../gql/graphql.ts';
import { askPasskey, canUsePasskeys } from '../../lib/http/passkey.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts } from '../texts.ts';
import { Problem } from '../ui/problem.tsx';
import { identityWaysQuery } from './identity-ways.ts';

const words = texts.identity;

interface Props {
  onShown: () => void;
  /** The password alone is not enough: without an app only a passkey is accepted. */
  isSecondFactor?: boolean;
}

/** The password, with a code if an app is set up; or a passkey. */
export function IdentityForm({ onShown, isSecondFactor = false }: Props) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const ways = useQuery(identityWaysQuery);
  const show = useMutation({
    mutationFn: async (input: ReauthenticateInput | 'passkey') =>
      runDocument(ReauthenticateDocument, { input: input === 'passkey' ? { passkey: await usedPasskey() } : input }),
    onSuccess: onShown,
    onError: () => setCode(''),
  });
  const security = ways.data;
  const hasApp = Boolean(security?.totpSince);
  const hasPasskey = canUsePasskeys() && (security?.passkeys.length ?? 0) > 0;
  const isTyped = hasApp || !isSecondFactor;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    show.mutate(hasApp ? { password, code } : { password });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {!isSecondFactor && <p>{words.why}</p>}
        {isTyped && (
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            required
            data-autofocus
            // Its dialog opens before it is loaded.
            autoFocus
          />
        )}
        {hasApp && (
          <TextInput
            label={words.code}
            description={words.codeHint}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            required
          />
        )}
        {show.error && <Problem error={show.error} title={words.failed} />}
        {isTyped && (
          <Button type="submit" loading={show.isPending && show.variables !== 'passkey'} disabled={ways.isPending}>
            {words.submit}
          </Button>
        )}
        {hasPasskey && (
          <Button
            variant={isTyped ? 'default' : 'filled'}
            leftSection={<IconFingerprint size={16} aria-hidden />}
            loading={show.isPending && show.variables === 'passkey'}
            onClick={() => show.mutate('passkey')}
          >
            {words.usePasskey}
          </Button>
        )}
        {isSecondFactor && !hasApp && !canUsePasskeys() && <p>{words.passkeysNot}</p>}
      </Stack>
    </form>
  );
}

async function usedPasskey(): Promise<unknown> {
  const { beginPasskeyReauthentication } = await runDocument(BeginPasskeyReauthenticationDocument, {});
  return askPasskey(beginPasskeyReauthentication);
}
