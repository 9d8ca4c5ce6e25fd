import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Moment } from '../../components/ui/moment.tsx';
import { TimeZone } from '../../components/ui/time-zone.ts';
import { fromZonedTime, LAST_DAY, toZonedTime } from '../../lib/time/zoned-time.ts';
import classes from './grant.module.css';
import { texts } from './texts.ts';

/** After so many days, or at the end of a chosen day. */
export interface Until {
  days: number | null;
  /** `2026-12-24`; only where `days` is null. */
  date: string;
}

const CHOICES = [7, 30, 90] as const;
const OWN = 'own';
const DAY_MS = 86_400_000;

interface Props {
  value: Until;
  /** Of the chosen workspace. */
  timeZone: string;
  error?: ReactNode;
  onChange: (until: Until) => void;
}

/** When the agent's access ends: always limited, and revocable at any time. */
export function UntilField({ value, timeZone, error, onChange }: Props) {
  const id = useId();
  const endsAt = endOfAccess(value, timeZone);
  return (
    <div>
      <Input.Label id={id} component="p">
        {texts.until}
      </Input.Label>
      <SegmentedControl
        fullWidth
        classNames={{ label: classes.choice }}
        aria-labelledby={id}
        value={value.days === null ? OWN : String(value.days)}
        onChange={(choice) => onChange({ ...value, days: choice === OWN ? null : Number(choice) })}
        data={[...CHOICES.map((days) => ({ value: String(days), label: texts.days({ days }) })), { value: OWN, label: texts.ownDate }]}
      />
      {value.days === null ? (
        <TextInput
          type="date"
          max={LAST_DAY}
          mt={8}
          aria-label={texts.lastDay}
          min={toZonedTime(new Date(), timeZone).slice(0, 10)}
          value={value.date}
          error={error}
          onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
        />
      ) : (
        endsAt && (
          <p className={classes.dim}>
            <TimeZone value={timeZone}>
              <Moment at={endsAt} as="when" />
            </TimeZone>
          </p>
        )
      )}
    </div>
  );
}

/** The moment as the server takes it, even if it has passed; null only where the day is missing. */
export function endOfAccess({ days, date }: Until, timeZone: string): string | null {
  const end = days === null ? fromZonedTime(`${date}T23:59`, timeZone) : new Date(Date.now() + days * DAY_MS);
  return end?.toISOString() ?? null;
}

export const isAhead = (end: string | null): boolean => end !== null && Date.parse(end) > Date.now();
