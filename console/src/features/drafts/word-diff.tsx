import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { diffWords } from '../../lib/diff-words.ts';
import classes from './draft.module.css';

interface Props {
  platform: string;
  before: string;
  after: string;
}

/** The changes of one platform's text; nothing if there are none. */
export function WordDiff({ platform, before, after }: Props) {
  if (before === after) return null;
  return (
    <div className={classes.diff}>
      <PlatformMark id={platform} />
      <p className={classes.diffText} dir="auto">
        {diffWords(before, after).map(({ kind, text, number }) => {
          const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
          return <Tag key={number}>{text}</Tag>;
        })}
      </p>
    </div>
  );
}

interface Whole {
  text: string;
  thread: readonly string[];
  tags: readonly string[];
  settings?: Record<string, unknown> | null;
}

/** Everything published on one platform, as one text for comparison. */
export function wholeText({ text, thread, tags, settings }: Whole): string {
  const chosen = Object.entries(settings ?? {}).map(([name, value]) => `${name}: ${value}`);
  return [text, ...thread, tags.join(', '), chosen.join('\n')].filter((part) => part !== '').join('\n\n');
}
