import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { Actor } from '../../access/actor.ts';
import { DomainError } from '../../errors.ts';
import { rootFields } from './limits/operation-cost.ts';

/** What somebody may ask for who still has to show a second factor: who they are, and whatever shows or makes one. */
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

/** Refuses an operation as a whole, before any of it runs, where its caller lacks the second factor that they have to have. */
export function requireSecondFactor(actor: Actor, document: DocumentNode, { selectionSet }: OperationDefinitionNode): void {
  if (actor.kind !== 'user' || !actor.lacksSecondFactor) return;
  if (rootFields(document, selectionSet).some((name) => !BEFORE_IT.has(name))) throw new DomainError('second_factor_required');
}
