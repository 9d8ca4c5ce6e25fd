import { expect, it } from 'vitest';
import type { Platform } from '../platforms/platform.ts';
import { imagesFor } from './images-for.ts';
import type { MediaWithRenditions } from './media-queries.ts';
import type { ImageType } from './rendition.entity.ts';

const form = (sha256: string, mimeType: ImageType, byteSize: number) => ({ id: sha256, sha256, mimeType, byteSize, width: 40, height: 30 });
/** A small drawing with transparency, and its renditions; the original first. */
const forms = [form('itself', 'image/png', 3_000), form('on white', 'image/jpeg', 5_000), form('small', 'image/jpeg', 900)];
const media = [{ media: { id: 'med_1', altText: 'A flag.' }, renditions: forms }] as unknown as MediaWithRenditions[];
const platform = (megabytes: number, imageTypes?: string[]) =>
  ({ rules: [{ field: 'image_size', max: megabytes }], ...(imageTypes && { imageTypes }) }) as unknown as Platform;
const chosen = (target: Platform) => imagesFor(target, media).map(({ file }) => file?.sha256);

it('uses the original if it fits, even if a rendition has more bytes', () => {
  expect(chosen(platform(1))).toEqual(['itself']);
});

it('uses the largest sufficiently small JPEG on a platform that accepts only JPEG', () => {
  expect(chosen(platform(1, ['image/jpeg']))).toEqual(['on white']);
  expect(chosen(platform(0.001, ['image/jpeg']))).toEqual(['small']);
});

it('uses the smallest if nothing fits, which the rules then refuse', () => {
  expect(chosen(platform(0.0001))).toEqual(['small']);
});
