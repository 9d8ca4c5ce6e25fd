import { Checkbox, Group } from '@mantine/core';
import { texts } from './texts.ts';

interface Props {
  label: string;
  /** ISO: 1 is Monday. */
  value: number[];
  onChange: (weekdays: number[]) => void;
}

/** Some of the seven days. */
export function Weekdays({ label, value, onChange }: Props) {
  return (
    <Checkbox.Group label={label} value={value.map(String)} onChange={(days) => onChange(days.map(Number).sort((a, b) => a - b))}>
      <Group gap="sm" mt={4}>
        {texts.weekdays.map((day, index) => (
          <Checkbox key={day} value={String(index + 1)} label={day} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
