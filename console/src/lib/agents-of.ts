import type { GrantKind } from '../gql/graphql.ts';

interface Access {
  kind: GrantKind;
  agentId: string;
  agentName: string;
}

/** The agents to filter by, without duplicates; people's own programs create no posts. */
export function agentsOf(grants: readonly Access[]): { value: string; label: string }[] {
  const agents = grants.filter(({ kind }) => kind === 'AGENT').map(({ agentId, agentName }): [string, string] => [agentId, agentName]);
  return [...new Map(agents)].map(([value, label]) => ({ value, label }));
}
