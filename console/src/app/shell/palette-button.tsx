import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { letterOf } from '../../lib/letter-of.ts';
import { useViewer } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { pages } from './pages.ts';
import classes from './palette-button.module.css';

/** Loaded when it is first opened. */
const Palette = lazy(async () => ({ default: (await import('../../features/palette/palette.tsx')).Palette }));

const isApple = /Mac|iP/.test(navigator.userAgent);

/** Opens the palette; so does ⌘K, or Ctrl K, from anywhere. */
export function PaletteButton({ listens = false }: { listens?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { isOperator } = useViewer();
  useEffect(() => {
    if (!listens) return;
    const press = (event: KeyboardEvent): void => {
      if (letterOf(event) !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [listens]);
  return (
    <>
      <UnstyledButton className={classes.button} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.label}>{texts.search}</span>
        <kbd className={classes.keys} aria-hidden>
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <Palette pages={pages.filter(({ to }) => isOperator || to !== '/operator')} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
