import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The markup of a component, for what can be told from it alone; behaviour is tested in a real browser. */
export function renderStatic(node: ReactNode): string {
  return renderToStaticMarkup(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      {node}
    </MantineProvider>,
  );
}
