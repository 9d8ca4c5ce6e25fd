import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { Status } from '../../components/ui/status.tsx';
import { BeginTotpDocument, DisableTotpDocument, RenewRecoveryCodesDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { EnrolApp } from './enrol-app.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './security.module.css';
import { texts } from './texts.ts';

/** State of this screen only: shown once, and gone on leaving. */
type Shown = { enrolment: { secret: string; uri: string } } | { codes: string[] } | null;

interface Props {
  since: string | null;
  codesLeft: number;
}

/** Codes of an app as the second factor: setting it up, its recovery codes, and taking it away. */
export function AuthenticatorApp({ since, codesLeft }: Props) {
  const [shown, setShown] = useState<Shown>(null);
  const queryClient = useQueryClient();
  const show = (next: Shown): void => {
    setShown(next);
    void queryClient.invalidateQueries();
  };
  const side = <Status state={since ? { tone: 'good', word: texts.on } : { tone: 'quiet', word: texts.off }} />;
  return (
    <Panel title={texts.app} side={side}>
      {shown && 'enrolment' in shown && (
        <EnrolApp enrolment={shown.enrolment} onConfirmed={(codes) => show({ codes })} onCancel={() => show(null)} />
      )}
      {shown && 'codes' in shown && <RecoveryCodes codes={shown.codes} onKept={() => show(null)} />}
      {!shown && since && <AppOn since={since} codesLeft={codesLeft} onCodes={(codes) => show({ codes })} />}
      {!shown && !since && <AppOff onBegun={(enrolment) => show({ enrolment })} />}
    </Panel>
  );
}

function AppOff({ onBegun }: { onBegun: (enrolment: { secret: string; uri: string }) => void }) {
  const freshly = useFreshly();
  const begin = useMutation({
    mutationFn: () => freshly(() => runDocument(BeginTotpDocument, {})),
    onSuccess: (begun) => begun && onBegun(begun.beginTotp),
  });
  return (
    <div className={classes.line}>
      <p className={`${classes.words} ${classes.dim}`}>{texts.appWhy}</p>
      <Button variant="default" onClick={() => begin.mutate()} loading={begin.isPending}>
        {texts.setUp}
      </Button>
      {begin.error && <Problem error={begin.error} title={texts.notChanged} />}
    </div>
  );
}

function AppOn({ since, codesLeft, onCodes }: Props & { since: string; onCodes: (codes: string[]) => void }) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const renew = useMutation({
    mutationFn: () => freshly(() => runDocument(RenewRecoveryCodesDocument, {})),
    onSuccess: (renewed) => renewed && onCodes(renewed.renewRecoveryCodes.recoveryCodes),
  });
  const disable = useMutation({
    mutationFn: () => freshly(() => runDocument(DisableTotpDocument, {})),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <p>
          {texts.appOn} <Moment at={since} />.
        </p>
        <p className={classes.dim}>{texts.codesLeft({ left: codesLeft })}</p>
      </div>
      <div className={classes.buttons}>
        <ConfirmButton
          label={texts.newCodes}
          title={texts.newCodesAsk}
          what={texts.newCodesWhat}
          failed={texts.notChanged}
          tone="accent"
          onConfirm={() => renew.mutateAsync()}
        />
        <ConfirmButton
          label={texts.turnOff}
          title={texts.turnOffAsk}
          what={texts.turnOffWhat}
          failed={texts.notChanged}
          onConfirm={() => disable.mutateAsync()}
        />
      </div>
    </div>
  );
}
