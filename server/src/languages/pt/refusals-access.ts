import type { Translation } from '../translation.ts';

/** Refusals about accounts, people, agents and what is connected. */
export const refusalsAccess: Translation = {
  'The erasure of this account has begun.': 'O apagamento desta conta começou.',
  'The account is called {1}.': 'A conta chama-se {1}.',
  'The password is easily guessed from your address, your name, your account or the name of this service. Take a few words that have nothing to do with them.':
    'A palavra-passe adivinha-se facilmente pelo seu endereço, pelo seu nome, pela sua conta ou pelo nome deste serviço. Use algumas palavras que nada tenham a ver com eles.',
  'The password is easily guessed: it is common, or of a common pattern. Take a few words that do not belong together.':
    'A palavra-passe adivinha-se facilmente: é comum ou segue um padrão comum. Use algumas palavras que não combinem entre si.',
  'Too many attempts. Try again in {1} seconds.': {
    one: 'Demasiadas tentativas. Tente de novo dentro de {1} segundo.',
    other: 'Demasiadas tentativas. Tente de novo dentro de {1} segundos.',
  },
  'Too much went wrong at this address a moment ago. Try again in {1} seconds.': {
    one: 'Há pouco houve demasiadas falhas neste endereço. Tente de novo dentro de {1} segundo.',
    other: 'Há pouco houve demasiadas falhas neste endereço. Tente de novo dentro de {1} segundos.',
  },
  owner: 'proprietário',
  approver: 'aprovador',
  editor: 'editor',
  viewer: 'leitor',
  'owner or approver or editor or viewer': 'proprietário, aprovador, editor ou leitor',
  'owner or approver or editor': 'proprietário, aprovador ou editor',
  'owner or approver': 'proprietário ou aprovador',
  'This workspace is archived. An owner of the account takes it back into use first.':
    'Este espaço de trabalho está arquivado. Primeiro, um proprietário da conta volta a usá-lo.',
  'Your role here is {1}; this needs {2}.': 'A sua função aqui: {1}. É preciso: {2}.',
  'Only the operator may do this.': 'Só o operador pode fazer isto.',
  'Agents cannot decide; only people can.': 'Os agentes nunca decidem; tem de ser uma pessoa.',
  'Agents cannot manage a workspace; only owners can.': 'Os agentes não gerem espaços de trabalho; tem de ser um proprietário.',
  'Only a signed-in person can do this.': 'Só uma pessoa com sessão iniciada pode fazer isto.',
  'Agents do not see this; a person of the account does.': 'Os agentes não veem isto; vê-o uma pessoa da conta.',
  'The grant does not include {1}; the agent must request it again.': 'O acesso não inclui {1}; o agente tem de pedir de novo.',
  'At least one is needed; revoke the grant to leave none.': 'É preciso pelo menos um; para não deixar nenhum, revogue o acesso.',
  'A sandbox-only grant cannot be extended; the agent must request access again.':
    'Um acesso só à sandbox continua assim; o agente tem de pedir de novo.',
  'The grant is {1}; it cannot be changed any more.': 'O acesso já não pode ser alterado (estado: {1}).',
  'You are a member of this account already.': 'Já é membro desta conta.',
  'Sign in as {1}, then accept.': 'Entre como {1} e aceite depois.',
  'The invitation is for {1}.': 'O convite é para {1}.',
  'Accepted elsewhere just now. Sign in, then accept.': 'Acabou de ser aceite noutro lado. Entre e aceite depois.',
  'An account invites at most {1} people an hour.': 'Uma conta convida no máximo {1} pessoas por hora.',
  'An address can be invited at most {1} times a day.': 'Ninguém é convidado mais de {1} vezes por dia.',
  '{1} is a member already.': '{1} já é membro.',
  'You are the last owner of this account.': 'É o último proprietário desta conta.',
  'The invitation was accepted; remove the member instead.': 'O convite foi aceite; em vez disso, remova o membro.',
  'The agent did not ask for {1}.': 'O agente não pediu {1}.',
  'At least one is needed; deny the request to give none.': 'É preciso pelo menos um; para não dar nenhum, recuse o pedido.',
  'Name an end that is at the most 366 days away.': 'Indique um fim dentro de 366 dias, no máximo.',
  'Only a person of an account lets an agent in.': 'Só uma pessoa de uma conta dá acesso a um agente.',
  'There is no request by this code. Check it with the agent and type it again.':
    'Não há nenhum pedido com este código. Compare-o com o agente e escreva-o de novo.',
  'Agents cannot approve access requests.': 'Os agentes nunca dão acesso a ninguém; tem de ser uma pessoa.',
  'This passkey is registered already.': 'Esta passkey já está registada.',
  'You have {1} passkeys; remove one first.': 'Tem {1} passkeys; remova primeiro uma.',
  'The password must have {1} to {2} characters.': 'A palavra-passe tem de ter de {1} a {2} carateres.',
  'An authenticator app is set up already. Turn it off first to set up another one.':
    'Já há uma app de autenticação configurada. Desligue-a primeiro para configurar outra.',
  'There is no authenticator app to confirm. Begin with a new QR code.':
    'Não há nenhuma app de autenticação por confirmar. Comece com um novo código QR.',
  'The authenticator app is confirmed already.': 'A app de autenticação já está confirmada.',
  'Recovery codes go with an authenticator app. Set one up first.':
    'Os códigos de recuperação acompanham uma app de autenticação. Configure primeiro uma.',
  'Show the second factor that you have, before you add another one.': 'Mostre o segundo fator que tem antes de adicionar outro.',
  'This needs your password again, and it does not match.': 'É precisa de novo a sua palavra-passe, e não está certa.',
  'The password or the code is not right, or the code was used before.':
    'A palavra-passe ou o código não está certo, ou o código já foi usado.',
  'This needs your password together with a code of your app, or a passkey.':
    'É precisa a sua palavra-passe com um código da sua app, ou uma passkey.',
  'An account can be approved or suspended; nothing leads back to pending.':
    'Uma conta pode ser aprovada ou suspensa; nada a faz voltar à espera.',
  'Sign-up is closed. Ask the operator of this service.': 'Aqui não é possível registar-se. Pergunte a quem opera este serviço.',
  'An account with this address already exists. Sign in with it.': 'Já há aqui uma conta com este endereço. Entre com ele.',
  'A request for this address waits already. You get a mail once it is decided.':
    'Já há um pedido à espera com este endereço. Recebe um e-mail quando for decidido.',
  'That was {1}, but this connection is {2}. Sign in there as {3}, or connect {4} as an account of its own.':
    'Era {1}, mas esta conexão é {2}. Entre lá como {3}, ou conecte {4} como uma conta à parte.',
  '{1} has no sign-in of its own; enter what it asks for.': '{1} não tem entrada própria; introduza o que é pedido.',
  'The amount must be a whole number up to {1}, and not 0.': 'A quantidade tem de ser um número inteiro até {1}, e não 0.',
  'The reason must have {1} to {2} characters.': 'O motivo tem de ter de {1} a {2} carateres.',
  'The {1} balance has fewer than {2} credits available.': 'O saldo {1} tem menos de {2} créditos disponíveis.',
  'There are {1} orders of the last hour that were not paid.': 'Há {1} encomendas da última hora que não foram pagas.',
  'The quantity must be a whole number from 1 to {1}.': 'A quantidade tem de ser um número inteiro de 1 a {1}.',
  'You have read': 'Leu demasiadas vezes',
  'You have changed things': 'Alterou demasiadas coisas',
  'Requests without a valid credential came from this address': 'Deste endereço vieram demasiados pedidos sem credencial válida',
  '{1} more than {2} times within a minute. Try again in {3} seconds.':
    '{1}: mais de {2} vezes num minuto. Tente de novo dentro de {3} segundos.',
  'At most {1} changes a minute are allowed.': 'São permitidas no máximo {1} alterações por minuto.',
  'Send at most {1} at once.': 'Envie no máximo {1} de uma vez.',
  'So much that you have sent waits already that others come first. Send less at once.':
    'Já espera tanto do que enviou que outros passam primeiro. Envie menos de uma vez.',
  'You already have {1} chats for notifications; remove one first.': 'Já é avisado em {1} chats; remova primeiro um.',
  '{1} takes no messages at this address. Make a new one there, and add it here.':
    '{1} não aceita mensagens neste endereço. Crie lá um novo e adicione-o aqui.',
  '{1} did not answer, or not as expected. Try it again in a minute.':
    '{1} não respondeu, ou não como se esperava. Tente de novo dentro de um minuto.',
  '{1} did not respond in time. The test may have arrived: check before you try again.':
    '{1} não respondeu a tempo. O teste pode ter chegado: veja lá antes de tentar de novo.',
  'You already have {1} devices for notifications; remove one first.': 'Já é avisado em {1} dispositivos; remova primeiro um.',
  'This link is invalid or incomplete.': 'Este link não é nosso ou foi cortado.',
  'A workspace has {1} endpoints at the most; remove one first.':
    'Um espaço de trabalho tem no máximo {1} pontos de entrega; remova primeiro um.',
  'The access that this endpoint belongs to has ended.': 'O acesso a que este ponto de entrega pertence terminou.',
  'It is the last workspace of the account in use. Make another one first.':
    'É o último espaço de trabalho em uso da conta. Crie primeiro outro.',
  'The account has {1} workspaces in use, and may have {2}. Archive one, or ask the operator for more.':
    'A conta tem {1} espaços de trabalho em uso e pode ter {2}. Arquive um ou peça mais ao operador.',
};
