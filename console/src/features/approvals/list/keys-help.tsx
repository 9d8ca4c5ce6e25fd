import { ActionIcon, Kbd, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { memo } from 'react';
import { texts as shared } from '../../../components/texts.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Hint } from '../../../components/ui/hint.tsx';
import { useDeskKeys, useSingleKeys } from '../../../components/ui/use-desk-keys.ts';
import { texts } from '../texts.ts';
import classes from './keys-help.module.css';

/** The keyboard shortcuts, and a switch to disable them. */
export const KeysHelp = memo(function KeysHelp() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isOn, setOn] = useSingleKeys();
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
        <dl className={classes.list}>
          {texts.keys.list.map(([key, what]) => (
            <div key={key} className={classes.row}>
              <dt>{what}</dt>
              <dd>
                <Kbd>{key}</Kbd>
              </dd>
            </div>
          ))}
        </dl>
        <Switch mt="md" label={texts.keys.isOn} checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      </Dialog>
    </>
  );
});
