import { Button, Group, type ModalProps } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { texts } from '../texts.ts';

const Modal = lazy(async () => ({ default: (await import('./library-dialogs.ts')).Modal }));

/** A dialog whose code is loaded when it opens first: most dialogs of a page never open. */
export function Dialog(props: ModalProps) {
  const [wasOpen, setWasOpen] = useState(props.opened);
  if (props.opened && !wasOpen) setWasOpen(true);
  useFocusBack(props.opened);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}

interface DialogButtonsProps {
  /** What closes it without a change. */
  cancel?: string;
  onCancel: () => void;
  /** The button for what the dialog is about. */
  children: ReactNode;
}

/** The end of a dialog. */
export function DialogButtons({ cancel = texts.cancel, onCancel, children }: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      {children}
    </Group>
  );
}

/**
 * The focus goes back to where it was. The library does so only from the second time on: when its code is loaded, the
 * dialog is open already.
 */
function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (!isOpen || !(before instanceof HTMLElement)) return;
    return () => {
      requestAnimationFrame(() => {
        const now = document.activeElement;
        const isOut = now !== document.body && dialogOf(now) === dialogOf(before);
        if (!isOut) before.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}

const dialogOf = (element: Element | null) => element?.closest('[role="dialog"]') ?? null;
