import { ActionIcon, Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts.ts';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface Props {
  label: string;
  title: string;
  /** What will happen, and what will not. */
  what: string;
  /** Heads the refusal where it did not work. */
  failed: string;
  onConfirm: () => Promise<unknown>;
  size?: 'xs' | 'sm';
  /** `danger` for removing something. */
  tone?: 'danger' | 'accent';
  /** Shown instead of the label, which stays its name. */
  icon?: ReactNode;
  /** An optional comment. */
  children?: ReactNode;
}

/** A button for actions that are hard to undo: asks for confirmation. */
export function ConfirmButton({ label, title, what, failed, onConfirm, size = 'sm', tone = 'danger', icon, children }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {icon ? (
        <ActionIcon variant="default" size={36} onClick={open} aria-haspopup="dialog" aria-label={label} title={label}>
          {icon}
        </ActionIcon>
      ) : (
        <Button variant="default" size={size} onClick={open} aria-haspopup="dialog">
          {label}
        </Button>
      )}
      <Dialog opened={isOpen} onClose={close} title={title} size="sm" closeButtonProps={{ 'aria-label': texts.cancel }}>
        <Stack gap="md">
          <p>{what}</p>
          {children}
          {error !== null && <Problem error={error} title={failed} />}
          <DialogButtons onCancel={close}>
            <Button {...(tone === 'danger' ? { color: 'red.9' } : {})} onClick={confirm} loading={isBusy} data-autofocus>
              {label}
            </Button>
          </DialogButtons>
        </Stack>
      </Dialog>
    </>
  );
}
