import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink, IconPencil } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { PlatformIcon } from '../../components/posts/platform-mark.tsx';
import { Thumb } from '../../components/posts/thumb.tsx';
import { texts as shared } from '../../components/texts.ts';
import { draftState } from '../../components/ui/states.ts';
import { ToneIcon } from '../../components/ui/status.tsx';
import type { CalendarDraftFragment } from '../../gql/graphql.ts';
import classes from './entry.module.css';
import { texts } from './texts.ts';
import type { Moving } from './use-moving.ts';

export const DRAGGED = 'application/x-countersign-draft';
/** How far below its upper edge it was grabbed, in pixels. */
export const GRABBED = 'application/x-countersign-grab';
const MOST_MARKS = 4;

interface Props {
  draft: CalendarDraftFragment;
  moving: Moving;
  /** "08:00", or nothing where there is no time. */
  time: string | null;
  style?: CSSProperties;
}

/** A post in the calendar: two lines, in the colour of its state. Opened by a click, moved by drag, or by space and the arrows. */
export function Entry({ draft, moving, time, style }: Props) {
  const { id, title, isRemoved, viewerCan, platforms, pictures } = draft;
  const { word, tone } = draftState(draft);
  const link = isRemoved ? undefined : draft.publishJob?.publications.find(({ providerUrl }) => providerUrl);
  return (
    <div className={classes.place} style={style}>
      <button
        type="button"
        className={classes.entry}
        data-draft={id}
        data-tone={tone}
        data-picked={moving.picked?.draft.id === id || undefined}
        aria-current={moving.proposal?.draft.id === id || undefined}
        draggable={viewerCan.change}
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAGGED, id);
          event.dataTransfer.setData(GRABBED, String(event.clientY - event.currentTarget.getBoundingClientRect().top));
          event.dataTransfer.effectAllowed = 'move';
        }}
        onClick={() => moving.open(draft)}
        onKeyDown={(event) => {
          if (moving.press(event.key, draft)) event.preventDefault();
        }}
        aria-describedby={viewerCan.change ? 'calendar-keys' : undefined}
      >
        {pictures.length > 0 && <Thumb draft={draft} />}
        <span className={classes.lines}>
          <span className={classes.first}>
            <ToneIcon tone={tone} size={12} />
            {time && <span className={classes.time}>{time}</span>}
            {draft.editsPublicationId && <IconPencil size={12} aria-hidden />}
            <span className={classes.marks}>
              {platforms.slice(0, MOST_MARKS).map((platform) => (
                <PlatformIcon key={platform} id={platform} size={12} />
              ))}
              {platforms.length > MOST_MARKS && <span dir="ltr">+{platforms.length - MOST_MARKS}</span>}
            </span>
          </span>
          <span className={classes.title} dir="auto">
            {title}
          </span>
          <VisuallyHidden>
            {word} {draft.editsPublicationId && shared.edit}
          </VisuallyHidden>
        </span>
      </button>
      {link?.providerUrl && (
        <a
          className={classes.link}
          href={link.providerUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={texts.openPost({ title, network: link.platform.label })}
        >
          <IconExternalLink size={14} aria-hidden />
        </a>
      )}
    </div>
  );
}

/** Where the dragged item would be dropped. */
export function Ghost({ title, time, style }: { title: string; time: string; style?: CSSProperties }) {
  return (
    <div className={classes.place} style={style} aria-hidden>
      <div className={classes.ghost}>
        <span className={classes.lines}>
          <span className={classes.time}>{time}</span>
          <span className={classes.title} dir="auto">
            {title}
          </span>
        </span>
      </div>
    </div>
  );
}
