import { Button, type ButtonProps, Kbd } from '@mantine/core';
import { type Icon, IconCheck, IconMessage2, IconPencil, IconX } from '@tabler/icons-react';
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
      <Choice isMain icon={IconCheck} keys="A" disabled={isOff} onClick={() => decide('APPROVED')}>
        {label}
      </Choice>
      <Choice icon={IconPencil} keys="E" disabled={!canEdit} onClick={onEdit}>
        {texts.edit.open}
      </Choice>
      <Choice icon={IconMessage2} keys="C" disabled={isOff} onClick={onAsk}>
        {texts.change}
      </Choice>
      <Choice icon={IconX} keys="R" disabled={isOff} onClick={() => decide('REJECTED')}>
        {texts.reject}
      </Choice>
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
      <Choice isMain icon={IconCheck} keys="A" disabled={isOff || !isReady} onClick={onApprove}>
        {label}
      </Choice>
      <Button variant="default" onClick={onLeave}>
        {texts.edit.leave}
      </Button>
    </div>
  );
}

interface ChoiceProps extends ButtonProps {
  isMain?: boolean;
  icon: Icon;
  /** The keys that do the same. */
  keys: string;
  onClick: () => void;
}

/** A button with its icon and its keys. */
export function Choice({ isMain = false, icon: Icon, keys, ...rest }: ChoiceProps) {
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      className={isMain ? classes.main : undefined}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={
        <Kbd size="xs" className={classes.key} aria-hidden>
          {keys}
        </Kbd>
      }
      {...rest}
    />
  );
}
