import { texts as shared } from '../../components/texts.ts';
import type { Tone } from '../../components/ui/states.ts';
import { decidedWords } from './decided-words.ts';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

type Publication = JobView['publications'][number];

export interface TimelineEvent {
  key: string;
  at: string;
  tone: Tone;
  title: string;
  detail: string | null;
  /** A link to the event's subject. */
  link?: string | null;
  /** The gates as they stood then. */
  gates?: Publication['attempts'][number]['gates'];
}

const tones: Record<string, Tone> = { published: 'good', pending: 'busy', rejected: 'bad', unauthorized: 'bad' };

/** Everything that is known of a job in the order in which it happened. */
export function timelineEvents(job: JobView): TimelineEvent[] {
  const asked = event('asked', job.createdAt, 'quiet', texts.askedAt({ name: job.author.name }));
  const decisions = (job.approval?.decisions ?? []).map((made) => {
    const isSignedHere = made.decision === 'APPROVED' && made.isSigned && !made.isStanding;
    const words = isSignedHere ? shared.signedBy({ name: made.by }) : decidedWords(made);
    return event(made.id, made.createdAt, made.decision === 'APPROVED' ? 'good' : 'wait', words);
  });
  return [asked, ...decisions, ...job.publications.flatMap(eventsOf)].sort((a, b) => a.at.localeCompare(b.at));
}

/** In causal order within the same instant: the reservation, the attempt, its end. */
function eventsOf(publication: Publication): TimelineEvent[] {
  return [...holdEvents(publication, 'before'), ...tryEvents(publication), ...endEvents(publication), ...holdEvents(publication, 'after')];
}

const OUTCOMES: Record<string, string> = texts.outcomes;

function tryEvents({ id, platform, providerUrl, attempts }: Publication): TimelineEvent[] {
  return attempts.map(({ number, startedAt, endedAt, outcome, message, gates }) => {
    const tone = endedAt === null ? 'busy' : (tones[outcome ?? ''] ?? 'wait');
    const words = endedAt === null ? texts.running : (OUTCOMES[outcome ?? ''] ?? outcome ?? '');
    return {
      ...event(
        `${id} ${number}`,
        startedAt,
        tone,
        texts.attempt({ number, platform: platform.label }),
        message ? `${words} ${message}` : words,
      ),
      gates,
      ...(outcome === 'published' ? { link: providerUrl } : {}),
    };
  });
}

/** Outcomes without an attempt: found by a later lookup, or settled by a person. */
function endEvents({ id, platform, publishedAt, providerUrl, attempts, settlement }: Publication): TimelineEvent[] {
  if (settlement) {
    const { verdict, by, reason, evidenceUrl, createdAt } = settlement;
    const tone = verdict === 'PUBLISHED' ? 'good' : 'bad';
    return [{ ...event(`${id} settled`, createdAt, tone, texts.settledBy[verdict]({ by }), reason), link: evidenceUrl }];
  }
  if (!publishedAt || attempts.some(({ outcome }) => outcome === 'published')) return [];
  return [{ ...event(`${id} published`, publishedAt, 'good', texts.published({ platform: platform.label })), link: providerUrl }];
}

function holdEvents({ id, platform, hold }: Publication, side: 'before' | 'after'): TimelineEvent[] {
  if (!hold) return [];
  if (side === 'before')
    return [
      event(
        `${id} held`,
        hold.createdAt,
        'quiet',
        texts.held({ credits: hold.credits, platform: platform.label }),
        hold.fromPack > 0 ? texts.fromTwo({ fromPack: hold.fromPack }) : texts.from({ bucket: texts.buckets[hold.bucket] }),
      ),
    ];
  if (!hold.endedAt) return [];
  return [
    event(
      `${id} ended`,
      hold.endedAt,
      'quiet',
      (hold.state === 'SETTLED' ? texts.spent : texts.givenBack)({ credits: hold.credits, platform: platform.label }),
    ),
  ];
}

function event(key: string, at: string, tone: Tone, title: string, detail: string | null = null): TimelineEvent {
  return { key, at, tone, title, detail };
}
