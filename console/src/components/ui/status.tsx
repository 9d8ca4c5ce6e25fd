import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconClock, IconLoader } from '@tabler/icons-react';
import type { StateWord, Tone } from './states.ts';
import classes from './status.module.css';

const icons = { good: IconCircleCheck, wait: IconClock, bad: IconAlertTriangle, busy: IconLoader, quiet: IconCircleDashed } as const;

/** A state as icon and word; the colour only repeats them. */
export function Status({ state }: { state: StateWord }) {
  return (
    <span className={classes.status} data-tone={state.tone}>
      <ToneIcon tone={state.tone} />
      {state.word}
    </span>
  );
}

export function ToneIcon({ tone, size = 16 }: { tone: Tone; size?: number }) {
  const Icon = icons[tone];
  return <Icon size={size} stroke={1.8} aria-hidden className={classes.icon} data-tone={tone} />;
}
