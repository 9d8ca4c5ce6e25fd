import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createOutageLog } from './log.ts';

afterEach(() => void vi.useRealTimers());

it('logs an outage when it begins and when nothing has failed for 30 s, with the reason', () => {
  vi.useFakeTimers();
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info', base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const outage = createOutageLog(log, 'It cannot be reached.');
  outage.report(new Error('insert into drafts', { cause: new AggregateError([new Error('no IPv6'), new Error('no IPv4')]) }));
  vi.advanceTimersByTime(29_000);
  outage.report(new Error('still away'));
  vi.advanceTimersByTime(30_000);
  outage.report({ message: 'away again', queue: 'mail' });
  expect(lines).toEqual([
    { level: 40, event: 'outage_began', reason: 'no IPv6; no IPv4', msg: 'It cannot be reached.' },
    { level: 30, event: 'outage_ended', failures: 2, msg: 'Over for 30 s: It cannot be reached.' },
    { level: 40, event: 'outage_began', reason: 'away again', msg: 'It cannot be reached.' },
  ]);
});
