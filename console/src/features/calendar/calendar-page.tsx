import { Button, Group, SegmentedControl, Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { zoneName } from '../../lib/time/format-time.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './calendar.module.css';
import { CalendarBody } from './calendar-body.tsx';
import { addDays, type Day, dayOf, daysShown, momentOf, stepped } from './days.ts';
import { calendarQuery } from './queries.ts';
import { periodName, texts } from './texts.ts';

interface Props {
  view: 'month' | 'week';
  /** A day of the month or week that is shown; today's by default. */
  day: Day | undefined;
  onShow: (view: 'month' | 'week', day: Day) => void;
}

/** The schedule: month and week on a wide screen, an agenda on a phone. */
export function CalendarPage({ view, day: asked, onShow }: Props) {
  const { id, timeZone } = useWorkspace();
  const isPhone = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false });
  const today = dayOf(useNow(), timeZone);
  const day = asked ?? today;
  const shown = isPhone ? 'agenda' : view;
  const days = daysShown(shown, day);
  const [first = day, last = day] = [days[0], days.at(-1)];
  const span = { start: momentOf(first, 0, timeZone).toISOString(), end: momentOf(addDays(last, 1), 0, timeZone).toISOString() };
  const query = useQuery(calendarQuery(id, span));
  return (
    <Page
      title={texts.title}
      isWide
      actions={
        <Group gap="xs">
          {!isPhone && (
            <SegmentedControl
              size="xs"
              aria-label={texts.view}
              data={[
                { value: 'month', label: texts.month },
                { value: 'week', label: texts.week },
              ]}
              value={view}
              onChange={(next) => onShow(next === 'week' ? 'week' : 'month', day)}
            />
          )}
          <Button variant="default" size="xs" onClick={() => onShow(view, stepped(shown, day, -1))} aria-label={texts.back}>
            <IconChevronLeft size={16} aria-hidden />
          </Button>
          <Button variant="default" size="xs" onClick={() => onShow(view, today)}>
            {texts.today}
          </Button>
          <Button variant="default" size="xs" onClick={() => onShow(view, stepped(shown, day, 1))} aria-label={texts.forward}>
            <IconChevronRight size={16} aria-hidden />
          </Button>
        </Group>
      }
    >
      <h2 className={classes.period}>
        {periodName(days)} <span className={classes.zone}>{zoneName(timeZone)}</span>
      </h2>
      <VisuallyHidden id="calendar-keys">{texts.keys}</VisuallyHidden>
      <Loaded query={query} skeleton={<Skeleton height={560} radius={10} />}>
        {(frame) => (
          <CalendarBody
            key={`${shown} ${first}`}
            view={shown}
            days={days}
            today={today}
            isLoading={query.isPlaceholderData}
            frame={frame}
            onWeek={(next) => onShow('week', next)}
          />
        )}
      </Loaded>
    </Page>
  );
}
