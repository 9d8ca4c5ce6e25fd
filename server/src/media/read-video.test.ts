import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { videoFile } from '../testing/videos.ts';
import { readVideo } from './read-video.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-video-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

function box(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(8, type);
  head.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 8));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}

/** The boxes of an MP4, with those that `replace` returns instead of one. */
function rewrite(bytes: Buffer, replace: (type: string, whole: Buffer) => Buffer[]): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const [type, whole] = [bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at, at + bytes.readUInt32BE(at))];
    boxes.push(...(CONTAINERS.includes(type) ? [box(type, ...rewrite(whole.subarray(8), replace))] : replace(type, whole)));
  }
  return boxes;
}

const numbers = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')));

it('a video of a kilobyte that claims four thousand million frames is refused, and the next one is read', async () => {
  const plain = await videoFile(2, { packetBytes: 100 });
  const claimed = rewrite(plain, (type, whole) =>
    type === 'stts' ? [box('stts', numbers(0, 1, 0xffff_ffff, 1)), box('ctts', numbers(0, 1, 1, 0))] : [whole],
  );
  const [hostile, good] = [join(folder, 'claims.mp4'), join(folder, 'good.mp4')];
  await writeFile(hostile, Buffer.concat(claimed));
  await writeFile(good, plain);
  await expect(readVideo(hostile, 'acc_one')).rejects.toMatchObject({ code: 'media_unreadable', status: 422 });
  expect(await readVideo(good, 'acc_two')).toMatchObject({ mimeType: 'video/mp4', width: 360, height: 640, seconds: 2 });
});

it('a video whose index is too large for memory is refused before it is loaded', async () => {
  const hole = 100 * 1_048_576;
  const [before, after] = rewrite(await videoFile(1), (_, whole) => [whole]).reduce(
    ([front, index]: [Buffer[], Buffer[]], whole) =>
      whole.toString('latin1', 4, 8) === 'moov' ? [front, [whole.subarray(8)]] : [[...front, whole], index],
    [[], []],
  );
  const index = Buffer.concat(after);
  const path = join(folder, 'index.mp4');
  const file = await open(path, 'w');
  const front = Buffer.concat([...before, numbers(8 + hole + index.length), Buffer.from('moov'), numbers(hole), Buffer.from('free')]);
  await file.write(front, 0, front.length, 0);
  await file.write(index, 0, index.length, front.length - 8 + hole);
  await file.close();
  await expect(readVideo(path, 'acc_one')).rejects.toMatchObject({ code: 'media_unreadable' });
});
