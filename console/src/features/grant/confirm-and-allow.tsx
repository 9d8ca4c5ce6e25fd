import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { identityWaysQuery } from '../../components/identity/identity-ways.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { BeginPasskeyConfirmationDocument, ConfirmIdentityDocument } from '../../gql/graphql.ts';
import { askPasskey } from '../../lib/http/passkey.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './grant.module.css';
import { texts } from './texts.ts';

interface Props {
  canAllow: boolean;
  /** Why it was not allowed. */
  error: unknown;
  /** Before the proof, of which an app's code is used up: whether the form is complete. */
  check: () => boolean;
  /** With the password, or null after another proof. */
  onAllow: (password: string | null) => Promise<void>;
  deny: ReactNode;
}

/** The end of the card: confirming the identity, and the two decisions. */
export function ConfirmAndAllow({ canAllow, error, check, onAllow, deny }: Props) {
  const ways = useQuery(identityWaysQuery).data;
  const hasApp = Boolean(ways?.totpSince);
  const { prove, submit, typed, type, isMissing } = useProof(hasApp, check, onAllow);
  const fieldOf = (name: keyof Typed) => ({
    value: typed[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => type(name, currentTarget.value),
    error: isMissing && typed[name] === '' && texts.missing,
    className: classes.proof,
  });
  return (
    <form onSubmit={submit} className={classes.part} noValidate>
      <p className={classes.label}>{texts.confirm}</p>
      <PasswordInput label={texts.password} autoComplete="current-password" {...fieldOf('password')} />
      {hasApp && <TextInput label={texts.appCode} inputMode="numeric" autoComplete="one-time-code" {...fieldOf('code')} />}
      {(prove.error ?? error) ? <Problem error={prove.error ?? error} title={texts.allowFailed} /> : null}
      <p className={classes.secret}>{texts.secret}</p>
      <div className={classes.answers}>
        <Button type="submit" size="md" disabled={!canAllow || ways === undefined} loading={prove.isPending}>
          {texts.allow}
        </Button>
        {ways && ways.passkeys.length > 0 && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
            disabled={!canAllow || prove.isPending}
            onClick={() => check() && prove.mutate('passkey')}
          >
            {texts.usePasskey}
          </Button>
        )}
        {deny}
      </div>
    </form>
  );
}

interface Typed {
  password: string;
  code: string;
}

const NOTHING: Typed = { password: '', code: '' };

/** Confirms the identity; a password alone is sent with the decision, everything else before it. */
function useProof(hasApp: boolean, check: Props['check'], onAllow: Props['onAllow']) {
  const [typed, setTyped] = useState(NOTHING);
  const [isMissing, setMissing] = useState(false);
  const prove = useMutation({
    mutationFn: async (proof: Typed | 'passkey') => {
      if (proof !== 'passkey' && !hasApp) return onAllow(proof.password);
      await runDocument(ConfirmIdentityDocument, { input: proof === 'passkey' ? { passkey: await confirmByPasskey() } : proof });
      return onAllow(null);
    },
    // The code is typed again in any case.
    onSettled: () => setTyped(NOTHING),
    gcTime: 0,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isComplete = typed.password !== '' && (!hasApp || typed.code !== '');
    setMissing(!isComplete);
    if (check() && isComplete) prove.mutate(typed);
  };
  const type = (name: keyof Typed, value: string): void => setTyped((now) => ({ ...now, [name]: value }));
  return { prove, submit, typed, type, isMissing };
}

async function confirmByPasskey(): Promise<unknown> {
  const { beginPasskeyReauthentication } = await runDocument(BeginPasskeyConfirmationDocument, {});
  return askPasskey(beginPasskeyReauthentication);
}
