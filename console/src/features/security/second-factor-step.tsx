import { Button, Skeleton } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IdentityForm } from '../../components/identity/identity-form.tsx';
import { IdentityProvider } from '../../components/identity/identity-provider.tsx';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { Entrance } from '../../components/ui/entrance.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { BeginTotpDocument } from '../../gql/graphql.ts';
import { canUsePasskeys } from '../../lib/http/passkey.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { AddPasskey } from './add-passkey.tsx';
import { EnrolApp } from './enrol-app.tsx';
import { securityQuery } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './security.module.css';
import { texts } from './texts.ts';

interface Props {
  /** Recovery codes are displayed: must stay until they are saved. */
  onCodes: () => void;
  onDone: () => void;
  onSignOut: () => void;
}

/** Where a second factor is required: it is shown here, or set up, before anything else. */
export function SecondFactorStep({ onCodes, onDone, onSignOut }: Props) {
  const query = useQuery(securityQuery);
  const [codes, setCodes] = useState<string[] | null>(null);
  const show = (next: string[]): void => {
    setCodes(next);
    onCodes();
  };
  if (codes) {
    return (
      <Entrance title={texts.codes} lead={texts.requiredDone}>
        <RecoveryCodes codes={codes} onKept={onDone} />
      </Entrance>
    );
  }
  const hasOne = Boolean(query.data && (query.data.totpSince || query.data.passkeys.length > 0));
  return (
    <Entrance title={hasOne ? texts.showIt : texts.required} lead={hasOne ? texts.showItWhy : texts.requiredWhy}>
      <IdentityProvider>
        <Loaded query={query} skeleton={<Skeleton height={180} radius={10} />}>
          {() => (hasOne ? <IdentityForm isSecondFactor onShown={onDone} /> : <SetUp onCodes={show} onAdded={onDone} />)}
        </Loaded>
      </IdentityProvider>
      <Button variant="subtle" mt="md" fullWidth onClick={onSignOut}>
        {texts.signOutInstead}
      </Button>
    </Entrance>
  );
}

function SetUp({ onCodes, onAdded }: { onCodes: (codes: string[]) => void; onAdded: () => void }) {
  const freshly = useFreshly();
  const begin = useMutation({ mutationFn: () => freshly(() => runDocument(BeginTotpDocument, {})) });
  const enrolment = begin.data?.beginTotp;
  if (enrolment) return <EnrolApp enrolment={enrolment} onConfirmed={onCodes} onCancel={begin.reset} isNarrow />;
  return (
    <div className={classes.steps}>
      <Button leftSection={<IconDeviceMobile size={16} aria-hidden />} onClick={() => begin.mutate()} loading={begin.isPending}>
        {texts.setUpApp}
      </Button>
      {canUsePasskeys() && <AddPasskey size="sm" onAdded={onAdded} />}
      {begin.error && <Problem error={begin.error} title={texts.notChanged} />}
    </div>
  );
}
