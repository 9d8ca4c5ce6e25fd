import { Input, Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { texts as shared } from '../../components/texts.ts';
import classes from './palette.module.css';
import type { PaletteEntry } from './palette-entries.ts';
import { texts } from './texts.ts';
import { type PalettePage, usePaletteEntries } from './use-palette-entries.ts';

/** Opens pages, runs actions, and finds drafts, approvals and jobs by text; by keyboard alone. */
export function Palette({ pages, onClose }: { pages: readonly PalettePage[]; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title}
      size="lg"
      yOffset="12vh"
      centered={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': shared.cancel }}
    >
      <Chooser pages={pages} onClose={onClose} />
    </Modal>
  );
}

function Chooser({ pages, onClose }: { pages: readonly PalettePage[]; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { entries, isSearching, hasFailed } = usePaletteEntries(query, pages);
  const [place, setPlace] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // Immediately, since the dialog would focus it a moment later and letters typed meanwhile would be lost.
  useLayoutEffect(() => field.current?.focus(), []);
  const id = useId();
  const active = Math.min(place, entries.length - 1);
  const choose = (entry: PaletteEntry | undefined): void => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setPlace((active + step + entries.length) % Math.max(entries.length, 1));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(entries[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        ref={field}
        size="md"
        role="combobox"
        aria-label={texts.placeholder}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={entries[active] ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        placeholder={texts.placeholder}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={query}
        onChange={({ currentTarget: { value } }) => {
          setQuery(value);
          setPlace(0);
        }}
        onKeyDown={press}
      />
      <Entries id={id} entries={entries} active={active} onChoose={choose} />
      <p className={classes.hint} role="status">
        {isSearching ? texts.searching : hasFailed ? texts.failed : entries.length === 0 ? texts.none : <Keys />}
      </p>
    </>
  );
}

/** Not where there is no keyboard. */
const Keys = () => <span className={classes.keys}>{texts.hint}</span>;

interface EntriesProps {
  id: string;
  entries: readonly PaletteEntry[];
  active: number;
  onChoose: (entry: PaletteEntry) => void;
}

function Entries({ id, entries, active, onChoose }: EntriesProps) {
  const shown = useRef<HTMLDivElement>(null);
  // Scrolls the active option into view.
  useEffect(() => {
    shown.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div ref={shown} id={id} role="listbox" aria-label={texts.title} className={classes.list}>
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the focus and the keys, as a combobox does.
        <div
          key={entry.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes.entry}
          onClick={() => onChoose(entry)}
        >
          <span className={classes.label} dir="auto">
            {entry.label}
          </span>
          <span className={classes.group}>{texts.groups[entry.group]}</span>
        </div>
      ))}
    </div>
  );
}
