import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { Actor } from '../../access/actor.ts';
import { DomainError } from '../../errors.ts';
import { rootFields } from './limits/operation-cost.ts';

/** Fields available before the required second factor: the viewer, and whatever shows or creates one. */
const BEFORE_IT: ReadonlySet<string> = new Set([
  '__typename',
  'viewer',
  'security',
  'reauthenticate',
  'beginPasskeyReauthentication',
  'beginTotp',
  'confirmTotp',
  'beginPasskey',
  'addPasskey',
]);

/** Refuses a whole operation, before any of it runs, if its caller lacks a required second factor. */
export function requireSecondFactor(actor: Actor, document: DocumentNode, { selectionSet }: OperationDefinitionNode): void {
  if (actor.kind !== 'user' || !actor.lacksSecondFactor) return;
  if (rootFields(document, selectionSet).some((name) => !BEFORE_IT.has(name))) throw new DomainError('second_factor_required');
}
