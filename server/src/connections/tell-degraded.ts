import type { Context } from '../context.ts';
import { recordEvent } from '../events/record-event.ts';
import { keepWords } from '../languages/kept-sentence.ts';
import type { Words } from '../languages/sentence.ts';
import type { Connection } from './connection.entity.ts';

/** Records the event that an account no longer works. */
export function tellDegraded(ctx: Context, { id, accountId, workspaceId, platform, health }: Connection): void {
  recordEvent(ctx, { type: 'connection.degraded', accountId, workspaceId, subjectId: id, data: { platform, state: health } });
}

/** The row's columns for what is wrong with a connection. */
export function asHealth(words: Words): Pick<Connection, 'healthMessage' | 'healthSentence'> {
  const { message, sentence } = keepWords(words);
  return { healthMessage: message, healthSentence: sentence };
}
