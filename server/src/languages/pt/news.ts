import type { Translation } from '../translation.ts';

/** What people are told in the console’s bell, and by mail, push and chat. */
export const news: Translation = {
  '“{1}” for {2}': '“{1}” para {2}',
  'After one hour without a decision, your approval is requested: {1}.':
    'Ninguém decidiu há uma hora, por isso agora perguntamos-lhe a si: {1}.',
  'After {1} hours without a decision, your approval is requested: {2}.':
    'Ninguém decidiu há {1} horas, por isso agora perguntamos-lhe a si: {2}.',
  'Waiting for {1} hours for a decision: {2}.': 'Espera uma decisão há {1} horas: {2}.',
  'Must be approved before {1} to be published on time: {2}.': 'Só sai se for aprovada antes deste momento, {1}: {2}.',
  'Expires on {1} without a decision: {2}.': 'Caduca se ninguém decidir antes deste momento, {1}: {2}.',
  '1 waits for a decision': '1 espera uma decisão',
  '{1} wait for a decision': '{1} esperam uma decisão',
  '1 is planned for this week': '1 está prevista para esta semana',
  '{1} are planned for this week': '{1} estão previstas para esta semana',
  '{1} could not be published': { one: '{1} não pôde ser publicada', other: '{1} não puderam ser publicadas' },
  '{1}, last week: {2}.': '{1}, na semana passada: {2}.',
  'nothing went out': 'nada saiu',
  '1 post went out': 'saiu 1 publicação',
  '{1} posts went out': 'saíram {1} publicações',
  'An agent': 'Um agente',
  'The changes are ready for review: {1}.': 'As alterações estão feitas: volte a ver {1}.',
  'It changed after your review: {1} waits again.': 'Mudou depois de a ter visto: {1} espera de novo.',
  '{1} requests your approval: {2}.': '{1} pede a sua aprovação: {2}.',
  Someone: 'Alguém',
  '“{1}”': '“{1}”',
  '{1} approved {2}.': '{1} aprovou {2}.',
  '{1} rejected {2}.': '{1} recusou {2}.',
  '{1} asks for changes to {2}.': '{1} pede alterações a {2}.',
  'The approval request for {1} expired. Submit it again if it should still be published.':
    'Ninguém decidiu a tempo: {1}. Submeta-a de novo se ainda tiver de sair.',
  '“{1}” is approved and cannot go out yet. {2} {3}': '“{1}” está aprovada e ainda não pode sair. {2} {3}',
  '{1} put {2} on hold: “{3}” It is published once a person releases it.': '{1} retém {2}: “{3}” Sai assim que alguém a libertar.',
  'It is unknown whether {1} was published on {2}. It is never sent twice; check there, and record what you find.':
    'Ainda não se sabe se {1} está em {2}. Nunca é enviada segunda vez; veja lá e diga-nos.',
  '{1} is out on {2}.': '{1} está publicada em {2}.',
  '{1} is no longer on {2}. It was removed there, not by this service.': '{1} já não está em {2}. Foi removida lá, não por este serviço.',
  '{1} on {2} differs from what was signed. Compare the two, and check who else has access to the account.':
    '{1} em {2} difere do que foi assinado. Compare as duas versões e verifique quem mais tem acesso à conta.',
  '{1} could not be published on {2}.': '{1} não pôde ser publicada em {2}.',
  '{1} is out on {2}, and could not be published on {3}.': '{1} está publicada em {2}, e não pôde ser publicada em {3}.',
  '{1} lets us in as {2} no more. What goes there waits until the account is connected again.':
    '{1} já não nos deixa entrar como {2}. O que vai para lá espera até a conta ser ligada de novo.',
  '{1} has problems with {2}. It is retried; check it if that continues.':
    '{1} dá problemas com {2}. Tentamos de novo; veja o que se passa se continuar.',
  'It was revoked.': 'Foi revogada.',
  'One of its posts was rejected.': 'Uma pessoa disse não a uma das suas publicações.',
  'Its time was over.': 'O seu prazo acabou.',
  'The person who signed it is no longer an approver there.': 'Quem a assinou já não decide lá.',
  'Its template allowed combinations of words that no signed post had; a stricter one is proposed.':
    'O modelo permitia combinações de palavras que não apareciam em nenhuma publicação assinada; é proposto um mais rigoroso.',
  'The agent has no access any more.': 'O agente já não tem acesso.',
  'Your standing approval for posts of {1} has ended. {2} They need your approval again.':
    'A sua aprovação permanente para publicações de {1} terminou. {2} Voltamos a perguntar-lhe por elas.',
  '{1} of {2} posts of one kind by {3} were approved as they were. You can let such posts go out by themselves, within limits.':
    '{1} de {2} publicações como estas de {3} foram aprovadas tal como estavam. Pode deixá-las sair sozinhas, dentro de limites.',
  'An owner': 'Um proprietário',
  '{1} archived {2}: it is read-only and publishes nothing.': '{1} arquivou {2}: de lá já nada sai. Ainda pode ser lido.',
  '{1} restored {2}. Nothing is published there until an owner resumes it.':
    '{1} voltou a usar {2}. De lá nada sai até um proprietário o retomar.',
  'The service was restored from a backup of {1}. Nothing is published until you release it.':
    'O serviço foi reposto a partir de uma cópia de segurança ({1}). Nada sai para ninguém antes de o libertar.',
  'Publishing was stopped for every customer at {1}. Nothing is published until it is resumed.':
    'A publicação foi parada para todos os clientes: {1}. Nada sai até ser retomada.',
  'Reason: {1}': 'O motivo indicado: {1}',
  'Customers have connected real accounts, but nothing is published there: one launch step is not signed.':
    'Há clientes com contas de redes reais ligadas, e lá nada sai: um passo do lançamento não está assinado.',
  'Customers have connected real accounts, but nothing is published there: {1} launch steps are not signed.':
    'Há clientes com contas de redes reais ligadas, e lá nada sai: {1} passos do lançamento não estão assinados.',
  'One due post is not being processed, since {1}.': 'Uma publicação devia sair e ninguém começou, desde: {1}.',
  '{1} due posts are not being processed, the oldest since {2}.': '{1} publicações deviam sair e ninguém começou, a primeira desde: {2}.',
  'Check that a worker is running, and its log.': 'Veja se há um worker a correr e o que diz o seu registo.',
  'One mail could not be sent, since {1}.': 'Um e-mail não foi entregue, desde: {1}.',
  '{1} mails could not be sent, the oldest since {2}.': '{1} e-mails não foram entregues, o primeiro desde: {2}.',
  'Check that the mail server responds.': 'Veja se o servidor de e-mail responde.',
  'Customers have connected {1} accounts, but this service is no longer registered there. Set {2}, and restart.':
    'Há clientes com contas de {1} ligadas, e este serviço já não está registado lá. Defina {2} e reinicie.',
  'Credits for publications with an approval are running low: {1} left. Without any, what is approved waits.':
    'Restam poucos créditos para publicações com aprovação: {1}. Sem eles, o que está aprovado espera.',
  'Credits for autopostings are running low: {1} left. Without any, what is approved waits.':
    'Restam poucos créditos para publicações automáticas: {1}. Sem eles, o que está aprovado espera.',
  '{1} credits were bought: {2} × {3} for {4}.': 'Foram comprados {1} créditos: {2} × {3} por {4}.',
  '{1} credits of a payment that was given back: {2} taken, {3} were used already.':
    '{1} créditos de um pagamento devolvido: {2} retirados, {3} já estavam usados.',
  '{1} credits of a payment that was given back: {2} taken.': '{1} créditos de um pagamento devolvido: {2} retirados.',
  'The payment of an order of credits is disputed. The credits stay until the bank has decided.':
    'O pagamento de uma encomenda de créditos está em disputa. Os créditos ficam até o banco decidir.',
  'The dispute of a payment was closed in your favour; the payment stays.': 'A disputa de um pagamento terminou, e o pagamento mantém-se.',
  '{1} rejects this service, so no account can be connected there. {2} Check {3}, and restart.':
    '{1} recusa este serviço, por isso ninguém pode ligar uma conta lá. {2} Verifique {3} e reinicie.',
  '{1} calls you about “{2}”: “{3}”': '{1} pergunta-lhe sobre “{2}”: “{3}”',
  '{1} commented on “{2}”: “{3}”': '{1} diz sobre “{2}”: “{3}”',
  'One sign-up request is pending.': 'Alguém pede uma conta.',
  '{1} sign-up requests are pending.': '{1} pessoas pedem uma conta.',
  'Nothing can be done with one before you have approved it, and a request ends after 30 days.':
    'Nada se pode fazer com uma conta antes de a aprovar, e um pedido termina ao fim de 30 dias.',
  'The request expired after 30 days without a decision. You can request an account again.':
    'Ninguém decidiu sobre ele em 30 dias, por isso terminou. Pode pedir de novo.',
  "{1} gave {2}, a program of their own, read access to {3} and the account's credits. The request came from {4}.":
    '{1} deixa {2}, um programa próprio, ler {3} e os créditos da conta. O pedido veio de {4}.',
  '{1} gave {2} access to {3}: {4}, in the sandbox only. The request came from {5}.':
    '{1} deu a {2} acesso a {3}: {4}, só na sandbox. O pedido veio de {5}.',
  '{1} gave {2} access to {3}: {4}. The request came from {5}.': '{1} deu a {2} acesso a {3}: {4}. O pedido veio de {5}.',
  'The access of {1} was ended: its authorization code was used a second time. Let it ask again.':
    'O acesso de {1} terminou: o seu código de autorização foi usado segunda vez. Que peça de novo.',
  '{1} gave its access back.': '{1} devolveu o seu acesso.',
  '{1} exchanged its key for a new one; the old one ends within a day.':
    '{1} trocou a sua chave por uma nova; a anterior termina dentro de um dia.',
  '{1} ({2}) has joined as {3}.': '{1} ({2}) entrou na conta como {3}.',
  '{1} ({2}) has left.': '{1} ({2}) saiu da conta.',
  '{1} ({2}) was removed.': '{1} ({2}) já não é membro da conta.',
  '{1} ({2}) was removed by {3}.': '{3} retirou {1} ({2}) da conta.',
  'The operator': 'O operador',
  '{1} ended the access of {2} to {3}.': '{1} terminou o acesso de {2} a {3}.',
  '{1} rejects all posts of this service: posts of one account are waiting.':
    '{1} não aceita nenhuma publicação deste serviço, seja de quem for a conta: as de uma conta esperam.',
  '{1} rejects all posts of this service: posts of {2} accounts are waiting.':
    '{1} não aceita nenhuma publicação deste serviço, seja de quem for a conta: as de {2} contas esperam.',
  'Check the app of this service there, its plan and its quota; the posts are then published automatically.':
    'Veja lá a aplicação do serviço, o plano e os créditos; depois disso as publicações saem sozinhas.',
};
