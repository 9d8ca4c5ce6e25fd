import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createLog, createOutageLog } from './log.ts';
import { VERSION } from './server-folder.ts';

afterEach(() => void vi.useRealTimers());

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info', base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });

it('logs an outage when it begins and when nothing has failed for 30 s, with the reason', async () => {
  vi.useFakeTimers();
  const outage = createOutageLog(log, 'It cannot be reached.');
  outage.report(new Error('insert into drafts', { cause: new AggregateError([new Error('no IPv6'), new Error('no IPv4')]) }));
  await vi.advanceTimersByTimeAsync(29_000);
  outage.report(new Error('still away'));
  await vi.advanceTimersByTimeAsync(30_000);
  outage.report({ message: 'away again', queue: 'mail' });
  expect(lines.splice(0)).toEqual([
    { level: 40, event: 'outage_began', reason: 'no IPv6; no IPv4', msg: 'It cannot be reached.' },
    { level: 30, event: 'outage_ended', failures: 2, msg: 'Over for 30 s: It cannot be reached.' },
    { level: 40, event: 'outage_began', reason: 'away again', msg: 'It cannot be reached.' },
  ]);
});

it('ends no outage that lasts while nothing is asked for', async () => {
  vi.useFakeTimers();
  let isOver = false;
  createOutageLog(log, 'It cannot be reached.', async () => isOver).report(new Error('away'));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(lines.splice(0)).toMatchObject([{ event: 'outage_began' }]);
  isOver = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(lines.splice(0)).toMatchObject([{ event: 'outage_ended', failures: 1 }]);
});

it('names the version in every line', () => {
  const written: string[] = [];
  createLog({ logLevel: 'info' }, { write: (line: string) => void written.push(line) }).info('ready');
  expect(written.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'ready', version: VERSION }]);
});

it('quotes no row of the database, however deep the error lies', () => {
  const row = 'Failing row contains (ada@example.org, 12).';
  const fault = () =>
    Object.assign(new Error(`insert failed: ${row}`), { code: '23514', detail: row, where: 'COPY users, line 1: "ada@example.org"' });
  const written: string[] = [];
  const logged = createLog({ logLevel: 'info' }, { write: (line: string) => void written.push(line) });
  const several = new AggregateError([fault(), new Error('and', { cause: fault() })], 'Two failed.');
  const errors = [fault(), new Error(`It failed: ${row}`, { cause: fault() }), several, Object.assign(new Error('x'), { first: fault() })];
  for (const err of [...errors, new Error('outer', { cause: several })]) logged.error({ err }, 'failed');
  expect(written).toHaveLength(5);
  for (const line of written) {
    expect(line).not.toContain('ada@example.org');
    expect(JSON.parse(line).err.stack).toContain('log.test.ts');
  }
  expect(JSON.parse(written[2] ?? '').err.aggregateErrors[0]).toMatchObject({ code: '23514', message: 'insert failed: [values]' });
});
