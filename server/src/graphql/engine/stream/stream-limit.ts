import type { Actor } from '../../../access/actor.ts';
import { DomainError } from '../../../errors.ts';

/** Per person or grant: more tabs than anyone looks at. */
const MOST_OF_ONE = 12;
/** Per process; each costs a socket and an occasional check of its permissions. */
const MOST_OF_ALL = 2_000;
const RETRY_AFTER_SECONDS = 30;

export interface StreamLimit {
  /** Admits one; call the returned function when it has ended. Throws `rate_limited`. */
  enter(actor: Actor): () => void;
}

/** Limits the number of open streams, in total and per caller. */
export function createStreamLimit(): StreamLimit {
  const open = new Map<string, number>();
  let all = 0;
  return {
    enter(actor) {
      const subject = subjectOf(actor);
      const own = open.get(subject) ?? 0;
      if (own >= MOST_OF_ONE || all >= MOST_OF_ALL) {
        const message = own >= MOST_OF_ONE ? `You have ${own} streams open already; close one.` : 'Too many streams are open here.';
        throw new DomainError('rate_limited', { message, details: { retry_after_seconds: RETRY_AFTER_SECONDS } });
      }
      open.set(subject, own + 1);
      all += 1;
      return () => {
        const left = (open.get(subject) ?? 1) - 1;
        if (left > 0) open.set(subject, left);
        else open.delete(subject);
        all -= 1;
      };
    },
  };
}

/** The id of the person or grant behind a stream, as in changes of permissions. */
export function subjectOf(actor: Actor): string {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'agent' ? actor.grantId : actor.kind;
}
