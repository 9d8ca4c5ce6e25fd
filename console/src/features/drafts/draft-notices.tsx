import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { Notice } from '../../components/ui/notice.tsx';
import type { DraftNoticesFragment } from '../../gql/graphql.ts';
import { type DraftView, draftQuery } from './queries.ts';
import { texts } from './texts.ts';

const keyOf = (draftId: string) => ['draft-notices', draftId] as const;

/** Notices come once, with the response to a change: kept for the draft's page until its next change. */
export function keepNotices(queryClient: QueryClient, { id, notices }: DraftNoticesFragment): void {
  queryClient.setQueryData(keyOf(id), notices);
}

/** Stores a change's response as the current draft, for changes that follow at once. */
export function keepAnswer(queryClient: QueryClient, answer: DraftView & DraftNoticesFragment): void {
  queryClient.setQueryData(draftQuery(answer.id).queryKey, answer);
  keepNotices(queryClient, answer);
}

export function DraftNotices({ draftId }: { draftId: string }) {
  const { data: notices = [] } = useQuery<DraftNoticesFragment['notices']>({ queryKey: keyOf(draftId), queryFn: skipToken });
  if (notices.length === 0) return null;
  return (
    <Notice tone="wait" title={texts.notices}>
      {notices.map(({ code, message }) => (
        <p key={`${code} ${message}`} dir="auto">
          {message}
        </p>
      ))}
    </Notice>
  );
}
