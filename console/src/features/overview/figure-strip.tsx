import { Link, type LinkProps } from '@tanstack/react-router';
import { cappedCount } from '../../components/texts.ts';
import type { Tone } from '../../components/ui/states.ts';
import { ToneIcon } from '../../components/ui/status.tsx';
import { creditsOf, postsWith } from './needs-you.ts';
import classes from './overview.module.css';
import type { OverviewWorkspace } from './queries.ts';
import { stuckWords, texts } from './texts.ts';

/** Four figures; each links to what it counts. */
export function FigureStrip({ workspace }: { workspace: OverviewWorkspace }) {
  const { figures, waitingCount } = workspace;
  const { left, promised, isShort } = creditsOf(workspace, 'PUBLICATION');
  const stuck = figures.heldBack + figures.unknown + figures.failed;
  return (
    <ul className={classes.figures} aria-label={texts.figures.title}>
      <Figure to="/approvals/{-$approvalId}" count={cappedCount(waitingCount)} words={texts.figures.waiting({ count: waitingCount })} />
      <Figure to="/calendar" count={String(figures.goingOut)} words={texts.figures.goingOut({ count: figures.goingOut })} />
      <Figure {...postsWith(figures)} count={String(stuck)} words={stuckWords(figures)} tone={stuck > 0 ? 'wait' : undefined} />
      <Figure
        to="/credits"
        count={String(left)}
        words={texts.figures.credits({ left, promised })}
        tone={isShort ? (left === 0 || left < promised ? 'bad' : 'wait') : undefined}
      />
    </ul>
  );
}

function Figure({
  to,
  search,
  count,
  words,
  tone,
}: Pick<LinkProps, 'to' | 'search'> & { count: string; words: string; tone?: Tone | undefined }) {
  return (
    <li>
      <Link to={to} search={search ?? {}} className={classes.figure}>
        <span className={classes.number}>
          {count}
          {tone && <ToneIcon tone={tone} size={18} />}
        </span>
        <span className={classes.figureWords}>{words}</span>
      </Link>
    </li>
  );
}
