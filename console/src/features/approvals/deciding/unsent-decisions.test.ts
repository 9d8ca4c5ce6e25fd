import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Decision } from './decision-desk.ts';
import { forgetLeft, keepForOwner, type Left, markSent, settleLeft } from './unsent-decisions.ts';

const decision: Decision = { approvalId: 'apr_1', contentHash: 'hash', decision: 'APPROVED', comment: null, title: 'A title' };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const left = [{ pageId: 'closed', personId: 'usr_1', decision, heldAt: Date.now() }];
  localStorage.setItem('countersign-left-decisions', JSON.stringify(left));
});
afterEach(() => vi.unstubAllGlobals());

/** Two tabs that a browser restores together; the first ends as in `end`. */
async function restoreTwo(end: () => void): Promise<Left[]> {
  const seen: Left[] = [];
  settleLeft('usr_1', async (left) => {
    seen.push(left);
    markSent(decision);
    await Promise.resolve();
    end();
  });
  settleLeft('usr_1', async (left) => void seen.push(left));
  await navigator.locks.request('countersign-left-decisions/apr_1', () => {});
  return seen;
}

test('of two restored tabs, one sends a decision', async () => {
  expect(await restoreTwo(() => forgetLeft(decision))).toEqual([{ decision, isHeld: true }]);
});

test('of a tab that was closed while sending, the next looks the decision up and does not send it', async () => {
  expect(await restoreTwo(() => {})).toEqual([
    { decision, isHeld: true },
    { decision, isHeld: false },
  ]);
});

test('what a person decided on a page that another has now is theirs again once they are back', async () => {
  forgetLeft(decision);
  const signed = { ...decision, approvalId: 'apr_2', signature: { id: 'sig' } as unknown as Decision['signature'] };
  keepForOwner('usr_2', [
    { decision, wasSent: false },
    { decision: signed as Decision, wasSent: false },
    { decision: { ...decision, approvalId: 'apr_3' }, wasSent: true },
  ]);
  const seen: Left[] = [];
  settleLeft('usr_1', async (left) => void seen.push(left));
  settleLeft('usr_2', async (left) => void seen.push(left));
  await vi.waitFor(() => expect(seen).toHaveLength(3));
  // A signature is not kept, and one that was sent may have arrived: both are looked up.
  expect(seen.map(({ decision: { approvalId, signature }, isHeld }) => [approvalId, signature, isHeld])).toEqual([
    ['apr_1', undefined, true],
    ['apr_2', undefined, false],
    ['apr_3', undefined, false],
  ]);
});
