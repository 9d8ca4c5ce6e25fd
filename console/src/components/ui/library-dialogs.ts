/** Loaded on demand, without the library's other components. */
export { Drawer, Modal } from '@mantine/core';
