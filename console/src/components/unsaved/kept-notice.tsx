import { Button } from '@mantine/core';
import { formatTimeOfDay, formatWhen } from '../../lib/time/format-time.ts';
import { toZonedTime } from '../../lib/time/zoned-time.ts';
import { texts } from '../texts.ts';
import { useTimeZone } from '../ui/time-zone.ts';
import classes from './kept-notice.module.css';
import type { KeptWords } from './use-kept-words.ts';

const dayIn = (at: Date, timeZone: string): string => toZonedTime(at, timeZone).slice(0, 10);

/** Says that unsaved text was restored, and discards it. Nothing if there was none. */
export function KeptNotice({ kept: { found }, onDiscard }: { kept: Pick<KeptWords<unknown>, 'found'>; onDiscard: () => void }) {
  const timeZone = useTimeZone();
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
