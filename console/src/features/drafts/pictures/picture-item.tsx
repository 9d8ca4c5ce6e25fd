import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCrop, IconFileTypePdf, IconSparkles, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { texts as shared } from '../../../components/texts.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { showToast } from '../../../components/ui/toasts.tsx';
import { DescribePictureDocument, type PictureViewFragment, type PlatformChoiceFragment } from '../../../gql/graphql.ts';
import { faultOf } from '../../../lib/check-field.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { number as formatNumber, language } from '../../../lib/language.ts';
import { kindOf, type MediaKind } from '../../../lib/media-kind.ts';
import { smallPicture } from '../../../lib/small-picture.ts';
import { texts as separators } from '../../../lib/texts.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './pictures.module.css';
import { VideoExtras } from './video-extras.tsx';

interface Props {
  picture: PictureViewFragment;
  /** Those that the draft is for. */
  platforms: readonly PlatformChoiceFragment[];
  number: number;
  of: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onCrop: () => void;
  /** `only`: where the description is still this one. */
  onDescribe: (altText: string, only?: string) => void;
  onChange: (changed: PictureViewFragment) => void;
}

const words = texts.pictures;

/** One image: description, position and removal. */
export function PictureItem({ picture, platforms, number, of, onMove, onRemove, onCrop, onDescribe, onChange }: Props) {
  const { id, url, altText, width, height, reducedFrom } = picture;
  const kind = kindOf(picture);
  const undescribed = platforms.filter((platform) => isUndescribed(platform, kind)).map(({ label }) => label);
  const isDescribed = undescribed.length === 0 || undescribed.length < platforms.length;
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
          preload="metadata"
        />
      )}
      <Textarea
        className={classes.describe}
        label={kind === 'document' ? words.documentTitle : kind === 'video' ? words.videoShows : words.shows({ number })}
        description={
          kind === 'document' ? (
            words.documentTitleHint
          ) : (
            <>
              {isDescribed && (altText.trim() === '' ? <Nudge /> : words.showsHint)}{' '}
              {undescribed.length > 0 && words.notDescribedOn({ networks: undescribed.join(separators.comma) })}
            </>
          )
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxRows={6}
        value={altText}
        error={faultOf(FIELD_RULES.picture.altText, altText)}
        onChange={({ currentTarget: { value } }) => onDescribe(value)}
      />
      {kind === 'video' && <VideoExtras video={picture} onChange={onChange} />}
      {kind === 'picture' && <SuggestDescription picture={picture} number={number} onTake={onDescribe} />}
      {reducedFrom && <p className={classes.reduced}>{words.reduced({ from: sizeOf(reducedFrom), to: sizeOf({ width, height }) })}</p>}
      <div className={classes.controls}>
        {kind === 'picture' && (
          <ActionIcon
            variant="default"
            size="lg"
            data-control="crop"
            aria-haspopup="dialog"
            aria-label={words.crop.open({ number })}
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
          aria-label={words.earlier({ number })}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          disabled={number === of}
          data-control="later"
          aria-label={words.later({ number })}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" data-control="remove" aria-label={words.remove({ number })} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}

/** What the language model sees in the picture; the author takes it or leaves it. Absent without a model that sees. */
function SuggestDescription({ picture, number, onTake }: Pick<Props, 'picture' | 'number'> & { onTake: Props['onDescribe'] }) {
  const { id: workspaceId } = useWorkspace();
  const targets = useQuery(targetsQuery(workspaceId));
  const ask = useMutation({
    mutationFn: async () =>
      (await runDocument(DescribePictureDocument, { input: { workspaceId, mediaId: picture.id, language } })).describePicture,
  });
  if (!targets.data?.describesPictures) return null;
  const text = ask.data?.text;
  const take = (suggested: string): void => {
    const before = picture.altText;
    onTake(suggested);
    ask.reset();
    showToast(texts.improve.taken, { label: texts.composer.undo, run: () => onTake(before, suggested) });
  };
  return (
    <div className={classes.suggest}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconSparkles size={14} aria-hidden />}
        aria-label={words.suggestFor({ number })}
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {words.suggest}
      </Button>
      <div aria-live="polite">
        {text && (
          <Notice tone="wait" title={words.suggested}>
            <p dir="auto">{text}</p>
            <Group gap="xs" mt={8}>
              <Button size="compact-sm" onClick={() => take(text)}>
                {texts.improve.take}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => ask.reset()}>
                {texts.improve.keep}
              </Button>
            </Group>
          </Notice>
        )}
        {ask.data?.reason && <Notice tone="wait" title={`${words.noSuggestion}: ${ask.data.reason}`} />}
        {ask.error && <Problem error={ask.error} title={words.noSuggestion} />}
      </div>
    </div>
  );
}

/** Whether a network that the file is sent to takes no description of it. */
function isUndescribed({ sendsImages, sendsVideo, takesAltTextOf }: PlatformChoiceFragment, kind: MediaKind): boolean {
  if (kind === 'document') return false;
  return kind === 'video' ? sendsVideo && !takesAltTextOf.includes('video') : sendsImages && !takesAltTextOf.includes('image');
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
