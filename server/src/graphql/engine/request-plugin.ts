import { type ApolloServerPlugin, type GraphQLRequest, type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { FormattedExecutionResult, OperationDefinitionNode } from 'graphql';
import { DomainError } from '../../errors.ts';
import { type GraphqlContext, identify } from './graphql-context.ts';
import { noteError, type Refusals, toRequestError } from './graphql-error.ts';
import { limitOperation } from './limits/limit-operation.ts';
import { operationCost } from './limits/operation-cost.ts';
import { beginReading, endReading, endReadingLater } from './read-transaction.ts';
import { requireSecondFactor } from './require-second-factor.ts';

/**
 * What happens to every operation between parsing and running: first it is measured, which asks
 * nobody, and only then the caller is looked up. Afterwards what went wrong is logged.
 */
export function createRequestPlugin(refusals: Refusals): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      /** What the same request was answered before. */
      let stored: string | null = null;
      return {
        async didResolveOperation({ schema, document, operation, request, contextValue }) {
          if (!operation) return;
          try {
            if (operation.operation === 'subscription') {
              throw new DomainError('bad_user_input', { message: 'Ask for a subscription with "Accept: text/event-stream".' });
            }
            const { isIntrospection } = limitOperation(schema, document, operation, request.variables ?? {});
            identify(contextValue, await contextValue.authenticate(operationCost(document, operation)));
            if (operation.operation === 'mutation') stored = await readOnce(contextValue, operation, request);
            requireSecondFactor(contextValue.actor, document, operation);
            if (isIntrospection && contextValue.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
          } catch (thrown) {
            throw toRequestError(thrown, refusals);
          }
        },
        async responseForOperation() {
          return stored === null ? null : replay(stored);
        },
        async willSendResponse({ operation, contextValue, response: { body, http } }) {
          // What is read holds no secret; what a change answers may, once (decision 183).
          if (operation?.operation === 'query') http.headers.set('vary', 'accept-encoding');
          if (!contextValue.changeOnce || stored !== null || body.kind !== 'single' || isOverSoon(body.singleResult)) return;
          await keepAnswer(contextValue, JSON.stringify(body.singleResult));
        },
        async executionDidStart({ operation, contextValue }) {
          if (operation) await beginReading(contextValue, operation);
          // A mutation's answer may be kept for a repetition, outside of the transaction that it was read in.
          const isQuery = operation?.operation === 'query';
          return { executionDidEnd: async () => (isQuery ? endReadingLater(contextValue) : endReading(contextValue)) };
        },
        async didEncounterErrors({ errors, contextValue }) {
          const { actor, clientAddress: address, requestId } = contextValue;
          for (const error of errors) {
            refusals.trace(noteError(error, refusals, contextValue), { actor, address, requestId });
          }
        },
      };
    },
  };
}

/** One key is one change: which of several was made before could not be said. */
async function readOnce(ctx: GraphqlContext, operation: OperationDefinitionNode, request: GraphQLRequest): Promise<string | null> {
  const { query, operationName, variables } = request;
  ctx.changeOnce = ctx.readChangeOnce(ctx.actor, { query, operationName, variables });
  if (!ctx.changeOnce) return null;
  const [first, second] = operation.selectionSet.selections;
  if (first?.kind !== 'Field' || second) {
    throw new DomainError('bad_user_input', { message: 'An Idempotency-Key goes with an operation of one mutation.' });
  }
  return ctx.changeOnce.findAnswer(ctx);
}

/** What went wrong on our side is no answer to repeat for a day. */
function isOverSoon({ errors = [] }: FormattedExecutionResult): boolean {
  return errors.some(({ extensions }) => Number(extensions?.status) >= 500);
}

/** The change is made: whoever asked for it learns so, also where the answer cannot be kept for a repetition. */
async function keepAnswer(ctx: GraphqlContext, answer: string): Promise<void> {
  try {
    await ctx.changeOnce?.keepAnswer(ctx, answer);
  } catch (err) {
    ctx.log.warn({ err, requestId: ctx.requestId }, 'The answer to a request with an Idempotency-Key could not be kept.');
  }
}

function replay(answer: string): GraphQLResponse {
  const headers = new HeaderMap([['idempotency-replayed', 'true']]);
  return { http: { headers }, body: { kind: 'single', singleResult: JSON.parse(answer) } };
}
