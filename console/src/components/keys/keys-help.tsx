import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { lazy, memo, Suspense, useRef } from 'react';
import { texts } from '../texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Hint } from '../ui/hint.tsx';
import { useDeskKeys } from '../ui/use-desk-keys.ts';
import classes from './keys-help.module.css';

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** Opens the list of the keyboard shortcuts of its page or dialog, as "?" outside of text fields does. */
export const KeysHelp = memo(function KeysHelp({ keys }: { keys: readonly (readonly [key: string, what: string])[] }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  useDeskKeys({ '?': open }, button);
  return (
    <>
      <Hint label={texts.keys.open} onFocus>
        <ActionIcon
          ref={button}
          variant="default"
          size={32}
          onClick={open}
          aria-haspopup="dialog"
          aria-label={texts.keys.open}
          className={classes.button}
        >
          <IconKeyboard size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Hint>
      <Dialog opened={isOpen} onClose={close} title={texts.keys.title} size="sm" closeButtonProps={{ 'aria-label': texts.close }}>
        <Suspense>
          <KeyList keys={keys} />
        </Suspense>
      </Dialog>
    </>
  );
});
