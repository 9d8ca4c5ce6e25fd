import { expect, it } from 'vitest';
import { translateTo } from '../../languages/translate.ts';
import type { PostMedia } from '../platform.ts';
import { NETWORKS } from '../registry.ts';
import { checkShape } from './check-shape.ts';
import { checkVideo, videoRulesInWords } from './check-video.ts';

const FILE = { mediaId: 'med_1', sha256: '0'.repeat(64), mimeType: 'video/mp4', width: 1080, height: 1920 };
/** What every network that takes a video takes. */
const FILM: PostMedia & { file: typeof FILE; tracks: NonNullable<PostMedia['tracks']> } = {
  ...{ kind: 'video', bytes: 5_000_000, seconds: 20, file: FILE },
  tracks: { codec: 'avc', soundCodec: 'aac', rate: 29.97 },
};

function faultsOf(networkId: string, video: PostMedia) {
  const network = NETWORKS.find(({ id }) => id === networkId);
  if (!network) throw new Error(`There is no network ${networkId}.`);
  return checkVideo(network, video, 'media/0').map(({ code, message }) => `${code}: ${message}`);
}

it.each(NETWORKS.map(({ id }) => id))('an upright film in H.264 with AAC fits %s', (id) => {
  expect(faultsOf(id, FILM)).toEqual([]);
});

it.each<[string, string, Partial<PostMedia>, string]>([
  ['x', 'is longer', { seconds: 140.2 }, 'video_too_long: The video is 141 seconds long; X allows at most 140 seconds.'],
  ['instagram', 'is shorter', { seconds: 2.6 }, 'video_too_short: The video is 2 seconds long; Instagram requires at least 3 seconds.'],
  [
    'youtube',
    'is longer by a second',
    { seconds: 43_201 },
    'video_too_long: The video is 43,201 seconds long; YouTube allows at most 12 hours.',
  ],
  [
    'threads',
    'has fewer frames',
    { tracks: { ...FILM.tracks, rate: 15 } },
    'video_rate: The video has 15 frames per second; Threads requires at least 23.',
  ],
  [
    'tiktok',
    'has more frames',
    { tracks: { ...FILM.tracks, rate: 119.88 } },
    'video_rate: The video has 120 frames per second; TikTok allows at most 60.',
  ],
  [
    'tiktok',
    'is smaller',
    { file: { ...FILE, width: 320, height: 480 } },
    'video_dimensions: The shorter side of the video has 320 pixels; TikTok requires at least 360.',
  ],
  [
    'instagram',
    'has more pixels in its width',
    { file: { ...FILE, width: 3840, height: 2160 } },
    'video_dimensions: The video is 3840 pixels wide; Instagram allows at most 1920.',
  ],
  [
    'mastodon',
    'has more pixels in all',
    { file: { ...FILE, width: 7680, height: 4320 } },
    'video_dimensions: A frame of the video has 33,177,600 pixels; Mastodon allows at most 8,294,400.',
  ],
  [
    'linkedin',
    'is another file',
    { file: { ...FILE, mimeType: 'video/quicktime' } },
    'video_type: The video is a file of the type MOV; LinkedIn accepts MP4.',
  ],
  [
    'x',
    'has another encoding',
    { tracks: { ...FILM.tracks, codec: 'vp9' } },
    'video_codec: The pictures of the video are encoded as VP9; X accepts H.264.',
  ],
  [
    'instagram',
    'has another sound',
    { tracks: { ...FILM.tracks, soundCodec: 'opus' } },
    'video_sound_codec: The sound of the video is encoded as Opus; Instagram accepts AAC.',
  ],
])('%s refuses a film that %s than it takes, with the reason', (id, _what, change, fault) => {
  expect(faultsOf(id, { ...FILM, ...change })).toEqual([fault]);
});

it('a film at the limit passes, with the rate that cameras really have', () => {
  expect(faultsOf('instagram', { ...FILM, seconds: 3, tracks: { ...FILM.tracks, rate: 23.98 } })).toEqual([]);
  expect(faultsOf('x', { ...FILM, seconds: 140, tracks: { ...FILM.tracks, rate: 60.02 } })).toEqual([]);
  expect(faultsOf('x', { ...FILM, tracks: { ...FILM.tracks, soundCodec: null } })).toEqual([]);
});

it('nothing is refused for what is not known of a film from before this was read', () => {
  expect(faultsOf('instagram', { kind: 'video', bytes: 5_000_000, seconds: 20 })).toEqual([]);
});

it('a shape is refused just beyond the ratio that its network names, and taken at it', () => {
  const faults = (networkId: string, width: number, height: number) => {
    const network = NETWORKS.find(({ id }) => id === networkId);
    return network && checkShape(network, { ...FILM, file: { ...FILE, width, height } }, 'media/0').map(({ message }) => message);
  };
  expect(faults('linkedin', 1000, 2400)).toEqual([]);
  expect(faults('linkedin', 999, 2400)).toEqual(['The video is too tall for LinkedIn: it is 0.416:1, and LinkedIn allows at most 1:2.4.']);
  expect(faults('linkedin', 2400, 1000)).toEqual([]);
  expect(faults('x', 1000, 3000)).toEqual([]);
  expect(faults('x', 332, 1000)).toEqual(['The video is too tall for X: it is 0.332:1, and X allows at most 1:3.']);
});

it('shapes are ratios of two figures, written as the reader does', async () => {
  const french = await translateTo('fr');
  const shapesOf = (networkId: string) => {
    const network = NETWORKS.find(({ id }) => id === networkId);
    const words = network ? videoRulesInWords({ ...network, rules: network.limits }) : [];
    return words.map((one) => (typeof one === 'string' ? one : french(one))).find((one) => /\d:\d/.test(one));
  };
  expect(['x', 'linkedin', 'pinterest', 'instagram'].map(shapesOf)).toEqual([
    'de 1:3 à 3:1',
    'de 1:2,4 à 2,4:1',
    'de 1:2 à 1,91:1',
    'de 1:100 à 10:1',
  ]);
});

it('lengths are hours, minutes or seconds, and large counts are grouped as the reader does', async () => {
  const german = await translateTo('de');
  const wordsOf = (networkId: string) => {
    const network = NETWORKS.find(({ id }) => id === networkId);
    const words = network ? videoRulesInWords({ ...network, rules: network.limits }) : [];
    return words.map((one) => (typeof one === 'string' ? one : german(one)));
  };
  expect(wordsOf('youtube')).toEqual(expect.arrayContaining(['bis zu 12 Stunden', 'bis zu 256 Gigabyte']));
  expect(wordsOf('instagram')).toContain('3 Sekunden bis 15 Minuten');
  expect(wordsOf('mastodon')).toContain('bis zu 8.294.400 Pixel je Bild');
});
