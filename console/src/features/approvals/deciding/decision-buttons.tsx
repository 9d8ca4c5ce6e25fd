import { Button, Kbd } from '@mantine/core';
import { IconCheck, IconMessage2, IconPencil, IconX } from '@tabler/icons-react';
import type { DecisionKind } from '../../../gql/graphql.ts';
import type { Editing } from '../detail/use-edits.ts';
import { texts } from '../texts.ts';
import classes from './decision-bar.module.css';

interface ButtonsProps {
  isOff: boolean;
  canEdit: boolean;
  /** The effect of approving. */
  label: string;
  onAsk: () => void;
  decide: (decision: DecisionKind) => void;
  onEdit: () => void;
}

/** The four possible decisions. */
export function DecisionButtons({ isOff, canEdit, label, decide, onAsk, onEdit }: ButtonsProps) {
  return (
    <div className={classes.buttons}>
      <Button
        className={classes.main}
        disabled={isOff}
        onClick={() => decide('APPROVED')}
        leftSection={<IconCheck size={16} aria-hidden />}
        rightSection={<Key of="A" />}
      >
        {label}
      </Button>
      <Button
        variant="default"
        disabled={!canEdit}
        onClick={onEdit}
        leftSection={<IconPencil size={16} aria-hidden />}
        rightSection={<Key of="E" />}
      >
        {texts.edit.open}
      </Button>
      <Button
        variant="default"
        disabled={isOff}
        onClick={onAsk}
        leftSection={<IconMessage2 size={16} aria-hidden />}
        rightSection={<Key of="C" />}
      >
        {texts.change}
      </Button>
      <Button
        variant="default"
        disabled={isOff}
        onClick={() => decide('REJECTED')}
        leftSection={<IconX size={16} aria-hidden />}
        rightSection={<Key of="R" />}
      >
        {texts.reject}
      </Button>
    </div>
  );
}

/** The edited content is signed as previewed by the server: until it is loaded, there is nothing to sign. */
export function EditButtons({
  isOff,
  editing,
  label,
  onApprove,
  onLeave,
}: {
  isOff: boolean;
  editing: Editing;
  label: string;
  onApprove: () => void;
  onLeave: () => void;
}) {
  const isReady = !editing.isChanged || editing.made !== null;
  return (
    <div className={classes.buttons} data-two>
      <Button
        className={classes.main}
        disabled={isOff || !isReady}
        onClick={onApprove}
        leftSection={<IconCheck size={16} aria-hidden />}
        rightSection={<Key of="A" />}
      >
        {label}
      </Button>
      <Button variant="default" onClick={onLeave}>
        {texts.edit.leave}
      </Button>
    </div>
  );
}

function Key({ of }: { of: string }) {
  return (
    <Kbd size="xs" className={classes.key} aria-hidden>
      {of}
    </Kbd>
  );
}
