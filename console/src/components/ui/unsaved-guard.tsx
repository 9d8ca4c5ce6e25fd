import { Button, Group, Modal, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts.ts';

interface UnsavedGuard {
  /** To be drawn somewhere; it shows itself when it is needed. */
  dialog: ReactNode;
  /** Does what leaves the form, once nothing is unsaved or the person says so. */
  leave: (go: () => void) => void;
}

/** Words that nobody has saved are not lost by a wrong click: leaving asks first, by whatever way one leaves. */
export function useUnsavedGuard(isUnsaved: boolean): UnsavedGuard {
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null);
  const blocker = useBlocker({ shouldBlockFn: () => isUnsaved, enableBeforeUnload: () => isUnsaved, withResolver: true });
  const stay = (): void => {
    setWanted(null);
    blocker.reset?.();
  };
  const go = (): void => {
    setWanted(null);
    wanted?.go();
    blocker.proceed?.();
  };
  return {
    dialog: <AskToLeave isOpen={wanted !== null || blocker.status === 'blocked'} onStay={stay} onGo={go} />,
    leave: (action) => (isUnsaved ? setWanted({ go: action }) : action()),
  };
}

function AskToLeave({ isOpen, onStay, onGo }: { isOpen: boolean; onStay: () => void; onGo: () => void }) {
  const { title, what, stay, go } = texts.unsaved;
  return (
    // Not by Escape: the very press that closes what is below would close the question too.
    <Modal opened={isOpen} onClose={onStay} closeOnEscape={false} title={title} size="sm" closeButtonProps={{ 'aria-label': stay }}>
      <Stack gap="md">
        <p>{what}</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onGo}>
            {go}
          </Button>
          <Button onClick={onStay} data-autofocus>
            {stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
