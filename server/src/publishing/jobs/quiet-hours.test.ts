import { expect, it } from 'vitest';
import type { QuietWindow, Weekday } from '../../planning/week.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { workOffWaiting } from '../../testing/waiting.ts';
import { changeWorkspace } from '../../workspaces/change-workspace.ts';
import { gateInEnglish } from '../gates/gate.ts';
import { requeueOverdue } from '../sending/expire-leases.ts';
import { readinessOf } from './job-queries.ts';

const database = useTestDatabase();
const EVERY_DAY: Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const NIGHT: QuietWindow = { weekdays: EVERY_DAY, from: '22:00', to: '07:00' };
const MORNING = new Date('2026-12-12T07:00:00Z');

/** 22:30 in Lisbon and in UTC. */
async function arrange(quietHours: QuietWindow[] = [NIGHT]) {
  const engine = createEngine(database);
  engine.clock.set(new Date('2026-12-11T22:30:00Z'));
  const stage = await givenStage(engine.services, { workspace: { timeZone: 'Europe/Lisbon', quietHours } });
  const { jobId, publicationId } = await givenQueued(stage);
  const scheduleOf = async () => {
    const readiness = (await readinessOf(contextFor(engine.services), [await stage.jobOf(jobId)])).get(jobId);
    return readiness?.gates.map(gateInEnglish).find(({ gate }) => gate === 'schedule');
  };
  const setQuietHours = async (revision: number, windows: QuietWindow[]) => {
    await actAs(engine.services, stage.owner, (tx) =>
      changeWorkspace(tx, { workspaceId: stage.workspaceId, revision, settings: { quietHours: windows } }),
    );
    await workOffWaiting(engine.services);
  };
  return { ...engine, ...stage, jobId, publicationId, scheduleOf, setQuietHours };
}

it('holds an approved post until the morning, with the reason, and then publishes it', async () => {
  const { jobId, publicationId, jobOf, scheduleOf, deliver, postsOf, clock } = await arrange();
  expect(await jobOf(jobId)).toMatchObject({ state: 'ready', quietUntil: MORNING });
  expect(await scheduleOf()).toMatchObject({
    status: 'wait',
    code: 'quiet_hours',
    message: 'Quiet hours: nothing is published before Saturday 12 December 2026, 07:00 (Europe/Lisbon).',
  });
  clock.set(new Date(MORNING.getTime() - 1));
  await deliver(publicationId);
  expect(await postsOf(publicationId)).toBe(0);
  clock.set(MORNING);
  expect(await deliver(publicationId)).toBe('published');
});

it('is checked again in the sending transaction: hours that begin after queueing hold it', async () => {
  const { jobId, publicationId, jobOf, deliver, postsOf, setQuietHours } = await arrange([]);
  expect((await jobOf(jobId)).state).toBe('queued');
  await setQuietHours(1, [NIGHT]);
  await deliver(publicationId);
  expect(await postsOf(publicationId)).toBe(0);
  expect(await jobOf(jobId)).toMatchObject({ state: 'ready', quietUntil: MORNING });
});

it('releases waiting posts once the hours are removed, and at the earlier end if they are shortened', async () => {
  const { jobId, publicationId, jobOf, setQuietHours, deliver } = await arrange();
  await setQuietHours(1, [{ ...NIGHT, to: '06:00' }]);
  expect((await jobOf(jobId)).quietUntil).toEqual(new Date('2026-12-12T06:00:00Z'));
  await setQuietHours(2, []);
  expect(await jobOf(jobId)).toMatchObject({ state: 'queued', quietUntil: null });
  expect(await deliver(publicationId)).toBe('published');
});

it('does not count posts waiting for the morning as lost, until they are overdue', async () => {
  const { services, clock } = await arrange();
  clock.advance(3_600_000);
  expect(await requeueOverdue(contextFor(services))).toBe(0);
  clock.set(new Date(MORNING.getTime() + 60_000));
  expect(await requeueOverdue(contextFor(services))).toBeGreaterThan(0);
});
