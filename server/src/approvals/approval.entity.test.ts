import { expect, it } from 'vitest';
import { nextState } from '../state-table.ts';
import { APPROVAL_STATES, APPROVAL_TRANSITIONS } from './approval.entity.ts';

const ALLOWED = new Set([
  'pending>approved',
  'pending>rejected',
  'pending>changes_requested',
  'pending>expired',
  'pending>superseded',
  'approved>pending',
  'rejected>pending',
  'changes_requested>pending',
  'approved>expired',
  'approved>superseded',
]);

it.each(APPROVAL_STATES.flatMap((from) => APPROVAL_STATES.map((to) => [from, to] as const)))(
  'from %s to %s: only by the table',
  (from, to) => {
    const move = () => nextState('approval', APPROVAL_TRANSITIONS, from, to);
    if (ALLOWED.has(`${from}>${to}`)) expect(move()).toBe(to);
    else expect(move).toThrow(`The approval is ${from}; it cannot become ${to}.`);
  },
);
