import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A component's markup, for tests that need nothing else; behaviour is tested in a real browser. */
export function renderStatic(node: ReactNode): string {
  return renderToStaticMarkup(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      {node}
    </MantineProvider>,
  );
}
