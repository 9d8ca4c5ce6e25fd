import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../fixtures.ts';
import { connectSandbox, letAgentIn } from '../../support/agent.ts';
import { sendNow } from '../../support/send-now.ts';
import { NODE, ROOT } from '../../support/server.ts';

test('the demo agent prints the next step for a person, waits, and prints the published link', async ({ page, site }) => {
  await connectSandbox(site);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Demo agent');
  const keyFile = join(site.server.dataDir, 'demo.key');
  await writeFile(keyFile, `${agent.key}\n`, { mode: 0o600 });

  const demo = spawn(NODE, [join(ROOT, 'server', 'bin', 'demo.mjs'), '--url', site.server.url, '--key-file', keyFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  demo.stdout.on('data', (chunk) => (output += String(chunk)));
  await expect.poll(() => /open (\S+) and approve/.exec(output)?.[1]).toBeTruthy();
  await page.goto(/open (\S+) and approve/.exec(output)?.[1] ?? '');
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);

  const [code] = await once(demo, 'exit');
  expect(output).toMatch(/The job is published\.\n {2}sandbox: http:\/\/\S+\/sandbox#\S+/);
  expect(output).not.toContain(agent.key);
  expect(code).toBe(0);
});
