import { beforeAll, expect, it } from 'vitest';
import { approveSignup } from '../../access/decide-signup.ts';
import { Mail } from '../../access/mail/mail.entity.ts';
import { mailPlace } from '../../access/mail/queue-mail.ts';
import { Signup } from '../../access/signup.entity.ts';
import { User } from '../../access/user.entity.ts';
import { inTransaction } from '../../db/transaction.ts';
import { makeFresh, PASSWORD, usePeople } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';

const database = useTestDatabase();
const stage = usePeople(database);
const em = () => stage.services.orm.em.fork();

beforeAll(() => {
  Object.assign(stage.services.config, {
    mail: { smtpUrl: 'smtp://mail.example.org', from: 'posts@example.org' },
    people: { ...stage.services.config.people, isSignUpOpen: true },
  });
});

/** The emails queued for the address, newest last. */
async function mailsTo(email: string): Promise<{ subject: string; link: { url: string } }[]> {
  const mails = await em().find(Mail, {}, { orderBy: { id: 'asc' } });
  return mails
    .map(({ id, sealedMessage }) => JSON.parse(stage.services.sealer.open(sealedMessage ?? '', mailPlace(id))))
    .filter(({ to }) => to.email === email);
}
const languageOf = async (email: string) => (await em().findOneOrFail(User, { email })).language;

it('uses the language of the browser that signs up, from the first email on', async () => {
  const [email, french] = ['cleo@example.org', { 'accept-language': 'fr-CA, en;q=0.5' }];
  await stage.open().post('/api/auth/sign-up', { email }, french);
  await expect
    .poll(async () => (await mailsTo(email)).map(({ subject }) => subject))
    .toEqual(['Poursuivez votre inscription à Countersign']);
  const token = (await mailsTo(email))[0]?.link.url.split('#token=')[1] ?? '';
  await stage.open().post('/api/auth/sign-up/request', { token, name: 'Cleo', workspace_name: 'The quay', password: PASSWORD }, french);
  const { id } = await em().findOneOrFail(Signup, { email });
  await inTransaction(contextFor(stage.services, { kind: 'operator' }), (tx) => approveSignup(tx, id, { plan: 'none' }));
  expect((await mailsTo(email)).at(-1)?.subject).toBe('Votre compte est prêt');
  expect(await languageOf(email)).toBe('fr');
});

it('uses the language of the browser that accepts an invitation; the invitation itself uses the inviter’s or a chosen one', async () => {
  const [owner, email] = [await stage.person(), 'nia@example.org'];
  await makeFresh(owner);
  await owner.browser.must('mutation { chooseLanguage(language: DE) { language } }');
  const input = { accountId: stage.accountId, email, role: 'EDITOR' };
  await owner.browser.must('mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }', { input });
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toMatch(/^Person \d+ lädt Sie zu .+ ein$/);
  const french = { ...input, email: 'lea@example.org', language: 'FR' };
  await owner.browser.must('mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }', { input: french });
  expect((await mailsTo('lea@example.org'))[0]?.subject).toMatch(/^Person \d+ vous invite/);
  const token = mail?.link.url.split('#token=')[1] ?? '';
  await stage.open().post('/api/auth/invitation/accept', { token, name: 'Nia', password: PASSWORD }, { 'accept-language': 'es' });
  expect(await languageOf(email)).toBe('es');
});
