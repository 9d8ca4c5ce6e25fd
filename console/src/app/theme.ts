import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { texts } from '../components/texts.ts';

/** The one accent: ink, as in a signature. */
const ink: MantineColorsTuple = [
  '#eef2ff',
  '#dde5fd',
  '#b9c8f8',
  '#93aaf3',
  '#6f8cec',
  '#4f70e2',
  '#3a5cd6',
  '#2b50c8',
  '#2343ab',
  '#1c368c',
];

const gray: MantineColorsTuple = [
  '#f7f7f8',
  '#f0f0f2',
  '#e5e5e8',
  '#d4d4d9',
  '#b3b4bb',
  '#8b8d96',
  '#6b6d76',
  '#4f5159',
  '#33353b',
  '#1d1e22',
];

const dark: MantineColorsTuple = [
  '#e9e9ec',
  '#bcbec6',
  '#a3a5af',
  '#6f717b',
  '#3d3f47',
  '#2e3037',
  '#212329',
  '#191a1f',
  '#131418',
  '#0d0e11',
];

/** The head of a dialog would be the banner of the page, and two of them where one dialog is above another. */
const attributes = { header: { role: 'presentation' } };

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, gray, dark },
  white: '#ffffff',
  black: '#1a1b1f',
  autoContrast: true,
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  // Four sizes: small print, text, the title of a part, the title of a page.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1.0625rem', xl: '1.375rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.4', xl: '1.3' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: { centered: true, radius: 10, attributes },
      styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600, lineHeight: 1.3 } },
    },
    // Sentences run in the direction of what is written, not of the screen.
    Textarea: { defaultProps: { dir: 'auto' } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': texts.showPassword } } },
    Drawer: {
      defaultProps: { attributes },
      styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600, lineHeight: 1.3 } },
    },
  },
});

/** Mantine's dimmed and placeholder greys lack the contrast of WCAG AA. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-default-border': '#cbccd2',
    '--mantine-color-dimmed': '#5b5d66',
    '--mantine-color-placeholder': '#6b6d76',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#2343ab',
  },
  dark: {
    '--mantine-color-default-border': '#41434c',
    '--mantine-color-dimmed': '#a3a5af',
    '--mantine-color-placeholder': '#8b8d96',
    '--mantine-color-error': '#ff9a90',
    '--mantine-color-anchor': '#a9bcff',
  },
});
