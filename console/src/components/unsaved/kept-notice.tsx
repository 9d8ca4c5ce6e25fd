import { Button } from '@mantine/core';
import { formatTimeOfDay, formatWhen } from '../../lib/time/format-time.ts';
import { toZonedTime } from '../../lib/time/zoned-time.ts';
import { texts } from '../texts.ts';
import { useTimeZone } from '../ui/time-zone.ts';
import classes from './kept-notice.module.css';
import type { KeptWords } from './use-kept-words.ts';

const dayIn = (at: Date, timeZone: string): string => toZonedTime(at, timeZone).slice(0, 10);

interface Props {
  kept: Pick<KeptWords<unknown>, 'found' | 'isKept'>;
  onDiscard: () => void;
}

/** Says that unsaved text was restored, and discards it; or that the browser does not keep any. Nothing otherwise. */
export function KeptNotice({ kept: { found, isKept }, onDiscard }: Props) {
  const timeZone = useTimeZone();
  if (!isKept) return <p role="status">{texts.unsaved.notKept}</p>;
  if (!found) return null;
  const at = new Date(found.keptAt);
  const now = new Date();
  const isOfToday = dayIn(at, timeZone) === dayIn(now, timeZone);
  return (
    <p className={classes.notice} role="status">
      {texts.unsaved.restored({ when: isOfToday ? formatTimeOfDay(at, timeZone) : formatWhen(at, now, timeZone) })}{' '}
      <Button variant="subtle" size="compact-xs" onClick={onDiscard}>
        {texts.unsaved.discard}
      </Button>
    </p>
  );
}
