import { launchChromium } from '../../../../e2e/support/chromium.ts';

export interface PersonInBrowser {
  /** Follows an address opened by a program, signs in if required, allows the request, and returns the redirect. */
  allow(address: string): Promise<URL>;
  /** Approves on the approvals page. Resolves once it can no longer be undone. */
  approve(approvalUrl: string): Promise<void>;
  close(): Promise<void>;
}

/** Longer than any page takes on a busy machine. */
const PATIENCE_MS = 60_000;

/** A person with a real browser, signed in nowhere yet. */
export async function openPerson(person: { email: string; password: string }): Promise<PersonInBrowser> {
  const browser = await launchChromium();
  const page = await browser.newPage({ locale: 'en-GB' });
  page.setDefaultTimeout(PATIENCE_MS);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const signInWhereAsked = async (wanted: ReturnType<typeof button>) => {
    const field = page.getByLabel('Email address');
    await field.or(wanted).first().waitFor();
    if (!(await field.isVisible())) return;
    await field.fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await button('Sign in').click();
    await wanted.waitFor();
  };
  return {
    async allow(address) {
      await page.goto(address);
      const allow = button('Allow');
      await signInWhereAsked(allow);
      const password = page.getByRole('textbox', { name: 'Your password' });
      if (await password.isVisible()) await password.fill(person.password);
      // Whether there is a listener is the program's responsibility: the redirect is the result.
      const answered = page.waitForRequest((request) => request.isNavigationRequest() && /[?&]code=/.test(request.url()));
      await allow.click();
      return new URL((await answered).url());
    },
    async approve(approvalUrl) {
      await page.goto(approvalUrl);
      const approve = button('Approve and publish');
      await signInWhereAsked(approve);
      const decided = page.waitForResponse((response) => /decideApproval/i.test(response.request().postData() ?? ''));
      await approve.click();
      await button('Send now').click();
      await decided;
    },
    close: () => browser.close(),
  };
}
