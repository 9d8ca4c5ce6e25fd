import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { showToast } from '../../../components/ui/toasts.tsx';
import type { PictureViewFragment, PlatformChoiceFragment } from '../../../gql/graphql.ts';
import { faultOf } from '../../../lib/check-field.ts';
import { kindOf, type MediaKind } from '../../../lib/media-kind.ts';
import { texts as separators } from '../../../lib/texts.ts';
import { texts } from '../texts.ts';
import { PictureDrop } from './picture-drop.tsx';
import { PictureItem } from './picture-item.tsx';
import classes from './pictures.module.css';
import { UploadRow } from './upload-row.tsx';
import type { Uploads } from './use-uploads.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

interface Props {
  pictures: readonly PictureViewFragment[];
  uploads: Uploads;
  /** Those that the draft is for. */
  platforms: readonly PlatformChoiceFragment[];
  onChange: (pictures: PictureViewFragment[]) => void;
}

const words = texts.pictures;

/** The draft's images in order, each with its description, and a field to add more. */
export function PictureFields({ pictures, uploads, platforms, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const focusOn = useFocusAfter(list, pictures);
  const move = (index: number, by: -1 | 1): void => {
    const order = [...pictures];
    const [moved] = order.splice(index, 1);
    if (!moved) return;
    order.splice(index + by, 0, moved);
    const isAtAnEnd = index + by === 0 || index + by === pictures.length - 1;
    focusOn(moved.id, isAtAnEnd === (by === -1) ? 'later' : 'earlier');
    onChange(order);
  };
  const remove = (index: number): void => {
    const next = pictures[index + 1] ?? pictures[index - 1];
    if (next) focusOn(next.id, 'remove');
    onChange(pictures.filter((_, at) => at !== index));
  };
  const [cropping, setCropping] = useState<PictureViewFragment | null>(null);
  // A crop begins with the whole picture again, as long as the draft is open.
  const originals = useRef(new Map<string, PictureViewFragment>());
  const latest = useRef(pictures);
  useLayoutEffect(() => {
    latest.current = pictures;
  });
  const replace = (old: PictureViewFragment, next: PictureViewFragment): void => {
    focusOn(next.id, 'crop');
    onChange(latest.current.map((picture) => (picture.id === old.id ? { ...next, altText: picture.altText } : picture)));
  };
  const keepCrop = (old: PictureViewFragment, cropped: PictureViewFragment): void => {
    originals.current.set(cropped.id, originals.current.get(old.id) ?? old);
    replace(old, cropped);
    showToast(words.crop.done, { label: texts.composer.undo, run: () => replace(cropped, old) });
  };
  const has = (kind: MediaKind): boolean => pictures.some((picture) => kindOf(picture) === kind);
  const hasImage = has('picture') || has('animation');
  const refusals = [
    [hasImage ? platforms.filter(({ sendsImages }) => !sendsImages) : [], words.notSentTo],
    [
      has('animation') ? platforms.filter(({ sendsImages, sendsAnimations }) => sendsImages && !sendsAnimations) : [],
      words.animationsNotSentTo,
    ],
    [has('video') ? platforms.filter(({ sendsVideo }) => !sendsVideo) : [], words.videosNotSentTo],
    [has('document') ? platforms.filter(({ sendsDocuments }) => !sendsDocuments) : [], words.documentsNotSentTo],
  ] as const;
  const tooMany = faultOf(
    FIELD_RULES.draft.pictures,
    pictures.map(({ id }) => id),
  );
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{words.title}</legend>
      {pictures.length > 0 && (
        <ol ref={list} className={classes.list}>
          {pictures.map((picture, index) => (
            <PictureItem
              key={picture.id}
              picture={picture}
              platforms={platforms}
              number={index + 1}
              of={pictures.length}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
              onCrop={() => setCropping(picture)}
              onChange={(changed) => onChange(latest.current.map((old) => (old.id === picture.id ? changed : old)))}
              onDescribe={(altText, only) =>
                onChange(
                  latest.current.map((old) =>
                    old.id === picture.id && (only === undefined || old.altText === only) ? { ...old, altText } : old,
                  ),
                )
              }
            />
          ))}
        </ol>
      )}
      {uploads.uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onRetry={() => uploads.retry(upload)} onRemove={() => uploads.remove(upload.key)} />
      ))}
      {cropping && (
        <Suspense>
          <CropDialog
            picture={{ ...(originals.current.get(cropping.id) ?? cropping), altText: cropping.altText }}
            platforms={platforms}
            onCropped={(cropped) => keepCrop(cropping, cropped)}
            onClose={() => setCropping(null)}
          />
        </Suspense>
      )}
      <PictureDrop onFiles={uploads.add} isFirst={pictures.length === 0} />
      <div aria-live="polite" className={classes.faults}>
        {tooMany && <Fault text={tooMany} />}
        {refusals.map(([networks, tell]) => {
          const names = networks.map(({ label }) => label).join(separators.comma);
          return names && <Fault key={tell({ networks: '' })} text={tell({ networks: names })} />;
        })}
      </div>
      <VideoRules platforms={platforms} isOpen={has('video')} />
    </fieldset>
  );
}

/** What each network takes of a video: on demand before one is chosen, and at sight once there is one. */
function VideoRules({ platforms, isOpen }: Pick<Props, 'platforms'> & { isOpen: boolean }) {
  const withRules = platforms.filter(({ videoRules }) => videoRules.length > 0);
  if (withRules.length === 0) return null;
  return (
    <details className={classes.rules} open={isOpen}>
      <summary>{words.videoRules}</summary>
      <dl aria-label={words.videoRules}>
        {withRules.map(({ id, label, videoRules }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{videoRules.join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Fault({ text }: { text: string }) {
  return (
    <p className={classes.fault}>
      <ToneIcon tone="bad" />
      <span>{text}</span>
    </p>
  );
}

type Control = 'earlier' | 'later' | 'remove' | 'crop';

/** A moved or removed button loses the focus, so it is moved to where the person continues. */
function useFocusAfter(list: React.RefObject<HTMLOListElement | null>, pictures: readonly PictureViewFragment[]) {
  const wanted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the order on the screen is another.
  useEffect(() => {
    if (wanted.current) list.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  }, [pictures]);
  return (id: string, control: Control): void => {
    wanted.current = `[data-picture="${id}"] [data-control="${control}"]`;
  };
}
