import { expect, it } from 'vitest';
import type { Actor, Scope } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { agentWith, personWith } from '../testing/actors.ts';
import { type ApprovalWish, resolveApprovalRequired } from './resolve-approval-required.ts';

const workspace = (allowsAuto: boolean) => ({ allowsAuto }) as Workspace;
const agent = (...scopes: Scope[]): Actor => agentWith(scopes);

it.each<[string, Actor, boolean, ApprovalWish, boolean, string, boolean]>([
  // name, actor, workspace allows auto, request, → required, mode, notice
  ['nothing', agent('publish:auto'), true, {}, true, 'draft_only', false],
  ['approval', agent(), false, { approvalRequired: true, publishMode: 'approval_queue' }, true, 'approval_queue', false],
  ['none, with grant and policy', agent('publish:auto'), true, { approvalRequired: false }, false, 'draft_only', false],
  ['auto, with grant and policy', agent('publish:auto'), true, { publishMode: 'auto' }, false, 'auto', false],
  [
    'none, yet the queue',
    agent('publish:auto'),
    true,
    { approvalRequired: false, publishMode: 'approval_queue' },
    true,
    'approval_queue',
    true,
  ],
  ['none, without the scope', agent('jobs:write'), true, { approvalRequired: false }, true, 'draft_only', true],
  ['auto, without the policy', agent('publish:auto'), false, { publishMode: 'auto' }, true, 'approval_queue', true],
  [
    'auto and approval both requested',
    agent('publish:auto'),
    true,
    { approvalRequired: true, publishMode: 'auto' },
    true,
    'approval_queue',
    true,
  ],
  [
    'none, as a person and operator',
    { ...personWith('owner'), isOperator: true } as Actor,
    true,
    { approvalRequired: false, publishMode: 'auto' },
    true,
    'approval_queue',
    true,
  ],
])('tightens %s with a notice', (_what, actor, allowsAuto, wish, approvalRequired, publishMode, hasNotice) => {
  const resolved = resolveApprovalRequired(actor, workspace(allowsAuto), wish);
  expect(resolved).toMatchObject({ approvalRequired, publishMode });
  expect(resolved.notices.map(({ code }) => code)).toEqual(hasNotice ? ['approval_still_required'] : []);
});
