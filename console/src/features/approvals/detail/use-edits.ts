import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentEditsInput } from '../../../gql/graphql.ts';
import { type DecisionDesk, returnedOf } from '../deciding/decision-desk.ts';
import { type ApprovalView, type EditPreview, editPreviewQuery } from '../queries.ts';

type Words = ApprovalView['draft']['captions'][number];

/** A person's edits before approving. */
export interface Editing {
  words: readonly Words[];
  platforms: readonly string[];
  /** Null: as soon as it may; empty while a time is half typed. */
  scheduledAt: string | null;
  change(next: { words?: Words; platforms?: string[]; scheduledAt?: string | null }): void;
  /** Back to the waiting content. */
  reset(): void;
  /** Only the differences from the waiting content. */
  edits: ContentEditsInput;
  isChanged: boolean;
  /** The server's preview of exactly these edits; null while it loads. */
  made: EditPreview | null;
  error: Error | null;
}

/** The browser's key for unsaved edits. */
export const editsName = (approvalId: string): string => `edit ${approvalId}`;

/** The browser's key for the comment of an unsent decision. */
export const noteName = (approvalId: string): string => `note ${approvalId}`;

const SHOW_AFTER_MS = 350;

/** Edits of one approval; `start` are those of a decision that was undone or did not count. */
export function useEdits(approval: ApprovalView, start: ContentEditsInput | undefined, isOn: boolean): Editing {
  const { draft } = approval;
  const asked = [...new Set(approval.payloads.map(({ platform }) => platform.id))];
  const [words, setWords] = useState<readonly Words[]>(() =>
    draft.captions.map((own) => {
      const edited = start?.captions?.find(({ platform }) => platform === own.platform);
      return edited ? { ...own, ...edited, thread: edited.thread ?? [] } : own;
    }),
  );
  const [platforms, setPlatforms] = useState<readonly string[]>(start?.platforms ?? asked);
  const [scheduledAt, setScheduledAt] = useState(start?.scheduledAt === undefined ? draft.scheduledAt : start.scheduledAt);
  const edits = editsOf(approval, { words, platforms, scheduledAt, asked });
  const isChanged = Object.keys(edits).length > 0;
  const [shown] = useDebouncedValue(JSON.stringify(edits), SHOW_AFTER_MS);
  const sent = JSON.parse(shown) as ContentEditsInput;
  const preview = useQuery({ ...editPreviewQuery(approval.id, sent), enabled: isOn && sent.scheduledAt !== '' });
  const isSettled = shown === JSON.stringify(edits) && !preview.isPlaceholderData && !preview.isFetching;
  return {
    words,
    platforms,
    scheduledAt,
    change: (next) => {
      const { words: changed } = next;
      if (changed) setWords((all) => all.map((own) => (own.platform === changed.platform ? changed : own)));
      if (next.platforms) setPlatforms(next.platforms);
      if (next.scheduledAt !== undefined) setScheduledAt(next.scheduledAt);
    },
    reset: () => {
      setWords(draft.captions);
      setPlatforms(asked);
      setScheduledAt(draft.scheduledAt);
    },
    edits,
    isChanged,
    made: isSettled && !preview.error ? (preview.data ?? null) : null,
    error: isSettled ? preview.error : null,
  };
}

/** The edits of an undone or failed decision on this approval, to restore them. */
export function returnedEdits(desk: DecisionDesk, approvalId: string): ContentEditsInput | undefined {
  return returnedOf(desk.getState(), approvalId)?.edits;
}

interface Now extends Pick<Editing, 'words' | 'platforms' | 'scheduledAt'> {
  asked: string[];
}

function editsOf({ draft }: ApprovalView, { words, platforms, scheduledAt, asked }: Now): ContentEditsInput {
  const changed = words.filter(
    (own, index) => platforms.includes(own.platform) && JSON.stringify(own) !== JSON.stringify(draft.captions[index]),
  );
  return {
    ...(changed.length > 0 ? { captions: changed.map(({ platform, text, tags, thread }) => ({ platform, text, tags, thread })) } : {}),
    ...(platforms.join() === asked.join() ? {} : { platforms: [...platforms] }),
    ...(scheduledAt === draft.scheduledAt ? {} : { scheduledAt }),
  };
}
