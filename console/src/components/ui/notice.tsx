import type { ReactNode } from 'react';
import classes from './notice.module.css';
import type { Tone } from './states.ts';
import { ToneIcon } from './status.tsx';

/** A message with a tone and actions. */
export function Notice({ tone, title, children }: { tone: Tone; title: string; children?: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone}>
      <ToneIcon tone={tone} size={18} />
      <div className={classes.text}>
        <p className={classes.title} dir="auto">
          {title}
        </p>
        {children}
      </div>
    </div>
  );
}
