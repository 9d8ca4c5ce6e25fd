import { Authorized as authorized, type ResolverData } from 'type-graphql';
import { SCOPES, type Scope } from '../../access/actor.ts';
import { type Need, requireOperator, requirePerson, requireScope } from '../../access/authorise.ts';
import { DomainError } from '../../errors.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { withHttpStatus } from './graphql-error.ts';

/**
 * Permissions that a field of Query, Mutation or Subscription requires:
 * - `public`: nothing, not even credentials.
 * - `read`, `write`, `decide`, `manage`: the role in the account of the object; `read` is an agent's scope, too.
 * - A scope: agents that have it, and people with the role.
 * - `person`: a signed-in person; agents are refused before anything is looked up.
 * - `operator`: the operator of the service.
 * - `recent_sign_in`: the person has authenticated within the last minutes.
 */
export type Permission = 'public' | Need | Scope | 'person' | 'operator' | 'recent_sign_in';

/** States the permissions of a resolver method. `stated-permissions.test.ts` compares them with the permission matrix. */
export const Authorized = (...permissions: readonly [Permission, ...Permission[]]): MethodDecorator =>
  authorized<Permission>([...permissions]) as MethodDecorator;

const isScope = (permission: Permission): permission is Scope => (SCOPES as readonly string[]).includes(permission);

/**
 * Checks what needs no row before the method runs. Role and recent sign-in are checked by the command, which reads
 * the object: a different error must not reveal that a foreign object exists.
 */
export async function checkPermissions({ context, info }: ResolverData<GraphqlContext>, permissions: Permission[]): Promise<boolean> {
  const check = async (): Promise<boolean> => {
    if (permissions.includes('public')) return true;
    if (context.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
    if (permissions.includes('operator')) requireOperator(context);
    if (permissions.includes('person')) requirePerson(context);
    for (const scope of permissions.filter(isScope)) requireScope(context, scope);
    return true;
  };
  // A query may have other fields that the caller reads.
  return info.operation.operation === 'mutation' || permissions.includes('person') ? withHttpStatus(check) : check();
}
