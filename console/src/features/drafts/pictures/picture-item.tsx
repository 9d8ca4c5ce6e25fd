import { ActionIcon, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCrop, IconFileTypePdf, IconTrash } from '@tabler/icons-react';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { texts as shared } from '../../../components/texts.ts';
import { ToneIcon } from '../../../components/ui/status.tsx';
import type { PictureViewFragment } from '../../../gql/graphql.ts';
import { faultOf } from '../../../lib/check-field.ts';
import { number as formatNumber } from '../../../lib/language.ts';
import { kindOf } from '../../../lib/media-kind.ts';
import { smallPicture } from '../../../lib/small-picture.ts';
import { texts } from '../texts.ts';
import classes from './pictures.module.css';
import { VideoExtras } from './video-extras.tsx';

interface Props {
  picture: PictureViewFragment;
  number: number;
  of: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onCrop: () => void;
  onDescribe: (altText: string) => void;
  onChange: (changed: PictureViewFragment) => void;
}

const words = texts.pictures;

/** One image: description, position and removal. */
export function PictureItem({ picture, number, of, onMove, onRemove, onCrop, onDescribe, onChange }: Props) {
  const { id, url, altText, width, height, reducedFrom } = picture;
  const kind = kindOf(picture);
  return (
    <li className={classes.item} data-picture={id}>
      {kind === 'document' ? (
        <a className={classes.document} href={url} target="_blank" rel="noreferrer" aria-label={shared.document} title={shared.document}>
          <IconFileTypePdf size={36} stroke={1.5} aria-hidden />
        </a>
      ) : kind !== 'video' ? (
        <img
          className={classes.thumbnail}
          src={kind === 'animation' ? url : smallPicture(url, 160)}
          alt={altText}
          width={width}
          height={height}
        />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: what it shows is described next to it.
        <video
          className={classes.thumbnail}
          src={url}
          poster={picture.cover?.url ?? undefined}
          aria-label={altText}
          width={width}
          height={height}
          controls
          preload="metadata"
        />
      )}
      <Textarea
        className={classes.describe}
        label={kind === 'document' ? words.documentTitle : words.shows(number)}
        description={kind === 'document' ? words.documentTitleHint : altText.trim() === '' ? <Nudge /> : words.showsHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxRows={6}
        value={altText}
        error={faultOf(FIELD_RULES.picture.altText, altText)}
        onChange={({ currentTarget: { value } }) => onDescribe(value)}
      />
      {kind === 'video' && <VideoExtras video={picture} onChange={onChange} />}
      {reducedFrom && <p className={classes.reduced}>{words.reduced(sizeOf(reducedFrom), sizeOf({ width, height }))}</p>}
      <div className={classes.controls}>
        {kind === 'picture' && (
          <ActionIcon
            variant="default"
            size="lg"
            data-control="crop"
            aria-haspopup="dialog"
            aria-label={words.crop.open(number)}
            onClick={onCrop}
          >
            <IconCrop size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="default"
          size="lg"
          disabled={number === 1}
          data-control="earlier"
          aria-label={words.earlier(number)}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          disabled={number === of}
          data-control="later"
          aria-label={words.later(number)}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" data-control="remove" aria-label={words.remove(number)} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}

const sizeOf = ({ width, height }: { width: number; height: number }): string => `${formatNumber(width)} × ${formatNumber(height)}`;

/** A reminder that blocks nothing, shown until a description is written. */
function Nudge() {
  return (
    <span className={classes.nudge}>
      <ToneIcon tone="wait" size={14} />
      {words.nudge}
    </span>
  );
}
