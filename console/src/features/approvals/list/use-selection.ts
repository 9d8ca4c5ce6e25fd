import { useState } from 'react';
import type { ApprovalRow } from '../queries.ts';

/** The approvals that are ticked, each with the content that was in the list then: that is what is decided on. */
export interface Selection {
  rows: ReadonlyMap<string, ApprovalRow>;
  toggle(row: ApprovalRow): void;
  clear(): void;
}

/** What has left the list, or changed in it since it was ticked, is not selected any more. */
export function useSelection(shown: readonly ApprovalRow[]): Selection {
  const [ticked, setTicked] = useState<ReadonlyMap<string, ApprovalRow>>(new Map());
  const current = new Map(shown.map((row) => [row.id, row]));
  const rows = new Map([...ticked].filter(([id, { contentHash }]) => current.get(id)?.contentHash === contentHash));
  return {
    rows,
    toggle: (row) => {
      const next = new Map(rows);
      if (!next.delete(row.id) && row.viewerCan.decide) next.set(row.id, row);
      setTicked(next);
    },
    clear: () => setTicked(new Map()),
  };
}
