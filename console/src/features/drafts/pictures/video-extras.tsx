import { ActionIcon, Button, FileButton, Select, Slider } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Problem } from '../../../components/ui/problem.tsx';
import type { PictureViewFragment } from '../../../gql/graphql.ts';
import { language, locale } from '../../../lib/language.ts';
import { smallPicture } from '../../../lib/small-picture.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './pictures.module.css';
import { handIn, PART_OF_PICTURE } from './use-uploads.ts';

interface Props {
  video: PictureViewFragment;
  onChange: (changed: PictureViewFragment) => void;
}

const words = texts.pictures.extras;
const LANGUAGES = 'ar,bg,cs,da,de,el,en,es,et,fi,fr,he,hi,hr,hu,id,it,ja,ko,lt,lv,nb,nl,pl,pt,pt-BR,ro,ru,sk,sl,sr,sv,th,tr,uk,vi,zh'.split(
  ',',
);
const QUALITY = 0.92;
const UPLOAD_MS = 120_000;

/** The cover and the subtitles of a video. */
export function VideoExtras({ video, onChange }: Props) {
  return (
    <div className={classes.extras}>
      <Cover video={video} onChange={onChange} />
      <Subtitles video={video} onChange={onChange} />
    </div>
  );
}

function Cover({ video, onChange }: Props) {
  const { id: workspaceId } = useWorkspace();
  const [isChoosing, setChoosing] = useState(false);
  const upload = useMutation({
    ...PART_OF_PICTURE,
    mutationFn: async ({ file, atMs }: { file: File; atMs: number | null }) => ({ picture: await send(workspaceId, file), atMs }),
    onSuccess: ({ picture, atMs }) => {
      setChoosing(false);
      onChange({ ...video, cover: { mediaId: picture.id, url: picture.url, atMs } });
    },
  });
  const { cover } = video;
  return (
    <Part
      title={words.cover}
      hint={cover ? words.coverHint : words.noCover}
      error={upload.error}
      remove={cover && { label: words.removeCover, run: () => onChange({ ...video, cover: null }) }}
      shown={cover?.url && <img className={classes.cover} src={smallPicture(cover.url, 160)} alt={words.cover} />}
    >
      {!isChoosing && (
        <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
          {words.chooseFrame}
        </Button>
      )}
      <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => file && upload.mutate({ file, atMs: null })}>
        {(props) => (
          <Button {...props} variant="default" size="xs" loading={upload.isPending}>
            {words.choosePicture}
          </Button>
        )}
      </FileButton>
      {isChoosing && (
        <FramePicker
          video={video}
          isTaking={upload.isPending}
          onTake={(file, atMs) => upload.mutate({ file, atMs })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Part>
  );
}

/** The video, moved by a slider to the moment that becomes the cover. */
function FramePicker({
  video: { url, seconds, altText },
  isTaking,
  onTake,
  onClose,
}: {
  video: PictureViewFragment;
  isTaking: boolean;
  onTake: (file: File, atMs: number) => void;
  onClose: () => void;
}) {
  const player = useRef<HTMLVideoElement>(null);
  const [at, setAt] = useState(0);
  const [isReady, setReady] = useState(false);
  const seek = (ms: number): void => {
    setAt(ms);
    setReady(false);
    if (player.current) player.current.currentTime = ms / 1000;
  };
  const take = async (): Promise<void> => {
    if (player.current) onTake(await frameOf(player.current), at);
  };
  return (
    <div className={classes.frame}>
      <video
        ref={player}
        src={url}
        aria-label={altText}
        muted
        playsInline
        preload="auto"
        onLoadedData={() => setReady(true)}
        onSeeked={() => setReady(true)}
      />
      <Slider
        thumbLabel={words.moment}
        min={0}
        max={Math.max(0, (seconds ?? 0) * 1000 - 1)}
        step={100}
        value={at}
        label={(ms) => words.secondsIn({ seconds: ms / 1000 })}
        onChange={seek}
      />
      <div className={classes.extraActions}>
        <Button size="xs" disabled={!isReady} loading={isTaking} onClick={() => void take()}>
          {words.takeFrame}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}

async function frameOf(player: HTMLVideoElement): Promise<File> {
  const canvas = new OffscreenCanvas(player.videoWidth, player.videoHeight);
  canvas.getContext('2d')?.drawImage(player, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })], 'cover.jpg', { type: 'image/jpeg' });
}

function Subtitles({ video, onChange }: Props) {
  const { id: workspaceId } = useWorkspace();
  const languages = useLanguages();
  const upload = useMutation({
    ...PART_OF_PICTURE,
    mutationFn: (file: File) => send(workspaceId, file),
    onSuccess: ({ id, url }) => onChange({ ...video, subtitles: { mediaId: id, url, language: video.subtitles?.language ?? language } }),
  });
  const { subtitles } = video;
  return (
    <Part
      title={words.subtitles}
      hint={subtitles ? words.subtitlesHint : words.noSubtitles}
      error={upload.error}
      remove={subtitles && { label: words.removeSubtitles, run: () => onChange({ ...video, subtitles: null }) }}
    >
      {subtitles && (
        <Select
          size="xs"
          flex="1 1 100px"
          miw={0}
          searchable
          allowDeselect={false}
          aria-label={words.language}
          data={languages}
          value={subtitles.language}
          onChange={(chosen) => chosen && onChange({ ...video, subtitles: { ...subtitles, language: chosen } })}
        />
      )}
      <FileButton accept=".srt,.vtt,text/vtt,application/x-subrip" onChange={(file) => file && upload.mutate(file)}>
        {(props) => (
          <Button {...props} variant="default" size="xs" loading={upload.isPending}>
            {subtitles ? words.otherSubtitles : words.addSubtitles}
          </Button>
        )}
      </FileButton>
    </Part>
  );
}

function useLanguages(): { value: string; label: string }[] {
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'language' });
    const known = LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value }));
    return known.sort((a, b) => a.label.localeCompare(b.label, locale));
  }, []);
}

const send = (workspaceId: string, file: File) =>
  handIn(workspaceId, file, { onProgress: () => {}, signal: AbortSignal.timeout(UPLOAD_MS) });

interface PartProps {
  title: string;
  hint: string;
  error: unknown;
  remove: { label: string; run: () => void } | null | undefined;
  shown?: ReactNode;
  children: ReactNode;
}

function Part({ title, hint, error, remove, shown, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.extraPart}>
      <h4 id={id}>{title}</h4>
      <p className={classes.extraHint}>{hint}</p>
      {shown}
      <div className={classes.extraActions}>
        {children}
        {remove && (
          <ActionIcon variant="default" size="md" aria-label={remove.label} onClick={remove.run}>
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {error ? <Problem error={error} title={words.failed} /> : null}
    </section>
  );
}
