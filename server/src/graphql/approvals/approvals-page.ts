import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  Kind,
  type SelectionNode,
} from 'graphql';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import type { Loaders } from '../engine/loaders.ts';
import { pageRequest } from '../engine/paging.ts';
import type { ApprovalsArgs } from './approval.types.ts';
import type { ApprovalsRead, AskedApprovals } from './read-approvals.ts';

/** Fields that need everything that the gates depend on. */
const EXPLAINED = new Set(['findings', 'cost', 'gates', 'targets', 'draws']);

/** The requested field as a key of this request's loader. */
export function askedApprovals(
  info: Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>,
  fields: readonly FieldNode[],
  workspaceId: string,
  { first, after, state, sort, platform, agentId, hasFindings, goesOut, search }: ApprovalsArgs,
): AskedApprovals {
  const within = (nodes: readonly FieldNode[], name: string) => fieldsBeneath(info, nodes).filter((node) => node.name.value === name);
  const shown = fieldsBeneath(info, within(within(fields, 'edges'), 'node'));
  const filter = { state, sort, platform, agentId, hasFindings, goesOut, search };
  return {
    workspaceId,
    request: { ...pageRequest({ first, after }), ...filter },
    withRows: shown.some(({ name }) => EXPLAINED.has(name.value)),
  };
}

/**
 * Starts loading the approvals of a workspace in the same batch as the workspace itself. Their own field awaits the
 * result.
 */
export function preloadApprovals({ loaders }: GraphqlContext, workspaceId: string, info: GraphQLResolveInfo): void {
  const definition = (info.schema.getType('Workspace') as GraphQLObjectType).getFields().approvals;
  for (const node of fieldsBeneath(info, info.fieldNodes)) {
    if (!definition || node.name.value !== definition.name) continue;
    try {
      const args = getArgumentValues(definition, node, info.variableValues) as unknown as ApprovalsArgs;
      loaders.approvals.load(askedApprovals(info, [node], workspaceId, args)).catch(() => undefined);
    } catch {
      // The field itself reports the error.
    }
  }
}

/** Primes the loaders with the rows that were read with the page. */
export function keepRows(loaders: Loaders, { page, rows }: ApprovalsRead): void {
  if (!rows) return;
  const { drafts, authors, writers, decisions, jobs, explanations } = rows;
  for (const { id, draftId } of page.items) {
    const [draft, job] = [drafts.get(draftId), jobs.get(id)];
    if (draft) {
      loaders.draft.prime(draftId, draft);
      loaders.author.prime(draft, authors.get(draftId) ?? null);
    }
    loaders.writers.prime(draftId, writers.get(draftId) ?? []);
    loaders.decisions.prime(id, decisions.get(id) ?? []);
    if (!job) continue;
    loaders.jobOfApproval.prime(id, job);
    loaders.explanation.prime(job, explanations.get(job.id) ?? null);
  }
}

/** The fields selected beneath these, including those of fragments, without those that a directive excludes. */
export function fieldsBeneath(info: Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>, fields: readonly FieldNode[]): FieldNode[] {
  const { fragments, variableValues } = info;
  const isIn = (node: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
  const open = (node: SelectionNode): FieldNode[] => {
    if (!isIn(node)) return [];
    if (node.kind === Kind.FIELD) return [node];
    const set = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet;
    return (set?.selections ?? []).flatMap(open);
  };
  return fields.flatMap(({ selectionSet }) => (selectionSet?.selections ?? []).flatMap(open));
}
