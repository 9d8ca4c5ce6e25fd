import type { KeyboardEvent } from 'react';
import { Drawer } from '../../../components/ui/library-dialogs.ts';
import type { TemplateViewFragment } from '../../../gql/graphql.ts';
import classes from '../draft.module.css';
import { texts } from '../texts.ts';
import { NewDraftForm } from './new-draft-form.tsx';

interface Props {
  isOpen: boolean;
  /** What it begins with; null for nothing. */
  template: TemplateViewFragment | null;
  onClose: () => void;
}

/** A dialog over the list; saving opens the draft. Closing asks first if something was typed. */
export function NewDraft({ isOpen, template, onClose }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={(event) => isEscapeHere(event) && onClose()}
      position="right"
      size="min(1160px, 100%)"
      title={texts.write.title}
      closeButtonProps={{ 'aria-label': texts.cancel, className: classes.close }}
    >
      <NewDraftForm template={template} />
    </Drawer>
  );
}

/** Not in a list or a dialog above it, which the key closes: the library would close both at once. */
function isEscapeHere({ key, target, currentTarget, nativeEvent, defaultPrevented }: KeyboardEvent): boolean {
  if (key !== 'Escape' || nativeEvent.isComposing || defaultPrevented || !(target instanceof Element)) return false;
  if (target.closest('[data-mantine-stop-propagation="true"], [role="menu"]')) return false;
  return target.closest('[role="dialog"]') === currentTarget.querySelector('[role="dialog"]');
}
