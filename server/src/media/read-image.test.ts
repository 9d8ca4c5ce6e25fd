import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noisyPicture, photograph, SMALLEST_PNG } from '../testing/pictures.ts';
import { readImage, shrinkImage } from './read-image.ts';

describe('an uploaded picture', () => {
  it('is rotated upright, without metadata of place and device', async () => {
    const upload = await photograph(300, 200);
    expect((await sharp(upload).metadata()).exif).toBeDefined();
    const image = await readImage(upload);
    expect(image).toMatchObject({ mimeType: 'image/jpeg', width: 200, height: 300 });
    const { exif, xmp, iptc, orientation } = await sharp(image.bytes).metadata();
    expect({ exif, xmp, iptc, orientation }).toEqual({});
    expect(image.bytes.toString('latin1')).not.toContain('Harbour Phones');
  });

  it('stays a PNG if it is partly transparent, and becomes a JPEG if it is not', async () => {
    expect((await readImage(SMALLEST_PNG)).mimeType).toBe('image/png');
    expect((await readImage(await noisyPicture(20, 20).png().toBuffer())).mimeType).toBe('image/jpeg');
    expect((await readImage(await noisyPicture(20, 20).webp().toBuffer())).mimeType).toBe('image/jpeg');
    expect((await readImage(await noisyPicture(20, 20).gif().toBuffer())).mimeType).toBe('image/jpeg');
  });

  it('is limited to the displayed size', async () => {
    expect(await readImage(await noisyPicture(5000, 100).jpeg().toBuffer())).toMatchObject({ width: 4096, height: 82 });
  });

  it('keeps a permitted aspect ratio when it is reduced', async () => {
    const inside = async (width: number, height: number) => {
      const whole = await readImage(await noisyPicture(width, height).jpeg({ quality: 100 }).toBuffer(), { longestSide: 1_021 });
      const small = await shrinkImage(whole, { mostBytes: 60_000, isJpegOnly: true });
      return [whole, small].map((image) => (image?.width ?? 0) / (image?.height ?? 1));
    };
    for (const shape of await inside(1_600, 2_000)) expect(shape).toBeGreaterThanOrEqual(4 / 5);
    for (const shape of await inside(1_910, 1_000)) expect(shape).toBeLessThanOrEqual(1.91);
  });

  it('yields the same bytes every time', async () => {
    const upload = await photograph(60, 40);
    expect((await readImage(upload)).sha256).toBe((await readImage(upload)).sha256);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a text', () => Buffer.from('I am a picture, trust me.')],
    ['an HTML page declared as a picture', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a truncated picture', async () => (await photograph(300, 200)).subarray(0, 5_000)],
    ['a TIFF', () => noisyPicture(20, 20).tiff().toBuffer()],
    ['an animated picture', moving],
    ['an animated PNG', movingPng],
    ['more pixels than fit into memory', bomb],
  ])('is refused if it is %s', async (_name, upload) => {
    await expect(readImage(Buffer.from(await upload()))).rejects.toMatchObject({ code: 'media_unreadable' });
  });
});

async function moving(): Promise<Buffer> {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 4, height: 4, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** The animation chunk of an APNG: two frames, endless. */
async function movingPng(): Promise<Buffer> {
  const still = await noisyPicture(20, 20).png().toBuffer();
  const content = Buffer.from([...Buffer.from('acTL'), 0, 0, 0, 2, 0, 0, 0, 0]);
  const frame = Buffer.alloc(8 + content.length);
  frame.writeUInt32BE(8, 0);
  content.copy(frame, 4);
  frame.writeUInt32BE(crc32(content), 4 + content.length);
  const afterHeader = 8 + 25;
  return Buffer.concat([still.subarray(0, afterHeader), frame, still.subarray(afterHeader)]);
}

/** A few kilobytes that unpack to 100 million pixels. */
function bomb(): Promise<Buffer> {
  return sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#000' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

const within = (mostBytes: number) => ({ mostBytes, isJpegOnly: false });

describe('a smaller form', () => {
  it('is a JPEG on white for a platform that accepts nothing else, however small the picture', async () => {
    const transparent = await sharp({ create: { width: 30, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    const jpeg = await shrinkImage(await readImage(transparent), { mostBytes: null, isJpegOnly: true });
    expect(jpeg).toMatchObject({ mimeType: 'image/jpeg', width: 30, height: 20 });
    const [pixel] = await sharp(jpeg?.bytes).raw().toBuffer();
    expect(pixel).toBe(255);
  });

  it('is the picture itself if that is small enough', async () => {
    const image = await readImage(await noisyPicture(40, 40).jpeg().toBuffer());
    expect(await shrinkImage(image, within(1_000_000))).toBe(image);
  });

  it('is within the limit, and as large as that permits', async () => {
    const image = await readImage(await noisyPicture(900, 600).jpeg({ quality: 100 }).toBuffer());
    const [half, tenth] = [
      await shrinkImage(image, within(image.bytes.length / 2)),
      await shrinkImage(image, within(image.bytes.length / 10)),
    ];
    expect(half?.bytes.length).toBeLessThanOrEqual(image.bytes.length / 2);
    expect(half?.bytes.length).toBeGreaterThan(image.bytes.length / 4);
    expect(tenth?.bytes.length).toBeLessThanOrEqual(image.bytes.length / 10);
    expect(tenth?.width).toBeLessThan(900);
  });

  it('is refused if it would become too small', async () => {
    expect(await shrinkImage(await readImage(await noisyPicture(400, 400).jpeg().toBuffer()), within(500))).toBeNull();
  });
});
