import { useMemo, useState } from 'react';
import { useDeskKeys } from '../ui/use-desk-keys.ts';

interface Row {
  id: string;
}

/** The selected rows of a list, as they were when they were selected; also those that are not shown. */
export interface Ticks<T extends Row> {
  rows: ReadonlyMap<string, T>;
  shown: readonly T[];
  toggle(row: T): void;
  select(rows: readonly T[]): void;
  clear(): void;
}

/** Selects by click and by key: `j` and `k` move between the rows, `x` selects the focused one. */
export function useTicks<T extends Row>(shown: readonly T[]): Ticks<T> {
  const [ticked, setTicked] = useState<ReadonlyMap<string, T>>(new Map());
  const ticks = useMemo((): Ticks<T> => {
    // The list's row is newer.
    const current = new Map(shown.map((row) => [row.id, row]));
    const toggle = (row: T): void =>
      setTicked((before) => {
        const next = new Map(before);
        if (!next.delete(row.id)) next.set(row.id, row);
        return next;
      });
    return {
      rows: new Map([...ticked].map(([id, row]) => [id, current.get(id) ?? row])),
      shown,
      toggle,
      select: (rows) => setTicked((before) => new Map([...before, ...rows.map((row) => [row.id, row] as const)])),
      clear: () => setTicked(new Map()),
    };
  }, [shown, ticked]);
  useDeskKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    x: () => {
      const row = shown.find(({ id }) => id === focusedId());
      if (row) ticks.toggle(row);
    },
    escape: ticks.clear,
  });
  return ticks;
}

const ROW = '[data-row]';

const focusedId = (): string | undefined => document.activeElement?.closest<HTMLElement>(ROW)?.dataset.row;

function moveFocus(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const index = rows.findIndex(({ dataset }) => dataset.row === focusedId());
  const next = rows[index < 0 ? 0 : index + by];
  next?.querySelector<HTMLElement>('a, button')?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
