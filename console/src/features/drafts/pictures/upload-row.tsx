import { Button } from '@mantine/core';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { asApiError, sentence } from '../../../lib/http/api-error.ts';
import { texts } from '../texts.ts';
import classes from './pictures.module.css';
import type { Upload } from './use-uploads.ts';

const words = texts.pictures;

interface Props {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

/** A file on its way, or why it was not taken. */
export function UploadRow({ upload: { file, part, error }, onRetry, onRemove }: Props) {
  if (error === null) {
    return (
      <div className={classes.upload}>
        <span className={classes.name}>{part < 1 ? words.onItsWay({ name: file.name }) : words.beingRead({ name: file.name })}</span>
        {/* After the upload the server processes it, without measurable progress. */}
        <progress className={classes.progress} aria-label={file.name} {...(part < 1 ? { value: part } : {})} />
        <Button variant="default" size="xs" onClick={onRemove}>
          {texts.cancel}
        </Button>
      </div>
    );
  }
  const refusal = asApiError(error);
  return (
    <div className={classes.upload} data-tone="bad" role="alert">
      <ToneIcon tone="bad" />
      <div className={classes.name}>
        <p>
          <b>{words.refused({ name: file.name })}</b> {sentence(refusal)}
        </p>
      </div>
      {refusal.isTransient && (
        <Button variant="default" size="xs" onClick={onRetry}>
          {words.again}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={onRemove}>
        {words.dismiss}
      </Button>
    </div>
  );
}
