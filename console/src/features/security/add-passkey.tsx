import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { texts as shared } from '../../components/texts.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { AddPasskeyDocument, BeginPasskeyDocument } from '../../gql/graphql.ts';
import { createPasskey } from '../../lib/http/passkey.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts } from './texts.ts';

interface Props {
  size?: 'xs' | 'sm';
  onAdded?: () => void;
}

/** A name first, then the browser's own dialog. */
export function AddPasskey({ size = 'xs', onAdded }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [name, setName] = useState('');
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: async () => {
      const options = await freshly(() => runDocument(BeginPasskeyDocument, {}));
      if (!options) return null;
      const response = await createPasskey(options.beginPasskey);
      return runDocument(AddPasskeyDocument, { input: { name, response } });
    },
    onSuccess: async (added) => {
      if (!added) return;
      close();
      setName('');
      showToast(texts.passkeyAdded);
      await queryClient.invalidateQueries();
      onAdded?.();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <>
      <Button size={size} variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={open} aria-haspopup="dialog">
        {texts.addPasskey}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.addPasskey} size="sm" closeButtonProps={{ 'aria-label': shared.cancel }}>
        <form onSubmit={submit}>
          <Stack gap="md">
            <p>{texts.addPasskeyWhy}</p>
            <TextInput
              label={texts.passkeyName}
              description={texts.passkeyNameHint}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={FIELD_RULES.passkey.name.maxLength}
              required
              data-autofocus
            />
            {add.error && <Problem error={add.error} title={texts.passkeyFailed} />}
            <Button type="submit" loading={add.isPending}>
              {texts.goOn}
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
