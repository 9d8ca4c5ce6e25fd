import { expect } from 'vitest';
import { prove } from '../proofs/prove.ts';
import { useTestDatabase } from '../test-database.ts';
import { graphqlTrials, mcpTrials, restTrials } from './trials.ts';
import { everybody, tryOperations, useOperations } from './try-operations.ts';

const operations = useOperations(useTestDatabase());

prove('K8', 'every caller may do exactly what their permissions say, in every language', async () => {
  const lines: string[] = [];
  const languages = { REST: restTrials, GraphQL: graphqlTrials, MCP: mcpTrials(operations.app.operations) };
  for (const [language, trials] of Object.entries(languages)) {
    const { wrong, figures } = await tryOperations(operations, trials, everybody);
    expect(wrong).toEqual([]);
    lines.push(`${language}: ${figures}`);
  }
  return lines;
});
