import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asApiError, sentence } from '../../lib/http/api-error.ts';
import { showRefusal, showToast } from '../ui/toasts.tsx';
import classes from './bulk-bar.module.css';
import { type RunResult, runEach } from './run-each.ts';
import { UNDO_MS, useBeginSoon } from './start-soon.ts';
import { texts } from './texts.ts';
import { TickBox } from './ticked-row.tsx';
import type { Ticks } from './use-ticks.ts';

interface Row {
  id: string;
}

/** What can be done with selected rows. */
export interface BulkAction<T extends Row> {
  key: string;
  /** A verb. */
  label: string;
  isFor: (row: T) => boolean;
  run: (row: T) => Promise<unknown>;
  /** The counterpart. Without one, the action begins after a few seconds in which it can be undone. */
  undo?: (row: T) => Promise<unknown>;
  /** Asks for something first, such as a reason, and calls `go` with what is to be run; it resolves to the number of refused rows. Needs `undo`. */
  ask?: (rows: readonly T[], go: (run: (row: T) => Promise<unknown>) => Promise<number>) => void;
}

interface Props<T extends Row> {
  ticks: Ticks<T>;
  actions: readonly BulkAction<T>[];
  /** Reads every row of the filter, up to `most`. */
  readAll: (most: number) => Promise<T[]>;
  hasMore: boolean;
  /** Rendered at the end, such as the dialog that asks. */
  children?: ReactNode;
}

interface Progress {
  done: number;
  of: number;
  /** Until the server takes more requests; 0 while it does. */
  waitSeconds: number;
}

const MOST = 1_000;

/** Above a list: selects its rows, and acts on those that are selected. */
export function BulkBar<T extends Row>({ ticks, actions, readAll, hasMore, children }: Props<T>) {
  const { run, progress } = useBulk(ticks);
  const [isReading, setReading] = useState(false);
  const rows = [...ticks.rows.values()];
  const shownTicked = ticks.shown.filter(({ id }) => ticks.rows.has(id)).length;
  const isAllShown = ticks.shown.length > 0 && shownTicked === ticks.shown.length;
  const selectAll = async (): Promise<void> => {
    setReading(true);
    try {
      ticks.select(await readAll(MOST));
    } catch (error) {
      showRefusal(`${texts.notRead}. ${sentence(asApiError(error))}`);
    } finally {
      setReading(false);
    }
  };
  return (
    <section className={classes.bar} aria-label={texts.bar} data-active={rows.length > 0 || undefined}>
      <TickBox
        aria-label={texts.tickShown}
        checked={isAllShown}
        indeterminate={shownTicked > 0 && !isAllShown}
        onChange={() => (isAllShown ? ticks.clear() : ticks.select(ticks.shown))}
      />
      <p className={progress || rows.length > 0 ? classes.count : classes.dim} aria-live="polite">
        {progress
          ? `${texts.running(progress)} ${progress.waitSeconds > 0 ? texts.waits({ seconds: progress.waitSeconds }) : ''}`
          : rows.length > 0
            ? texts.selected({ count: rows.length })
            : texts.tickShown}
      </p>
      {rows.length === 0 && <p className={`${classes.dim} ${classes.keys}`}>{texts.keys}</p>}
      {rows.length > 0 && (
        <>
          {actions.map((action) => {
            const meant = rows.filter(action.isFor);
            return (
              meant.length > 0 && (
                <Button
                  key={action.key}
                  size="xs"
                  variant="default"
                  disabled={progress !== null}
                  aria-haspopup={action.ask ? 'dialog' : undefined}
                  onClick={() => {
                    if (action.ask) return action.ask(meant, (how) => run({ ...action, run: how }, meant));
                    return void run(action, meant);
                  }}
                >
                  {texts.ofSelected({ label: action.label, count: meant.length })}
                </Button>
              )
            );
          })}
          {hasMore && isAllShown && (
            <Button size="xs" variant="subtle" loading={isReading} onClick={selectAll}>
              {texts.all}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={ticks.clear}>
            {texts.clear}
          </Button>
          {rows.length >= MOST && <p className={classes.dim}>{texts.most({ count: MOST })}</p>}
        </>
      )}
      {children}
    </section>
  );
}

/** Runs actions, and says what became of them. What was refused is selected again. */
function useBulk<T extends Row>({ clear, select }: Pick<Ticks<T>, 'clear' | 'select'>) {
  const queryClient = useQueryClient();
  const beginSoon = useBeginSoon();
  const [progress, setProgress] = useState<Progress | null>(null);
  const perform = async (label: string, rows: readonly T[], act: (row: T) => Promise<unknown>): Promise<RunResult<T>> => {
    const of = rows.length;
    setProgress({ done: 0, of, waitSeconds: 0 });
    const { done, refused } = await runEach(rows, act, {
      onProgress: (count) => setProgress({ done: count, of, waitSeconds: 0 }),
      onWait: (waitSeconds) => setProgress((before) => before && { ...before, waitSeconds }),
    });
    setProgress(null);
    const [first] = refused;
    if (first) showRefusal(texts.refused({ label, count: refused.length, why: sentence(first.error) }));
    select(refused.map(({ row }) => row));
    // Not awaited: what became of them is said at once, however long the lists take to load.
    void queryClient.invalidateQueries();
    return { done, refused };
  };
  const run = async (action: BulkAction<T>, rows: readonly T[]): Promise<number> => {
    clear();
    const { label, undo } = action;
    if (!undo) {
      const soon = beginSoon(async () => {
        const { done } = await perform(label, rows, action.run);
        if (done.length > 0) showToast(texts.done({ label, count: done.length }));
      });
      showToast(texts.soon({ label, count: rows.length }), { label: texts.undo, run: soon.stop }, UNDO_MS);
      return 0;
    }
    const { done, refused } = await perform(label, rows, action.run);
    if (done.length === 0) return refused.length;
    showToast(texts.done({ label, count: done.length }), {
      label: texts.undo,
      run: async () => {
        const undone = await perform(texts.undo, done, undo);
        if (undone.done.length > 0) showToast(texts.undone({ count: undone.done.length }));
      },
    });
    return refused.length;
  };
  return { run, progress };
}
