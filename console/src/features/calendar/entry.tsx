import { IconGripVertical } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { draftStates } from '../../components/ui/states.ts';
import { ToneIcon } from '../../components/ui/status.tsx';
import type { CalendarDraftFragment } from '../../gql/graphql.ts';
import classes from './calendar.module.css';
import { texts } from './texts.ts';
import type { Moving } from './use-moving.ts';

export const DRAGGED = 'application/x-countersign-draft';

interface Props {
  draft: CalendarDraftFragment;
  moving: Moving;
  /** "08:00", or nothing where there is no time. */
  time: string | null;
  style?: CSSProperties;
}

/** A draft in the calendar: opened by a click, moved by drag, or by space and the arrows. */
export function Entry({ draft, moving, time, style }: Props) {
  const { id, title, state, viewerCan } = draft;
  const { word, tone } = draftStates[state];
  const isPicked = moving.picked?.draft.id === id;
  return (
    <button
      type="button"
      className={classes.entry}
      data-draft={id}
      data-picked={isPicked || undefined}
      style={style}
      draggable={viewerCan.change}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onClick={() => moving.open(draft)}
      onKeyDown={(event) => {
        if (moving.press(event.key, draft)) event.preventDefault();
      }}
      aria-label={texts.entry(title, time, word)}
      aria-describedby={viewerCan.change ? 'calendar-keys' : undefined}
    >
      {viewerCan.change ? <IconGripVertical size={12} aria-hidden className={classes.grip} /> : null}
      <ToneIcon tone={tone} size={14} />
      {time && <span className={classes.entryTime}>{time}</span>}
      <span className={classes.entryTitle}>{title}</span>
    </button>
  );
}

/** Where what is picked up would be dropped. */
export function Ghost({ title, time, style }: { title: string; time: string; style?: CSSProperties }) {
  return (
    <div className={classes.ghost} style={style} aria-hidden>
      <span className={classes.entryTime}>{time}</span>
      <span className={classes.entryTitle}>{title}</span>
    </div>
  );
}
