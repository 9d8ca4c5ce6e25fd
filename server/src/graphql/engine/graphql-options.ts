import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { StartedSession } from '../../access/sessions/start-session.ts';
import type { ChangeOnce } from './graphql-context.ts';
import type { Refusals } from './graphql-error.ts';
import type { OperationCost } from './limits/operation-cost.ts';

/** What the HTTP server knows and lends: transports do not import each other. */
export interface GraphqlOptions extends Refusals {
  /** Who sends a request, by session cookie or API key; counts it against their limits. */
  authenticate(request: FastifyRequest, cost: OperationCost | null): Promise<Actor>;
  /** What makes the change of a request happen once, by its Idempotency-Key. */
  readChangeOnce(request: FastifyRequest, actor: Actor, meaning: object): ChangeOnce | null;
  /** Sets the cookie of a session. */
  sendSession(reply: FastifyReply, session: StartedSession): void;
  /** Whether the client takes a stream, and anything besides. */
  takesStream(request: FastifyRequest): 'only' | 'too' | 'no';
}
