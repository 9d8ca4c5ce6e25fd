import { Moment } from '../../components/ui/moment.tsx';
import type { Tone } from '../../components/ui/states.ts';
import { ToneIcon } from '../../components/ui/status.tsx';
import { decidedWords } from './decided-words.ts';
import classes from './job.module.css';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

interface Step {
  key: string;
  tone: Tone;
  name: string;
  at: string | null;
}

/** The job's progress, from the request to the last network, in one line. */
export function JobSteps({ job }: { job: JobView }) {
  return (
    <ol className={classes.steps} aria-label={texts.steps.title}>
      {stepsOf(job).map(({ key, tone, name, at }) => (
        <li key={key} className={classes.step} data-tone={tone}>
          <ToneIcon tone={tone} size={18} />
          <span>{name}</span>
          <span className={classes.dim}>{at ? <Moment at={at} as="clock" /> : texts.steps.notYet}</span>
        </li>
      ))}
    </ol>
  );
}

function stepsOf(job: JobView): Step[] {
  const { publications } = job;
  const tries = publications.flatMap(({ attempts }) => attempts.map(({ startedAt }) => startedAt)).sort();
  const out = publications.flatMap(({ publishedAt }) => publishedAt ?? []).sort();
  const isOut = out.length === publications.length;
  const [sent = null] = tries;
  return [
    { key: 'asked', tone: 'good', name: texts.askedAt({ name: job.author.name }), at: job.createdAt },
    ...(job.mode === 'APPROVAL' ? [decisionOf(job)] : []),
    { key: 'sent', tone: sent ? 'good' : 'quiet', name: texts.steps.sent, at: sent },
    {
      key: 'out',
      tone: isOut ? 'good' : out.length > 0 ? 'wait' : 'quiet',
      name: texts.steps.out({ out: out.length, of: publications.length }),
      at: isOut ? (out.at(-1) ?? null) : null,
    },
  ];
}

function decisionOf({ approval }: JobView): Step {
  const last = approval?.decisions.at(-1);
  if (!last) return { key: 'decided', tone: 'wait', name: texts.steps.decided, at: null };
  return { key: 'decided', tone: last.decision === 'APPROVED' ? 'good' : 'wait', name: decidedWords(last), at: last.createdAt };
}
