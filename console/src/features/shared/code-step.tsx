import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../components/ui/problem.tsx';
import { postJson } from '../../lib/http/post-json.ts';
import classes from './shared.module.css';
import { texts } from './texts.ts';

const words = texts.code;

interface Props {
  token: string;
  email: string;
  /** Continues what waited for the code. */
  onConfirmed: () => Promise<void>;
  onLeave: () => void;
}

/** Verifies access to the address's mail. No code is sent before it is requested. */
export function CodeStep({ token, email, onConfirmed, onLeave }: Props) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const send = useMutation({ mutationFn: () => postJson('/api/client/code', { token }) });
  const confirm = useMutation({
    mutationFn: () => postJson('/api/client/verify', { token, code }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['shared', token] });
      await onConfirmed();
    },
  });
  const type = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  const error = confirm.error ?? send.error;
  return (
    <section className={classes.decide} aria-label={words.title}>
      <h3 className={classes.postTitle}>{words.title}</h3>
      <p aria-live="polite">{send.isSuccess ? words.sent({ email }) : words.how({ email })}</p>
      {error && <Problem error={error} title={words.failed} />}
      {send.isSuccess && (
        <form onSubmit={type} className={classes.code}>
          <TextInput
            label={words.field}
            size="md"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
            maxLength={20}
            value={code}
            onChange={({ currentTarget: { value } }) => setCode(value)}
          />
          <Button size="md" type="submit" loading={confirm.isPending}>
            {words.confirm}
          </Button>
        </form>
      )}
      <div className={classes.buttons}>
        <Button
          size="md"
          variant={send.isSuccess ? 'default' : 'filled'}
          loading={send.isPending}
          onClick={() => {
            confirm.reset();
            send.mutate();
          }}
        >
          {send.isSuccess ? words.again : words.ask}
        </Button>
        <Button size="md" variant="subtle" onClick={onLeave}>
          {texts.back}
        </Button>
      </div>
    </section>
  );
}
