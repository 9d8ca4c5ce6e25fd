import { IconFileTypePdf, IconVideo } from '@tabler/icons-react';
import { kindOf } from '../../lib/media-kind.ts';
import { smallPicture } from '../../lib/small-picture.ts';
import { PlatformIcon } from './platform-mark.tsx';
import classes from './thumb.module.css';

interface Props {
  /** The description of the picture, where it is content of its own; otherwise the thumbnail is a decoration. */
  name?: string;
  draft: { platforms: readonly string[]; pictures: readonly { url: string; seconds: number | null; mimeType: string | null }[] };
}

/** A thumbnail of a post: its first image, the sign of a video or a document, or the icon of its first network. */
export function Thumb({ name, draft: { platforms, pictures } }: Props) {
  const [picture] = pictures;
  return (
    <span className={classes.thumb} {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}>
      {picture?.seconds ? (
        <IconVideo size={20} />
      ) : picture && kindOf(picture) === 'document' ? (
        <IconFileTypePdf size={20} />
      ) : picture ? (
        <img
          src={smallPicture(picture.url, 80)}
          srcSet={`${smallPicture(picture.url, 80)} 2x, ${smallPicture(picture.url, 160)} 4x`}
          alt=""
          width={40}
          height={40}
          loading="lazy"
        />
      ) : (
        <PlatformIcon id={platforms[0] ?? ''} size={20} />
      )}
    </span>
  );
}
