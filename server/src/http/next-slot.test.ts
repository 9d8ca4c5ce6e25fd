import { expect, it } from 'vitest';
import { Workspace } from '../access/workspace.entity.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock } from '../testing/test-services.ts';

const database = useTestDatabase();
/** Monday. */
const api = useApi(database, { services: { clock: createFixedClock(new Date('2026-11-23T08:00:00Z')) } });

const body = () => ({ workspace_id: api.home.workspaceId, source_text: 'We are open.', platforms: ['sandbox'], scheduled_at: 'next_slot' });
const change = (draft: { draft_id: string; revision: number }, changes: object) =>
  api.send('PATCH', `/api/v1/drafts/${draft.draft_id}`, changes, { 'if-match': `"${draft.revision}"` });

it('next_slot is refused with the reason if the workspace has no slots', async () => {
  const problem = expectProblem(await api.send('POST', '/api/v1/drafts', body()), 'validation_failed');
  expect(problem.errors).toEqual([
    { pointer: '/scheduled_at', message: 'scheduled_at cannot be next_slot: the workspace has no posting slots.' },
  ]);
});

it('next_slot reserves the next free slot, returns it, and releases it', async () => {
  const postingSlots = [{ weekdays: [1 as const], at: '09:00' }];
  await database.orm.em.fork().nativeUpdate(Workspace, { id: api.home.workspaceId }, { postingSlots });
  const first = (await api.send('POST', '/api/v1/drafts', body())).json();
  expect(first.scheduled_at).toBe('2026-11-23T09:00:00.000Z');
  const second = (await api.send('POST', '/api/create-post-draft', body())).json();
  expect(second.scheduled_at).toBe('2026-11-30T09:00:00.000Z');
  await change(first, { scheduled_at: null });
  expect((await change(second, { scheduled_at: 'next_slot' })).json().scheduled_at).toBe('2026-11-23T09:00:00.000Z');
});

it('any other invalid time is refused, naming the field', async () => {
  const response = await api.send('POST', '/api/v1/drafts', { ...body(), scheduled_at: 'tomorrow' });
  expect(expectProblem(response, 'validation_failed').errors).toEqual([
    { pointer: '/scheduled_at', message: 'scheduled_at must be an RFC 3339 time such as 2026-01-31T09:00:00Z, or next_slot.' },
  ]);
});
