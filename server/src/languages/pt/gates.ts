import type { Translation } from '../translation.ts';

/** What the gates say, `publishing/gates`. */
export const gates: Translation = {
  'The operator has signed every launch step.': 'O operador assinou todos os passos de lançamento.',
  'The sandbox publishes before the launch too.': 'A sandbox publica também antes do lançamento.',
  'The service has not been launched: one launch step is not signed yet.':
    'O serviço não foi lançado: um passo de lançamento ainda não está assinado.',
  'The service has not been launched: {1} launch steps are not signed yet.':
    'O serviço não foi lançado: {1} passos de lançamento ainda não estão assinados.',
  'The operator signs the launch steps; until then, publish to the sandbox.':
    'O operador assina os passos de lançamento; até lá, publique na sandbox.',
  'The operator has stopped publishing for the whole service.': 'O operador parou as publicações de todo o serviço.',
  'The operator has stopped publishing for the whole service: {1}': 'O operador parou as publicações de todo o serviço: {1}',
  'Nothing is to be done; it goes on by itself once the operator resumes the service.':
    'Não há nada a fazer; continua sozinho assim que o operador as retomar.',
  'The service was restored from a backup of {1}; nothing is published until the operator releases it.':
    'O serviço foi restaurado de uma cópia de segurança de {1}, e nada sai até o operador o libertar.',
  'The operator releases it with "cs restore release" once it is clear what went out since then.':
    'O operador liberta-o com “cs restore release” quando for claro o que saiu desde então.',

  'The account is approved.': 'A conta está aprovada.',
  'The account has not been approved yet.': 'A conta ainda não está aprovada.',
  'The operator approves the account.': 'O operador aprova a conta.',
  'The account is suspended.': 'A conta está suspensa.',
  'An owner of the account asks the operator why.': 'Um proprietário da conta pergunta o motivo ao operador.',

  'The grant of {1} allows it.': 'O acesso de {1} permite-o.',
  'A person of the account asked for it.': 'Uma pessoa da conta pediu-o.',
  'The grant of {1} is paused.': 'O acesso de {1} está em pausa.',
  'An owner of the account resumes it.': 'Um proprietário da conta retoma-o.',
  'The grant of {1} has not been given yet.': 'O acesso de {1} ainda não foi dado.',
  'An owner of the account gives it.': 'Um proprietário da conta dá-o.',
  'The grant of {1} has expired.': 'O acesso de {1} expirou.',
  'The grant of {1} has been revoked.': 'O acesso de {1} foi revogado.',
  'An owner of the account grants access again, or a person submits the draft.':
    'Um proprietário da conta volta a dar acesso, ou uma pessoa submete o rascunho.',
  'The grant of {1} lacks the scope {2}.': 'Falta ao acesso de {1} a permissão {2}.',
  'An owner of the account grants {1}, or a person submits the draft.':
    'Um proprietário da conta concede {1}, ou uma pessoa submete o rascunho.',
  'The workspace does not allow publishing without approval.': 'O espaço de trabalho não deixa sair nada sem aprovação.',
  'Submit the draft for approval, or an owner changes the policy.': 'Submeta o rascunho para aprovação, ou um proprietário muda a regra.',
  'The grant of {1} publishes to the sandbox only.': 'O acesso de {1} só publica na sandbox.',
  'Publish to the sandbox, an owner grants access to live platforms, or a person submits the draft.':
    'Publique na sandbox, ou um proprietário dá acesso às redes reais, ou uma pessoa submete o rascunho.',
  'The grant of {1} allows {2} publish jobs a day, and this is one more.':
    'O acesso de {1} permite {2} publicações por dia, e esta é mais uma.',
  'Cancel it and queue it again on another day, or an owner of the account raises the limit.':
    'Cancele-a e peça-a de novo noutro dia, ou um proprietário da conta aumenta o limite.',
  'The grant of {1} allows {2} credits a month; {3} are used and this needs {4}.':
    'O acesso de {1} permite {2} créditos por mês; {3} foram usados e aqui são precisos {4}.',
  'Wait for the next month, or an owner of the account raises the limit.':
    'Espere pelo próximo mês, ou um proprietário da conta aumenta o limite.',
  'The requester no longer exists.': 'Quem a pediu já não está cá.',
  'An owner or approver of the account submits the draft again.': 'Um proprietário ou aprovador da conta submete de novo o rascunho.',
  'Only an agent may publish without approval.': 'Só um agente pode publicar sem aprovação.',
  'The requester may no longer publish for this account.': 'Quem a pediu já não pode publicar para esta conta.',
  'This workspace is archived.': 'Este espaço de trabalho está arquivado.',
  'An owner of the account takes it back into use, and resumes it.': 'Um proprietário da conta volta a usá-lo e retoma as publicações.',
  'Publishing is paused for this workspace.': 'As publicações deste espaço de trabalho estão em pausa.',
  'An owner of the account resumes it; then it goes on by itself.': 'Um proprietário da conta retoma-as; depois continua sozinho.',

  'Exactly this content was approved.': 'Foi aprovado exatamente este conteúdo.',
  'Exactly this content was approved, and signed with a passkey.': 'Foi aprovado exatamente este conteúdo, e assinado com uma passkey.',
  'This goes out without a person, as grant and workspace allow.':
    'Sai sem que uma pessoa decida, como o acesso e o espaço de trabalho permitem.',
  'Approved by {1}, which ends on {2}.': 'Sai por {1}, que vale até {2}.',
  'It does not go out by {1}: {2}.': 'Não sai por {1}: {2}.',
  'People are asked instead; an owner or approver of the account decides.':
    'Em vez disso pergunta-se às pessoas; decide um proprietário ou aprovador da conta.',
  'This content needs approval.': 'Uma pessoa tem de aprovar este conteúdo.',
  '{1} more people must approve this content.': 'Mais {1} pessoas têm de aprovar este conteúdo.',
  'The people of {1} have to approve this content.': 'As pessoas da etapa {1} têm de aprovar este conteúdo.',
  'This content needs the approval of a client: {1}.': 'Um cliente tem de aprovar este conteúdo: {1}.',
  'A client decides by the link they were sent; an owner shares it with them in the console.':
    'O cliente decide pelo link que recebeu; um proprietário partilha-o com ele na consola.',
  'An owner or approver of the account decides in the console.': 'Um proprietário ou aprovador da conta decide na consola.',
  'An owner or approver of the account decides in the console, and signs with a passkey.':
    'Um proprietário ou aprovador da conta decide na consola e assina com uma passkey.',
  'Approval has not been requested yet.': 'Ainda não se pediu a aprovação de ninguém.',
  'Submit the draft for approval.': 'Submeta o rascunho para aprovação.',
  '{1} holds it back: “{2}”': '{1} está a retê-la: “{2}”',
  'An owner or approver of the account releases it in the console; nothing is to be submitted again for that.':
    'Um proprietário ou aprovador da conta liberta-a na consola; para isso nada tem de ser submetido de novo.',
  'It says that it was approved, and a signature that this needs is not there or does not hold.':
    'Consta como aprovada, mas uma assinatura necessária falta ou não é válida.',
  'Submit the draft again; an owner or approver of the account then signs it in the console.':
    'Submeta de novo o rascunho; um proprietário ou aprovador da conta assina-o então na consola.',
  'The content was rejected.': 'O conteúdo foi rejeitado.',
  'Change the draft and submit it again.': 'Altere o rascunho e submeta-o de novo.',
  'Changes were asked for.': 'Foram pedidas alterações.',
  'Change the draft as the comment says; it is submitted again.': 'Altere o rascunho como diz o comentário; é submetido de novo.',
  'The content has changed since approval was asked for.': 'O conteúdo mudou desde que se pediu a aprovação.',
  'The content is not what approval was asked for.': 'O conteúdo não é aquele para o qual se pediu a aprovação.',
  'The content has changed since it was queued.': 'O conteúdo mudou desde que foi posto na fila.',
  'Queue the draft again.': 'Ponha o rascunho de novo na fila.',
  'The approval has expired.': 'A aprovação expirou.',
  'Submit the draft again.': 'Submeta de novo o rascunho.',
  'Not decided or not published in time.': 'Ninguém decidiu a tempo, ou não saiu a tempo.',
  'A person has said no to these words before.': 'Uma pessoa já disse não a estas palavras.',
  'It was called off.': 'Foi cancelada.',
  'Nothing is to be done. Submit the draft again only if a person asks for it.':
    'Não há nada a fazer. Só submeta de novo o rascunho se uma pessoa o pedir.',
  'The draft was put away.': 'O rascunho foi arquivado.',
  'Nothing is to be done. Make a new draft only if a person asks for it.':
    'Não há nada a fazer. Só faça um novo rascunho se uma pessoa o pedir.',
  'Another publish job replaced this one.': 'Outro envio está no lugar deste.',
  'Follow {1}, which is _links.current_job; nothing is to be submitted again.':
    'Siga {1} (_links.current_job); nada tem de ser submetido de novo.',

  'The account is connected.': 'A conta está conectada.',
  'All {1} accounts are connected.': 'As {1} contas estão conectadas.',
  '{1} on {2}': '{1} em {2}',
  'The draft goes nowhere: it names no platform.': 'O rascunho não vai para lado nenhum: não nomeia nenhuma rede.',
  'Name at least one platform in the draft.': 'Nomeie pelo menos uma rede no rascunho.',
  'The service prepares words for {1}, but cannot publish there.': 'O serviço prepara o texto para {1}, mas não pode publicar lá.',
  'Take {1} out of the draft, and carry its words over by hand.': 'Retire {1} do rascunho e leve o texto para lá à mão.',
  '{1} on {2} was connected after this request, and is not part of it.':
    '{1} em {2} foi conectada depois de isto ser pedido e não faz parte do pedido.',
  'Submit the draft again to ask for approval with it; where the rest is out already, retry the job.':
    'Submeta de novo o rascunho para pedir a aprovação com essa conta; se o resto já saiu, tente de novo o envio.',
  'It will be published without {1}: {2}': 'É publicado sem {1}: {2}',
  'No {1} account is connected.': 'Nenhuma conta de {1} está conectada.',
  'An owner of the account connects one on {1}.': 'Um proprietário da conta conecta uma conta de {1}.',
  '{1} was disconnected.': '{1} foi desconectada.',
  'An owner of the account connects it again, or submit the draft again without it.':
    'Um proprietário da conta volta a conectá-la, ou submeta de novo o rascunho sem ela.',
  '{1} does not let the service in any more.': '{1} já não deixa entrar o serviço.',
  'The connection to {1} does not work.': 'A conexão a {1} não funciona.',
  'An owner of the account connects it again.': 'Um proprietário da conta volta a conectá-la.',

  'Every payload fits its platform.': 'Cada publicação cabe na sua rede.',
  'The service has no platform {1} any more.': 'O serviço já não conhece a rede {1}.',
  'Take the platform out of the draft.': 'Retire a rede do rascunho.',
  '{1} has other limits than when this was prepared: {2}': '{1} tem outros limites do que quando isto foi preparado: {2}',
  'Then submit the draft again for a new approval.': 'Prepare-a então de novo: submeta o rascunho, e é aprovada outra vez.',
  'The post does not fit {1}: {2}': 'A publicação não cabe em {1}: {2}',
  'The {1} payload has not been prepared.': 'A publicação para {1} ainda não está preparada.',
  'Submit the draft, or prepare its payloads.': 'Submeta o rascunho, ou prepare as suas publicações.',
  '{1} (and {2} more)': '{1} (e mais {2})',

  'The safety checks found nothing.': 'As verificações não encontraram nada.',
  'A person let this go out: {1}': 'Uma pessoa deixou isto sair: {1}',
  'It is {1}.': 'Está {1}.',
  'Change the text, then submit the draft again; or an owner or approver lifts it, with a reason.':
    'Altere o texto e submeta de novo o rascunho; ou um proprietário ou aprovador levanta o bloqueio, com um motivo.',

  'The credits are set aside already.': 'Os créditos já estão reservados.',
  '1 publication credit is': '1 crédito',
  '{1} publication credits are': '{1} créditos',
  '1 autoposting credit is': '1 crédito de publicação automática',
  '{1} autoposting credits are': '{1} créditos de publicação automática',
  '{1}, {2} available.': '{1}; disponível: {2}.',
  '{1} needed': 'É preciso: {1}',
  '{1} needed (surcharge: {2})': 'É preciso: {1} (suplemento: {2})',
  '{1} for {2}': '{1} por {2}',
  "{1}, and the workspace's budget is {2} a month.": '{1}, e o orçamento do espaço de trabalho é de {2} por mês.',
  "{1}, and {2} of {3} are left of the workspace's budget for this month.":
    '{1}, e do orçamento do espaço de trabalho restam {2} de {3} para este mês.',
  "{1} of {2} are left of this month's budget.": 'Do orçamento deste mês restam {1} de {2}.',
  'An owner of the account raises the monthly budget under Credits, or a person leaves networks out.':
    'Um proprietário da conta aumenta o orçamento mensal em Créditos, ou uma pessoa retira redes.',
  'It goes on by itself on {1}, or as soon as an owner of the account raises the monthly budget under Credits.':
    'Continua sozinho em {1}, ou assim que um proprietário da conta aumentar o orçamento mensal em Créditos.',
  'An owner of the account asks for an API publication pack (70 publications), or waits for the next month of the plan.':
    'Um proprietário da conta pede um pacote de publicações da API (70 publicações), ou espera pelo próximo mês do plano.',
  'An owner of the account asks for an API autoposting top-up (125 autopostings).':
    'Um proprietário da conta pede uma recarga de publicação automática da API (125 publicações automáticas).',

  'It will be published as soon as the other gates pass.': 'Sai assim que tudo o resto estiver cumprido.',
  'The scheduled time has come.': 'Chegou a hora agendada.',
  'It is scheduled for {1}.': 'Está agendada para {1}.',
  'It is scheduled for {1}, in quiet hours; it will be published on {2}.':
    'Está agendada para {1}, que fica em horas de silêncio; sai em {2}.',
  'Quiet hours: nothing is published before {1}.': 'Horas de silêncio: nada sai antes de {1}.',
  'Nothing is to be done; it starts by itself.': 'Não há nada a fazer; começa sozinho.',
  'An owner can change the quiet hours in the settings.': 'Um proprietário pode mudar as horas de silêncio nas definições.',
  '{1} takes no more posts of {2} before {3}: its own limit is reached.':
    '{1} não aceita mais publicações de {2} antes de {3}: foi atingido o limite da própria rede.',
  '{1} is rate-limiting {2}: nothing is sent before {3}.': '{1} pediu uma pausa; nada sai para {2} antes de {3}.',
  '{1} does not let this service in at present. Nothing is wrong with {2}; it is tried again at {3}.':
    '{1} não deixa entrar este serviço de momento. Com {2} está tudo bem; nova tentativa em {3}.',
  'No action needed: the operator was notified, and it will be published automatically.':
    'Aqui não há nada a fazer: quem opera o serviço já foi avisado, e sai sozinho.',

  'It was met when this was sent.': 'Estava cumprido quando isto foi enviado.',
  'The job has ended.': 'O envio terminou.',
};
