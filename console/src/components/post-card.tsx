import {
  IconArrowBigUp,
  IconChartBar,
  IconHeart,
  IconMessageCircle,
  IconRepeat,
  IconSend,
  IconStar,
  IconThumbUp,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { FindingViewFragment, PayloadViewFragment } from '../gql/graphql.ts';
import { cutAt } from './cut-text.ts';
import { LeftOut } from './left-out.tsx';
import { LinkCard } from './link-card.tsx';
import { Pictures } from './pictures.tsx';
import { PlatformMark } from './platform-mark.tsx';
import classes from './post-card.module.css';
import { type PostAction, type PostLook, postLook } from './post-looks.ts';
import { marksOf } from './post-marks.ts';
import { type Mark, PostText } from './post-text.tsx';
import { Remark } from './remark.tsx';
import { ToneIcon } from './status.tsx';
import { texts } from './texts.ts';
import { isWordsOnly } from './words-only.ts';

/** What of a payload is drawn; unsaved words have no more than this. */
export type ShownPayload = Pick<PayloadViewFragment, 'platform' | 'connection' | 'violations' | 'preview'>;

interface Props {
  payload: ShownPayload;
  findings?: readonly FindingViewFragment[];
  /** Beside the fields that it is written in, which count and complain themselves. */
  isBesideFields?: boolean;
}

/** One payload as its platform will show it, with the platform's own count and everything that does not fit. */
export function PostCard({ payload, findings = [], isBesideFields = false }: Props) {
  const { platform, connection, preview, violations } = payload;
  return (
    <article className={classes.card} aria-label={`${platform.label}: ${connection?.handle ?? texts.noConnection}`}>
      <header className={classes.head}>
        <PlatformMark id={platform.id} label={platform.label} />
        <span className={classes.dim}>{connection ? null : isWordsOnly(platform) ? texts.wordsOnlyHow : texts.noConnection}</span>
      </header>
      <ol className={classes.parts} data-thread={preview.parts.length > 1 || undefined}>
        {preview.parts
          .map((part, index) => ({ ...part, index }))
          .map((part) => (
            <Part key={part.index} payload={payload} part={part} findings={findings} hasCounter={!isBesideFields} />
          ))}
      </ol>
      <LeftOut omissions={preview.omissions} />
      {violations.length > 0 && !isBesideFields && (
        <ul className={classes.violations}>
          {violations.map((violation) => (
            <li key={`${violation.code} ${violation.field} ${violation.start}`}>
              <ToneIcon tone="bad" />
              <span>
                {violation.message} {violation.remedy}
              </span>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

interface PartProps {
  payload: ShownPayload;
  part: PayloadViewFragment['preview']['parts'][number] & { index: number };
  findings: readonly FindingViewFragment[];
  hasCounter: boolean;
}

function Part({ payload, part, findings, hasCounter }: PartProps) {
  const { platform, connection, preview } = payload;
  const look = postLook(platform.id);
  const handle = connection?.handle ?? texts.noConnection;
  return (
    <li className={classes.part} data-shape={look.shape}>
      <div className={classes.avatar} data-shape={look.avatar} aria-hidden>
        {connection ? handle.charAt(0).toUpperCase() : '?'}
      </div>
      <div className={classes.post}>
        <p className={classes.who}>
          <b>{connection ? handle.split('.')[0] : handle}</b>
          {connection && <span className={classes.dim}>{`${look.at}${handle}`}</span>}
          {preview.parts.length > 1 && (
            <span className={classes.number} title={texts.threadPart(part.index + 1, preview.parts.length)}>
              {part.index + 1}/{preview.parts.length}
            </span>
          )}
        </p>
        {part.index === 0 && preview.title && <p className={classes.headline}>{preview.title}</p>}
        <FoldedText part={part} look={look} marks={marksOf(payload, findings, part.index)} />
        {part.index === 0 && <Pictures images={preview.images} showsAltText />}
        {part.index === 0 && preview.linkCard && <LinkCard card={preview.linkCard} network={platform.label} />}
        {part.index === 0 && preview.tags && preview.tags.length > 0 && <p className={classes.tags}>{texts.tagsBeside(preview.tags)}</p>}
        {part.index === 0 && preview.plainNames.length > 0 && <Remark text={texts.plainNames(preview.plainNames, platform.label)} />}
        {look.actions.length > 0 && <Actions actions={look.actions} />}
        {hasCounter && <Counter length={part.length} limit={part.limit} unit={part.unit} />}
      </div>
    </li>
  );
}

/** As a feed shows it at first; what a check found is never hidden behind "more". */
function FoldedText({ part, look, marks }: { part: PartProps['part']; look: PostLook; marks: Mark[] }) {
  const [isOpen, setOpen] = useState(false);
  const end = cutAt(part.text, look.cut);
  const isFolded = end !== null && !isOpen && marks.every((mark) => mark.end <= end);
  return (
    <>
      <PostText text={isFolded ? part.text.slice(0, end) : part.text} facets={part.facets} marks={marks} />
      {end !== null && look.cut && marks.every((mark) => mark.end <= end) && (
        <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.showLess : look.cut.more}
        </button>
      )}
    </>
  );
}

const icons: Record<PostAction, typeof IconHeart> = {
  reply: IconMessageCircle,
  repost: IconRepeat,
  like: IconHeart,
  favourite: IconStar,
  send: IconSend,
  up: IconArrowBigUp,
  view: IconChartBar,
  react: IconThumbUp,
};

function Actions({ actions }: { actions: readonly PostAction[] }) {
  return (
    <div className={classes.actions} aria-hidden>
      {actions.map((action) => {
        const Icon = icons[action];
        return <Icon key={action} size={16} stroke={1.6} />;
      })}
    </div>
  );
}

function Counter({ length, limit, unit }: { length: number; limit: number; unit: string }) {
  const isOver = length > limit;
  return (
    <p className={classes.counter} data-over={isOver || undefined}>
      {isOver && <ToneIcon tone="bad" size={14} />}
      {texts.length(length, limit, texts.counts[unit] ?? unit)}
    </p>
  );
}
