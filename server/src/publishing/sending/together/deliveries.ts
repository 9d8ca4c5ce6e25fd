import { type ReadSealed, readSealed } from '../../../connections/fresh-credentials.ts';
import type { Services } from '../../../context.ts';
import { systemContext } from '../../../db/system-context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { gather } from '../../../gather.ts';
import type { PublicationState } from '../../publication-states.ts';
import type { Claim } from '../begin-try.ts';
import { claimPublication } from '../claim-publication.ts';
import { type Due, findDue } from '../find-due.ts';
import { type Leaving, markSent } from '../lease.ts';
import { recordOutcome } from '../record-outcome.ts';
import { withRetries } from '../with-retries.ts';
import type { Asked } from './candidates.ts';
import { claimTogether } from './claim-together.ts';
import { markTogether } from './mark-together.ts';
import { type Answered, recordTogether } from './record-together.ts';

/** What a delivery asks of the database. The calls to platforms are between these, each by itself, and no transaction is open. */
export interface Deliveries {
  find(publicationId: string): Promise<Due | null>;
  claim(asked: Asked): Promise<Claim | null>;
  readSealed: ReadSealed;
  /** Whether the lease is still held. */
  markSent(sent: Leaving): Promise<boolean>;
  record(answered: Answered): Promise<PublicationState | null>;
}

/** Each by itself. */
export function deliverAlone(services: Services): Deliveries {
  const ctx = systemContext(services);
  return {
    find: async (publicationId) => (await findDue(services, [publicationId])).get(publicationId) ?? null,
    claim: ({ id, draftId }) => inTransaction(ctx, (tx) => claimPublication(tx, { publicationId: id, draftId })),
    readSealed: async (connectionId) => (await readSealed(services, [connectionId])).get(connectionId) ?? null,
    markSent: (sent) => markSent(services, sent),
    record: ({ made, outcome }) => withRetries(services, () => inTransaction(ctx, (tx) => recordOutcome(tx, made, outcome))),
  };
}

/** Whatever is ready at the same moment goes together; what is not plain, and what fails so, is done as deliverAlone() does it. */
export function deliverTogether(services: Services): Deliveries {
  const ctx = systemContext(services);
  const alone = deliverAlone(services);
  const report = (error: unknown) => services.log.debug({ err: error }, 'deliveries could not go on together; each goes on by itself');
  return {
    find: gather({ together: async (ids) => each(ids, await findDue(services, ids)), alone: alone.find, report }),
    claim: gather({
      together: async (asked) => byFirst(asked, ({ id }) => id, await inTransaction(ctx, (tx) => claimTogether(tx, asked))),
      alone: alone.claim,
      report,
    }),
    readSealed: gather({ together: async (ids) => each(ids, await readSealed(services, ids)), alone: alone.readSealed, report }),
    markSent: gather({
      together: async (sent) => allWith(await markTogether(services, sent), true),
      alone: alone.markSent,
      report,
    }),
    record: gather({
      together: async (answered) => allWith(await inTransaction(ctx, (tx) => recordTogether(tx, answered)), 'published' as const),
      alone: alone.record,
      report,
    }),
  };
}

/** An answer for each; null where there is none. */
function each<Answer>(ids: readonly string[], answers: ReadonlyMap<string, Answer>): Map<string, Answer | null> {
  return new Map(ids.map((id) => [id, answers.get(id) ?? null]));
}

/** Of items with the same id the first one gets the answer: two entries of one publication are not one try each. */
function byFirst<Item, Answer>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  answers: ReadonlyMap<string, Answer>,
): Map<Item, Answer> {
  const first = new Map(items.toReversed().map((item) => [idOf(item), item]));
  return new Map(
    [...answers].flatMap(([id, answer]) => {
      const item = first.get(id);
      return item === undefined ? [] : [[item, answer] as const];
    }),
  );
}

function allWith<Item, Answer>(items: readonly Item[], answer: Answer): Map<Item, Answer> {
  return new Map(items.map((item) => [item, answer]));
}
