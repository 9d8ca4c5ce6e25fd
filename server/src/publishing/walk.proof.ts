import { Session } from 'node:inspector/promises';
import { expect } from 'vitest';
import { useApi } from '../testing/api.ts';
import { givenAgent, givenLaunched, givenUser } from '../testing/factories.ts';
import { useGraphql } from '../testing/graphql.ts';
import { prove } from '../testing/proofs/prove.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import type { PublicationState } from './publication.entity.ts';
import { workOnPublication } from './work-on-publication.ts';

const database = useTestDatabase();
const api = useApi(database);
const graphql = useGraphql(database);

/** The service's files in which a function was called during the work. */
async function enteredBy(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const called = result.filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count));
  const files = called.flatMap(({ url }) => /\/server\/src\/([^?]+)/.exec(url)?.[1] ?? []);
  return [...new Set(files)].filter((file) => !/(^|\/)testing\/|\.(test|proof)\./.test(file));
}

prove('walk', 'a draft is traced from the REST route to the post', async () => {
  await givenLaunched(api.services);
  const stage = await givenStage(api.services);
  const { authorization } = await givenAgent(api.services, stage.workspace);
  const person = graphql.browserOf(await givenUser(graphql.services, stage.accountId));
  const body = {
    workspace_id: stage.workspaceId,
    source_text: 'The harbour festival opens on Friday.',
    platforms: ['sandbox'],
    publish_mode: 'approval_queue',
  };
  const submit = () => api.send('POST', '/api/v1/drafts', body, { authorization });
  // Data read once per process does not count.
  await submit();

  let draft = { approval: { approval_id: '', content_hash: '' }, publish_job: { job_id: '' } };
  const submitted = await enteredBy(async () => {
    draft = (await submit()).json();
  });
  const input = { approvalId: draft.approval.approval_id, contentHash: draft.approval.content_hash, decision: 'APPROVED' };
  const decided = await enteredBy(() =>
    graphql.ask(person, 'mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { id } }', { input }),
  );
  const [publication] = await stage.publicationsOf(draft.publish_job.job_id);
  let outcome: PublicationState | null = null;
  const posted = await enteredBy(async () => {
    outcome = await workOnPublication(api.services, publication?.id ?? '', { signal: new AbortController().signal });
  });
  expect(outcome).toBe('published');
  const all = new Set([...submitted, ...decided, ...posted]);
  return [
    `POST /v1/drafts: ${submitted.length} files entered`,
    `decideApproval: ${decided.length}`,
    `the worker: ${posted.length}`,
    `together: ${all.size}`,
  ];
});
