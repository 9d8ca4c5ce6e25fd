import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/http/api-error.ts';
import { AGAIN_MS, createDecisionDesk, type Decision, isDeciding, TOO_LATE_MS, UNDO_MS } from './decision-desk.ts';

const decision = (approvalId: string): Decision => ({
  approvalId,
  contentHash: `hash of ${approvalId}`,
  decision: 'APPROVED',
  comment: null,
  title: 'A title',
});

function setUp(send: (sent: Decision) => Promise<void> = async () => {}) {
  const sent: Decision[] = [];
  const line = { isUp: true, isDead: false, hasArrived: false, isAnothers: false, up: () => {} };
  const desk = createDecisionDesk(
    async (next) => {
      sent.push(next);
      await send(next);
    },
    {
      isUp: () => line.isUp,
      onUp: (listener) => {
        line.up = () => {
          line.isUp = true;
          listener();
        };
      },
      hasArrived: async () => line.hasArrived,
      isAnothers: async () => {
        if (line.isDead) throw UNREACHABLE;
        return line.isAnothers;
      },
    },
  );
  return { desk, sent, line };
}

const UNREACHABLE = new ApiError({ code: 'unreachable', message: 'No answer.', remedy: 'Try again.', status: 0 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a decision is sent after five seconds and not before', async () => {
  const { desk, sent } = setUp();
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect(sent).toEqual([]);
  expect(desk.getState().waiting.map((waiting) => waiting.decision.approvalId)).toEqual(['apr_1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([decision('apr_1')]);
  expect(desk.getState()).toMatchObject({ waiting: [], sending: [], failed: [], returned: [] });
});

test('an undone decision is never sent', async () => {
  const { desk, sent } = setUp();
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect(desk.undo()).toEqual(decision('apr_1'));
  expect(desk.getState().returned).toEqual([decision('apr_1')]);
  await vi.advanceTimersByTimeAsync(UNDO_MS * 10);
  expect(sent).toEqual([]);
  expect(isDeciding(desk.getState(), 'apr_1')).toBe(false);
});

test('each decision has its own timer, independent of later decisions', async () => {
  const { desk, sent } = setUp();
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(1_000);
  desk.decide(decision('apr_2'));
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1_000);
  expect(sent.map(({ approvalId }) => approvalId)).toEqual(['apr_1']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.map(({ approvalId }) => approvalId)).toEqual(['apr_1', 'apr_2']);
});

test('undo cancels the latest decision first, or a given one', async () => {
  const { desk, sent } = setUp();
  for (const id of ['apr_1', 'apr_2', 'apr_3', 'apr_4']) desk.decide(decision(id));
  expect(desk.undo()?.approvalId).toBe('apr_4');
  expect(desk.undo()?.approvalId).toBe('apr_3');
  expect(desk.undo('apr_1')?.approvalId).toBe('apr_1');
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(sent.map(({ approvalId }) => approvalId)).toEqual(['apr_2']);
  expect(desk.undo()).toBeNull();
  expect(desk.getState().returned.map(({ approvalId }) => approvalId)).toEqual(['apr_4', 'apr_3', 'apr_1']);
});

test('a decided approval cannot be decided again', async () => {
  const { desk, sent } = setUp();
  desk.decide(decision('apr_1'));
  desk.decide({ ...decision('apr_1'), decision: 'REJECTED' });
  await vi.advanceTimersByTimeAsync(UNDO_MS * 2);
  expect(sent).toEqual([decision('apr_1')]);
});

test('flush sends pending decisions and resolves with their responses', async () => {
  let answer = (): void => {};
  const { desk, sent } = setUp(() => new Promise((resolve) => (answer = resolve)));
  desk.decide(decision('apr_1'));
  let isDone = false;
  const flushed = desk.flush().then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(1);
  expect(isDeciding(desk.getState(), 'apr_1')).toBe(true);
  expect(isDone).toBe(false);
  answer();
  await flushed;
  expect(desk.getState().sending).toEqual([]);
});

test('a refusal is shown until it is dismissed', async () => {
  const refusal = new ApiError({ code: 'content_changed', message: 'It changed.', remedy: 'Look again.', status: 409 });
  const { desk } = setUp(() => Promise.reject(refusal));
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(desk.getState().failed).toEqual([{ decision: decision('apr_1'), error: refusal }]);
  desk.dismiss('apr_1');
  expect(desk.getState().failed).toEqual([]);
});

test('without a connection a decision is held, and sent once when the connection is back', async () => {
  const { desk, sent, line } = setUp();
  line.isUp = false;
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(UNDO_MS + 10 * AGAIN_MS);
  expect(sent).toEqual([]);
  expect(desk.getState().held).toEqual([{ decision: decision('apr_1'), wasSent: false }]);
  expect(isDeciding(desk.getState(), 'apr_1')).toBe(true);
  line.up();
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS);
  expect(sent).toEqual([decision('apr_1')]);
  expect(desk.getState()).toMatchObject({ held: [], failed: [], sending: [] });
});

test('a decision is in one of the lists at every moment until it is sent', async () => {
  const { desk, sent, line } = setUp();
  const seen: boolean[] = [];
  desk.subscribe(() => seen.push(isDeciding(desk.getState(), 'apr_1')));
  line.isUp = false;
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  line.up();
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(sent).toEqual([decision('apr_1')]);
  expect(seen.slice(0, -1)).not.toContain(false);
});

test('a held decision can be undone', async () => {
  const { desk, sent, line } = setUp();
  line.isUp = false;
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(desk.undo()).toEqual(decision('apr_1'));
  line.up();
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(sent).toEqual([]);
});

test('a decision without a response is looked up, and sent again only if it did not arrive', async () => {
  const answers = [() => Promise.reject(UNREACHABLE), () => Promise.reject(UNREACHABLE), async () => {}];
  const { desk, sent, line } = setUp(() => answers.shift()?.() ?? Promise.resolve());
  desk.decide(decision('apr_1'));
  desk.decide(decision('apr_2'));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(desk.getState().held.map(({ wasSent }) => wasSent)).toEqual([true, true]);
  // It may have arrived, so it cannot be undone.
  expect(desk.undo()).toBeNull();
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(sent.map(({ approvalId }) => approvalId)).toEqual(['apr_1', 'apr_2', 'apr_1', 'apr_2']);
  expect(desk.getState()).toMatchObject({ held: [], failed: [] });

  answers.push(() => Promise.reject(UNREACHABLE));
  desk.decide(decision('apr_3'));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  line.hasArrived = true;
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(sent.filter(({ approvalId }) => approvalId === 'apr_3')).toHaveLength(1);
  expect(desk.getState()).toMatchObject({ held: [], failed: [], sending: [] });
});

test('flush also sends what was held, once there is a connection', async () => {
  const { desk, sent, line } = setUp();
  line.isUp = false;
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  await desk.flush();
  expect(desk.getState().held).toHaveLength(1);
  line.isUp = true;
  await desk.flush();
  expect(sent).toEqual([decision('apr_1')]);
  expect(desk.getState()).toMatchObject({ held: [], sending: [], failed: [] });
});

test('a cleared desk returns what was never confirmed, and sends nothing of it', async () => {
  const { desk, sent, line } = setUp();
  line.isUp = false;
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  desk.decide(decision('apr_2'));
  expect(desk.clear()).toEqual([decision('apr_2'), decision('apr_1')].map((each) => ({ decision: each, wasSent: false })));
  line.up();
  await vi.advanceTimersByTimeAsync(UNDO_MS + 10 * AGAIN_MS);
  expect(sent).toEqual([]);
  expect(desk.getState()).toMatchObject({ waiting: [], held: [], failed: [], returned: [] });
});

test('a held decision stays held, and can be undone, where the connection is up but the server does not answer', async () => {
  const { desk, sent, line } = setUp();
  line.isUp = false;
  desk.decide(decision('apr_1'));
  desk.decide(decision('apr_2'));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  line.isDead = true;
  line.up();
  await vi.advanceTimersByTimeAsync(3 * AGAIN_MS);
  expect(desk.getState().held.map(({ wasSent }) => wasSent)).toEqual([false, false]);
  expect(desk.undo('apr_1')).toEqual(decision('apr_1'));
  line.isDead = false;
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(sent).toEqual([decision('apr_2')]);
  expect(desk.getState()).toMatchObject({ held: [], failed: [], sending: [] });
});

test('a held decision is never sent in the session of another person', async () => {
  const { desk, sent, line } = setUp();
  line.isUp = false;
  desk.decide(decision('apr_1'));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  line.isAnothers = true;
  line.up();
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS);
  expect(sent).toEqual([]);
  expect(desk.getState()).toMatchObject({ held: [], failed: [{ error: { code: 'signed_out' } }] });
});

test('a timer that fires far too late drops the decision with a message', async () => {
  const { desk, sent } = setUp();
  desk.decide(decision('apr_1'));
  // As on a machine that slept: the clock has moved on, and only now the timer rings.
  vi.setSystemTime(Date.now() + UNDO_MS + TOO_LATE_MS + 1);
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(sent).toEqual([]);
  expect(desk.getState().failed.map(({ error }) => error.code)).toEqual(['page_slept']);
});

test('a decision lost with its page is restored with its comment', () => {
  const { desk, sent } = setUp();
  desk.giveBack({ ...decision('apr_1'), comment: 'Which pier?' });
  expect(sent).toEqual([]);
  expect(desk.getState()).toMatchObject({ failed: [{ error: { code: 'page_left' } }], returned: [{ comment: 'Which pier?' }] });
});

test('notifies every listener of every change', async () => {
  const { desk } = setUp();
  const listener = vi.fn();
  const stop = desk.subscribe(listener);
  desk.decide(decision('apr_1'));
  expect(listener).toHaveBeenCalled();
  stop();
  listener.mockClear();
  desk.undo();
  expect(listener).not.toHaveBeenCalled();
});
