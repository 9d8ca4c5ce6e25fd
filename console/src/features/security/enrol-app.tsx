import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { texts as shared } from '../../components/texts.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { ConfirmTotpDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { QrCode } from './qr-code.tsx';
import classes from './security.module.css';
import { texts } from './texts.ts';

interface Props {
  enrolment: { secret: string; uri: string };
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
  /** The code above the text instead of next to it. */
  isNarrow?: boolean;
}

/** The QR code and its text, once, and the first code of the app as the proof that it has them. */
export function EnrolApp({ enrolment: { secret, uri }, onConfirmed, onCancel, isNarrow = false }: Props) {
  const [code, setCode] = useState('');
  const freshly = useFreshly();
  const confirm = useMutation({
    mutationFn: () => freshly(() => runDocument(ConfirmTotpDocument, { code })),
    onSuccess: (confirmed) => confirmed && onConfirmed(confirmed.confirmTotp.recoveryCodes),
    onError: () => setCode(''),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form onSubmit={submit} className={isNarrow ? classes.steps : classes.enrol}>
      <QrCode text={uri} label={texts.qrLabel} />
      <div className={classes.steps}>
        <p>{texts.scan}</p>
        <p>
          {texts.typeInstead} <code className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <TextInput
          label={texts.firstCode}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
          maw={240}
          required
          autoFocus
        />
        {confirm.error && <Problem error={confirm.error} title={texts.notConfirmed} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={confirm.isPending}>
            {texts.turnOn}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {shared.cancel}
          </Button>
        </div>
      </div>
    </form>
  );
}
