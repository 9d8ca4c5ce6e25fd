import sharp, { type Sharp } from 'sharp';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Services } from '../context.ts';
import { addMedia } from '../media/add-media.ts';
import type { Media } from '../media/media.entity.ts';
import { prepareMedia } from '../media/prepare-media.ts';
import { actAs } from './actors.ts';
import { contextFor } from './test-services.ts';

/** One transparent pixel. */
export const SMALLEST_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);

/** An incompressible image: about three bytes per pixel as PNG, half a byte as JPEG. */
export function noisyPicture(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 50 } } });
}

/** A phone's photograph: rotated, and with its location. */
export function photograph(width: number, height: number): Promise<Buffer> {
  return noisyPicture(width, height)
    .withExif({ IFD0: { Make: 'Harbour Phones', Copyright: 'Ada' }, IFD3: { GPSLatitude: '56/1 9/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A GIF of two frames. */
export async function animation(): Promise<Buffer> {
  const frames = await Promise.all([1, 2].map(() => noisyPicture(20, 20).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

/** A small image of a workspace, uploaded by that actor. */
export async function givenPicture(
  services: Services,
  actor: Actor,
  workspace: Workspace,
  altText = 'A boat.',
  upload: Buffer = SMALLEST_PNG,
): Promise<Media> {
  const images = await prepareMedia(contextFor(services, actor), workspace.accountId, upload);
  const { media } = await actAs(services, actor, (ctx) => addMedia(ctx, { workspaceId: workspace.id, altText, images }));
  return media;
}
