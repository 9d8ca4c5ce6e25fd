import { type BulkAction, BulkBar } from '../../components/lists/bulk-bar.tsx';
import type { Ticks } from '../../components/lists/use-ticks.ts';
import { ArchiveDraftDocument, type DraftRowFragment, SubmitDraftDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts } from './texts.ts';

const LEFT = { outlivesPage: true };

interface Props {
  ticks: Ticks<DraftRowFragment>;
  hasMore: boolean;
  readAll: (most: number) => Promise<DraftRowFragment[]>;
}

const ACTIONS: readonly BulkAction<DraftRowFragment>[] = [
  {
    key: 'submit',
    label: texts.submit,
    isFor: ({ viewerCan }) => viewerCan.submit,
    run: ({ id }) => runDocument(SubmitDraftDocument, { draftId: id }, LEFT),
  },
  {
    key: 'archive',
    label: texts.archive,
    isFor: ({ viewerCan }) => viewerCan.archive,
    run: ({ id }) => runDocument(ArchiveDraftDocument, { draftId: id }, LEFT),
  },
];

/** Submits and archives selected drafts, as far as each allows it. */
export function DraftBulk(props: Props) {
  return <BulkBar {...props} actions={ACTIONS} />;
}
