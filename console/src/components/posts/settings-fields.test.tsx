import { MantineProvider } from '@mantine/core';
import { expect, it } from 'vitest';
import type { NetworkSettingFragment } from '../../gql/graphql.ts';
import { renderStatic } from '../../testing/render-static.tsx';
import { type Settings, SettingsFields } from './settings-fields.tsx';

const setting = (more: Partial<NetworkSettingFragment>): NetworkSettingFragment => ({
  ...{ name: 'duet', label: 'Allow duets', kind: 'BOOLEAN', options: [], initial: 'false', isRequired: false, remark: null },
  ...more,
});
const DECLARED = [
  setting({
    ...{ name: 'privacy', label: 'Who can watch', kind: 'CHOICE', initial: null, isRequired: true, remark: 'An audit is needed.' },
    options: [{ value: 'public', label: 'Everyone' }],
  }),
  setting({}),
  setting({ name: 'board', label: 'Board', kind: 'CHOICE', initial: null }),
];
const render = (declared: NetworkSettingFragment[], settings: Settings = {}) =>
  renderStatic(
    <MantineProvider>
      <SettingsFields declared={declared} settings={settings} onChange={() => {}} />
    </MantineProvider>,
  );

it('offers every setting of the network with its hint, and shows the chosen value', () => {
  const html = render(DECLARED, { privacy: 'public', duet: true, board: 'Boats' });
  for (const words of ['Who can watch', 'An audit is needed.', 'value="Everyone"', 'Allow duets', 'checked', 'value="Boats"'])
    expect(html).toContain(words);
});

it('shows the network’s default if no value is chosen', () => {
  expect(render([setting({ initial: 'true' })])).toContain('checked=""');
  expect(render([setting({ initial: 'false' })])).not.toContain('checked=""');
});

it('renders nothing for a network without settings', () => {
  expect(render([])).not.toContain('Settings of the network');
});
