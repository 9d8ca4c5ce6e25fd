import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { WordChanges } from '../../../components/posts/word-changes.tsx';
import { texts } from '../texts.ts';
import type { TextChange } from './compare-texts.ts';
import classes from './text-changes.module.css';

/** The changes of the text, by account. */
export function TextChanges({ changes }: { changes: readonly TextChange[] }) {
  return changes.map(({ key, platform, label, before, after }) => (
    <div key={key} className={classes.change}>
      <p className={classes.platform}>
        <PlatformMark id={platform} label={label} />
        {before === null && <i>{texts.addedPlatform}</i>}
        {after === null && <i>{texts.removedPlatform}</i>}
      </p>
      <WordChanges before={before ?? ''} after={after ?? ''} />
    </div>
  ));
}
