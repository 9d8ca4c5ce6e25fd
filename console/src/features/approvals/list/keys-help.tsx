import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { lazy, memo, Suspense } from 'react';
import { texts as shared } from '../../../components/texts.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Hint } from '../../../components/ui/hint.tsx';
import { useDeskKeys } from '../../../components/ui/use-desk-keys.ts';
import { texts } from '../texts.ts';
import classes from './keys-help.module.css';

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** Opens the list of the keyboard shortcuts. */
export const KeysHelp = memo(function KeysHelp() {
  const [isOpen, { open, close }] = useDisclosure(false);
  useDeskKeys({ '?': open });
  return (
    <>
      <Hint label={texts.keys.open} onFocus>
        <ActionIcon
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
      <Dialog opened={isOpen} onClose={close} title={texts.keys.title} size="sm" closeButtonProps={{ 'aria-label': shared.close }}>
        <Suspense>
          <KeyList />
        </Suspense>
      </Dialog>
    </>
  );
});
