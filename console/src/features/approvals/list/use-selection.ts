import { useCallback, useMemo, useState } from 'react';
import { isDeciding } from '../deciding/decision-desk.ts';
import { useDecisionDesk } from '../deciding/use-decision-desk.tsx';
import type { ApprovalRow } from '../queries.ts';

/** The ticked approvals, each with its content at that time, which the decision applies to. */
export interface Selection {
  rows: ReadonlyMap<string, ApprovalRow>;
  /** The same function for as long as the list is there. */
  toggle(row: ApprovalRow): void;
  /** Those of the list that can be decided on; null if they are selected already. */
  selectShown: (() => void) | null;
  clear(): void;
}

/**
 * Approvals that left the list, or changed since they were ticked, are not selected; they are again if they return
 * with the same content.
 */
export function useSelection(shown: readonly ApprovalRow[]): Selection {
  const desk = useDecisionDesk();
  const [ticked, setTicked] = useState<ReadonlyMap<string, ApprovalRow>>(new Map());
  const rows = useMemo(() => {
    const current = new Map(shown.map((row) => [row.id, row]));
    return new Map([...ticked].filter(([id, { contentHash }]) => current.get(id)?.contentHash === contentHash));
  }, [shown, ticked]);
  const toggle = useCallback((row: ApprovalRow): void => {
    setTicked((before) => {
      const next = new Map(before);
      const isTicked = next.get(row.id)?.contentHash === row.contentHash;
      if (isTicked || !row.viewerCan.decide) next.delete(row.id);
      else next.set(row.id, row);
      return next;
    });
  }, []);
  return useMemo(() => {
    const open = shown.filter(({ id, viewerCan }) => viewerCan.decide && !isDeciding(desk.getState(), id));
    const isAll = open.every(({ id }) => rows.has(id));
    return {
      rows,
      toggle,
      selectShown: isAll ? null : () => setTicked(new Map(open.map((row) => [row.id, row]))),
      clear: () => setTicked(new Map()),
    };
  }, [rows, toggle, shown, desk]);
}
