import { Select, Stack, Switch, TextInput } from '@mantine/core';
import type { NetworkSettingFragment } from '../../gql/graphql.ts';
import { texts } from '../texts.ts';

/** Chosen values by the names of a network's settings. */
export type Settings = Record<string, string | boolean>;

interface Props {
  declared: readonly NetworkSettingFragment[];
  settings: Settings;
  onChange: (settings: Settings) => void;
}

/** The options of a post that only its network has; they are signed with it. */
export function SettingsFields({ declared, settings, onChange }: Props) {
  if (declared.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label={texts.networkSettings}>
      {declared.map((setting) => (
        <Field
          key={setting.name}
          setting={setting}
          value={settings[setting.name]}
          onChange={(value) => onChange({ ...settings, [setting.name]: value })}
        />
      ))}
    </Stack>
  );
}

interface FieldProps {
  setting: NetworkSettingFragment;
  value: string | boolean | undefined;
  onChange: (value: string | boolean) => void;
}

function Field({ setting: { label, kind, options, initial, isRequired, remark }, value, onChange }: FieldProps) {
  const about = { label, description: remark, required: isRequired };
  const current = value ?? initial;
  // A switch has no third state for an answer that must be given.
  if (kind === 'BOOLEAN' && !isRequired)
    return (
      <Switch
        label={label}
        description={remark}
        checked={String(current) === 'true'}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
    );
  if (kind === 'BOOLEAN')
    return (
      <Select
        {...about}
        data={[
          { value: 'true', label: texts.yes },
          { value: 'false', label: texts.no },
        ]}
        placeholder={texts.choose}
        value={current == null ? null : String(current)}
        onChange={(next) => next && onChange(next === 'true')}
      />
    );
  if (options.length > 0)
    return (
      <Select
        {...about}
        data={[...options]}
        placeholder={texts.choose}
        value={current == null ? null : String(current)}
        onChange={(next) => next && onChange(next)}
      />
    );
  return <TextInput {...about} value={String(current ?? '')} onChange={({ currentTarget: { value: text } }) => onChange(text)} />;
}
