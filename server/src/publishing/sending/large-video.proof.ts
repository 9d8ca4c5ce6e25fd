import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, vi } from 'vitest';
import { type StreamingServer, startStreamingServer } from '../../platforms/testing/fakes/streaming-server.ts';
import { type Fleet, type FleetAgent, letFleetAgentIn, type Program, startFleet } from '../../testing/proofs/fleet.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { videoFile } from '../../testing/videos.ts';

const MOST_MB = 300;
const PART_BYTES = 8 * 1_048_576;

let fleet: Fleet | undefined;
let mastodon: StreamingServer | undefined;
afterEach(async () => {
  await fleet?.close();
  await mastodon?.stop();
});

prove(
  'video',
  'a video of a gigabyte is uploaded and published in little memory',
  async (count) => {
    const size = count(1_000_000_000, 200_000_000);
    mastodon = await startStreamingServer();
    fleet = await startFleet({ web: 1, workers: 1 });
    const [web, worker] = fleet.programs;
    if (!web || !worker) throw new Error('Nothing was started.');
    await fleet.cs('launch', 'sign', '--step', 'all');
    const agent = await letFleetAgentIn(fleet, 1, 'ada', { platform: 'mastodon', credentials: mastodon.credentials });
    const resting = await peaksOf(web, worker);

    const startedAt = performance.now();
    const { mediaId, sha256 } = await upload(web, agent, size);
    const uploadedAt = performance.now();
    const draft = await send(web, agent, '/api/v1/drafts', {
      ...{ workspace_id: agent.workspaceId, source_text: 'A very long film of boats.', platforms: ['mastodon'] },
      ...{ media_ids: [mediaId], approval_required: false, publish_mode: 'auto' },
    });
    const { orm } = fleet;
    const stateOf = async (): Promise<string | undefined> => {
      const [row] = await orm.em
        .fork()
        .execute<{ state: string }[]>('select p.state from publications p join publish_jobs j on j.id = p.job_id where j.draft_id = ?', [
          String(draft.draft_id),
        ]);
      return row?.state;
    };
    await vi.waitFor(async () => expect(await stateOf()).toMatch(/^(published|failed|unknown)$/), { timeout: 150_000, interval: 500 });
    expect(await stateOf()).toBe('published');
    const seconds = [uploadedAt - startedAt, performance.now() - uploadedAt].map((ms) => Math.round(ms / 1_000));
    const peaks = await peaksOf(web, worker);

    expect(mastodon.files).toEqual([{ byteSize: size, sha256 }]);
    expect(mastodon.posts).toEqual(['A very long film of boats.']);
    expect(Math.max(...peaks)).toBeLessThan(MOST_MB);
    return [
      `${size / 1_000_000} MB in ${seconds[0]} s to the service and ${seconds[1]} s to the network, byte for byte`,
      `memory at most: web ${peaks[0]} MB (${resting[0]} before), worker ${peaks[1]} MB (${resting[1]} before)`,
    ];
  },
  process.platform === 'linux' ? undefined : 'the peak of memory is read from /proc',
);

/** The peak memory of each process, in megabytes. */
async function peaksOf(...programs: Program[]): Promise<number[]> {
  const texts = await Promise.all(programs.map((program) => readFile(`/proc/${program.pid()}/status`, 'utf8')));
  return texts.map((text) => Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1]) / 1_024));
}

/** Uploads a real video, padded to the given size with an unused box of zeros (ISO 14496-12, `free`). */
async function upload(web: Program, agent: FleetAgent, size: number): Promise<{ mediaId: string; sha256: string }> {
  const film = await videoFile(12);
  const box = Buffer.alloc(8);
  box.writeUInt32BE(size - film.length);
  box.write('free', 4, 'latin1');
  const head = Buffer.concat([film, box]);
  const authorization = `Bearer ${agent.key}`;
  const tus = { authorization, 'tus-resumable': '1.0.0' };
  const begun = await fetch(`${web.url}/api/v1/media/uploads`, { method: 'POST', headers: { ...tus, 'upload-length': String(size) } });
  const address = new URL(begun.headers.get('location') ?? '', web.url);
  const hash = createHash('sha256');
  for (let from = 0; from < size; from += PART_BYTES) {
    const part = Buffer.alloc(Math.min(PART_BYTES, size - from));
    if (from === 0) head.copy(part);
    hash.update(part);
    const headers = { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
    const { status } = await fetch(address, { method: 'PATCH', headers, body: part });
    if (status !== 204) throw new Error(`The upload ended with status ${status}.`);
  }
  const media = await send(web, agent, '/api/v1/media/from-upload', { upload_id: address.pathname.split('/').at(-1) });
  return { mediaId: String(media.media_id), sha256: hash.digest('hex') };
}

async function send(web: Program, agent: FleetAgent, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const response = await fetch(web.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}
