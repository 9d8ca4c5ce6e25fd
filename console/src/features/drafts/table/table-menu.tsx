import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { listAddress } from '../../../lib/list-address.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { ImportDialog } from './import-dialog.tsx';

/** Drafts to a spreadsheet, and from one. */
export function TableMenu() {
  const { id, viewerCan } = useWorkspace();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconTable size={16} aria-hidden />}>
            {texts.table.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={listAddress(id, 'drafts')} download>
            {texts.table.download}
          </Menu.Item>
          {viewerCan.createDraft && (
            <Menu.Item onClick={open} aria-haspopup="dialog">
              {texts.table.upload}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isOpen && <ImportDialog onClose={close} />}
    </>
  );
}
