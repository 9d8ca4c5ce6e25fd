import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { Comments } from '../../components/comments/comments.tsx';
import { OnSelection } from '../../components/comments/on-selection.tsx';
import { PointedWords, usePointedSpan } from '../../components/comments/pointed-words.tsx';
import { texts as commentTexts } from '../../components/comments/texts.ts';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { EditOf } from '../../components/posts/edit-mark.tsx';
import { NoteToReviewer } from '../../components/posts/note-to-reviewer.tsx';
import { Pictures } from '../../components/posts/pictures.tsx';
import { PostCards } from '../../components/posts/post-cards.tsx';
import { Pointed } from '../../components/posts/post-text.tsx';
import { standingTexts } from '../../components/posts/standing-texts.ts';
import { isWordsOnly } from '../../components/posts/words-only.ts';
import { Facts } from '../../components/ui/facts.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { approvalStates, draftState, jobStates } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import { texts as separators } from '../../lib/texts.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { CaptionList } from './caption-list.tsx';
import classes from './draft.module.css';
import { DraftNotices } from './draft-notices.tsx';
import { Labels } from './labels.tsx';
import { type DraftView, platformsQuery } from './queries.ts';
import { Revisions } from './revisions.tsx';
import { texts } from './texts.ts';

export function DraftBody({ draft }: { draft: DraftView }) {
  const body = useRef<HTMLDivElement>(null);
  const mayComment = useWorkspace().viewerCan.createDraft;
  return (
    <PointedWords texts={standingTexts(draft.payloads, draft)}>
      <div ref={body} className={classes.body}>
        {mayComment && <OnSelection draftId={draft.id} of={body} />}
        <DraftLine draft={draft} />
        <Labels labels={draft.labels} />
        <DraftNotices draftId={draft.id} />
        <ByHand draft={draft} />
        <NoteToReviewer draft={draft} />
        <DraftOutcome draft={draft} />
        <Panel title={texts.source}>
          <SourceText text={draft.sourceText} />
          <Pictures images={draft.pictures} />
          {draft.link && (
            <p className={classes.link}>
              {texts.link}: <bdi>{draft.link}</bdi>
            </p>
          )}
        </Panel>
        <Panel title={texts.captions} isFlush>
          {draft.captions.length === 0 ? <p className={classes.quiet}>{texts.noCaptions}</p> : <CaptionList draft={draft} />}
        </Panel>
        {draft.payloads.length > 0 && (
          <div>
            <h2 className={classes.heading}>{texts.previews}</h2>
            <PostCards payloads={draft.payloads} label={texts.previews} />
          </div>
        )}
        <Panel title={commentTexts.title}>
          <Comments draftId={draft.id} />
        </Panel>
        {(draft.captions.length > 0 || draft.revision > 1) && <Revisions draft={draft} />}
      </div>
    </PointedWords>
  );
}

const SOURCE = [null] as const;

function SourceText({ text }: { text: string }) {
  const pointed = usePointedSpan(text, SOURCE);
  return (
    <p className={classes.source} data-words-of="" dir="auto">
      {pointed ? (
        <>
          {text.slice(0, pointed.start)}
          <Pointed isKept={pointed.isKept}>{text.slice(pointed.start, pointed.end)}</Pointed>
          {text.slice(pointed.end)}
        </>
      ) : (
        text
      )}
    </p>
  );
}

/** The platforms without a connected account, which must be posted by hand. */
function ByHand({ draft }: { draft: DraftView }) {
  const platforms = useQuery(platformsQuery);
  const byHand = platforms.data?.filter((platform) => draft.platforms.includes(platform.id) && isWordsOnly(platform)) ?? [];
  if (byHand.length === 0) return null;
  return (
    <Notice tone="wait" title={texts.byHand({ networks: byHand.map(({ label }) => label).join(separators.comma) })}>
      <p>{texts.byHandHow}</p>
    </Notice>
  );
}

function DraftLine({ draft }: { draft: DraftView }) {
  return (
    <p className={classes.line}>
      <Status state={draftState(draft)} />
      <EditOf draft={draft} />
      <span>
        <MarkedName text={texts.by({ name: draft.author.name })} isBrief />
      </span>
      <span>{texts.revision({ revision: draft.revision })}</span>
      <span>
        {texts.changed} <Moment at={draft.updatedAt} />
      </span>
      {draft.scheduledAt && (
        <span>
          {texts.goesOut} <Moment at={draft.scheduledAt} as="when" />
        </span>
      )}
    </p>
  );
}

function DraftOutcome({ draft }: { draft: DraftView }) {
  const { approval, publishJob, isRemoved } = draft;
  if (!approval && !publishJob) return null;
  const said = approval?.decisions.filter(({ comment }) => comment) ?? [];
  return (
    <Panel title={texts.approval}>
      <Facts
        of={[
          [
            texts.approval,
            approval && (
              <span className={classes.line}>
                <Status state={approvalStates[approval.state]} />
                <Link to="/approvals/{-$approvalId}" params={{ approvalId: approval.id }}>
                  {texts.openApproval}
                </Link>
              </span>
            ),
          ],
          [
            texts.asked,
            said.length > 0
              ? said.map(({ id, by, comment, createdAt }) => (
                  <p key={id} className={classes.said}>
                    {comment && separators.quoted({ text: comment })} {by}
                    {separators.comma}
                    <Moment at={createdAt} />
                  </p>
                ))
              : null,
          ],
          [
            texts.job,
            publishJob && (
              <span className={classes.line}>
                <Status state={isRemoved ? draftState(draft) : jobStates[publishJob.state]} />
                <Link to="/jobs/$jobId" params={{ jobId: publishJob.id }}>
                  {texts.openJob}
                </Link>
              </span>
            ),
          ],
        ]}
      />
    </Panel>
  );
}
