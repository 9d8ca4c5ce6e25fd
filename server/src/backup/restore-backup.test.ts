import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { useBackups } from '../testing/database/backups.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { loadBackup } from './restore-backup.ts';

const database = useTestDatabase();
const { givenService } = useBackups(database);

it('opens its connections without session settings, which a pooler refuses', async () => {
  const { to, manifest } = await givenService().backUp();
  const begun = Promise.withResolvers<string>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (start) => {
      begun.resolve(start.toString('latin1'));
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(loadBackup(`postgresql://any@127.0.0.1:${port}/any`, to, manifest)).rejects.toThrow();
  server.close();
  expect((await begun.promise).split('\0')).toContain('countersign restore');
  expect((await begun.promise).split('\0')).not.toContain('options');
});
