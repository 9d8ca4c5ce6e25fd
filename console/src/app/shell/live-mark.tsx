import { useLiveState } from '../../lib/live/live-state.ts';
import { texts } from '../texts.ts';
import classes from './live-mark.module.css';

/** Whether the screen is updated live. */
export function LiveMark() {
  const state = useLiveState();
  return (
    <p className={classes.mark} data-state={state} title={texts.live.hints[state]}>
      <span className={classes.dot} aria-hidden />
      {texts.live.words[state]}
    </p>
  );
}
