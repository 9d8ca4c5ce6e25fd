import { expect, it } from 'vitest';
import { HOUR_MS } from '../../clock.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { makeFresh, usePeople } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const INVITE = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { invitation { email } } }';

const database = useTestDatabase();
const stage = usePeople(database);

async function givenOwner() {
  const { accountId } = await givenWorkspace(stage.services);
  const owner = await stage.person({ accountId });
  await makeFresh(owner);
  const invite = (email: string) => owner.browser.ask(INVITE, { input: { accountId, email, role: 'VIEWER' } });
  return { owner, invite };
}

it('limits an account to 20 invitations an hour', async () => {
  const { owner, invite } = await givenOwner();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => invite(`stranger-${i}@example.com`)));
  expect(answers.filter(({ code }) => code === null)).toHaveLength(20);
  expect(answers.filter(({ code, status }) => code === 'rate_limited' && status === 429)).toHaveLength(10);
  stage.clock.advance(HOUR_MS);
  await makeFresh(owner);
  expect((await invite('later@example.com')).code).toBeNull();
});

it('sends an address at most five invitations a day, from any number of accounts', async () => {
  const codes = [];
  for (let i = 0; i < 7; i++) {
    const { invite } = await givenOwner();
    codes.push((await invite('Wanted@example.com')).code);
  }
  expect(codes).toEqual([null, null, null, null, null, 'rate_limited', 'rate_limited']);
});
