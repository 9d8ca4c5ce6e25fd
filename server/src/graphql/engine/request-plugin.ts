import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import { DomainError } from '../../errors.ts';
import { type GraphqlContext, identify } from './graphql-context.ts';
import { type Refusals, refusalOf, type ToDomainError, toRequestError } from './graphql-error.ts';
import { limitOperation } from './limits/limit-operation.ts';
import { operationCost } from './limits/operation-cost.ts';
import { beginReading, endReading } from './read-transaction.ts';
import { requireSecondFactor } from './require-second-factor.ts';

/**
 * What happens to every operation between parsing and running: first it is measured, which asks
 * nobody, and only then the caller is looked up. Afterwards what went wrong is logged.
 */
export function createRequestPlugin(refusals: Refusals): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, request, contextValue }) {
          if (!operation) return;
          try {
            if (operation.operation === 'subscription') {
              throw new DomainError('bad_user_input', { message: 'Ask for a subscription with "Accept: text/event-stream".' });
            }
            const { isIntrospection } = limitOperation(schema, document, operation, request.variables ?? {});
            identify(contextValue, await contextValue.authenticate(operationCost(document, operation)));
            requireSecondFactor(contextValue.actor, document, operation);
            if (isIntrospection && contextValue.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
          } catch (thrown) {
            throw toRequestError(thrown, refusals);
          }
        },
        async executionDidStart({ operation, contextValue }) {
          if (operation) await beginReading(contextValue, operation);
          return { executionDidEnd: () => endReading(contextValue) };
        },
        async didEncounterErrors({ errors, contextValue }) {
          const { actor, clientAddress: address, requestId } = contextValue;
          for (const error of errors) {
            logError(error, contextValue, refusals.toDomainError);
            refusals.trace(refusalOf(error, refusals.toDomainError), { actor, address, requestId });
          }
        },
      };
    },
  };
}

/** Our own mistakes go to the log with everything; the caller only gets the id of the request. */
function logError(error: GraphQLError, { log, requestId }: GraphqlContext, toDomainError: ToDomainError): void {
  const { code } = refusalOf(error, toDomainError);
  if (code === 'internal_error') {
    log.error({ err: error.originalError ?? error, requestId, path: error.path }, 'A GraphQL field ended in an unexpected error.');
  } else if (code === 'database_unavailable') {
    log.warn({ err: error.originalError ?? error, requestId }, 'The database cannot be reached.');
  } else {
    return;
  }
  error.extensions.request_id = requestId;
}
