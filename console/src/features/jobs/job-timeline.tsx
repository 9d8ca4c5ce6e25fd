import { IconExternalLink } from '@tabler/icons-react';
import { GateList } from '../../components/gates/gate-list.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { ToneIcon } from '../../components/ui/status.tsx';
import classes from './job.module.css';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';
import { timelineEvents } from './timeline-events.ts';

/** From the request to the last response of a platform. */
export function JobTimeline({ job }: { job: JobView }) {
  return (
    <ol className={classes.timeline}>
      {timelineEvents(job).map(({ key, at, tone, title, detail, link, gates }) => (
        <li key={key} className={classes.event}>
          <span className={classes.dot}>
            <ToneIcon tone={tone} size={18} />
          </span>
          <div className={classes.words}>
            <p className={classes.title}>
              {title}
              <span className={classes.dim}>
                <Moment at={at} as="clock" />
              </span>
            </p>
            {detail && <p className={classes.dim}>{detail}</p>}
            {link && (
              <a href={link} target="_blank" rel="noreferrer" className={classes.open}>
                {texts.see}
                <IconExternalLink size={14} aria-hidden />
              </a>
            )}
            {gates && (
              <details className={classes.stood}>
                <summary>{texts.stood}</summary>
                <GateList gates={gates} isFull />
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
