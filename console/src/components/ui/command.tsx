import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { texts } from '../texts.ts';
import classes from './command.module.css';

/** A command to copy. Never contains a secret. */
export function Command({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes.command}>
      <code className={classes.code}>{text}</code>
      <CopyButton value={text} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="xs"
            onClick={copy}
            aria-label={`${texts.copy}: ${label}`}
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            className={classes.copy}
          >
            <span aria-live="polite">{copied ? texts.copied : texts.copy}</span>
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
