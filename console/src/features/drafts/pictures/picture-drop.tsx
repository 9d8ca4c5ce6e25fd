import { Button, FileButton } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { texts } from '../texts.ts';
import classes from './pictures.module.css';

interface Props {
  onFiles: (files: readonly File[]) => void;
  isFirst: boolean;
}

const words = texts.pictures;

/** For choosing or dropping images, videos and documents; while visible, images can be pasted anywhere on the page. */
export function PictureDrop({ onFiles, isFirst }: Props) {
  const [isOver, setOver] = useState(false);
  usePastedFiles(onFiles);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <fieldset
      className={classes.drop}
      data-over={isOver || undefined}
      aria-label={words.add}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileButton
        onChange={onFiles}
        multiple
        accept="image/jpeg,image/png,image/webp,image/gif,video/mp4,video/quicktime,video/webm,application/pdf"
      >
        {(props) => (
          <Button {...props} variant="default" size="sm" leftSection={<IconPhotoPlus size={16} aria-hidden />}>
            {isFirst ? words.add : words.addMore}
          </Button>
        )}
      </FileButton>
      <p className={classes.hint}>{words.addHint}</p>
    </fieldset>
  );
}

/** Only if the clipboard contains nothing but images: otherwise the text is pasted. */
function usePastedFiles(onFiles: Props['onFiles']): void {
  const handle = useRef(onFiles);
  handle.current = onFiles;
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent): void => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0 && !clipboardData?.types.includes('text/plain')) handle.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
