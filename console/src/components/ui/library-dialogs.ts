import { Drawer as LibraryDrawer, Modal as LibraryModal } from '@mantine/core';

/** Their head would be the banner of the page, and two of them where one dialog is above another. */
const attributes = { header: { role: 'presentation' } };

/** Loaded on demand, without the library's other components. */
export const Drawer = LibraryDrawer.withProps({ attributes });
export const Modal = LibraryModal.withProps({ attributes });
