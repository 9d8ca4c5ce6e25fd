import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, inject } from 'vitest';
import { systemClock } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { addMedia } from '../../media/add-media.ts';
import { prepareFile } from '../../media/prepare-media.ts';
import { withRequired } from '../../platforms/testing/contract-posts.ts';
import type { Knob } from '../../platforms/testing/fake-server.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { workOnPublication } from '../../publishing/work-on-publication.ts';
import { createQueue } from '../../worker/queue.ts';
import { actAs } from '../actors.ts';
import { givenQueued } from '../engine.ts';
import { givenLaunched } from '../factories.ts';
import { givenPicture, noisyPicture } from '../pictures.ts';
import { testPorts } from '../platforms.ts';
import { platformsAt, type StandIn, startStandIns } from '../servers/stand-in-networks.ts';
import { givenStage, type Stage } from '../stage.ts';
import type { TestDatabase } from '../test-database.ts';
import { contextFor, createFixedClock, createTestServices, type FixedClock } from '../test-services.ts';
import { videoFile } from '../videos.ts';
import { killRepeatedly, startWorkerProcess } from './kill-workers.ts';

const PUBLIC_URL = 'https://posts.example.org';
/** After this an outcome that is still unknown counts as unknown. */
const PATIENCE_MS = 5 * 60_000;

/** "3 published, 1 unknown" */
export const inWords = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, times]) => `${times} ${name}`)
    .join(', ') || 'none';

export interface NetworksTally {
  networks: number;
  /** Publications by state. */
  states: Record<string, number>;
  /** The networks of those whose outcome stays unknown, and how many of each. */
  unknown: Record<string, number>;
  /** Network and number of each post that is there more than once. */
  duplicates: string[];
  /** Networks where posts recorded as published are missing, or others are there. */
  wrong: string[];
  /** Without a final state, or unknown without a reason. */
  nameless: string[];
  problems: unknown[];
}

/** An agent's workspace with an account on the stand-in of every network. */
async function givenEveryNetwork(base: Services, posts: number) {
  const standIns = await startStandIns();
  const urls = Object.fromEntries([...standIns].map(([id, { server }]) => [id, server.url]));
  const config = { ...base.config, publicUrl: PUBLIC_URL };
  const services = { ...base, config, platforms: platformsAt(urls, { ...testPorts(), website: PUBLIC_URL }) };
  await givenLaunched(services);
  const stage = await givenStage(services, { sandbox: null, packs: Math.ceil((posts * standIns.size) / 70) + 1 });
  for (const [id, { entered }] of standIns) await stage.connect(id, entered);
  const media = await givenMedia(services, stage);
  const list = () =>
    services.orm.em.fork().find(Publication, { workspaceId: stage.workspaceId, supersededAt: null }, { orderBy: { id: 'asc' } });
  return {
    services,
    standIns,
    urls,
    list,
    /** One post to every network: a draft for those that need no media, and one for each kind that others need. */
    async queueEverywhere(number: number) {
      for (const [kind, captions] of captionsByMedia(services, standIns, textOf(number))) {
        const mediaIds = kind === 'words' ? null : [media[kind]];
        const platforms = captions.map(({ platform }) => platform);
        await givenQueued(stage, { platforms, sourceText: textOf(number), captions, mediaIds });
      }
    },
    tally: async () => ({ ...tallyOf(await list(), standIns, posts), problems: (await stage.ledger()).problems }),
    stop: () => Promise.all([...standIns.values()].map(({ server }) => server.stop())),
  };
}

/** Kills worker processes while they publish `jobs` posts to each network. */
export async function killWorkersOfNetworks(
  database: TestDatabase,
  { kills, jobs }: { kills: number; jobs: number },
): Promise<NetworksTally> {
  const running = new Set<ChildProcess>();
  const base = createTestServices(database, { clock: systemClock });
  const queue = createQueue({ url: database.url, role: 'web', log: base.log });
  await queue.start();
  const { urls, list, queueEverywhere, tally, stop } = await givenEveryNetwork({ ...base, queue }, jobs);
  const start = () =>
    startWorkerProcess(database.url, running, {
      ...{ PUBLIC_URL, STAND_INS: JSON.stringify(urls), DATA_DIR: dirname(inject('mediaFolder')) },
    });
  try {
    for (let number = 0; number < jobs; number += 1) await queueEverywhere(number);
    const countPublished = async () => (await list()).filter(({ state }) => state === 'published').length;
    await killRepeatedly(kills, start, countPublished);
    const listWorking = async () => (await list()).filter(isWorkingOn).map(({ platform, state }) => `${platform} ${state}`);
    await expect.poll(listWorking, { timeout: PATIENCE_MS + jobs * 10_000, interval: 500 }).toEqual([]);
    return await tally();
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await queue.stop();
    await stop();
  }
}

/** Failures after which a network may have the post or not; silence is the one that killed workers leave. */
export const NETWORK_DOUBTS = [
  'acts, then resets the connection',
  'answers twice',
  'answers with status 500',
  'resets the connection',
  'answers with a page',
  'limits the rate',
] as const satisfies readonly Knob[];

/** Publishes `jobs` posts to each network, whose first attempt fails like that, and checks after five minutes. */
export async function publishInDoubtOnNetworks(database: TestDatabase, knob: Knob, jobs: number): Promise<NetworksTally> {
  const clock = createFixedClock();
  const { services, standIns, list, queueEverywhere, tally, stop } = await givenEveryNetwork(createTestServices(database, { clock }), jobs);
  const deliver = (id: string) => workOnPublication(services, id, { signal: new AbortController().signal });
  try {
    for (let number = 0; number < jobs; number += 1) {
      await queueEverywhere(number);
      for (const { id, platform } of (await list()).filter(({ attempts }) => attempts === 0)) {
        // Stand-ins date their posts by the real time.
        clock.set(new Date());
        standIns.get(platform)?.server.fail(knob);
        await deliver(id);
        standIns.get(platform)?.server.fail(null);
        await deliverUntil(services, clock, id, deliver);
      }
    }
    return await tally();
  } finally {
    await stop();
  }
}

/** As the queue does, for as long as an outcome may take. */
async function deliverUntil(services: Services, clock: FixedClock, id: string, deliver: (id: string) => Promise<unknown>): Promise<void> {
  const until = clock.now().getTime() + PATIENCE_MS;
  for (;;) {
    const { nextAttemptAt: next } = await services.orm.em.fork().findOneOrFail(Publication, id);
    if (!next || next.getTime() > until) break;
    if (next > clock.now()) clock.set(next);
    await deliver(id);
  }
}

type GivenMedia = Record<'image' | 'video', string>;

/** A picture and a video of the stage. */
async function givenMedia(services: Services, { agent, workspace }: Stage): Promise<GivenMedia> {
  const picture = await givenPicture(services, agent, workspace, 'A boat.', await noisyPicture(800, 800).jpeg().toBuffer());
  const path = join(tmpdir(), `${randomUUID()}.mp4`);
  await writeFile(path, await videoFile(6, { rate: 30 }));
  const images = await prepareFile(contextFor(services, agent), workspace.accountId, path);
  await rm(path);
  const { media } = await actAs(services, agent, (ctx) => addMedia(ctx, { workspaceId: workspace.id, altText: 'Boats.', images }));
  return { image: picture.id, video: media.id };
}

const textOf = (number: number): string => `Pier ${number} opens on Friday, and everyone who likes boats may come.`;

/** With the tags and settings that a network requires; by the media that it requires. */
function captionsByMedia({ platforms }: Services, standIns: Map<string, StandIn>, text: string) {
  const captions = [...platforms.values()]
    .filter(({ id }) => standIns.has(id))
    .map((platform) => {
      const { tags, settings, media: [file] = [] } = withRequired(platform, { text, tags: [], thread: [], link: null });
      const kind: 'words' | 'image' | 'video' = file ? (file.kind === 'video' ? 'video' : 'image') : 'words';
      return { kind, caption: { platform: platform.id, text, tags, thread: [], ...(settings && { settings }) } };
    });
  return [...Map.groupBy(captions, ({ kind }) => kind)].map(([kind, of]) => [kind, of.map(({ caption }) => caption)] as const);
}

function isWorkingOn({ state, nextAttemptAt }: Publication): boolean {
  if (state === 'unknown') return nextAttemptAt != null && nextAttemptAt.getTime() < Date.now() + PATIENCE_MS;
  return ['pending', 'leased', 'sent'].includes(state);
}

function tallyOf(publications: Publication[], standIns: Map<string, StandIn>, posts: number): Omit<NetworksTally, 'problems'> {
  const count = (values: string[]) =>
    Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, of]) => [value, of.length]));
  const named = publications.filter(
    ({ state, failureMessage }) => ['published', 'failed'].includes(state) || (state === 'unknown' && failureMessage),
  );
  const duplicates: string[] = [];
  const wrong: string[] = [];
  for (const [id, standIn] of standIns) {
    const texts = standIn.texts();
    const times = Array.from({ length: posts }, (_, number) => texts.filter((text) => text.includes(`Pier ${number} `)).length);
    duplicates.push(...times.flatMap((each, number) => (each > 1 ? [`${id} ${number}`] : [])));
    const there = times.filter((each) => each > 0).length;
    const { published = 0, unknown = 0 } = count(publications.filter(({ platform }) => platform === id).map(({ state }) => state));
    if (there < published || there > published + unknown) wrong.push(`${id}: ${published} recorded, ${there} there`);
  }
  return {
    networks: standIns.size,
    states: count(publications.map(({ state }) => state)),
    unknown: count(publications.filter(({ state }) => state === 'unknown').map(({ platform }) => platform)),
    ...{ duplicates, wrong },
    nameless: publications.filter((each) => !named.includes(each)).map(({ platform, state }) => `${platform} ${state}`),
  };
}
