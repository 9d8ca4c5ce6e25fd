import 'react-image-crop/dist/ReactCrop.css';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop';
import { Dialog, DialogButtons } from '../../../components/ui/dialog.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import type { PictureViewFragment, PlatformChoiceFragment } from '../../../gql/graphql.ts';
import { texts as separators } from '../../../lib/texts.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { aspectsOf, cutOut } from './crop-picture.ts';
import classes from './pictures.module.css';
import { handIn, PART_OF_PICTURE } from './use-uploads.ts';

interface Props {
  picture: PictureViewFragment;
  /** Those that the draft is for: their aspects come first. */
  platforms: readonly PlatformChoiceFragment[];
  onCropped: (cropped: PictureViewFragment) => void;
  onClose: () => void;
}

const words = texts.pictures.crop;
const FREE = 'free';
/** Of the window, so the buttons stay in view. */
const MOST_HEIGHT = 52;

/** A part of the picture is chosen by pointer or arrow keys, and uploaded as a picture of its own. */
export default function CropDialog({ picture, platforms, onCropped, onClose }: Props) {
  const { id: workspaceId } = useWorkspace();
  const aspects = aspectsOf(platforms);
  const image = useRef<HTMLImageElement>(null);
  const [name, setName] = useState(aspects.find(({ networks }) => networks.length > 0)?.name ?? FREE);
  const [crop, setCrop] = useState<PercentCrop>(() => cropOf(picture, aspects.find((aspect) => aspect.name === name)?.value));
  const choose = (next: string): void => {
    setName(next);
    setCrop(cropOf(picture, aspects.find((aspect) => aspect.name === next)?.value));
  };
  const [abort] = useState(() => new AbortController());
  const cancel = (): void => {
    abort.abort();
    onClose();
  };
  const cut = useMutation({
    ...PART_OF_PICTURE,
    mutationFn: async () => {
      if (!image.current) return null;
      const file = await cutOut(image.current, crop);
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(120_000)]);
      const cropped = await handIn(workspaceId, file, { onProgress: () => {}, signal });
      abort.signal.throwIfAborted();
      return cropped;
    },
    onSuccess: (cropped) => {
      if (cropped) onCropped({ ...cropped, altText: picture.altText });
      onClose();
    },
  });
  return (
    <Dialog opened onClose={cancel} title={words.title} size="lg" closeButtonProps={{ 'aria-label': texts.cancel }}>
      <Stack gap="md">
        <div className={classes.aspects}>
          <SegmentedControl
            aria-label={words.aspect}
            size="xs"
            value={name}
            onChange={choose}
            data={[{ value: FREE, label: words.free }, ...aspects.map((aspect) => ({ value: aspect.name, label: aspect.name }))]}
          />
        </div>
        <p className={classes.aspectHint} aria-live="polite">
          {words.fits({ networks: aspects.find((aspect) => aspect.name === name)?.networks.join(separators.comma) })}
        </p>
        <ReactCrop
          crop={crop}
          aspect={aspects.find((aspect) => aspect.name === name)?.value}
          onChange={(_pixels, percent) => setCrop(percent)}
          keepSelection
          minWidth={24}
          minHeight={24}
          className={classes.crop}
          style={{ width: `min(100%, ${picture.width}px, ${(MOST_HEIGHT * picture.width) / picture.height}vh)` }}
          ariaLabels={words.handles}
        >
          <img
            ref={image}
            src={picture.url}
            alt={picture.altText || words.picture}
            width={picture.width}
            height={picture.height}
            className={classes.cropped}
          />
        </ReactCrop>
        {cut.error && <Problem error={cut.error} title={words.failed} />}
        <DialogButtons onCancel={cancel}>
          <Button onClick={() => cut.mutate()} loading={cut.isPending}>
            {words.take}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

/** As much of the picture as the aspect allows, or nine tenths of it. */
function cropOf({ width, height }: PictureViewFragment, aspect: number | undefined): PercentCrop {
  if (aspect === undefined) return { unit: '%', x: 5, y: 5, width: 90, height: 90 };
  const isWider = width / height > aspect;
  return centerCrop(makeAspectCrop({ unit: '%', ...(isWider ? { height: 100 } : { width: 100 }) }, aspect, width, height), width, height);
}
