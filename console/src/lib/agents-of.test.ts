import { expect, it } from 'vitest';
import { agentsOf } from './agents-of.ts';

it('lists each agent once, without people’s own programs', () => {
  const agents = agentsOf([
    { kind: 'AGENT', agentId: 'agt_1', agentName: 'Newsroom' },
    { kind: 'INTEGRATION', agentId: 'agt_2', agentName: 'Sales board' },
    { kind: 'AGENT', agentId: 'agt_1', agentName: 'Newsroom' },
  ]);
  expect(agents).toEqual([{ value: 'agt_1', label: 'Newsroom' }]);
});
