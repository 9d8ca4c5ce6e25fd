import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Actor } from './actor.ts';

export type PersonActor = Extract<Actor, { kind: 'user' }>;

/** The signed-in person; agents have no password, no second factor and no colleagues. */
export function requirePerson({ actor }: Pick<Context, 'actor'>): PersonActor {
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  if (actor.kind !== 'user') throw new DomainError('insufficient_role', { message: 'Only a signed-in person can do this.' });
  return actor;
}
