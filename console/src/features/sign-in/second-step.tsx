import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Problem } from '../../components/ui/problem.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { texts } from './texts.ts';

type Method = 'totp' | 'recovery_code';

interface Props {
  onEntered: () => void;
  onExpired: () => void;
  onBack: () => void;
}

/** After a right password: the code of the app, or a recovery code. */
export function SecondStep({ onEntered, onExpired, onBack }: Props) {
  const [method, setMethod] = useState<Method>('totp');
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const check = useMutation({
    mutationFn: () => postJson('/api/auth/sign-in/second-factor', { method, code }),
    onSuccess: onEntered,
    onError: (error) => {
      setCode('');
      field.current?.focus();
      if (asApiError(error).code === 'sign_in_expired') onExpired();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    check.mutate();
  };
  const change = (): void => {
    setMethod(method === 'totp' ? 'recovery_code' : 'totp');
    setCode('');
    check.reset();
  };
  const words = texts.methods[method];
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          key={method}
          ref={field}
          label={words.label}
          description={words.hint}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          required
          autoFocus
        />
        {check.error && <Problem error={check.error} title={texts.failed} />}
        <Button type="submit" loading={check.isPending}>
          {texts.submit}
        </Button>
        <Button variant="default" onClick={change}>
          {words.other}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {texts.back}
        </Button>
      </Stack>
    </form>
  );
}
