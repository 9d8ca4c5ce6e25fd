import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '../../fixtures.ts';
import { sideways } from '../../support/look.ts';
import { showIdentity } from '../../support/person.ts';

/** A receiver that returns challenges. */
async function startReceiver() {
  const received: { type: string }[] = [];
  const server = createServer(async (request, response) => {
    const message = JSON.parse(await text(request));
    received.push(message);
    response.end(JSON.stringify({ challenge: message.challenge }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, stop: () => server.close() };
}

for (const [width, viewport] of Object.entries({ desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } })) {
  test.describe(`on a ${width}`, () => {
    test.use({ viewport });

    test('an owner adds a webhook, whose secret is copied and never drawn, and changes it', async ({ page, context, site }) => {
      const receiver = await startReceiver();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await showIdentity(page, site.server.url);
      await page.goto('/webhooks');
      await page.getByLabel('Address').fill(receiver.url);
      await page.getByRole('button', { name: 'Create and copy' }).click();
      await expect(page.getByText('Copied. Paste it into the receiver.')).toBeVisible();
      const secret = await page.evaluate(() => navigator.clipboard.readText());
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      await expect(page.getByLabel('Signing secret')).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: 'Add', exact: true }).click();

      const endpoint = page.getByRole('region', { name: receiver.url });
      await expect(endpoint.getByText('Active', { exact: true })).toBeVisible();
      expect(receiver.received.map(({ type }) => type)).toEqual(['endpoint.challenge']);
      expect(await page.content()).not.toContain(secret);

      await endpoint.getByRole('button', { name: 'Change' }).click();
      await endpoint.getByRole('combobox', { name: 'Events' }).fill('job.published');
      await page.getByRole('option', { name: 'job.published' }).click();
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await endpoint.getByRole('button', { name: 'Save' }).click();
      await expect(endpoint.getByText('Only 1 type of event')).toBeVisible();

      await endpoint.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(endpoint).toHaveCount(0);
      receiver.stop();
    });
  });
}
