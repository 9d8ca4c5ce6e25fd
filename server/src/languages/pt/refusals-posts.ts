import type { Translation } from '../translation.ts';

/** Refusals about drafts, approvals and what is sent. */
export const refusalsPosts: Translation = {
  'With this edit it would contain your text; another person must decide on it.':
    'Alterada, teria palavras suas; outra pessoa tem de decidir.',
  'Only a person of the account decides; an agent never does.': 'Só decide uma pessoa da conta, nunca um agente.',
  'Only an owner or approver of the account decides.': 'Só decide um proprietário ou aprovador da conta.',
  'Only an owner of the account decides here.': 'Aqui só decide um proprietário da conta.',
  'Your e-mail address is not confirmed yet. Sign out and choose “Forgot your password?”: the mailed link confirms it. Without mail, ask the operator of this service to confirm it.':
    'O seu endereço de e-mail ainda não está confirmado. Termine a sessão e escolha “Esqueceu-se da palavra-passe?”: o link recebido por e-mail confirma-o. Sem e-mail, peça ao operador deste serviço que o confirme.',
  'It contains text of yours; another person must decide on it.': 'Tem palavras suas; outra pessoa tem de decidir.',
  'It waits in {1}; others decide there.': 'Espera em {1}; lá decidem outros.',
  'An edit restarts it at the stage {1}, where others decide.': 'Alterada, começa de novo em {1}; lá decidem outros.',
  'The content has changed; see the latest request.': 'O conteúdo mudou entretanto; veja o pedido mais recente.',
  'The approval is expired; submit the draft again.': 'A aprovação expirou; submeta de novo o rascunho.',
  'You have decided on this already.': 'Já decidiu sobre isto.',
  'The approval is {1} already.': 'A aprovação já está decidida (estado: {1}).',
  'The content has changed; review it again.': 'O conteúdo mudou entretanto; veja-o de novo.',
  'An account shares at most {1} times an hour.': 'Uma conta partilha no máximo {1} vezes por hora.',
  'An account can send at most {1} links a day to one address.': 'Uma conta não envia a ninguém mais de {1} links por dia.',
  'To this address nothing more is sent today.': 'Para este endereço nada mais é enviado hoje.',
  'A code was just sent. Check your mail, or try again in 30 seconds.':
    'Acabou de ser enviado um código. Veja o seu e-mail ou tente de novo dentro de meio minuto.',
  'Choose at least one post.': 'Escolha pelo menos uma publicação.',
  'Share at most {1} posts at once.': 'Partilhe no máximo {1} publicações de uma vez.',
  'Only posts of this workspace that were submitted for approval can be shared.':
    'Só podem ser partilhadas publicações deste espaço de trabalho submetidas para aprovação.',
  '{1} is a member, and decides at the desk.': '{1} é membro e decide na consola.',
  'The draft has no payloads yet, so there is nothing to decide on. Build them first.':
    'Ainda nada do rascunho está preparado, por isso não há nada a decidir. Prepare-o primeiro.',
  'What was signed is no statement of ours.': 'O que foi assinado não é uma declaração nossa.',
  'The signature is about something else.': 'A assinatura é sobre outra coisa.',
  'It was not made with a passkey of yours.': 'Não foi feita com uma passkey sua.',
  'It was already used, has expired after five minutes, or belongs to another session.':
    'Já foi usada, tem mais de cinco minutos ou não foi pedida nesta sessão.',
  'The browser’s answer is not whole.': 'A resposta do navegador não está completa.',
  'The signature was not accepted. {1}': 'A assinatura não foi aceite. {1}',
  'The signature has run out.': 'A assinatura expirou.',
  '“{1}”, stage {2} of {3}': '“{1}”, etapa {2} de {3}',
  'An action is written as "draft.created", or "draft" for all of them.':
    'Uma ação escreve-se “draft.created”, ou “draft” para todas elas.',
  'There is no such thread about this draft.': 'Não há tal conversa sobre este rascunho.',
  'Only a person of the account, its agent or its client comments.': 'Só comenta uma pessoa da conta, o seu agente ou o seu cliente.',
  'At most {1} people can be called at once.': 'Podem ser chamadas no máximo {1} pessoas de uma vez.',
  'Only people of the account can be called.': 'Só podem ser chamadas pessoas da conta.',
  'At most {1} comments of yours are kept about a draft.': 'Num rascunho guardam-se no máximo {1} comentários seus.',
  'No more comments of agents and clients are kept about this draft.':
    'Neste rascunho já não se guardam comentários de agentes e clientes.',
  'At most {1} comments are kept about a draft.': 'Num rascunho guardam-se no máximo {1} comentários.',
  'At most {1} comments of yours an hour are taken about a draft.': 'Num rascunho aceitam-se no máximo {1} comentários seus por hora.',
  'The quoted words must not be longer than {1} characters.': 'As palavras citadas não podem ter mais de {1} carateres.',
  'The quote was not found; quote the current text exactly.': 'As palavras citadas não estão lá; cite-as exatamente como estão agora.',
  'The draft is at revision {1}, not {2} any more.': 'O rascunho está na versão {1}, já não na {2}.',
  'the workspace has no posting slots': 'o espaço de trabalho não tem horários de publicação',
  'no posting slot is free within a year': 'nenhum horário de publicação está livre dentro de um ano',
  'There is no next slot: {1}. Name a time, or ask an owner to set slots in the settings.':
    'Não há próximo horário: {1}. Indique uma hora, ou peça a um proprietário que defina horários nas definições.',
  'The note can only be changed before the decision; {1}.': 'A nota é para quem ainda tem de decidir; {1}.',
  'the draft is {1}': 'o rascunho está noutro estado ({1})',
  'it is already decided': 'alguém já decidiu sobre ele',
  'It is {1}; JPEG, PNG, WebP and GIF are taken.': 'É {1}; aceitam-se JPEG, PNG, WebP e GIF.',
  'It moves; only still pictures are taken.': 'Move-se; só se aceitam imagens paradas.',
  'It has no size.': 'Não tem tamanho.',
  'It is damaged ({1}).': 'Está danificada ({1}).',
  'This file is not a supported picture. {1}': 'Esta não é uma imagem que se possa publicar. {1}',
  'This file is not a supported video. {1}': 'Este não é um vídeo que se possa publicar. {1}',
  'It has no video track.': 'Ele não tem faixa de vídeo.',
  'It has no size or no length.': 'Ele não tem tamanho ou não tem duração.',
  'It is no MP4, MOV or WebM file, or it is damaged.': 'Não é um arquivo MP4, MOV ou WebM, ou está danificado.',
  'There is no such upload; an upload is kept for 24 hours.': 'Esse upload não existe; um upload é guardado por 24 horas.',
  'The upload is not complete yet.': 'O upload ainda não está completo.',
  'There are {1} uploads from the last 24 hours.': 'Há {1} uploads das últimas 24 horas.',
  'Delete those that are no longer needed, or wait.': 'Exclua os que não são mais necessários, ou espere.',
  'The publish job is {1}; nothing of it is left to cancel.': 'Já não há nada a cancelar deste envio (estado: {1}).',
  'A publication of this draft is {1} already, so that the draft cannot be changed any more.':
    'Uma publicação deste rascunho já está em curso (estado: {1}), por isso o rascunho já não pode ser alterado.',
  'The outcome of the publication is known: it is {1}. Only unknown outcomes can be settled or checked.':
    'Sabe-se o que aconteceu à publicação (estado: {1}). Só um resultado desconhecido pode ser resolvido ou consultado.',
  'The edited content differs from what was shown; review it again.':
    'As alterações dão um conteúdo diferente do que foi mostrado; veja de novo.',
  'The draft is not for {1}; it is for {2}.': 'O rascunho não é para {1}; é para {2}.',
  'Only what is approved can be held.': 'Só se pode reter o que está aprovado.',
  'It is too late to hold it: nothing of it waits to be sent any more.': 'É tarde para a reter: já nada dela espera por ser enviado.',
  'It is {1}, so there is nothing to release; see the latest request.':
    'Já não há nada a libertar (estado: {1}); veja o pedido mais recente.',
  'It contains text of yours and another person put it on hold; another person must release it.':
    'Tem palavras suas, e outra pessoa está a retê-la; outra pessoa tem de a libertar.',
  'Nothing of this draft waits; change its platforms instead.': 'Nada deste rascunho espera; em vez disso, mude as suas redes.',
  'Its account works by now; there is nothing to leave out.': 'A sua conta já funciona; não há nada a deixar de fora.',
  'It would go nowhere then. Connect an account, or put the draft away.':
    'Então não iria para lado nenhum. Conecte uma conta ou arquive o rascunho.',
  'The safety checks find no such thing in this content.': 'As verificações não encontram tal coisa neste conteúdo.',
  'Only a person lets a finding go out; an agent never does.': 'Só uma pessoa deixa sair o que foi encontrado; um agente, nunca.',
  'This finding is a warning; it stops nothing that would have to be lifted.':
    'Isto é um aviso; não trava nada que tenha de ser levantado.',
  'It is {1}; its time cannot be changed.': 'A sua hora não pode ser alterada (estado: {1}).',
  'The publish job is {1}; nothing of it can safely be tried again.': 'Nada deste envio pode ser tentado de novo sem risco (estado: {1}).',
  'It was signed by another person.': 'Foi outra pessoa que assinou.',
  'This cannot be signed beforehand: {1}.': 'Isto não pode ser assinado de antemão: {1}.',
  'The {1} is {2}; it cannot become {3}.': 'Já não é possível ({1}: de {2} para {3}).',
  'An agent calls no one by name: the people concerned are notified.':
    'Um agente não chama ninguém pelo nome: as pessoas envolvidas são avisadas.',
  '“@{1}” could be {2}: write the whole name.': '“@{1}” pode ser {2}: escreva o nome completo.',
  'No one here is called “@{1}”: choose a name from the list, or leave out the @.':
    'Aqui ninguém se chama “@{1}”: escolha um nome da lista ou retire o @.',
  'You have not decided on this.': 'Não votou sobre isto.',
  'It is too late: it went out, or is being sent.': 'É tarde demais: já saiu ou está a ser enviado.',
};
