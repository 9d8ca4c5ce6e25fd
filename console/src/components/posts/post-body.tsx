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
import { useEffect, useState } from 'react';
import type { FindingViewFragment, PayloadViewFragment } from '../../gql/graphql.ts';
import { isolated } from '../../lib/catalogue.ts';
import { directionOf } from '../../lib/direction-of.ts';
import { texts as separators } from '../../lib/texts.ts';
import { spanOf, usePointedSpan, usePointing } from '../comments/pointed-words.tsx';
import { texts } from '../texts.ts';
import { ToneIcon } from '../ui/status.tsx';
import { type Cut, cutAt, tighter } from './cut-text.ts';
import { useCountFolded } from './folded-posts.tsx';
import { LinkCard } from './link-card.tsx';
import type { Stretch } from './new-words.ts';
import { Pictures } from './pictures.tsx';
import classes from './post-card.module.css';
import { foldsOfParts } from './post-folds.ts';
import { type PostAction, type PostLook, postLook } from './post-looks.ts';
import { marksOf } from './post-marks.ts';
import { PostText } from './post-text.tsx';
import { Remark } from './remark.tsx';
import type { ShownPayload } from './shown-payload.ts';

export interface BodyProps {
  payload: ShownPayload;
  findings: readonly FindingViewFragment[];
  hasCounter: boolean;
  /** How much is shown until expanded; the platform's own fold applies too. */
  fold?: Cut | null;
  /** Images small and uncropped. */
  isCompact?: boolean;
  /** The text of most platforms: differences of this one are marked. */
  main?: ShownPayload | null;
  /** All platforms with the same text. */
  alike?: readonly string[];
}

/** The posts of one payload, one or a thread, as its platform draws them. */
export function PostBody(props: BodyProps) {
  const { payload, findings, fold, alike = [] } = props;
  const kept = usePointing()?.kept;
  const platforms = [payload.platform.id, ...alike];
  const { parts } = payload.preview;
  const [isOpen, setOpen] = useState(false);
  const hasMarks = (index: number): boolean => index > 0 && marksOf(payload, findings, index).length > 0;
  // Of a thread its first posts are shown, unless a check found something further down.
  const isLedTo = parts.slice(1).some(({ text }) => kept && spanOf(kept, text, platforms) !== null);
  const folds = fold
    ? foldsOfParts(
        parts.map(({ text }) => text),
        fold,
      )
    : [];
  const within = fold ? folds.length : parts.length;
  const isFolded = within < parts.length && !isOpen && !isLedTo && !parts.some((_part, index) => hasMarks(index));
  useCountFolded(isFolded);
  const numbered = parts.map((part, index) => ({ ...part, index }));
  return (
    <>
      <ol className={classes.parts} data-thread={parts.length > 1 || undefined}>
        {(isFolded ? numbered.slice(0, within) : numbered).map((part) => (
          <Part key={part.index} {...props} fold={isOpen ? null : (folds[part.index] ?? fold)} part={part} platforms={platforms} />
        ))}
      </ol>
      {payload.preview.settings
        .filter(({ name }) => name === FIRST_COMMENT)
        .map(({ label, value }) => (
          <div key={label} className={classes.comment}>
            <p className={classes.dim}>{label}</p>
            <p className={classes.commentText} dir={directionOf(value)}>
              {value}
            </p>
          </div>
        ))}
      {(isFolded || isOpen) && within < parts.length && (
        <button type="button" className={classes.moreParts} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.showLess : texts.moreParts({ posts: parts.length - within })}
        </button>
      )}
    </>
  );
}

/** Among the settings, and shown as what it is: a text under the post. */
const FIRST_COMMENT = 'first_comment';

interface PartProps extends BodyProps {
  part: PayloadViewFragment['preview']['parts'][number] & { index: number };
  platforms: readonly string[];
}

function Part({ payload, part, findings, hasCounter, fold = null, isCompact = false, main = null, platforms }: PartProps) {
  const { platform, connection, preview } = payload;
  const look = postLook(platform.id);
  const handle = connection?.handle ?? texts.noConnection;
  // Some networks' handles begin with their sign.
  const name = handle.replace(/^@/, '');
  // Of a relay, and of a community, where the account is follows in brackets.
  const shown = name.split(/[.@]| \(/)[0];
  const sign = handle === name && !name.includes(' (') ? `${look.at}${handle}` : handle;
  const other = main?.preview.parts[part.index];
  const differing = useNewWords(part.text, other?.text);
  const pictures = part.index === 0 && <Pictures images={preview.images} showsAltText isCompact={isCompact} />;
  return (
    // As its readers see it, whatever language the console speaks.
    <li className={classes.part} data-shape={look.shape} dir={directionOf(part.text)}>
      <div className={classes.avatar} data-shape={look.avatar} aria-hidden>
        {connection ? name.charAt(0).toUpperCase() : '?'}
      </div>
      <div className={classes.post}>
        <p className={classes.who}>
          <b>{connection ? shown : handle}</b>
          {connection && sign !== shown && (
            <span className={classes.dim} dir="auto">
              {sign}
            </span>
          )}
          {preview.parts.length > 1 && (
            <span className={classes.number} title={texts.threadPart({ part: part.index + 1, of: preview.parts.length })}>
              {part.index + 1}/{preview.parts.length}
            </span>
          )}
        </p>
        {look.isPictureFirst && pictures}
        {part.index === 0 && preview.title && <p className={classes.headline}>{preview.title}</p>}
        <FoldedText
          part={part}
          platform={platform.id}
          platforms={platforms}
          look={look}
          fold={fold}
          isJudged={isCompact}
          marks={marksOf(payload, findings, part.index)}
          differing={differing}
        />
        {!look.isPictureFirst && pictures}
        {part.index === 0 && preview.linkCard && <LinkCard card={preview.linkCard} network={platform.label} />}
        {part.index === 0 && preview.tags && preview.tags.length > 0 && (
          <p className={classes.tags}>{texts.tagsBeside({ tags: preview.tags.map((tag) => `#${tag}`).join(' ') })}</p>
        )}
        {part.index === 0 && <SignedSettings settings={preview.settings.filter(({ name }) => name !== FIRST_COMMENT)} />}
        {part.index === 0 && preview.plainNames.length > 0 && (
          <Remark
            text={texts.plainNames({ names: namesOf(preview.plainNames), count: preview.plainNames.length, network: platform.label })}
          />
        )}
        <div className={classes.foot}>
          <Actions actions={look.actions} />
          {hasCounter && <Counter length={part.length} limit={part.limit} unit={part.unit} />}
        </div>
      </div>
    </li>
  );
}

/** Where the text differs from the other, if there is one; the comparison is loaded when it is needed first. */
function useNewWords(text: string, other: string | undefined): readonly Stretch[] {
  const [compared, setCompared] = useState<{ text: string; other: string; found: Stretch[] } | null>(null);
  useEffect(() => {
    if (other === undefined) return;
    let isOver = false;
    void import('./new-words.ts').then(({ newWords }) => !isOver && setCompared({ text, other, found: newWords(text, other) }));
    return () => {
      isOver = true;
    };
  }, [text, other]);
  return compared?.text === text && compared.other === other ? compared.found : [];
}

/** What is signed with the words: who can watch, for instance. */
function SignedSettings({ settings }: { settings: PayloadViewFragment['preview']['settings'] }) {
  if (settings.length === 0) return null;
  return (
    <dl className={classes.settings}>
      {settings.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FoldedProps extends Pick<PartProps, 'part' | 'platforms'> {
  platform: string;
  look: PostLook;
  fold: Cut | null;
  /** For a decision: text that the platform would fold is shown, and the fold only mentioned. */
  isJudged: boolean;
  marks: ReturnType<typeof marksOf>;
  differing: readonly Stretch[];
}

/** As in a feed; a finding is never hidden behind "more". */
function FoldedText({ part, platform, platforms, look, fold, isJudged, marks, differing }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const cut = isJudged ? fold : tighter(look.cut, fold);
  const end = isJudged && fold && !isWorthFolding(part.text, fold) ? null : cutAt(part.text, cut);
  const seenAtFirst = isJudged ? cutAt(part.text, look.cut) : null;
  const canFold = end !== null && marks.every((mark) => mark.end <= end);
  const pointed = usePointedSpan(part.text, platforms);
  const kept = usePointing()?.kept;
  const isLedTo = canFold && kept && (spanOf(kept, part.text, platforms)?.end ?? 0) > end;
  const isFolded = canFold && !isOpen && !isLedTo;
  useCountFolded(isFolded);
  return (
    <>
      <PostText
        text={isFolded ? part.text.slice(0, end) : part.text}
        facets={part.facets}
        marks={marks}
        differing={differing}
        pointed={pointed}
        platform={platform}
      />
      {canFold && !isLedTo && (
        <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.showLess : !isJudged && cut === look.cut ? cut?.more : texts.showAll({ characters: part.text.length - end })}
        </button>
      )}
      {seenAtFirst !== null && look.cut && (
        <p className={classes.dim}>{texts.seenAtFirst({ characters: seenAtFirst, more: look.cut.more })}</p>
      )}
    </>
  );
}

/** Not for one more line: the button that shows it takes as much. */
function isWorthFolding(text: string, { lines, perLine = 1, ...cut }: Cut): boolean {
  const most = lines + 1;
  return cutAt(text, { ...cut, lines: most, perLine, characters: most * perLine }) !== null;
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
    <p className={classes.counter} data-over={isOver || undefined} title={counts[unit] ?? unit}>
      {isOver && <ToneIcon tone="bad" size={14} />}
      {texts.length({ length, limit })}
    </p>
  );
}

/** "@ada, @bob". */
const namesOf = (names: readonly string[]): string => names.map((name) => isolated(`@${name}`)).join(separators.comma);

const counts: Record<string, string> = texts.counts;
