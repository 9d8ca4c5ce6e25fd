import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { StartedSession } from '../../access/sessions/start-session.ts';
import type { ChangeOnce } from './graphql-context.ts';
import type { Refusals } from './graphql-error.ts';
import type { OperationCost } from './limits/operation-cost.ts';

/** Provided by the HTTP server: transports do not import each other. */
export interface GraphqlOptions extends Refusals {
  /** Identifies the caller by session cookie or API key, and charges the operation to their limits. */
  authenticate(request: FastifyRequest, cost: OperationCost | null): Promise<Actor>;
  /** Makes a request's change once, by its Idempotency-Key. */
  readChangeOnce(request: FastifyRequest, actor: Actor, meaning: object): ChangeOnce | null;
  /** Sets the session cookie. */
  sendSession(reply: FastifyReply, session: StartedSession): void;
  /** Whether the client accepts a stream, and anything besides. */
  takesStream(request: FastifyRequest): 'only' | 'too' | 'no';
}
