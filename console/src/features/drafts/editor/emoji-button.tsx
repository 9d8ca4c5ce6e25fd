import { ActionIcon, Popover, Skeleton } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { texts } from '../texts.ts';

const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }));

interface Props {
  label: string;
  /** The field that the emoji is inserted into, at its caret. */
  field: () => HTMLTextAreaElement | null | undefined;
}

/** Opens the emojis, which are loaded then; one is inserted at the caret, and writing goes on behind it. */
export function EmojiButton({ label, field }: Props) {
  const [isOpen, setOpen] = useState(false);
  const insert = (emoji: string): void => {
    setOpen(false);
    const box = field();
    if (!box) return;
    box.focus();
    box.setRangeText(emoji, box.selectionStart, box.selectionEnd, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      withinPortal={false}
      shadow="md"
      onClose={() => field()?.focus()}
    >
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={() => setOpen(!isOpen)}>
          <IconMoodSmile size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={texts.emoji.list}>
        <Suspense fallback={<Skeleton height={264} width={304} />}>
          <EmojiPicker onChoose={insert} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
