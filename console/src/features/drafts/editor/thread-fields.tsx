import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowsJoin, IconArrowUp, IconPlus, IconScissors, IconTrash } from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { texts } from '../texts.ts';
import classes from './composer.module.css';
import { Count } from './counts.tsx';
import { EmojiButton } from './emoji-button.tsx';
import { ImproveButton } from './improve-button.tsx';
import { PostField } from './mention-list.tsx';
import { addPost, joinPosts, movePost, removePost, splitPost } from './thread-posts.ts';

interface Props {
  /** At least one. */
  posts: readonly string[];
  check: WordsCheckViewFragment | undefined;
  /** The network, if its accounts can be searched. */
  networks: readonly { id: string; label: string }[];
  onChange: (posts: string[]) => void;
  /** Puts a text in the place of another, as long as that is still there. */
  onReplace: (index: number, from: string, to: string) => void;
}

const words = texts.composer;

/** The posts of a thread as blocks, which are split, joined, moved and counted. */
export function ThreadFields({ posts, check, networks, onChange, onReplace }: Props) {
  const { list, focusOn } = useFocusAfter(posts);
  const split = (index: number): void => {
    const at = list.current?.querySelectorAll('textarea')[index]?.selectionStart ?? 0;
    focusOn(index + 1, 0);
    onChange(splitPost(posts, index, at));
  };
  const join = (index: number): void => {
    const joined = joinPosts(posts, index);
    focusOn(index, joined.seam);
    onChange(joined.posts);
  };
  const move = (index: number, by: -1 | 1): void => {
    focusOn(index + by, 'end');
    onChange(movePost(posts, index, by));
  };
  const remove = (index: number): void => {
    focusOn(Math.max(0, index - 1), 'end');
    onChange(removePost(posts, index));
  };
  const onKeyDown = (index: number, event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      split(index);
    } else if (event.key === 'Backspace' && index > 0 && selectionStart === 0 && selectionEnd === 0) {
      event.preventDefault();
      join(index - 1);
    }
  };
  const isThread = posts.length > 1;
  return (
    <div>
      <ol ref={list} className={classes.thread}>
        {posts
          .map((post, index) => ({ post, index }))
          .map(({ post, index }) => (
            <li key={index} className={classes.post}>
              <PostOfThread
                label={index === 0 ? texts.text : texts.thread({ index: index + 1 })}
                networks={networks}
                minRows={index === 0 && !isThread ? 5 : 3}
                value={post}
                onKeyDown={(event) => onKeyDown(index, event)}
                onChange={({ currentTarget: { value } }) => onChange(posts.map((old, at) => (at === index ? value : old)))}
              />
              <div className={classes.postFoot}>
                <Count check={check} index={index} />
                <div className={classes.postTools}>
                  <ImproveButton
                    label={isThread ? texts.improve.helpWith({ post: index + 1 }) : texts.improve.help}
                    text={post}
                    onReplace={(from, to) => onReplace(index, from, to)}
                  />
                  <EmojiButton
                    label={isThread ? texts.emoji.insertInto({ post: index + 1 }) : texts.emoji.insert}
                    field={() => list.current?.querySelectorAll('textarea')[index]}
                  />
                  <Tool label={words.split({ post: index + 1 })} title={words.splitHint} icon={IconScissors} onClick={() => split(index)} />
                  {isThread && (
                    <>
                      <Tool label={words.up({ post: index + 1 })} icon={IconArrowUp} isOff={index === 0} onClick={() => move(index, -1)} />
                      <Tool
                        label={words.down({ post: index + 1 })}
                        icon={IconArrowDown}
                        isOff={index === posts.length - 1}
                        onClick={() => move(index, 1)}
                      />
                      <Tool
                        label={words.join({ post: index + 1 })}
                        icon={IconArrowsJoin}
                        isOff={index === posts.length - 1}
                        onClick={() => join(index)}
                      />
                      <Tool label={words.remove({ post: index + 1 })} icon={IconTrash} onClick={() => remove(index)} />
                    </>
                  )}
                </div>
              </div>
            </li>
          ))}
      </ol>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => {
          focusOn(posts.length, 0);
          onChange(addPost(posts));
        }}
      >
        {texts.addPost}
      </Button>
    </div>
  );
}

/** A field of its own, so each post has its list of accounts. */
function PostOfThread(props: Omit<ComponentProps<typeof PostField>, 'field'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  return <PostField field={field} autosize maxRows={14} {...props} />;
}

interface ToolProps {
  label: string;
  title?: string;
  icon: typeof IconTrash;
  isOff?: boolean;
  onClick: () => void;
}

function Tool({ label, title = label, icon: Icon, isOff = false, onClick }: ToolProps) {
  return (
    // The caret stays where it is in the text: the split needs it.
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={title}
      disabled={isOff}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

type Caret = number | 'end';

/** After a change of the blocks the focus goes on where one writes. */
function useFocusAfter(posts: readonly string[]) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ index: number; caret: Caret } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the blocks are others.
  useLayoutEffect(() => {
    const field = wanted.current && list.current?.querySelectorAll('textarea')[wanted.current.index];
    if (!field || !wanted.current) return;
    const at = wanted.current.caret === 'end' ? field.value.length : wanted.current.caret;
    field.focus();
    field.setSelectionRange(at, at);
    wanted.current = null;
  }, [posts]);
  const focusOn = (index: number, caret: Caret): void => {
    wanted.current = { index, caret };
  };
  return { list, focusOn };
}
