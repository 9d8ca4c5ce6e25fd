import { type KeyboardEvent, type RefObject, useId, useState } from 'react';

/** `@` and the beginning of a name before the caret, at the beginning of a word. */
const BEGUN = /(?<![\p{L}\p{N}_@./])@(?<begun>[\p{L}\p{N}_. -]{0,40})$/u;
const MOST_SHOWN = 8;

/** The names that match what precedes the caret, and where the match begins; null while no name is being typed. */
export function namesAt(text: string, caret: number, names: readonly string[]): { from: number; names: string[] } | null {
  const found = BEGUN.exec(text.slice(0, caret));
  if (!found) return null;
  const begun = (found.groups?.begun ?? '').toLowerCase();
  const fits = names.filter((name) => {
    const low = name.toLowerCase();
    return low !== begun.trimEnd() && (low.startsWith(begun) || low.split(/\s/u).some((part) => begun !== '' && part.startsWith(begun)));
  });
  return fits.length > 0 ? { from: found.index, names: fits.slice(0, MOST_SHOWN) } : null;
}

interface Field {
  text: string;
  setText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  names: readonly string[];
}

/** A list of names below a text field, with the keys of a combobox: arrows choose, Enter and Tab take, Escape closes. The field stays a text box, which may have no other role. */
export function useNames({ text, setText, field, names }: Field) {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const open = caret === null ? null : namesAt(text, caret, names);
  const active = open ? Math.min(chosen, open.names.length - 1) : 0;
  const optionId = (index: number): string => `${listId}-${index}`;
  const look = (): void => {
    setCaret(field.current?.selectionStart ?? null);
    setChosen(0);
  };
  const take = (name: string): void => {
    if (!open || caret === null) return;
    const before = `${text.slice(0, open.from)}@${name} `;
    setText(before + text.slice(caret).replace(/^ /, ''));
    setCaret(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open || event.nativeEvent.isComposing) return;
    const { length } = open.names;
    const name = open.names[active];
    if (event.key === 'ArrowDown') setChosen((active + 1) % length);
    else if (event.key === 'ArrowUp') setChosen((active + length - 1) % length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && name !== undefined) take(name);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    list: open && { id: listId, names: open.names, active, optionId, take },
    look,
    close: () => setCaret(null),
    fieldProps:
      names.length === 0
        ? {}
        : {
            'aria-autocomplete': 'list' as const,
            'aria-haspopup': 'listbox' as const,
            'aria-controls': listId,
            ...(open && { 'aria-activedescendant': optionId(active) }),
            onKeyDown,
            onClick: look,
          },
  };
}
