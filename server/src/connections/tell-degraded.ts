import type { Context } from '../context.ts';
import { recordEvent } from '../events/record-event.ts';
import { keepWords } from '../languages/kept-sentence.ts';
import type { Words } from '../languages/sentence.ts';
import type { Connection } from './connection.entity.ts';

/** The event that an account does not work any more. */
export function tellDegraded(ctx: Context, { id, accountId, workspaceId, platform, health }: Connection): void {
  recordEvent(ctx, { type: 'connection.degraded', accountId, workspaceId, subjectId: id, data: { platform, state: health } });
}

/** What is wrong with a connection, as its row keeps it. */
export function asHealth(words: Words): Pick<Connection, 'healthMessage' | 'healthSentence'> {
  const { message, sentence } = keepWords(words);
  return { healthMessage: message, healthSentence: sentence };
}
