import type { Plugin } from 'vite';

/** The components whose styles are in `mantine-controls.css`: each has a module with the names of its classes. */
const CLASSES =
  /@mantine\/core\/esm\/components\/(Checkbox|Drawer|FloatingIndicator|List|Menu|Modal|ModalBase|NumberInput|Overlay|Pill|PillsInput|Popover|Radio|ScrollArea|SegmentedControl|Slider|Switch|Table|Tabs)\/(?:\w+\/)?\w+\.module\.mjs$/;

/** The library's colours that no screen uses: ten shades and six variants each, in both themes. */
const UNUSED_COLORS = /^\s*--mantine-color-(?:pink|grape|violet|indigo|cyan|lime|orange|yellow|green)-[\w-]+:[^;]*;\n?/gm;

/** Leaves unused colours out of the library's styles. */
export function usedColors(): Plugin {
  return {
    name: 'countersign:used-colors',
    transform: {
      filter: { id: /\/src\/app\/mantine\.css$/ },
      handler: (code) => ({ code: code.replaceAll(UNUSED_COLORS, ''), map: null }),
    },
  };
}

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
