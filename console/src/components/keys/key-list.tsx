import { Kbd, Switch } from '@mantine/core';
import { texts } from '../texts.ts';
import { useSingleKeys } from '../ui/use-desk-keys.ts';
import classes from './key-list.module.css';

/** The keyboard shortcuts, and a switch to disable them; loaded when it opens. */
export function KeyList({ keys }: { keys: readonly (readonly [key: string, what: string])[] }) {
  const [isOn, setOn] = useSingleKeys();
  return (
    <>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key} className={classes.row}>
            <dt>{what}</dt>
            <dd>
              <Kbd>{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Switch mt="md" label={texts.keys.isOn} checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
    </>
  );
}
