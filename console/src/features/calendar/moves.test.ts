import { expect, test } from 'vitest';
import type { CalendarDraftFragment } from '../../gql/graphql.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { type MoveLook, type MoveServer, moveAtOnce, moveBack } from './moves.ts';

const AT = new Date('2026-12-01T10:00:00Z');
const BACK = new Date('2026-11-30T10:00:00Z');
const asked = { id: 'apr_1', decisions: [] };
const draft = {
  id: 'drf_1',
  title: 'Pumpkin soup',
  revision: 3,
  scheduledAt: BACK.toISOString(),
  approval: asked,
} as unknown as CalendarDraftFragment;
const free: MoveLook['move'] = {
  refusal: null,
  asksAgain: false,
  endsOwnVote: false,
  touchesDecision: false,
  goesOutAt: AT.toISOString(),
  warning: null,
};
const stale = new ApiError({ code: 'stale_revision', message: 'The draft has a newer revision.', remedy: 'Read it again.', status: 412 });

/** A fake server with this reply to a move; records the requests. */
function serverOf(said: Partial<MoveLook['move']>, approval: MoveLook['approval'] = asked, fault?: Error) {
  const done: (Date | null)[] = [];
  const server: MoveServer = {
    look: async (id) => ({ id, revision: 3, approval, move: { ...free, ...said } }),
    set: async (_draft, at) => {
      if (fault) throw fault;
      done.push(at);
      return { ...draft, revision: 4, scheduledAt: at?.toISOString() ?? null };
    },
  };
  return { server, done };
}

test('a post without a decision is moved at once', async () => {
  const { server, done } = serverOf({ asksAgain: true });
  expect(await moveAtOnce(server, draft, AT)).toMatchObject({ became: 'moved', draft: { revision: 4 }, move: { asksAgain: true } });
  expect(done).toEqual([AT]);
});

test.each([
  ['a decision depends on it', { touchesDecision: true }],
  ['it would be refused', { refusal: 'It lies in the past.' }],
])('if %s, a confirmation is required and nothing is done', async (_why, said) => {
  const { server, done } = serverOf(said);
  expect(await moveAtOnce(server, draft, AT)).toEqual({ became: 'asks' });
  expect(done).toEqual([]);
});

test('a refusal is passed on unchanged', async () => {
  const { server } = serverOf({}, asked, stale);
  expect(await moveAtOnce(server, draft, AT)).toEqual({ became: 'refused', error: stale });
});

test('moving back needs no confirmation, and never undoes a later decision', async () => {
  const open = serverOf({ asksAgain: true, touchesDecision: true });
  expect(await moveBack(open.server, draft, BACK)).toMatchObject({ became: 'moved', draft: { scheduledAt: BACK.toISOString() } });
  const decided = serverOf({}, { id: 'apr_1', decisions: [{ id: 'dec_1' }] });
  expect(await moveBack(decided.server, draft, BACK)).toEqual({
    became: 'refused',
    reason: expect.stringContaining('A decision was made in the meantime'),
  });
  expect(decided.done).toEqual([]);
});

test('moving back reports why it was refused', async () => {
  expect(await moveBack(serverOf({ refusal: 'The time must not lie in the past.' }).server, draft, BACK)).toMatchObject({
    reason: 'The time must not lie in the past.',
  });
  expect(await moveBack(serverOf({}, asked, stale).server, draft, BACK)).toMatchObject({
    reason: expect.stringContaining('changed in the meantime'),
  });
  const sent = new ApiError({ code: 'invalid_state', message: 'It has gone out.', remedy: 'Use one of its allowed_actions.', status: 409 });
  expect(await moveBack(serverOf({}, asked, sent).server, draft, BACK)).toEqual({ became: 'refused', reason: 'It has gone out.' });
});
