import type { Tone } from '../../components/states.ts';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

export interface TimelineEvent {
  key: string;
  at: string;
  tone: Tone;
  title: string;
  detail: string | null;
}

const tones: Record<string, Tone> = { published: 'good', pending: 'busy', rejected: 'bad', unauthorized: 'bad' };

/** Everything that is known of a job in the order in which it happened. */
export function timelineEvents(job: JobView): TimelineEvent[] {
  const asked = event('asked', job.createdAt, 'quiet', texts.askedAt(job.author.name));
  const decisions = (job.approval?.decisions ?? []).map(({ id, by, decision, createdAt }) => {
    if (decision === 'APPROVED') return event(id, createdAt, 'good', texts.approvedBy(by));
    return event(id, createdAt, 'wait', decision === 'REJECTED' ? texts.rejectedBy(by) : texts.changesBy(by));
  });
  const attempts = job.publications.flatMap(({ id, platform, attempts: tries }) =>
    tries.map(({ number, startedAt, endedAt, outcome, message }) => {
      const tone = endedAt === null ? 'busy' : (tones[outcome ?? ''] ?? 'wait');
      const words = endedAt === null ? texts.running : (texts.outcomes[outcome ?? ''] ?? outcome ?? '');
      return event(`${id} ${number}`, startedAt, tone, texts.attempt(number, platform.label), message ? `${words} ${message}` : words);
    }),
  );
  // Found out later, by asking the platform: no attempt says so.
  const published = job.publications.flatMap(({ id, platform, publishedAt, attempts: tries }) =>
    publishedAt && !tries.some(({ outcome }) => outcome === 'published')
      ? [event(`${id} published`, publishedAt, 'good', texts.published(platform.label))]
      : [],
  );
  return [asked, ...decisions, ...attempts, ...published].sort((a, b) => a.at.localeCompare(b.at));
}

function event(key: string, at: string, tone: Tone, title: string, detail: string | null = null): TimelineEvent {
  return { key, at, tone, title, detail };
}
