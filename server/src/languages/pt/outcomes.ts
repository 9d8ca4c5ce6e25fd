import type { Translation } from '../translation.ts';

/** What became of a post, of a request and of a table, as rows keep it: `publishing/`, `platforms/`, `links/`, `drafts/import`. */
export const outcomes: Translation = {
  'Given up after {1} tries in {2} minutes: {3}': 'Desistiu-se após {1} tentativas em {2} minutos: {3}',
  'The worker went silent while it was sending.': 'O processo de envio emudeceu enquanto enviava.',
  'The platform reports that nothing was published.': 'A rede diz que nada chegou.',
  'It is unknown whether this was published, and the platform cannot tell. A person must check.':
    'Não se sabe se isto saiu, e a rede não consegue dizê-lo. Uma pessoa tem de ver.',
  'The stored content is not what was approved. Nothing was sent.': 'O conteúdo guardado não é o que foi aprovado. Nada foi enviado.',
  '{1} takes no more posts of {2} for now: its own limit is reached.':
    '{1} não aceita mais publicações de {2} por agora: o seu próprio limite foi atingido.',
  '{1} is rate-limiting {2}.': '{1} pediu uma pausa para {2}.',
  '{1} does not let this service in at present. Nothing is wrong with {2}.':
    '{1} não deixa entrar este serviço de momento. Com {2} está tudo bem.',
  '{1} was left out, so that the rest goes on.': '{1} ficou de fora, para que o resto continue.',
  'An account was connected: {1} {2}.': 'Foi conectada uma conta: {1} {2}.',
  'Not by {1}: {2}.': 'Não por {1}: {2}.',
  'The service was restored from a backup of {1}. Check whether this was published after it.':
    'O serviço foi restaurado de uma cópia de segurança de {1}. Veja se isto saiu depois.',
  'The service was restored from a backup of {1}, and it is unknown whether this was published after it. The platform is queried.':
    'O serviço foi restaurado de uma cópia de segurança de {1}, e não se sabe se isto saiu depois. Pergunta-se à rede.',
  'The service was restored from a backup of {1}, and it is unknown whether this was published after it. A person must check.':
    'O serviço foi restaurado de uma cópia de segurança de {1}, e não se sabe se isto saiu depois. Uma pessoa tem de ver.',
  '{1} checked, and it was not published: {2}': '{1} viu, e não está lá: {2}',
  'Too many pages are being fetched right now.': 'De momento estão a ser vistas demasiadas páginas.',
  'The page has no title.': 'A página não tem título.',
  'The page answered {1}.': 'A página respondeu {1}.',
  'The link leads to {1} and not to a page.': 'A ligação leva a {1} e não a uma página.',
  'something without a type': 'algo sem tipo',
  'The page did not answer within {1} seconds.': 'A página não respondeu em {1} segundos.',
  'The page could not be read.': 'Não foi possível ler a página.',
  'Another process is renewing the credentials.': 'Outro processo está a renovar as credenciais.',
  '{1} rejects this service for all accounts. {2}': '{1} não deixa entrar este serviço, seja de quem for a conta. {2}',
  'The stored credentials cannot be opened: they were changed, or sealed with another master key.':
    'As credenciais guardadas não se conseguem abrir: foram alteradas, ou seladas com outra chave mestra.',
  '{1} has published the post, but does not list it yet.': '{1} publicou a publicação, mas ainda não a mostra na lista.',
  '{1} still prepares the post.': '{1} ainda prepara a publicação.',
  'The call was stopped before it began.': 'A chamada foi interrompida antes de começar.',
  '{1} of {2} posts of the thread were published. {3}': '{1} de {2} publicações da sequência estão publicadas. {3}',
  '{1} of {2} posts of the thread are published on {3}.': '{1} de {2} publicações da sequência estão em {3}.',
  'The Slack app lacks the scope files:write, which pictures need. Add it, then connect the channel again.':
    'Falta à app do Slack a permissão files:write, de que as imagens precisam. Acrescente-a e conecte o canal de novo.',
  'The sandbox did not answer in time.': 'A sandbox não respondeu a tempo.',
  'The sandbox gave two answers that contradict each other.': 'A sandbox deu duas respostas que se contradizem.',
  'The sandbox gave no answer: {1}': 'A sandbox não respondeu: {1}',
  'The sandbox says nothing about it.': 'A sandbox nada diz sobre isso.',
  'The sandbox cannot be reached.': 'Não se consegue chegar à sandbox.',
  'The sandbox does not accept the credentials any more.': 'A sandbox já não aceita as credenciais.',
  'The sandbox refuses this post.': 'A sandbox recusa esta publicação.',
  'The sandbox takes no more posts for now.': 'A sandbox não aceita mais publicações por agora.',
  'The sandbox answered with status 500.': 'A sandbox respondeu com o estado 500.',
  'The connection to the sandbox was reset.': 'A ligação à sandbox foi reposta.',
  'Pictures need a media server. Connect the account again and name one.':
    'As imagens precisam de um servidor de média. Conecte a conta de novo e indique um.',
  'A relay gave no answer: {1}.': 'Um relay não respondeu: {1}.',
  'The relays answered: {1}.': 'Os relays responderam: {1}.',
  '{1} says of the container: {2}.': '{1} diz do contentor: {2}.',
  'Instagram takes {1} posts of the account in 24 hours, and {2} are out.':
    'O Instagram aceita {1} publicações da conta em 24 horas, e {2} já saíram.',
  'Bluesky gave no answer.': 'O Bluesky não respondeu.',
  'Bluesky gave no answer: {1}': 'O Bluesky não respondeu: {1}',
  'Only an owner of the account shares posts with clients.': 'Só um proprietário da conta partilha publicações com clientes.',
  'A client’s approval is advisory here: a member of the account decides.':
    'Aqui o sim de um cliente é uma opinião: decide alguém da conta.',
  'A member of the account signs each post; your approval is recorded for them.':
    'O que sai é assinado por alguém da conta; o seu sim fica registado para essa pessoa.',
  'Only owners of the account decide here; your yes is on the record for them.':
    'Aqui só decidem os proprietários da conta; o seu sim fica registado para eles.',
  'The person who shared this wrote parts of it; another member of the account decides.':
    'Quem partilhou isto tem palavras nele; decide outra pessoa da conta.',
  'There is no platform {1}. Known are {2}.': 'Não existe a rede {1}. Conhecem-se {2}.',
  'Has {1} cells; the heading has {2}.': 'A linha tem {1} células; o cabeçalho tem {2}.',
  'Has letters that could not be read. Save the table as CSV in UTF-8.':
    'A linha tem letras que não se conseguiram ler. Guarde a tabela como CSV em UTF-8.',
  'Has a date and no time. Write it as {1}.': 'Há uma data sem hora. Escreva-a como {1}.',
  'The clocks skip this time on that day. Choose another one.':
    'Esta hora não existe nesse dia por causa da mudança da hora. Escolha outra.',
  'There is no row below the heading.': 'Não há nenhuma linha abaixo do cabeçalho.',
  'At most {1} drafts are made at once, these are {2}.': 'Criam-se no máximo {1} rascunhos de uma vez, estes são {2}.',
  'A quotation mark is not closed, or is inside a cell without a partner.':
    'Há aspas abertas e não fechadas, ou sozinhas dentro de uma célula.',
  'Has {1} columns. Known are {2}.': 'A tabela tem {1} colunas. Conhecem-se {2}.',
  'There is no such column. Known are {1}.': 'Não existe essa coluna. Conhecem-se {1}.',
  'Appears more than once.': 'Esta coluna está mais de uma vez.',
  'This column is missing.': 'Falta esta coluna.',
  '$5, one time: 70 API publication operations, outside the plan allowance.': '5 $, uma vez: 70 publicações pela API, além das do plano.',
  '$5: +125 API autopostings, $0.04 per API autoposting.': '5 $: mais 125 autoposts pela API, a 0,04 $ cada um.',
  'The account is no longer connected.': 'A conta já não está conectada.',
  'The figures of this network are not read.': 'Os números desta rede não são lidos.',
  '{1} did not respond.': '{1} não respondeu.',
  'The post is no longer there.': 'A publicação já não está lá.',
  'TikTok has not named the video yet.': 'O TikTok ainda não deu um identificador ao vídeo.',
  '{1} does not count this post yet.': '{1} ainda não conta esta publicação.',
  'This Google account has no YouTube channel. Create one, or choose another account.':
    'Esta conta do Google não tem canal no YouTube. Crie um ou escolha outra conta.',
  'YouTube takes no post without a video.': 'O YouTube não aceita publicações sem vídeo.',
  'TikTok takes no post without a video.': 'O TikTok não aceita publicações sem vídeo.',
  'YouTube no longer knows this upload.': 'O YouTube não conhece mais este envio.',
  'YouTube gave no address for the upload.': 'O YouTube não deu um endereço para o envio.',
  'YouTube has the video, but did not say which one it is.': 'O YouTube tem o vídeo, mas não disse qual é.',
  'TikTok does not offer this account what was chosen for who can watch.':
    'O TikTok não oferece a esta conta o que foi escolhido para quem pode assistir.',
  'TikTok still prepares the post.': 'O TikTok ainda prepara a publicação.',
  'TikTok made no post of the video: {1}.': 'O TikTok não fez publicação com o vídeo: {1}.',
  'X cannot use the video: {1}.': 'O X não pode usar o vídeo: {1}.',
  'LinkedIn cannot use the video: {1}.': 'O LinkedIn não pode usar o vídeo: {1}.',
  'must say why, in {1} to {2} characters.': 'tem de dizer porquê, em {1} a {2} caracteres.',
  '{1} lets no program remove this post.': '{1} não permite que nenhum programa remova esta publicação.',
  'Open the post there and delete it by hand.': 'Abra a publicação lá e elimine-a à mão.',
  'The publication is {1}: there is nothing to remove.': 'A publicação está {1}: não há nada a remover.',
  'Cancel the post if it has not been sent; if its outcome is unknown, settle that first.':
    'Cancele a publicação se ainda não foi enviada; se o resultado for desconhecido, resolva-o primeiro.',
  'Telegram lets no bot remove an album as a whole. Remove it there.':
    'O Telegram não permite que um bot remova um álbum inteiro. Remova-o lá.',
  'Facebook did not take a part of the video.': 'O Facebook não aceitou uma parte do vídeo.',
  'Facebook did not say whether it published the video.': 'O Facebook não disse se publicou o vídeo.',
  '{1} could not read the video.': '{1} não conseguiu ler o vídeo.',
};
