import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BackLink } from '../../components/ui/back-link.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { useFoundWords } from '../../components/unsaved/use-kept-words.ts';
import { useFollowWorkspace } from '../../lib/viewer.ts';
import { DraftActions } from './draft-actions.tsx';
import { DraftBody } from './draft-body.tsx';
import { DraftEditor } from './editor/draft-editor.tsx';
import { draftWords } from './editor/use-draft-form.ts';
import { type DraftView, draftQuery } from './queries.ts';
import { texts } from './texts.ts';

/** One draft: its source, the words for each platform, how they will look, and what can be done next. */
export function DraftPage({ draftId }: { draftId: string }) {
  const query = useQuery(draftQuery(draftId));
  // What was left unsaved is open where it was left.
  const [isEditing, setEditing] = useState(useFoundWords({ name: draftWords(draftId) }) !== null);
  useFollowWorkspace(query.data?.workspaceId);
  return (
    // A page of its own once it is there: a longer title then moves nothing that was shown before.
    <Page
      key={query.data === undefined ? 'loading' : 'loaded'}
      title={query.data?.title ?? (query.data === null ? texts.notFound : texts.title)}
      back={<BackLink to="/drafts" label={texts.back} />}
      actions={query.data && !isEditing && <DraftActions draft={query.data} onEdit={() => setEditing(true)} />}
    >
      <Loaded query={query} skeleton={<DraftSkeleton />}>
        {(draft) =>
          draft ? (
            <DraftContent draft={draft} isEditing={isEditing} onClose={() => setEditing(false)} />
          ) : (
            <Empty title={texts.notFound}>
              <p>{texts.notFoundHow}</p>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

/** One place for both, so that the form stays while what is behind it goes on. */
function DraftContent({ draft, isEditing, onClose }: { draft: DraftView; isEditing: boolean; onClose: () => void }) {
  return isEditing ? <DraftEditor draft={draft} onClose={onClose} /> : <DraftBody draft={draft} />;
}

function DraftSkeleton() {
  return (
    <>
      <Skeleton height={20} width="50%" mb={16} />
      <Skeleton height={140} radius={10} mb={16} />
      <Skeleton height={240} radius={10} />
    </>
  );
}
