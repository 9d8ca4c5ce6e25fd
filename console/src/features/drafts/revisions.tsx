import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { Thumb } from '../../components/posts/thumb.tsx';
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

/** Earlier versions with author, differences and a way to restore them; nothing where none was kept. */
export function Revisions({ draft }: { draft: DraftView }) {
  const query = useInfiniteQuery(revisionsQuery(draft.id));
  if (query.data?.length === 0) return null;
  return (
    <Panel title={texts.revisions} isFlush>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {(revisions) => (
          <ul className={rows.rows}>
            {revisions.map((revision, index) => (
              <RevisionRow key={revision.id} draft={draft} revision={revision} before={revisions[index + 1]} isCurrent={index === 0} />
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
  /** Undefined for the first one, and where it is not loaded yet. */
  before: DraftRevisionViewFragment | undefined;
  isCurrent: boolean;
}

function RevisionRow({ draft, revision, before, isCurrent }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const restore = useRestore(draft, revision);
  const origins = [...new Set(revision.captions.map(({ origin }) => texts.origins[origin]))].join(separators.comma);
  const changed = before && changedParts(before, revision).join(separators.comma);
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
          {origins && <span>{origins}</span>}
          {changed && <span>{changed}</span>}
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
              what={[texts.restoreWhat, limitOf(revision)].filter(Boolean).join(' ')}
              failed={texts.restoreFailed}
              onConfirm={() => restore.mutateAsync()}
            />
          )}
        </div>
      )}
      {isOpen && <Differences draft={draft} revision={revision} />}
    </li>
  );
}

/** What restoring cannot bring back, as a sentence; null if it restores everything. */
function limitOf({ sourceText, pictureCount, pictures }: DraftRevisionViewFragment): string | null {
  if (sourceText === null) return texts.onlyCaptions;
  return pictureCount === pictures.length ? null : texts.deletedSince({ count: (pictureCount ?? 0) - pictures.length });
}

/** The names of what a revision changed other than its captions; none where that was not kept. */
function changedParts(before: DraftRevisionViewFragment, after: DraftRevisionViewFragment): string[] {
  if (before.sourceText === null || after.sourceText === null) return [];
  return [
    ...(before.sourceText === after.sourceText ? [] : [texts.source]),
    ...(before.link === after.link ? [] : [texts.link]),
    ...(idsOf(before.pictures) === idsOf(after.pictures) && before.pictureCount === after.pictureCount ? [] : [texts.pictures.title]),
  ];
}

const idsOf = (pictures: readonly { id: string }[]): string => pictures.map(({ id }) => id).join(' ');

/** The networks' own texts of a draft, where the revision had the same text for all of them. */
function ownSince({ captions }: DraftView, revision: DraftRevisionViewFragment) {
  return revision.captions.length > 0 ? [] : captions.filter(({ origin }) => origin === 'PERSON' || origin === 'AGENT');
}

/** Of a revision and the current draft; its pictures, where they differ. */
function Differences({ draft, revision }: Pick<RowProps, 'draft' | 'revision'>) {
  const { sourceText, link, pictures, captions } = revision;
  const words = captions.map((old) => {
    const now = draft.captions.find(({ platform }) => platform === old.platform);
    return { id: old.platform, before: wholeText(old), after: now ? wholeText(now) : '' };
  });
  const own = ownSince(draft, revision).map((now) => ({ id: now.platform, before: '', after: wholeText(now) }));
  const shared =
    sourceText === null
      ? []
      : [
          { id: texts.source, before: sourceText, after: draft.sourceText },
          { id: texts.link, before: link ?? '', after: draft.link ?? '' },
        ];
  const parts = [...shared, ...words, ...own].filter(({ before, after }) => before !== after);
  const arePicturesOthers = sourceText !== null && idsOf(pictures) !== idsOf(draft.pictures);
  const limit = limitOf(revision);
  return (
    <div className={classes.whole}>
      {parts.map(({ id, before, after }) => (
        <WordDiff key={id} platform={id} before={before} after={after} />
      ))}
      {arePicturesOthers && (
        <div className={classes.diff}>
          <PlatformMark id={pictures.length > 0 ? texts.picturesThen : texts.noPicturesThen} />
          <div className={classes.thumbs}>
            {pictures.map((picture) => (
              <Thumb key={picture.id} draft={{ platforms: [], pictures: [picture] }} name={picture.altText || texts.picturesThen} />
            ))}
          </div>
        </div>
      )}
      {parts.length === 0 && !arePicturesOthers && <p className={classes.note}>{texts.noDifference}</p>}
      {limit && <p className={classes.note}>{limit}</p>}
    </div>
  );
}

/** Restoring creates a new revision; those between stay listed. */
function useRestore(draft: DraftView, revision: DraftRevisionViewFragment) {
  const queryClient = useQueryClient();
  const words = revision.captions
    .filter(({ platform }) => draft.platforms.includes(platform))
    .map(({ platform, text, tags, thread, settings }) => ({ platform, text, tags, thread, settings }));
  const { sourceText, link, pictures } = revision;
  const content = sourceText === null ? {} : { sourceText, link, pictures: pictures.map(({ id: mediaId }) => ({ mediaId })) };
  const commonWords = ownSince(draft, revision).map(({ platform }) => platform);
  return useMutation({
    mutationFn: () =>
      runDocument(ChangeDraftDocument, { input: { draftId: draft.id, revision: draft.revision, ...content, words, commonWords } }),
    onSuccess: async ({ changeDraft }) => {
      keepAnswer(queryClient, changeDraft);
      showToast(texts.restored({ number: revision.number }));
      await queryClient.invalidateQueries();
    },
  });
}
