import { Checkbox } from '@mantine/core';
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

/** The draft's platforms, grouped: published automatically, without an account, or posted by hand. */
export function PlatformChoice({ platforms, connected, ...field }: Props) {
  const groups = [
    { ...words.connected, of: platforms.filter((platform) => !isWordsOnly(platform) && connected.has(platform.id)) },
    { ...words.unconnected, of: platforms.filter((platform) => !isWordsOnly(platform) && !connected.has(platform.id)) },
    { ...words.wordsOnly, of: platforms.filter(isWordsOnly) },
  ].filter(({ of }) => of.length > 0);
  return (
    <Checkbox.Group label={texts.write.platforms} {...field}>
      <div className={classes.choice}>
        {groups.map(({ title, hint, of }) => (
          <div key={title} className={classes.choiceGroup}>
            <p className={classes.choiceTitle}>
              <b>{title}</b> {hint}
            </p>
            <div className={classes.choiceBoxes}>
              {of.map(({ id, label }) => (
                <Checkbox key={id} value={id} label={<PlatformMark id={id} label={label} />} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </Checkbox.Group>
  );
}
