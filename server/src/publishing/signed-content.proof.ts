import fc from 'fast-check';
import { expect } from 'vitest';
import { Approval } from '../approvals/approval.entity.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { hashJson } from '../payloads/content-hash.ts';
import { Payload } from '../payloads/payload.entity.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenAgent } from '../testing/factories.ts';
import { prove } from '../testing/proofs/prove.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { buildWeb } from '../web.ts';
import { Publication } from './publication.entity.ts';

const database = useTestDatabase();

/** Text as people write it, in many scripts, with emoji, links and tags. */
const texts = fc
  .array(
    fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.webUrl(), fc.constantFrom('#Harbour', '🌊', 'Ærøskøbing')),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((words) => `Pier: ${words.join(' ')}`.slice(0, 200));

prove('P8', 'what was signed is what is published', async (count) => {
  const jobs = count(1_000, 20);
  const sent = new Map<string, string>();
  const engine = createEngine(database, (sandbox) => ({
    publish(payload, credentials, intent, hooks) {
      sent.set(intent.id, hashJson(payload));
      return sandbox.publish(payload, credentials, intent, hooks);
    },
  }));
  const stage = await givenStage(engine.services, { packs: Math.ceil(jobs / 70) + 1 });
  let equal = 0;
  let out = 0;
  for (const sourceText of fc.sample(texts, jobs)) {
    const { approval, publicationId, draft, jobId } = await givenQueued(stage, { sourceText });
    if ((await engine.deliver(publicationId)) !== 'published') {
      // A safety check has refused it, so nothing of it may have been sent.
      expect([sent.has(publicationId), (await stage.jobOf(jobId)).state]).toEqual([false, 'blocked']);
      continue;
    }
    out += 1;
    const em = engine.services.orm.em.fork();
    const { payloadId } = await em.findOneOrFail(Publication, publicationId);
    const payload = await em.findOneOrFail(Payload, payloadId);
    const { contentHash } = await em.findOneOrFail(Draft, draft.id);
    if (sent.get(publicationId) === payload.payloadHash && contentHash === approval?.contentHash) equal += 1;
  }
  expect(equal).toBe(out);
  const edits = await editApproved(engine, stage, sent);
  return [
    `${out} publications of random texts: the hash of what was sent is the approved one in ${equal} (${jobs - out} were refused by a safety check, and nothing of them left)`,
    ...edits,
  ];
});

type Engine = ReturnType<typeof createEngine>;
type Stage = Awaited<ReturnType<typeof givenStage>>;

/** Edits approved drafts through every transport: each edit needs a new approval, and nothing is sent before. */
async function editApproved(engine: Engine, stage: Stage, sent: ReadonlyMap<string, string>): Promise<string[]> {
  const { authorization } = await givenAgent(engine.services, stage.workspace);
  const web = await buildWeb(engine.services);
  const ask = { workspace_id: stage.workspaceId, publish_mode: 'approval_queue' };
  const send = (method: 'PATCH' | 'POST', url: string, payload: object, headers: Record<string, string> = {}) =>
    web.inject({ method, url, payload, headers: { authorization, ...headers } });
  const words = (text: string) => ({ platform: 'sandbox', text });
  const caption = `mutation ($input: WriteCaptionInput!) { writeCaption(input: $input) { id } }`;
  const edits: Record<string, (draft: Draft) => Promise<{ statusCode: number; body: string }>> = {
    'the text over REST': (draft) => patch(draft, { source_text: 'The harbour festival opens on Sunday.' }),
    'the link over REST': (draft) => patch(draft, { link: 'https://harbour.example.org/other' }),
    'the time over REST': (draft) => patch(draft, { scheduled_at: new Date(engine.clock.now().getTime() + 60_000).toISOString() }),
    'own words over REST': (draft) =>
      send('POST', '/api/v1/captions', { ...ask, draft_id: draft.id, captions: [words('Doors open at nine.')] }),
    'own words by the named operation': (draft) =>
      send('POST', '/api/generate-description', { ...ask, draft_id: draft.id, captions: [words('Doors open at ten.')] }),
    'a caption over GraphQL': ({ id, revision }) =>
      send('POST', '/api/graphql', {
        query: caption,
        variables: { input: { draftId: id, revision, platform: 'sandbox', text: 'Something else.', tags: [] } },
      }),
  };
  const patch = (draft: Draft, changes: object) =>
    send('PATCH', `/api/v1/drafts/${draft.id}`, changes, { 'if-match': `"${draft.revision}"` });
  const lines: string[] = [];
  for (const [name, edit] of Object.entries(edits)) {
    const queued = await givenQueued(stage, { sourceText: 'The harbour festival opens on Friday. Everyone who likes boats may come.' });
    const em = engine.services.orm.em.fork();
    const before = await em.findOneOrFail(Draft, queued.draft.id);
    const answer = await edit(before);
    expect([name, answer.statusCode < 300 && !answer.body.includes('"errors":[{"message"'), answer.body.slice(0, 300)]).toEqual([
      name,
      true,
      expect.any(String),
    ]);
    const approval = await em.fork().findOneOrFail(Approval, queued.approval?.id ?? '');
    await engine.deliver(queued.publicationId);
    expect([name, approval.state, sent.has(queued.publicationId)]).toEqual([name, 'superseded', false]);
    lines.push(`${name}: the approval is ${approval.state}, nothing of the old one went out`);
  }
  await web.close();
  return lines;
}
