import { Popover, Textarea, type TextareaProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { FindAccountsDocument } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './mentions.module.css';
import { mentionAt } from './mentions.ts';

interface Network {
  id: string;
  label: string;
}

interface Props extends Omit<TextareaProps, 'ref'> {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Those of the text whose accounts can be searched. */
  networks: readonly Network[];
}

const words = texts.mentions;
const SEARCH_AFTER_MS = 250;

/** A text field in which "@" opens a list of accounts, by keyboard, mouse and touch. */
export function PostField({ field, networks, onKeyDown, ...props }: Props) {
  const list = useMentionList(field, networks);
  return (
    <Popover
      opened={list.isOpen}
      position="bottom-start"
      width="target"
      withinPortal={false}
      withRoles={false}
      offset={2}
      shadow="md"
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <div>
          <Textarea
            {...props}
            ref={field}
            aria-autocomplete={networks.length > 0 ? 'list' : undefined}
            aria-controls={list.isOpen ? list.id : undefined}
            aria-activedescendant={list.active === null ? undefined : optionId(list.id, list.active)}
            // Escape closes the list alone, not the dialog around it.
            data-mantine-stop-propagation={list.isOpen || undefined}
            onSelect={list.look}
            onBlur={list.close}
            onKeyDown={(event) => {
              list.onKeyDown(event);
              if (!event.defaultPrevented) onKeyDown?.(event);
            }}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div id={list.id} role="listbox" aria-label={words.list} className={classes.list}>
          {list.options.map(({ network, name, displayName, face }, index) => (
            // Keys are handled where the focus is: in the text.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
            <div
              key={`${network.id} ${name}`}
              id={optionId(list.id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === list.active}
              className={classes.option}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => list.activate(index)}
              onClick={() => list.choose(index)}
            >
              {face ? (
                <img className={classes.face} src={face} alt="" />
              ) : (
                <span className={classes.face} aria-hidden>
                  {displayName.charAt(0).toUpperCase()}
                </span>
              )}
              <span className={classes.names}>
                <b dir="auto">{displayName}</b>
                <bdi>@{name}</bdi>
              </span>
              <PlatformMark id={network.id} label={network.label} />
            </div>
          ))}
        </div>
        <p className={classes.state} role="status">
          {list.state}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

function useMentionList(field: RefObject<HTMLTextAreaElement | null>, networks: readonly Network[]) {
  const id = useId();
  const { id: workspaceId } = useWorkspace();
  const [typed, setTyped] = useState<{ start: number; query: string } | null>(null);
  const [chosen, setActive] = useState(0);
  const dismissed = useRef<number | null>(null);
  const query = typed?.query.toLowerCase() ?? '';
  const [asked] = useDebouncedValue(query, SEARCH_AFTER_MS);
  const searches = useQueries({
    queries: networks.map((network) => ({
      queryKey: ['find-accounts', workspaceId, network.id, asked],
      queryFn: async () =>
        (await runDocument(FindAccountsDocument, { input: { workspaceId, platform: network.id, query: asked } })).findAccounts,
      enabled: typed !== null && asked.length >= 2,
      staleTime: 5 * 60_000,
      retry: false,
    })),
  });
  const options = searches.flatMap(({ data }, index) => {
    const network = networks[index];
    return network && data ? data.accounts.map((account) => ({ ...account, network })) : [];
  });
  const isSearching = query !== asked || searches.some(({ isFetching }) => isFetching);
  const isOpen = typed !== null && networks.length > 0 && query.length >= 2;
  // Those of a shorter text stay on the screen meanwhile, but a key never picks one of them.
  const active = isOpen && query === asked && options.length > 0 ? Math.min(chosen, options.length - 1) : null;
  const reasons = searches.flatMap(({ data }) => data?.reason ?? []);
  const close = (): void => setTyped(null);
  const look = (): void => {
    const box = field.current;
    const next = box && box.selectionStart === box.selectionEnd ? mentionAt(box.value, box.selectionStart) : null;
    if (next?.start !== dismissed.current) dismissed.current = null;
    setTyped(dismissed.current === null ? next : null);
    if (next?.query !== typed?.query) setActive(0);
  };
  const choose = (index: number): void => {
    const [box, option] = [field.current, options[index]];
    if (!box || !option || !typed) return;
    const end = box.selectionEnd;
    const space = /^\s/.test(box.value.slice(end)) ? '' : ' ';
    box.setRangeText(`@${option.name}${space}`, typed.start, end, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      dismissed.current = typed.start;
      close();
      return;
    }
    if (active === null || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + options.length) % options.length);
    } else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
      event.preventDefault();
      choose(active);
    }
  };
  const state = isSearching ? words.searching : options.length === 0 ? (reasons[0] ?? words.none) : null;
  return { id, isOpen, options, active, activate: setActive, choose, close, look, onKeyDown, state };
}
