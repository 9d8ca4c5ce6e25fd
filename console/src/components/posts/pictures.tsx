import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { locale } from '../../lib/language.ts';
import { kindOf } from '../../lib/media-kind.ts';
import { smallPicture } from '../../lib/small-picture.ts';
import { texts } from '../texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import classes from './pictures.module.css';

interface Picture {
  url: string;
  altText: string;
  /** The network takes no description of it. */
  hasNoAltText?: boolean | null;
  /** In pixels; reserves the space while it loads. */
  width?: number;
  height?: number;
  /** Of a video. */
  seconds?: number | null;
  mimeType?: string | null;
  cover?: { url?: string | null; atMs?: number | null; isSent?: boolean } | null;
  subtitles?: { url: string; language: string; isSent?: boolean } | null;
}

interface Props {
  images: readonly Picture[];
  /** Approvers also see the alternative texts. */
  showsAltText?: boolean;
  /** Small and uncropped, to leave room for the rest of the decision. */
  isCompact?: boolean;
}

/** A post's images in a row, each of which opens in full size, its videos, which play, and its documents, which open in a tab of their own. */
export function Pictures({ images, showsAltText = false, isCompact = false }: Props) {
  const [large, setLarge] = useState<Picture | null>(null);
  if (images.length === 0) return null;
  return (
    <>
      <ul className={classes.pictures} data-compact={isCompact || undefined}>
        {images
          .map((image, index) => ({ ...image, index }))
          .map((image) => (
            <li key={image.index}>
              {kindOf(image) === 'document' ? (
                <DocumentLink url={image.url} title={image.altText} />
              ) : kindOf(image) !== 'video' ? (
                <button
                  type="button"
                  className={classes.opens}
                  aria-label={image.altText === '' ? texts.picture : undefined}
                  aria-haspopup="dialog"
                  onClick={() => setLarge(image)}
                >
                  <img
                    // A small form would not move.
                    src={isCompact && kindOf(image) !== 'animation' ? smallPicture(image.url, 640) : image.url}
                    alt={image.altText}
                    width={image.width}
                    height={image.height}
                    loading="lazy"
                    data-unsized={image.width === undefined || undefined}
                  />
                  {kindOf(image) === 'animation' && <span className={classes.kind}>{texts.animation}</span>}
                </button>
              ) : (
                <Video video={image} />
              )}
              {showsAltText && !image.hasNoAltText && kindOf(image) !== 'document' && <AltText words={image.altText} />}
            </li>
          ))}
      </ul>
      <Dialog
        opened={large !== null}
        onClose={() => setLarge(null)}
        size="auto"
        title={texts.picture}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {large && <img className={classes.large} src={large.url} alt={large.altText} />}
      </Dialog>
    </>
  );
}

/** A video with its cover and its subtitles, and what of them the network does not take. */
function Video({ video: { url, altText, width, height, cover, subtitles } }: { video: Picture }) {
  const language = subtitles ? languageName(subtitles.language) : '';
  return (
    <>
      <video src={url} poster={cover?.url ?? undefined} aria-label={altText} width={width} height={height} controls preload="metadata">
        <track kind="captions" src={subtitles?.url} srcLang={subtitles?.language} label={language} default={subtitles?.isSent !== false} />
      </video>
      {cover?.isSent === false && <p className={classes.note}>{texts.coverNotSent}</p>}
      {cover && cover.isSent !== false && !cover.url && (
        <p className={classes.note}>{texts.coverAt({ seconds: (cover.atMs ?? 0) / 1000 })}</p>
      )}
      {subtitles && (
        <p className={classes.note}>{subtitles.isSent !== false ? texts.subtitles({ language }) : texts.subtitlesNotSent({ language })}</p>
      )}
    </>
  );
}

const languageName = (tag: string): string => new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;

/** A document as a tile that opens it, with its title; one that the page has fetched is saved, since browsers differ in opening those. */
function DocumentLink({ url, title = '' }: { url: string; title?: string }) {
  return (
    <a
      className={classes.document}
      href={url || undefined}
      target="_blank"
      rel="noreferrer"
      download={url.startsWith('blob:') ? `${title || texts.document}.pdf` : undefined}
    >
      <IconFileTypePdf size={28} stroke={1.5} aria-hidden />
      {title || texts.document}
    </a>
  );
}

function AltText({ words }: { words: string }) {
  return (
    <p className={classes.alt} data-missing={words === '' || undefined}>
      <span className={classes.badge} aria-hidden>
        {texts.altText}
      </span>
      {words === '' ? (
        <span>{texts.altTextMissing}</span>
      ) : (
        // Screen readers already read the image's description.
        <span aria-hidden>{words}</span>
      )}
    </p>
  );
}
