import { Button, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { KeptNotice } from './kept-notice.tsx';
import { useFoundWords, useKeptWords, useRestoredWords } from './use-kept-words.ts';

interface Guarded<Words> {
  /** Of one form about one thing, such as `draft ID`. */
  name: string;
  /** What the text is based on; text kept for another base is not restored. */
  base?: string;
  words: Words;
  isUnsaved: boolean;
  /** Something is on its way that a reload would end, such as an upload. */
  isBusy?: boolean;
  /** Fills the form with unsaved text. Absent if the form starts with it. */
  restore?: (words: Words) => void;
  /** Resets the form to what is saved. */
  discard: () => void;
}

interface UnsavedGuard {
  /** To be rendered anywhere; shows itself when needed. */
  dialog: ReactNode;
  /** To be rendered at the form: says that unsaved text was restored, or cannot be kept. */
  notice: ReactNode;
  /** Whether the browser keeps the current text. */
  isKept: boolean;
  /** Leaves the form once nothing is unsaved, or the person confirms. */
  leave: (go: () => void) => void;
  /** After a save: removes the text from the browser. */
  forget: () => void;
}

/**
 * Protects typed text: leaving the form asks first, in whatever way, and a reload, a crash or another sign-in
 * restores it in this browser.
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
    isKept: kept.isKept,
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
    // Not by Escape: the key press that closes the form would close the question too.
    <Dialog opened={isOpen} onClose={onStay} closeOnEscape={false} title={title} size="sm" closeButtonProps={{ 'aria-label': stay }}>
      <Stack gap="md">
        <p>{what}</p>
        <DialogButtons cancel={go} onCancel={onGo}>
          <Button onClick={onStay} data-autofocus>
            {stay}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
