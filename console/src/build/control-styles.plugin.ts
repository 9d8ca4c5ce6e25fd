import type { Plugin } from 'vite';

/** The components whose styles are in `mantine-controls.css`: each has a module with the names of its classes. */
const CLASSES =
  /@mantine\/core\/esm\/components\/(Drawer|FloatingIndicator|Menu|Modal|ModalBase|NumberInput|Overlay|Popover|ScrollArea|SegmentedControl|Tabs)\/\w+\.module\.mjs$/;

/** Loads the library's styles of dialogs, menus and pickers with their code: most pages open none of them. */
export function controlStyles(): Plugin {
  return {
    name: 'countersign:control-styles',
    transform: {
      filter: { id: CLASSES },
      handler: (code) => ({ code: `import '/src/app/mantine-controls.css';\n${code}`, map: null }),
    },
  };
}
