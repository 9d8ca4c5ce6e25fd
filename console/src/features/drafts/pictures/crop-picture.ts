import type { PercentCrop } from 'react-image-crop';

export interface Aspect {
  /** As it is written: 4:5. */
  name: string;
  value: number;
  /** The chosen networks that show it whole in the feed. */
  networks: string[];
}

/** The aspects that networks show in the feed without cutting; the others show any. */
const ASPECTS: readonly { name: string; value: number; platforms: readonly string[] }[] = [
  { name: '1:1', value: 1, platforms: [] },
  { name: '4:5', value: 4 / 5, platforms: ['instagram', 'threads'] },
  { name: '2:3', value: 2 / 3, platforms: ['pinterest'] },
  { name: '16:9', value: 16 / 9, platforms: ['x'] },
  { name: '1.91:1', value: 1.91, platforms: ['linkedin', 'linkedin_page', 'facebook'] },
];

/** All aspects, those of the chosen networks first. */
export function aspectsOf(chosen: readonly { id: string; label: string }[]): Aspect[] {
  return ASPECTS.map(({ name, value, platforms }) => ({
    ...{ name, value },
    networks: chosen.filter(({ id }) => platforms.includes(id)).map(({ label }) => label),
  })).sort((a, b) => Number(b.networks.length > 0) - Number(a.networks.length > 0));
}

const QUALITY = 0.92;

/** The chosen part in the picture's own resolution, as a JPEG, or a PNG where it may be transparent. */
export async function cutOut(image: HTMLImageElement, { x, y, width, height }: PercentCrop): Promise<File> {
  await image.decode();
  const type = (await (await fetch(image.src)).blob()).type === 'image/png' ? 'image/png' : 'image/jpeg';
  const of = (percent: number, whole: number): number => Math.round((percent / 100) * whole);
  const { naturalWidth, naturalHeight } = image;
  const canvas = new OffscreenCanvas(Math.max(1, of(width, naturalWidth)), Math.max(1, of(height, naturalHeight)));
  canvas
    .getContext('2d')
    ?.drawImage(image, of(x, naturalWidth), of(y, naturalHeight), canvas.width, canvas.height, 0, 0, canvas.width, canvas.height);
  return new File([await canvas.convertToBlob({ type, quality: QUALITY })], `crop.${type.slice(6)}`, { type });
}
