import { Link } from '@tanstack/react-router';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { TickedRow } from '../../components/lists/ticked-row.tsx';
import { EditMark } from '../../components/posts/edit-mark.tsx';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { Thumb } from '../../components/posts/thumb.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import rows from '../../components/ui/rows.module.css';
import { draftState } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import type { DraftRowFragment } from '../../gql/graphql.ts';
import { Labels } from './labels.tsx';
import { texts } from './texts.ts';

interface Props {
  draft: DraftRowFragment;
  isTicked: boolean;
  onTick: () => void;
}

export function DraftRow({ draft, isTicked, onTick }: Props) {
  return (
    <TickedRow id={draft.id} title={draft.title} isTicked={isTicked} onTick={onTick}>
      <Link to="/drafts/$draftId" params={{ draftId: draft.id }} className={rows.row}>
        <span className={rows.post}>
          <Thumb draft={draft} />
          <span className={rows.words}>
            <span className={rows.title} dir="auto">
              {draft.title}
            </span>
            <span className={rows.line}>
              <EditMark draft={draft} />
              <span>
                <MarkedName text={texts.by({ name: draft.author.name })} isBrief />
              </span>
              <Moment at={draft.createdAt} />
              {draft.platforms.map((platform) => (
                <PlatformMark key={platform} id={platform} />
              ))}
              {draft.scheduledAt && (
                <span>
                  {texts.goesOut} <Moment at={draft.scheduledAt} as="when" />
                </span>
              )}
            </span>
            <Labels labels={draft.labels} />
          </span>
        </span>
        <Status state={draftState(draft)} />
      </Link>
    </TickedRow>
  );
}
