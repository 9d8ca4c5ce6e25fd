import type { Translation } from '../translation.ts';

/** What is mailed to people: invitations, sign-ups, lost passwords, codes, clients’ links. */
export const mails: Translation = {
  '{1} will be erased on {2}': '{1} será apagada em {2}',
  'An owner has requested that everything of the account be erased: posts, media, connections, access of agents and people.':
    'Um proprietário pediu que se apague tudo o que a conta contém: publicações, ficheiros, ligações, acessos de agentes e pessoas.',
  'Until then an owner can keep the account under Settings. Afterwards nothing can be restored.':
    'Até lá um proprietário pode manter a conta nas definições. Depois nada pode ser recuperado.',
  '{1} is kept': '{1} mantém-se',
  'An owner has taken the request for erasure back.': 'Um proprietário retirou o pedido de apagamento.',
  'Open the settings': 'Abrir as definições',
  'It answered that it wants nothing more.': 'Respondeu que não quer mais nada.',
  'It has taken nothing for three days.': 'Há três dias que não aceita nada.',
  'Open webhooks': 'Ver os webhooks',
  'Nothing more is sent to {1}. {2}': 'Já nada é enviado para {1}. {2}',
  'A webhook was switched off': 'Um webhook foi desligado',
  '{1} posts': '{1} publicações',
  'Changes are ready for review: {1}': 'As alterações estão feitas: volte a ver {1}',
  'Your approval is requested: {1}': 'Agora é a sua vez: veja {1}',
  'The link works until {1}; so does the one you were sent before.': 'A ligação funciona até: {1}; a anterior também.',
  'Review the post': 'Ver a publicação',
  'Review the posts': 'Ver as publicações',
  'You get this because {1} shared this with you at': 'Recebe esta mensagem porque {1} partilhou isto consigo em',
  'The changes you requested from {1} are ready: {2} is waiting for your review.':
    'Pediu alterações a {1}. Estão feitas: {2} espera de novo por si.',
  '{1} has reviewed it, and {2} is now waiting for you.': '{1} já viu, e agora {2} espera por si.',
  '{1} asks you first: {2} is waiting for you.': '{1} pergunta-lhe primeiro: {2} espera por si.',
  'The changes you requested from {1} are ready: {2} are waiting for your review.':
    'Pediu alterações a {1}. Estão feitas: {2} esperam de novo por si.',
  '{1} has reviewed them, and {2} are now waiting for you.': '{1} já as viu, e agora {2} esperam por si.',
  '{1} asks you first: {2} are waiting for you.': '{1} pergunta-lhe primeiro: {2} esperam por si.',
  '{1} and {2} more.': '{1} e mais {2}.',
  '{1}.': '{1}.',
  '{1} is your code': '{1} é o seu código',
  'Your code is {1}. It works once, for ten minutes.': 'O seu código é {1}. Serve uma vez, durante dez minutos.',
  'We never ask you for this code. If you did not request it, ignore this mail.':
    'Nunca ninguém lho pedirá. Se não o pediu, deixe-o: sem ele nada acontece.',
  'You receive this because a code was requested with the link sent to you, at':
    'Recebe esta mensagem porque alguém que tem a ligação que recebeu pediu um código em',
  '{1} asks you to review a post by {2}': '{1} pede-lhe que veja uma publicação de {2}',
  '{1} asks you to review {2} posts by {3}': '{1} pede-lhe que veja {2} publicações de {3}',
  '{1} of {2} asks you to review a post before it is published.': '{1} de {2} pede-lhe que veja uma publicação antes de ela sair.',
  '{1} of {2} asks you to review {3} posts before they are published.':
    '{1} de {2} pede-lhe que veja {3} publicações antes de elas saírem.',
  'Anyone with this link can see the posts, so do not forward it. To approve or request changes, you confirm with a code sent to this address.':
    'Para ver basta esta ligação, por isso guarde-a para si. Para aprovar ou pedir alterações, recebe um código neste endereço.',
  'The link works until {1}. If you do not know what this is about, leave it.':
    'A ligação funciona até: {1}. Se não sabe do que se trata, deixe-a.',
  'You get this because {1} typed this address at': 'Recebe esta mensagem porque {1} escreveu este endereço em',
  'Your sign-in to Countersign has changed': 'O seu início de sessão no Countersign mudou',
  'If that was not you: change your password and sign every other browser out, now.':
    'Se não foi você: mude agora a sua palavra-passe e termine a sessão em todos os outros navegadores.',
  'Open the security settings': 'Abrir as definições de segurança',
  'Your account is ready': 'A sua conta está pronta',
  'Your Countersign account is ready. Sign in with {1} and the password you chose.':
    'Pediu uma conta no Countersign. Está pronta: entre com {1} e a palavra-passe que escolheu.',
  'Sign in': 'Entrar',
  'The operator of this service declined your request.': 'Quem gere este serviço decidiu não lhe abrir uma.',
  'Reason: {1}': 'Explicação: {1}',
  'No account was opened for you': 'Não lhe foi aberta nenhuma conta',
  'You requested an account on Countersign. {1}': 'Pediu uma conta no Countersign. {1}',
  'What you typed is deleted within a month, the password is gone already.':
    'O que escreveu é apagado dentro de um mês; a palavra-passe já foi apagada.',
  'You receive this because you requested an account at': 'Recebe esta mensagem porque pediu uma conta em',
  'You receive this because this address was entered in the sign-up form of':
    'Recebe esta mensagem porque alguém, provavelmente você, escreveu este endereço no registo de',
  'If it was not you, leave it: nothing has happened.': 'Se não foi você, deixe: nada aconteceu.',
  'You can sign in to Countersign already': 'Já pode entrar no Countersign',
  'An account with this address already exists. Sign in with it; you can reset a lost password there.':
    'Alguém com este endereço tem uma conta aqui. Entre com ela; uma palavra-passe perdida pode ser substituída lá.',
  'Your request for an account waits': 'O seu pedido de conta está à espera',
  'Your account request is already pending. The operator reviews it, and you will get a mail.':
    'Já pediu uma conta. Quem gere este serviço vai vê-lo, e recebe um e-mail.',
  'Go on with your sign-up for Countersign': 'Continue o seu registo no Countersign',
  'Your address is confirmed. Continue with the link: enter your name and choose a password.':
    'Este endereço é seu, se consegue ler isto. Continue com a ligação: diga o seu nome e escolha uma palavra-passe.',
  'It works once, until {1}. {2}': 'Serve uma vez, até: {1}. {2}',
  'Go on': 'Continuar',
  'Your password was changed.': 'A sua palavra-passe foi alterada.',
  'An authenticator app was set up: sign-in asks for its code from now on.':
    'Foi configurada uma aplicação de autenticação: a partir de agora, o seu código é pedido ao entrar.',
  'The authenticator app and its recovery codes were removed: sign-in asks for the password alone.':
    'A aplicação de autenticação e os seus códigos de recuperação foram retirados: ao entrar só é pedida a palavra-passe.',
  'The operator removed your authenticator app, recovery codes and passkeys and signed every browser out.':
    'O operador retirou a sua aplicação de autenticação, os códigos de recuperação e as passkeys, e terminou a sessão em todos os navegadores.',
  'Set up a new second factor.': 'Configure um novo segundo fator.',
  'Your password was replaced by a link for lost passwords, and every browser was signed out.':
    'A sua palavra-passe foi substituída por uma ligação para palavras-passe perdidas, e a sessão foi terminada em todos os navegadores.',
  'A new password for Countersign': 'Uma nova palavra-passe para o Countersign',
  'A password reset was requested for this address.': 'Alguém, provavelmente você, pediu uma nova palavra-passe para este endereço.',
  'The link works once, until {1}. If it was not you, leave it: nothing has changed.':
    'A ligação serve uma vez, até: {1}. Se não foi você, deixe-a: nada mudou.',
  'Choose a new password': 'Escolher uma nova palavra-passe',
  'A passkey was added: it signs in without the password.': 'Foi adicionada uma passkey: entra sem palavra-passe.',
  'A passkey was removed: it opens nothing any more.': 'Foi retirada uma passkey: já não abre nada.',
  '{1} invites you to {2}': 'Recebeu um convite de {1} para {2}',
  '{1} invites you as {2} to {3} on Countersign.': '{1} fez-lhe um convite, como {2}, para {3} no Countersign.',
  'The link works once, until {1}. If you do not know what this is about, leave it.':
    'A ligação serve uma vez, até: {1}. Se não sabe do que se trata, deixe-a.',
  'Accept the invitation': 'Aceitar o convite',
  owner: 'proprietário',
  approver: 'aprovador',
  editor: 'editor',
  viewer: 'leitor',
  'Hello {1},': 'Olá, {1},',
  'Hello,': 'Olá,',
  'You get this because of your account at': 'Recebe esta mensagem por causa da sua conta em',
  'Notification settings': 'Definições de notificações',
  'Stop mails like this one': 'Deixar de receber mensagens como esta',
};
