import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const Modal = lazy(async () => ({ default: (await import('./library-dialogs.ts')).Modal }));

/** A dialog whose code is loaded when it opens first: most dialogs of a page never open. */
export function Dialog(props: ModalProps) {
  const [wasOpen, setWasOpen] = useState(props.opened);
  if (props.opened && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}
