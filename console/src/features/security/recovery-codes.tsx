import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { texts as shared } from '../../components/texts.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { saveFile } from '../../lib/save-file.ts';
import classes from './security.module.css';
import { texts } from './texts.ts';

/** Shown once: to be kept on paper or in a password manager. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const text = codes.join('\n');
  return (
    <div className={classes.steps}>
      <Notice tone="wait" title={texts.keepThem}>
        <p>{texts.keepThemWhy}</p>
      </Notice>
      <ol className={classes.codes} aria-label={texts.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={classes.buttons}>
        <Button onClick={onKept}>{texts.kept}</Button>
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            >
              <span aria-live="polite">{copied ? shared.copied : shared.copy}</span>
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile('countersign-recovery-codes.txt', `${text}\n`, 'text/plain')}
        >
          {texts.download}
        </Button>
      </div>
    </div>
  );
}
