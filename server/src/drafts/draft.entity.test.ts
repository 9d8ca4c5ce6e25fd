import { describe, expect, it } from 'vitest';
import type { Actor, Scope } from '../access/actor.ts';
import { agentWith, personWith } from '../testing/actors.ts';
import { DRAFT_STATES, DRAFT_TRANSITIONS, type Draft, type DraftState } from './draft.entity.ts';
import { allowedDraftActions } from './lock-draft.ts';

describe('the table of draft states', () => {
  const reachable = (from: DraftState): Set<DraftState> => {
    const seen = new Set<DraftState>([from]);
    for (const state of seen) for (const next of DRAFT_TRANSITIONS[state]) seen.add(next);
    return seen;
  };

  it('reaches every state from a new draft', () => {
    expect([...reachable('draft')].sort()).toEqual([...DRAFT_STATES].sort());
  });

  it('ends in published, partially published and archived', () => {
    expect(DRAFT_STATES.filter((state) => DRAFT_TRANSITIONS[state].length === 0)).toEqual(['published', 'partially_published', 'archived']);
  });

  it('allows content changes until publishing and after a rejection or failure, never later', () => {
    expect(DRAFT_STATES.filter((state) => DRAFT_TRANSITIONS[state].includes('draft'))).toEqual([
      'in_review',
      'changes_requested',
      'approved',
      'scheduled',
      'failed',
      'rejected',
    ]);
  });

  it('archives any draft that is not published or being sent', () => {
    const kept = ['publishing', 'published', 'partially_published', 'archived'];
    expect(DRAFT_STATES.filter((state) => !DRAFT_TRANSITIONS[state].includes('archived'))).toEqual(kept);
  });
});

describe('allowedDraftActions', () => {
  const workspace = { id: 'wsp_1', accountId: 'acc_1', allowsAuto: true, archivedAt: null };
  const draftIn = (state: DraftState, approvalRequired = true) => ({ state, approvalRequired, workspaceId: 'wsp_1' }) as Draft;
  const agent = (...scopes: Scope[]): Actor => agentWith(scopes);

  it.each<[DraftState, string[]]>([
    ['draft', ['caption', 'submit', 'edit', 'archive']],
    ['in_review', ['caption', 'edit', 'archive']],
    ['changes_requested', ['caption', 'submit', 'edit', 'archive']],
    ['approved', ['caption', 'edit', 'archive']],
    ['scheduled', ['caption', 'edit', 'archive']],
    ['publishing', []],
    ['published', []],
    ['partially_published', []],
    ['failed', ['caption', 'submit', 'edit', 'archive']],
    ['rejected', ['caption', 'edit', 'archive']],
    ['archived', []],
  ])('offers an owner what the state %s permits', (state, actions) => {
    expect(allowedDraftActions(draftIn(state), personWith('owner'), workspace)).toEqual(actions);
  });

  it('offers nothing to a viewer, a stranger, an agent of another workspace or an anonymous caller', () => {
    const elsewhere: Actor = { ...agent('drafts:write', 'jobs:write'), workspaceId: 'wsp_2' } as Actor;
    for (const actor of [personWith('viewer'), personWith('owner', 'acc_2'), elsewhere, agent('read'), { kind: 'anonymous' } as const]) {
      expect(allowedDraftActions(draftIn('draft'), actor, workspace)).toEqual([]);
    }
  });

  it('offers nothing in an archived workspace', () => {
    const archived = { ...workspace, archivedAt: new Date() };
    for (const actor of [personWith('owner'), agent('drafts:write', 'jobs:write'), { kind: 'operator' } as const]) {
      expect(allowedDraftActions(draftIn('draft'), actor, archived)).toEqual([]);
    }
  });

  it('offers an agent what its scopes permit', () => {
    expect(allowedDraftActions(draftIn('draft'), agent('captions:write'), workspace)).toEqual(['caption']);
    expect(allowedDraftActions(draftIn('draft'), agent('jobs:write'), workspace)).toEqual(['submit']);
  });

  it('offers publishing without approval only where grant, workspace and draft all agree', () => {
    const auto = agent('jobs:write', 'publish:auto');
    expect(allowedDraftActions(draftIn('draft', false), auto, workspace)).toContain('publish');
    expect(allowedDraftActions(draftIn('draft', true), auto, workspace)).not.toContain('publish');
    expect(allowedDraftActions(draftIn('draft', false), auto, { ...workspace, allowsAuto: false })).not.toContain('publish');
    expect(allowedDraftActions(draftIn('draft', false), agent('jobs:write'), workspace)).not.toContain('publish');
    expect(allowedDraftActions(draftIn('draft', false), personWith('owner'), workspace)).not.toContain('publish');
  });
});
