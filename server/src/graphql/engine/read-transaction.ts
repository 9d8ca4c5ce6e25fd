import { setImmediate } from 'node:timers';
import { IsolationLevel } from '@mikro-orm/postgresql';
import { type DocumentNode, type GraphQLSchema, getNamedType, isLeafType, type OperationDefinitionNode } from 'graphql';
import { isDatabaseUnavailable } from '../../db/database-faults.ts';
import { enterTurn } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { inSpan } from '../../tracing.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { rootFields } from './limit-operation.ts';

/**
 * Fields of Query that open their own transaction, or use the owner role: inside another transaction a request would
 * need two connections at once.
 */
const UNHELD = new Set(['grantRequest', 'auditReport']);

/** As in inReading(): one snapshot for the whole response, including a cursor to continue from. */
const READING = { readOnly: true, isolationLevel: IsolationLevel.REPEATABLE_READ };

type ReadingContext = Pick<GraphqlContext, 'em' | 'orm' | 'actor' | 'leaveTurn'>;

/**
 * A query reads within the concurrency limit, in one read-only transaction, so the caller's row-level security is set
 * up once and not for every statement. Reads outside of it are under the same row-level security, statement by
 * statement.
 */
export async function beginReading(ctx: ReadingContext, document: DocumentNode, operation: OperationDefinitionNode): Promise<void> {
  if (operation.operation !== 'query') return;
  if (!rootFields(document, operation.selectionSet).some((name) => UNHELD.has(name))) await begin(ctx);
}

async function begin(ctx: ReadingContext): Promise<void> {
  ctx.leaveTurn = await enterTurn(ctx);
  try {
    await ctx.em.begin(READING);
  } catch (error) {
    await endReading(ctx);
    throw error;
  }
}

/**
 * Nothing was changed, so there is nothing to commit, and the data read is valid even if the connection has been lost
 * since.
 */
export async function endReading(ctx: ReadingContext): Promise<void> {
  const { em, leaveTurn } = ctx;
  ctx.leaveTurn = null;
  try {
    if (em.isInTransaction()) await em.rollback();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    em.resetTransactionContext();
  } finally {
    leaveTurn?.();
  }
}

/** The same after the response, so callers do not wait for the end of a transaction that has changed nothing. */
export function endReadingLater(ctx: ReadingContext & Pick<GraphqlContext, 'log'>): void {
  const note = (err: unknown) => ctx.log.error({ err }, 'A read-only transaction could not be ended.');
  setImmediate(() => void endReading(ctx).catch(note));
}

/**
 * The fields of a mutation's result are read in one transaction too. It ends before the document's next mutation,
 * which has a transaction of its own and may need to call a platform before it.
 */
export function readBetweenMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (!resolve) continue;
    field.resolve = async (root, args, ctx: GraphqlContext, info) => {
      await endReading(ctx);
      const answer = await inSpan(info.fieldName, {}, async () => resolve(root, args, ctx, info));
      if (!isLeafType(getNamedType(field.type))) await begin(ctx).catch(unlessBusy);
      return answer;
    };
  }
}

/** The change has been made: without a slot, its result is read statement by statement. */
function unlessBusy(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'service_busy')) throw error;
}
