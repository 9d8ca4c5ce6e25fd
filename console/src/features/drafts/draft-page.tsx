import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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

/** One draft: source, text for each platform, previews and actions. */
export function DraftPage({ draftId }: { draftId: string }) {
  const query = useQuery(draftQuery(draftId));
  // Opens the editor if there is unsaved text.
  const [isEditing, setEditing] = useState(useFoundWords({ name: draftWords(draftId) }) !== null);
  useFollowWorkspace(query.data?.workspaceId);
  const edit = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone.
  const close = (): void => {
    setEditing(false);
    requestAnimationFrame(() => (edit.current ?? document.getElementById('main'))?.focus({ preventScroll: true }));
  };
  return (
    // A separate element once loaded: a longer title then moves nothing.
    <Page
      key={query.data === undefined ? 'loading' : 'loaded'}
      title={query.data?.title ?? (query.data === null ? texts.notFound : texts.title)}
      back={<BackLink to="/drafts" label={texts.back} />}
      actions={query.data && !isEditing && <DraftActions draft={query.data} editButton={edit} onEdit={() => setEditing(true)} />}
    >
      <Loaded query={query} skeleton={<DraftSkeleton />}>
        {(draft) =>
          draft ? (
            <DraftContent draft={draft} isEditing={isEditing} onClose={close} />
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

/** One element for both, so the form is kept while the content behind it is updated. */
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
