import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { ChangeDraftDocument, type DraftRevisionViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts as separators } from '../../lib/texts.ts';
import classes from './draft.module.css';
import { keepAnswer } from './draft-notices.tsx';
import { type DraftView, revisionsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { WordDiff, wholeText } from './word-diff.tsx';

/** Earlier captions with author, differences and a way to restore them. */
export function Revisions({ draft }: { draft: DraftView }) {
  const query = useInfiniteQuery(revisionsQuery(draft.id));
  return (
    <Panel title={texts.revisions} isFlush>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {(revisions) => (
          <ul className={rows.rows}>
            {revisions.map((revision, index) => (
              <RevisionRow key={revision.id} draft={draft} revision={revision} isCurrent={index === 0} />
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton query={query} />
    </Panel>
  );
}

interface RowProps {
  draft: DraftView;
  revision: DraftRevisionViewFragment;
  isCurrent: boolean;
}

function RevisionRow({ draft, revision, isCurrent }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const restore = useRestore(draft, revision);
  const origins = [...new Set(revision.captions.map(({ origin }) => texts.origins[origin]))].join(separators.comma);
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>
          {isCurrent ? texts.currentWords({ number: revision.number }) : texts.wordsNumber({ number: revision.number })}
        </span>
        <span className={rows.line}>
          <span>
            <MarkedName text={texts.by({ name: revision.author.name })} isBrief />
          </span>
          <Moment at={revision.createdAt} />
          <span>{origins}</span>
        </span>
      </div>
      {!isCurrent && (
        <div className={rows.side}>
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {texts.compare}
          </Button>
          {draft.viewerCan.edit && (
            <ConfirmButton
              size="xs"
              tone="accent"
              label={texts.restore}
              title={texts.restoreAsk({ number: revision.number })}
              what={texts.restoreWhat}
              failed={texts.restoreFailed}
              onConfirm={() => restore.mutateAsync()}
            />
          )}
        </div>
      )}
      {isOpen && (
        <div className={classes.whole}>
          {revision.captions.map((old) => {
            const now = draft.captions.find(({ platform }) => platform === old.platform);
            return <WordDiff key={old.id} platform={old.platform} before={wholeText(old)} after={now ? wholeText(now) : ''} />;
          })}
        </div>
      )}
    </li>
  );
}

/** Restoring creates a new revision; those between stay listed. */
function useRestore(draft: DraftView, revision: DraftRevisionViewFragment) {
  const queryClient = useQueryClient();
  const words = revision.captions
    .filter(({ platform }) => draft.platforms.includes(platform))
    .map(({ platform, text, tags, thread, settings }) => ({ platform, text, tags, thread, settings }));
  return useMutation({
    mutationFn: () => runDocument(ChangeDraftDocument, { input: { draftId: draft.id, revision: draft.revision, words } }),
    onSuccess: async ({ changeDraft }) => {
      keepAnswer(queryClient, changeDraft);
      showToast(texts.restored({ number: revision.number }));
      await queryClient.invalidateQueries();
    },
  });
}
