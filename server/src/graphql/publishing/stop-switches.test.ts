import { beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenUser } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { workOffWaiting } from '../../testing/waiting.ts';

const database = useTestDatabase();
const overrides = {} as Services;
const graphql = useGraphql(database, overrides);

let engine: Engine;
let stage: Stage;
let owner: Caller;
let operator: Caller;

beforeEach(async () => {
  engine = createEngine(database);
  Object.assign(graphql.services, engine.services);
  stage = await givenStage(engine.services);
  owner = graphql.browserOf(await givenUser(engine.services, stage.accountId));
  operator = graphql.browserOf(await givenUser(engine.services, stage.accountId, { isOperator: true }));
});

const change = async (caller: Caller, name: string, args = '') => {
  const { errors } = await graphql.ask(caller, `mutation { ${name}${args} { __typename } }`);
  expect(errors).toEqual([]);
};

const GATES = `query ($id: ID!) { publishJob(id: $id) { state readiness { gates { gate status code message } } } }`;

/** The state of the job, and the gates that do not pass. */
async function waitsFor(jobId: string) {
  interface Answer {
    publishJob: { state: string; readiness: { gates: { gate: string; status: string; code: string; message: string }[] } };
  }
  const { data } = await graphql.ask<Answer>(owner, GATES, { id: jobId });
  const shut = data.publishJob.readiness.gates.filter(({ status }) => status !== 'PASS');
  return [data.publishJob.state, ...shut.map(({ gate, status, code }) => `${gate} ${status} ${code}`)];
}

describe.each([
  {
    what: 'an agent',
    stop: () => change(owner, 'pauseGrant', `(grantId: "${stage.agent.grantId}")`),
    resume: () => change(owner, 'resumeGrant', `(grantId: "${stage.agent.grantId}")`),
    gate: 'PERMISSION WAIT grant_paused',
  },
  {
    what: 'a workspace',
    stop: () => change(owner, 'pauseWorkspace', `(workspaceId: "${stage.workspaceId}")`),
    resume: () => change(owner, 'resumeWorkspace', `(workspaceId: "${stage.workspaceId}")`),
    gate: 'PERMISSION WAIT workspace_paused',
  },
  {
    what: 'the whole service',
    stop: () => change(operator, 'stopService', '(reason: "A drill.")'),
    resume: () => change(operator, 'resumeService'),
    gate: 'LAUNCH WAIT service_stopped',
  },
])('the switch that stops $what', ({ stop, resume, gate }) => {
  it('stops new sends with a reason, and sends waiting posts once it is switched on again', async () => {
    const { jobId, publicationId } = await givenQueued(stage);
    await stop();
    await stop();
    expect(await engine.deliver(publicationId)).toBeNull();
    expect(await waitsFor(jobId)).toEqual(['BLOCKED', gate]);
    expect((await stage.publicationsOf(jobId))[0]).toMatchObject({ state: 'pending', intent: null, attempts: 0 });

    await resume();
    await resume();
    await workOffWaiting(engine.services);
    expect(await waitsFor(jobId)).toEqual(['QUEUED']);
    expect(await engine.deliver(publicationId)).toBe('published');
    expect([await engine.postsOf(publicationId), (await stage.ledger()).problems]).toEqual([1, []]);
  });

  it('lets sends in progress complete', async () => {
    const { publicationId } = await givenQueued(stage);
    let arrived = () => {};
    let answer = () => {};
    const isUnderWay = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const slow = createEngine(database, (sandbox) => ({
      async publish(...call) {
        arrived();
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return sandbox.publish(...call);
      },
    }));
    const sending = slow.deliver(publicationId);
    await isUnderWay;
    await stop();
    answer();
    expect(await sending).toBe('published');
    await resume();
  });
});

it('shows operators when and why the service was stopped, and limits the reason’s length', async () => {
  const read = async () => (await graphql.ask(operator, '{ operator { stop { stoppedAt reason } } }')).data;
  expect(await read()).toEqual({ operator: { stop: null } });
  await change(operator, 'stopService', '(reason: "A drill.")');
  expect(await read()).toEqual({ operator: { stop: { stoppedAt: engine.clock.now().toISOString(), reason: 'A drill.' } } });
  const long = await graphql.ask(operator, 'mutation ($reason: String) { stopService(reason: $reason) { __typename } }', {
    reason: 'x'.repeat(201),
  });
  expect(long.errors[0]?.extensions.code).toBe('validation_failed');
  await change(operator, 'resumeService');
  expect(await read()).toEqual({ operator: { stop: null } });
});

it('shows risks of the database’s set-up to operators only', async () => {
  const read = async (caller: Caller) =>
    (await graphql.ask<{ operator: { databaseWarnings: string[] } | null }>(caller, '{ operator { databaseWarnings } }')).data.operator;
  // The one of tests waits for no disk.
  const noDisk = expect.stringContaining('Set fsync and synchronous_commit');
  expect(await read(operator)).toEqual({ databaseWarnings: [noDisk] });
  const { engine: live } = graphql.services;
  graphql.services.engine = { isLive: false };
  expect(await read(operator)).toEqual({ databaseWarnings: [expect.stringContaining('Not live'), noDisk] });
  graphql.services.engine = live;
  expect(await read({})).toBeNull();
});
