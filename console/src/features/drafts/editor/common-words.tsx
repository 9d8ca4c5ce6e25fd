import { useRef } from 'react';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import type { WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { texts } from '../texts.ts';
import classes from './composer.module.css';
import { Count, Faults } from './counts.tsx';
import { EmojiButton } from './emoji-button.tsx';
import { ImproveButton } from './improve-button.tsx';
import { PostField } from './mention-list.tsx';
import type { DraftForm } from './use-draft-form.ts';

interface Props {
  form: DraftForm;
  /** Of the networks without own words. */
  checks: readonly WordsCheckViewFragment[];
  labelOf: (id: string) => string;
  /** Whose accounts can be searched. */
  networks: readonly { id: string; label: string }[];
}

const words = texts.composer;

/** The text that every network gets, with its length on each of them. */
export function CommonWords({ form, checks, labelOf, networks }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={classes.words}>
      <PostField
        field={field}
        networks={networks}
        label={texts.source}
        description={words.commonHint}
        autosize
        minRows={6}
        maxRows={18}
        data-autofocus
        {...form.getInputProps('sourceText')}
      />
      <div className={classes.postFoot}>
        {checks.length > 0 && (
          <ul className={classes.counts} aria-label={words.counts}>
            {checks.map((check) => (
              <li key={check.platform}>
                <PlatformMark id={check.platform} label={labelOf(check.platform)} />
                {check.preview.parts.length > 1 ? (
                  <span className={classes.posts}>{words.posts({ count: check.preview.parts.length })}</span>
                ) : (
                  <Count check={check} index={0} />
                )}
              </li>
            ))}
          </ul>
        )}
        <div className={classes.postTools}>
          <ImproveButton
            label={texts.improve.help}
            text={form.values.sourceText}
            onReplace={(from, to) => form.setFieldValue('sourceText', (now) => (now === from ? to : now))}
          />
          <EmojiButton label={texts.emoji.insert} field={() => field.current} />
        </div>
      </div>
      <Faults checks={checks} labelOf={labelOf} />
    </div>
  );
}
