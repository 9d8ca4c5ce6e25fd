import { Button, PasswordInput, TextInput } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Problem } from '../../components/problem.tsx';
import { BeginPasskeyConfirmationDocument, ConfirmIdentityDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/run-document.ts';
import classes from './grant.module.css';
import { waysQuery } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  canAllow: boolean;
  /** Why it was not allowed. */
  error: unknown;
  /** With the password, or null after another proof. */
  onAllow: (password: string | null) => Promise<void>;
  deny: ReactNode;
}

/** The end of the card: who is there once more, and the two answers. */
export function ConfirmAndAllow({ canAllow, error, onAllow, deny }: Props) {
  const ways = useQuery(waysQuery).data;
  const [isByCode, setByCode] = useState(false);
  const { prove, submit, secret, setSecret, isMissing } = useProof(isByCode, onAllow);
  const field = {
    value: secret,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setSecret(currentTarget.value),
    error: isMissing && texts.missing,
    className: classes.proof,
  };
  return (
    <form onSubmit={submit} className={classes.part} noValidate>
      <p className={classes.label}>{texts.confirm}</p>
      {isByCode ? (
        <TextInput label={texts.appCode} inputMode="numeric" autoComplete="one-time-code" {...field} />
      ) : (
        <PasswordInput label={texts.password} autoComplete="current-password" {...field} />
      )}
      {ways?.totpSince && (
        <Button variant="subtle" size="xs" w="fit-content" onClick={() => setByCode(!isByCode)}>
          {isByCode ? texts.usePassword : texts.useAppCode}
        </Button>
      )}
      {(prove.error ?? error) ? <Problem error={prove.error ?? error} title={texts.allowFailed} /> : null}
      <p className={classes.secret}>{texts.secret}</p>
      <div className={classes.answers}>
        <Button type="submit" size="md" disabled={!canAllow} loading={prove.isPending}>
          {texts.allow}
        </Button>
        {ways && ways.passkeys.length > 0 && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
            disabled={!canAllow || prove.isPending}
            onClick={() => prove.mutate({ by: 'passkey' })}
          >
            {texts.usePasskey}
          </Button>
        )}
        {deny}
      </div>
    </form>
  );
}

type Proof = { by: 'password' | 'code'; secret: string } | { by: 'passkey' };

/** Shows the server who is there; a password goes along with the answer, everything else before it. */
function useProof(isByCode: boolean, onAllow: Props['onAllow']) {
  const [secret, setSecret] = useState('');
  const [isMissing, setMissing] = useState(false);
  const prove = useMutation({
    mutationFn: async (proof: Proof) => {
      if (proof.by === 'password') return onAllow(proof.secret);
      const input = proof.by === 'code' ? { code: proof.secret } : { passkey: await askPasskey() };
      await runDocument(ConfirmIdentityDocument, { input });
      return onAllow(null);
    },
    // Wrong or right, it is typed anew the next time.
    onSettled: () => setSecret(''),
    gcTime: 0,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(secret === '');
    if (secret !== '') prove.mutate({ by: isByCode ? 'code' : 'password', secret });
  };
  return { prove, submit, secret, setSecret, isMissing };
}

async function askPasskey(): Promise<unknown> {
  const { beginPasskeyReauthentication } = await runDocument(BeginPasskeyConfirmationDocument, {});
  return startAuthentication({ optionsJSON: beginPasskeyReauthentication as Parameters<typeof startAuthentication>[0]['optionsJSON'] });
}
