import { getMetadataStorage } from 'type-graphql';
import { expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../access/actor.ts';
import { type Need, rolesThatMay } from '../../access/authorise.ts';
import { graphqlSchema } from '../../graphql/engine/build-schema.ts';
import type { Permission } from '../../graphql/engine/permissions.ts';
import type { Caller } from './callers.ts';
import { GRAPHQL_RULES } from './graphql-rules.ts';
import type { Outcome } from './outcome.ts';

graphqlSchema();
const { queries, mutations, subscriptions } = getMetadataStorage();
const stated = new Map<string, Permission[]>(
  Object.entries({ Query: queries, Mutation: mutations, Subscription: subscriptions }).flatMap(([root, fields]) =>
    fields.map(({ schemaName, roles = [] }) => [`${root}.${schemaName}`, roles as Permission[]] as const),
  ),
);

const NEEDS: readonly Need[] = ['read', 'write', 'decide', 'manage'];
const ROLES = rolesThatMay('read');

const person: Caller = { name: 'person', kind: 'person', place: 'own', home: 'ordinary', headers: {}, scopes: [], isFresh: true };
const owner: Caller = { ...person, role: 'owner', isOperator: true };
const agent: Caller = { name: 'agent', kind: 'agent', place: 'own', home: 'ordinary', headers: {}, scopes: SCOPES };
const anonymous: Caller = { ...person, kind: 'anonymous' };

/** Whether the field responds to the caller with this outcome, whatever its arguments. */
function always(name: string, caller: Caller, outcome: Outcome): boolean {
  return [GRAPHQL_RULES[name] ?? []].flat().every(({ expected }) => expected(caller) === outcome);
}

/** Fields whose arguments are invalid in the matrix, so that it does not get as far as the recent sign-in. */
const REFUSED_BEFORE = ['Mutation.addPasskey'];

/** What the permission matrix, which is tried on the real server, expects of the callers of a field. */
function permissionsOf(name: string): Permission[] {
  if (!always(name, anonymous, 'unauthenticated')) return ['public'];
  if (always(name, { ...owner, isOperator: false }, 'insufficient_role'))
    return ['operator', ...(always(name, { ...owner, isFresh: false }, 'reauthentication_required') ? (['recent_sign_in'] as const) : [])];
  const permitted = ROLES.filter((role) => !always(name, { ...person, role }, 'insufficient_role'));
  const need = NEEDS.findLast((candidate) => rolesThatMay(candidate).join() === permitted.join());
  const scopes = SCOPES.filter((scope) =>
    always(name, { ...agent, scopes: SCOPES.filter((other) => other !== scope) }, 'insufficient_scope'),
  );
  const isForPeople = always(name, { ...agent, place: 'foreign' }, 'insufficient_role');
  const isFresh = always(name, { ...owner, isFresh: false }, 'reauthentication_required') || REFUSED_BEFORE.includes(name);
  return [
    ...(isForPeople ? (['person'] as const) : []),
    ...(need ? [need] : []),
    ...scopes.filter((scope) => scope !== need),
    ...(isFresh ? (['recent_sign_in'] as const) : []),
  ];
}

/** A field that only requires a person, of themselves, permits every role. */
const withoutRead = (permissions: Permission[]): Permission[] =>
  permissions.includes('person') ? permissions.filter((permission) => permission !== 'read') : permissions;

it('states the permissions of every query, mutation and subscription', () => {
  expect([...stated].filter(([, permissions]) => permissions.length === 0)).toEqual([]);
  expect([...stated.keys()].sort()).toEqual(Object.keys(GRAPHQL_RULES).sort());
});

it('refuses exactly those callers that the stated permissions exclude', () => {
  const asked = [...stated.keys()].filter((name) => !name.startsWith('Subscription.'));
  const sorted = (permissions: Permission[]) => withoutRead(permissions).toSorted();
  expect(Object.fromEntries(asked.map((name) => [name, sorted(stated.get(name) ?? [])]))).toEqual(
    Object.fromEntries(asked.map((name) => [name, sorted(permissionsOf(name))])),
  );
});

it('opens subscriptions for readers only', () => {
  const subscribed = [...stated].filter(([name]) => name.startsWith('Subscription.'));
  expect(Object.fromEntries(subscribed)).toEqual({ 'Subscription.changes': ['read'], 'Subscription.events': ['read'] });
});

it('lets agents do what a scope permits, and nothing else', () => {
  const changes = [...stated].filter(([name]) => name.startsWith('Mutation.'));
  const isRefused = (name: string) =>
    (['insufficient_role', 'not_found'] as const).some(
      (outcome) => always(name, agent, outcome) && always(name, { ...agent, scopes: [] }, outcome),
    );
  const scoped = changes.filter(([, permissions]) =>
    permissions.some((permission) => SCOPES.includes(permission as Scope) && permission !== 'read'),
  );
  expect(changes.filter(([name]) => !isRefused(name)).map(([name]) => name)).toEqual(scoped.map(([name]) => name));
});
