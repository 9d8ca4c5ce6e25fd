import { pino } from 'pino';
import type { Services } from '../context.ts';
import type { Platform } from '../platforms/platform.ts';
import { createPlatforms } from '../platforms/registry.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { expireLeases } from '../publishing/sending/expire-leases.ts';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import { SandboxPost } from '../sandbox/sandbox.entities.ts';
import { createSandboxFeed } from '../sandbox/sandbox-feed.ts';
import type { Stage } from './stage.ts';
import type { TestDatabase } from './test-database.ts';
import { createTestOutbound } from './test-outbound.ts';
import { createFixedClock, createRecordingQueue, createTestServices, type FixedClock } from './test-services.ts';

export interface Engine {
  services: Services;
  clock: FixedClock;
  /** One delivery of a queue entry. */
  deliver(publicationId: string): ReturnType<typeof workOnPublication>;
  /** Advances the time and delivers again, as the queue and the reconciler do, until nothing changes. */
  settle(publicationId: string): Promise<Publication>;
  /** The number of the publication's posts on the sandbox. */
  postsOf(publicationId: string): Promise<number>;
}

/** The engine with a manual clock; `changed` overrides parts of the sandbox platform. */
export function createEngine(database: TestDatabase, changed: (sandbox: Platform) => Partial<Platform> = () => ({})): Engine {
  const clock = createFixedClock();
  const real = createPlatforms({
    outbound: createTestOutbound(),
    sandboxFeed: createSandboxFeed(database.orm, 'http://localhost:4000', pino({ level: 'silent' })),
    website: 'http://localhost:4000',
    clients: {},
  });
  const sandbox = real.get('sandbox');
  if (!sandbox) throw new Error('There is no sandbox.');
  const platforms = new Map([...real, ['sandbox', { ...sandbox, ...changed(sandbox) }]]);
  const services = createTestServices(database, { clock, queue: createRecordingQueue(), platforms });
  const read = (id: string) => services.orm.em.fork().findOneOrFail(Publication, id);
  const deliver = (id: string) => workOnPublication(services, id, { signal: new AbortController().signal });

  return {
    services,
    clock,
    deliver,
    postsOf: (intentId) => services.orm.em.fork().count(SandboxPost, { intentId }),
    async settle(id) {
      for (let round = 0; round < 40; round += 1) {
        clock.advance(20 * 60_000);
        await expireLeases(services);
        const state = await deliver(id);
        if (state === null && (await read(id)).nextAttemptAt === null) break;
      }
      return read(id);
    },
  };
}

/** A draft of the stage, approved and on the queue, with the publications that it became. */
export async function givenQueued(stage: Stage, input: Parameters<Stage['submit']>[0] = {}) {
  const { draft, approval, job } = await stage.submit(input);
  await stage.approve(approval);
  if (!job) throw new Error('The draft has no job.');
  const publications = await stage.publicationsOf(job.id);
  return { draft, approval, jobId: job.id, publicationIds: publications.map(({ id }) => id), publicationId: publications[0]?.id ?? '' };
}
