import { expect, it } from 'vitest';
import { workspaceName } from './workspace-name.ts';

it('names a workspace with its account where another one has the same name', () => {
  const of = (id: string, name: string, account: string) => ({ id, name, account: { name: account } });
  const all = [of('wsp_1', 'Main', 'Harbour'), of('wsp_2', 'Main', 'Lighthouse'), of('wsp_3', 'Kiosk', 'Lighthouse')];
  expect(all.map((workspace) => workspaceName(workspace, all))).toEqual(['Main · Harbour', 'Main · Lighthouse', 'Kiosk']);
});
