import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { isWordsOnly } from '../../../components/posts/words-only.ts';
import type { PlatformChoiceFragment } from '../../../gql/graphql.ts';
import classes from '../draft.module.css';
import { texts } from '../texts.ts';

interface Props {
  platforms: readonly PlatformChoiceFragment[];
  /** Of those that the workspace has a working account on. */
  connected: ReadonlySet<string>;
  value?: string[];
  onChange?: (platforms: string[]) => void;
  error?: React.ReactNode;
}

const words = texts.choice;

/** Connected platforms at once; those without an account, or posted by hand, behind "more". */
export function PlatformChoice({ platforms, connected, ...field }: Props) {
  const ready = platforms.filter((platform) => !isWordsOnly(platform) && connected.has(platform.id));
  const others = [
    { ...words.unconnected, of: platforms.filter((platform) => !isWordsOnly(platform) && !connected.has(platform.id)) },
    { ...words.wordsOnly, of: platforms.filter(isWordsOnly) },
  ].filter(({ of }) => of.length > 0);
  const rest = others.flatMap(({ of }) => of);
  // What was chosen before is at the beginning of a list that scrolls; what is chosen now stays where it was pressed.
  const [before] = useState(field.value ?? []);
  const isChosen = rest.some(({ id }) => field.value?.includes(id));
  const [isOpen, setOpen] = useState(ready.length === 0 || isChosen);
  return (
    <Checkbox.Group label={texts.write.platforms} {...field}>
      <div className={classes.choice}>
        {ready.length > 0 && <Group {...words.connected} of={ready} />}
        {rest.length > 0 && (
          // What is chosen is in sight, also where unsaved words were restored.
          <details open={isOpen || isChosen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
            <summary className={classes.choiceMore}>{words.more({ count: rest.length })}</summary>
            <div className={`${classes.choice} ${classes.choiceRest}`}>
              {others.map((group) => (
                <Group key={group.title} {...group} of={group.of.toSorted((a, b) => isIn(before, b) - isIn(before, a))} />
              ))}
            </div>
          </details>
        )}
      </div>
    </Checkbox.Group>
  );
}

const isIn = (ids: readonly string[], { id }: { id: string }): number => Number(ids.includes(id));

interface GroupProps {
  title: string;
  hint: string;
  of: readonly PlatformChoiceFragment[];
}

function Group({ title, hint, of }: GroupProps) {
  return (
    <div>
      <p className={classes.choiceTitle}>
        <b>{title}</b> {hint}
      </p>
      <div className={classes.choiceBoxes}>
        {of.map(({ id, label }) => (
          <Checkbox key={id} value={id} className={classes.chip} label={<PlatformMark id={id} label={label} />} />
        ))}
      </div>
    </div>
  );
}
