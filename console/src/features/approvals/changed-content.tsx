import { Link } from '@tanstack/react-router';
import { Notice } from '../../components/notice.tsx';
import { PlatformMark } from '../../components/platform-mark.tsx';
import type { ComparedPayloadFragment } from '../../gql/graphql.ts';
import { diffWords } from '../../lib/diff-words.ts';
import classes from './changed-content.module.css';
import type { ApprovalView } from './queries.ts';
import { texts } from './texts.ts';

/** What is different today from what was shown, and the way to the approval that today's content has. */
export function ChangedContent({ seen, approval }: { seen: ApprovalView; approval: ApprovalView }) {
  const { draft } = approval;
  const changes = compareTexts(seen.payloads, draft.payloads);
  const next = draft.approval && draft.approval.id !== approval.id && draft.approval.state === 'PENDING' ? draft.approval : null;
  return (
    <Notice tone="wait" title={texts.changed}>
      <p>{texts.changedHow}</p>
      {seen.draft.scheduledAt !== draft.scheduledAt && <p>{texts.changedSchedule}</p>}
      {changes.length === 0 && <p>{texts.changedNothing}</p>}
      <Changes changes={changes} />
      <p className={classes.way}>
        {next ? (
          <Link to="/approvals/{-$approvalId}" params={{ approvalId: next.id }}>
            {texts.changedWaits}
          </Link>
        ) : (
          <Link to="/drafts/$draftId" params={{ draftId: draft.id }}>
            {texts.changedDraft}
          </Link>
        )}
      </p>
    </Notice>
  );
}

interface TextChange {
  key: string;
  platform: string;
  label: string;
  before: string | null;
  after: string | null;
}

export function Changes({ changes }: { changes: readonly TextChange[] }) {
  return changes.map((change) => <Change key={change.key} change={change} />);
}

function Change({ change }: { change: TextChange }) {
  const { platform, label, before, after } = change;
  return (
    <div className={classes.change}>
      <p className={classes.platform}>
        <PlatformMark id={platform} label={label} />
        {before === null && <i>{texts.addedPlatform}</i>}
        {after === null && <i>{texts.removedPlatform}</i>}
      </p>
      <p className={classes.text}>
        {diffWords(before ?? '', after ?? '').map(({ kind, text, number }) => {
          const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
          return <Tag key={number}>{text}</Tag>;
        })}
      </p>
    </div>
  );
}

/** Where the words of two sets of payloads differ, and what came or went. */
export function compareTexts(seen: readonly ComparedPayloadFragment[], current: readonly ComparedPayloadFragment[]): TextChange[] {
  const old = new Map(seen.map((payload) => [keyOf(payload), payload]));
  const today = new Map(current.map((payload) => [keyOf(payload), payload]));
  return [...new Set([...old.keys(), ...today.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), today.get(key)];
    const known = is ?? was;
    // Card and pictures are shown only where they changed: the words are what one reads.
    const besides = { card: cardOf(was).join() !== cardOf(is).join(), pictures: picturesOf(was) !== picturesOf(is) };
    const [before, after] = [wordsOf(was, besides), wordsOf(is, besides)];
    if (!known || before === after) return [];
    return [{ key, platform: known.platform.id, label: known.platform.label, before, after }];
  });
}

function keyOf({ platform, connection }: ComparedPayloadFragment): string {
  return `${platform.id} ${connection?.id ?? ''}`;
}

const picturesOf = (payload?: ComparedPayloadFragment): string => JSON.stringify(payload?.preview.images ?? []);

function wordsOf(payload: ComparedPayloadFragment | undefined, besides: { card: boolean; pictures: boolean }): string | null {
  if (!payload) return null;
  const { title, parts, tags, images } = payload.preview;
  return [
    ...(title ? [title] : []),
    ...parts.map(({ text }) => text),
    ...(tags && tags.length > 0 ? [tags.map((tag) => `#${tag}`).join(' ')] : []),
    ...(besides.card ? cardOf(payload) : []),
    ...(besides.pictures ? images.map(({ url, altText }) => texts.picture(url, altText)) : []),
  ].join('\n\n');
}

/** What goes out as the card of the link, in words. */
function cardOf(payload?: ComparedPayloadFragment): string[] {
  const card = payload?.preview.linkCard;
  if (!card) return [];
  const { url, title, description, image } = card;
  return [url, title, ...(description ? [description] : []), ...(image ? [texts.picture(image.url, title)] : [])];
}
