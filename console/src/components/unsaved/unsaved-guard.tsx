import { Button, Group, Modal, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts.ts';
import { KeptNotice } from './kept-notice.tsx';
import { useFoundWords, useKeptWords, useRestoredWords } from './use-kept-words.ts';

interface Guarded<Words> {
  /** Of one form about one thing, such as `draft ID`. */
  name: string;
  /** What is typed over; words kept over anything else are not offered. */
  base?: string;
  words: Words;
  isUnsaved: boolean;
  /** Something is on its way that a reload would end, such as an upload. */
  isBusy?: boolean;
  /** Fills the form with what an earlier page left. Left out where it begins with that. */
  restore?: (words: Words) => void;
  /** Puts the form back to what is saved. */
  discard: () => void;
}

interface UnsavedGuard {
  /** To be drawn somewhere; it shows itself when it is needed. */
  dialog: ReactNode;
  /** To be drawn at the form: says that words of an earlier page are back. */
  notice: ReactNode;
  /** Does what leaves the form, once nothing is unsaved or the person says so. */
  leave: (go: () => void) => void;
  /** After a save: nothing of it is kept in the browser any more. */
  forget: () => void;
}

/**
 * Typed words are not lost: leaving the form asks first, by whatever way one leaves, and a reload, a crash or another sign-in finds them
 * again in this browser.
 */
export function useUnsavedGuard<Words>({ name, base, words, isUnsaved, isBusy = false, restore, discard }: Guarded<Words>): UnsavedGuard {
  const form = base === undefined ? { name } : { name, base };
  const found = useFoundWords<Words>(form);
  const kept = useKeptWords({ ...form, found }, words, isUnsaved);
  useRestoredWords(found, restore);
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null);
  const isOpen = isUnsaved || isBusy;
  const blocker = useBlocker({
    shouldBlockFn: () => isOpen,
    enableBeforeUnload: () => isBusy || (isUnsaved && !kept.isKept),
    withResolver: true,
  });
  const stay = (): void => {
    setWanted(null);
    blocker.reset?.();
  };
  const go = (): void => {
    kept.forget();
    setWanted(null);
    wanted?.go();
    blocker.proceed?.();
  };
  const throwAway = (): void => {
    kept.forget();
    discard();
  };
  return {
    dialog: <AskToLeave isOpen={wanted !== null || blocker.status === 'blocked'} onStay={stay} onGo={go} />,
    notice: <KeptNotice kept={kept} onDiscard={throwAway} />,
    leave: (action) => (isOpen ? setWanted({ go: action }) : action()),
    forget: kept.forget,
  };
}

interface AskProps {
  isOpen: boolean;
  what?: string;
  onStay: () => void;
  onGo: () => void;
}

export function AskToLeave({ isOpen, what = texts.unsaved.what, onStay, onGo }: AskProps) {
  const { title, stay, go } = texts.unsaved;
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
