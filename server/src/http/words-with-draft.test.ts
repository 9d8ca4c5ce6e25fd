import { describe, expect, it } from 'vitest';
import { AuditEntry } from '../audit/audit.entities.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { countRows, expectProblem, useApi } from '../testing/api.ts';
import { givenAgent } from '../testing/factories.ts';
import { givenPicture } from '../testing/pictures.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

const TEXT = 'The pier opens on Friday.';
const make = (more: object, headers: Record<string, string> = {}) =>
  api.send(
    'POST',
    '/api/v1/drafts',
    { workspace_id: api.home.workspaceId, source_text: TEXT, platforms: ['sandbox', 'bluesky'], ...more },
    headers,
  );
const read = async (id: string) => (await api.send('GET', `/api/v1/drafts/${id}`)).json();
const change = (id: string, revision: number, body: object) =>
  api.send('PATCH', `/api/v1/drafts/${id}`, body, { 'if-match': `"${revision}"` });

describe('captions of a new draft', () => {
  const own = { platform: 'bluesky', text: 'Own words,  two spaces kept.', tags: ['pier'], thread: ['And a second post.'] };

  it('are published unchanged, and those of other platforms are generated', async () => {
    const made = await make({ captions: [own], publish_mode: 'approval_queue' });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({
      status: 'in_review',
      captions: [
        { platform: 'sandbox', text: TEXT, origin: 'extractive' },
        { ...own, origin: 'agent', warnings: [] },
      ],
    });
    const { payloads } = await read(made.json().draft_id);
    const [, bluesky] = payloads;
    expect(bluesky.preview.parts.map(({ text }: { text: string }) => text)).toEqual([own.text, own.thread[0]]);
  });

  it('stay with an unsubmitted draft, and are its only captions', async () => {
    const made = (await make({ captions: [own] })).json();
    expect(made).toMatchObject({ status: 'draft', captions: [{ platform: 'bluesky', text: own.text }] });
    expect(made.captions).toHaveLength(1);
  });

  it('have warnings for what does not fit, and are never shortened', async () => {
    const text = 'A long word. '.repeat(40);
    const [caption] = (await make({ captions: [{ ...own, text }] })).json().captions;
    expect(caption.text).toBe(text);
    expect(caption.warnings).toContainEqual(expect.objectContaining({ code: 'text_too_long', field: 'text' }));
  });

  it('are all refused if one is invalid, with its position, and no draft is created', async () => {
    const before = await countRows(api.services.orm);
    const twice = await make({ captions: [own, own] });
    expect(expectProblem(twice, 'validation_failed').errors).toEqual([{ pointer: '/captions/1/platform', message: expect.any(String) }]);
    const foreign = await make({ captions: [own, { platform: 'x', text: 'For nobody.' }] });
    expect(expectProblem(foreign, 'validation_failed').errors).toEqual([{ pointer: '/captions/1/platform', message: expect.any(String) }]);
    expectProblem(await make({ captions: [{ ...own, title: 'A title' }] }), 'validation_failed');
    expect(await countRows(api.services.orm)).toEqual(before);
  });

  it('need the scope captions:write', async () => {
    const { authorization } = await givenAgent(api.services, api.home.workspace, { scopes: ['drafts:write'] });
    expectProblem(await make({ captions: [own] }, { authorization }), 'insufficient_scope');
    expect((await make({}, { authorization })).statusCode).toBe(201);
  });

  it('can be changed in one call, which requests approval again', async () => {
    const made = (await make({ captions: [own], publish_mode: 'approval_queue' })).json();
    const changed = await change(made.draft_id, made.revision, { captions: [{ ...own, text: 'Mended words.' }] });
    expect(changed.json()).toMatchObject({ status: 'in_review', publish_job: { job_id: made.publish_job.job_id } });
    expect(changed.json().content_hash).not.toBe(made.content_hash);
    expect((await read(made.draft_id)).captions[1].text).toBe('Mended words.');
  });

  it('can have pictures with alternative texts', async () => {
    const { id } = await givenPicture(api.services, await agentActor(api.services, api.home.workspace), api.home.workspace);
    const made = (await make({ captions: [own], media_ids: [id], alt_texts: ['A pier at dawn.'], publish_mode: 'approval_queue' })).json();
    expect(made.media_ids).not.toEqual([id]);
    expect((await api.send('GET', `/api/v1/media/${made.media_ids[0]}`)).json().alt_text).toBe('A pier at dawn.');
    expect((await make({ media_ids: [id], alt_texts: [''] })).json().media_ids).toEqual([id]);
    const problem = expectProblem(await make({ media_ids: [id], alt_texts: ['One.', 'Two.'] }), 'validation_failed');
    expect(problem.errors).toEqual([{ pointer: '/alt_texts', message: expect.any(String) }]);
  });
});

describe('a note to the reviewer', () => {
  const note_to_reviewer = 'The opening time is from the harbour master’s mail of Monday.';

  it('is shown to approvers, and is not part of the approved or published content', async () => {
    const plain = (await make({ publish_mode: 'approval_queue' })).json();
    const noted = (await make({ publish_mode: 'approval_queue', note_to_reviewer })).json();
    expect(noted.note_to_reviewer).toBe(note_to_reviewer);
    expect(noted.content_hash).toBe(plain.content_hash);
    expect(JSON.stringify((await read(noted.draft_id)).payloads)).not.toContain('harbour master');
  });

  it('is changed without a new approval, at the given revision, and recorded in the audit log', async () => {
    const made = (await make({ publish_mode: 'approval_queue', note_to_reviewer })).json();
    expectProblem(await change(made.draft_id, made.revision + 1, { note_to_reviewer: 'Stale.' }), 'stale_revision');
    const changed = (await change(made.draft_id, made.revision, { note_to_reviewer: 'From the timetable.' })).json();
    expect(changed).toMatchObject({ note_to_reviewer: 'From the timetable.', revision: made.revision, content_hash: made.content_hash });
    expect(changed.approval.approval_id).toBe(made.approval.approval_id);
    expect((await change(made.draft_id, made.revision, { note_to_reviewer: null })).json().note_to_reviewer).toBeNull();
    const entries = await api.services.orm.em.fork().find(AuditEntry, { subjectId: made.draft_id, action: 'draft.changed' });
    expect(entries.map(({ details }) => Boolean((details as { noteSha256?: string }).noteSha256)).sort()).toEqual([false, true]);
  });

  it('cannot be changed after the approval', async () => {
    const made = (await make({ publish_mode: 'approval_queue', note_to_reviewer })).json();
    const owner = await userActor(api.services, api.home.accountId);
    await actAs(api.services, owner, (ctx) =>
      recordDecision(ctx, { approvalId: made.approval.approval_id, contentHash: made.content_hash, decision: 'approved' }),
    );
    expectProblem(await change(made.draft_id, made.revision, { note_to_reviewer: 'Another story.' }), 'invalid_state');
  });

  it('cannot be changed after one of two decisions', async () => {
    const em = api.services.orm.em.fork();
    const ask = (people: number) => em.execute('update workspaces set approvals_required = ? where id = ?', [people, api.home.workspaceId]);
    await ask(2);
    const made = (await make({ publish_mode: 'approval_queue', note_to_reviewer })).json();
    await ask(1);
    const owner = await userActor(api.services, api.home.accountId);
    const { state } = await actAs(api.services, owner, (ctx) =>
      recordDecision(ctx, { approvalId: made.approval.approval_id, contentHash: made.content_hash, decision: 'approved' }),
    );
    expect(state).toBe('pending');
    expectProblem(await change(made.draft_id, made.revision, { note_to_reviewer: 'Another story.' }), 'invalid_state');
  });

  it('has a maximum length', async () => {
    expectProblem(await make({ note_to_reviewer: 'x'.repeat(2_001) }), 'validation_failed');
  });
});
