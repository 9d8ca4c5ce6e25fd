import type { Translation } from '../translation.ts';

/** What goes wrong while an account is connected or an address is called, `platforms/` and `outbound/`. */
export const faults: Translation = {
  '{1} needs no "{2}"; give {3}.': '{1} não precisa de “{2}”; indique {3}.',
  '"{1}" must be a text of one line.': '“{1}” tem de ser um texto de uma linha.',
  '{1} needs "{2}": {3}. {4}': '{1} precisa de “{2}”: {3}. {4}',
  'There is nothing to connect.': 'Não há nada para conectar.',
  '{1} gave no refresh token. Connect the account again.': '{1} não deu nenhum token de renovação. Conecte a conta de novo.',
  '{1} shows this service nothing that you may post to. Create it there first.':
    '{1} não mostra a este serviço nenhum lugar onde você possa publicar. Crie um lá primeiro.',
  '{1} has several with the name "{2}". Enter one of their ids instead: {3}.':
    'Em {1} há vários com o nome “{2}”. Digite em vez disso um dos seus identificadores: {3}.',
  '{1} has no "{2}" that you may post to. There is: {3}.': 'Em {1} não há nenhum “{2}” onde você possa publicar. Há: {3}.',
  'And {1} more.': 'E mais {1}.',
  'VK sent no device id back. Begin again.': 'O VK não devolveu nenhum identificador de dispositivo. Comece de novo.',
  'Google allows no posts for "{1}". Check there whether the location is verified.':
    'O Google não permite publicações para “{1}”. Verifique lá se o local está verificado.',
  'Google rejected the post: it breaks the policy for posts of business profiles.':
    'O Google rejeitou a publicação: ela viola a política de publicações de perfis de empresas.',
  'r/{1} has no flair "{2}". There is: {3}.': 'r/{1} não tem o flair “{2}”. Há: {3}.',
  '"subreddit" must be the name of a community, for instance "r/harbour".':
    '“subreddit” tem de ser o nome de uma comunidade, por exemplo “r/harbour”.',
  'u/{1} is banned from {2}.': 'u/{1} foi banido de {2}.',
  'Only approved users post to {1}. Ask its moderators to approve u/{2}.':
    'Só usuários aprovados publicam em {1}. Peça aos moderadores que aprovem u/{2}.',
  'r/{1} is closed to u/{2}.': 'r/{1} está fechado para u/{2}.',
  'Reddit has no r/{1}. Check how it is written.': 'O Reddit não tem r/{1}. Verifique como está escrito.',
  '{1} requires a flair on every post.': '{1} exige um flair em cada publicação.',
  '{1} takes no text below the title.': '{1} não aceita texto abaixo do título.',
  '{1} requires a text below the title.': '{1} exige um texto abaixo do título.',
  '{1} requires at least {2} characters in the title.': '{1} exige pelo menos {2} caracteres no título.',
  '{1} requires at least {2} characters of text.': '{1} exige pelo menos {2} caracteres de texto.',
  '{1} does not accept "{2}".': '{1} não aceita “{2}”.',
  '{1} requires one of these in a post: {2}.': '{1} exige numa publicação um destes: {2}.',
  'WordPress rejects the application password. Create a new one under Users, Profile; the login password does not work here.':
    'O WordPress diz que a palavra-passe de aplicação está errada. Crie outra em Utilizadores, Perfil; a palavra-passe para entrar não serve aqui.',
  'WordPress has no user with this name.': 'O WordPress não conhece ninguém com esse nome de utilizador.',
  'WordPress has no user with this e-mail address.': 'O WordPress não conhece ninguém com esse e-mail.',
  'WordPress rejects the user name or the application password. Create a new password under Users, Profile; the login password does not work here. If both are right, the web server of the site drops the Authorization header.':
    'O WordPress diz que o nome de utilizador ou a palavra-passe de aplicação está errada. Crie outra em Utilizadores, Perfil; a palavra-passe para entrar não serve aqui. Se estiver certa, o servidor web do site omite o cabeçalho Authorization.',
  'The user may not publish posts. Use an author, an editor or an administrator.':
    'O utilizador não pode publicar. Use um autor, um editor ou um administrador.',
  '"site" must be the address of the site, for instance "https://example.org".':
    '“Site” tem de ser o endereço do site, por exemplo “https://example.org”.',
  '{1} wants the picture put at something that is no address.': '{1} quer a imagem num sítio que não é um endereço.',
  '"{1}" must be the address of a server, for instance "{2}".': '“{1}” tem de ser o endereço de um servidor, por exemplo “{2}”.',
  '"botToken" must be as @BotFather gave it, for instance "110201543:AAHdq…".':
    '“Token do bot” tem de ser como o @BotFather o deu, por exemplo “110201543:AAHdq…”.',
  'The bot may not post there. Make it an administrator that may post messages.':
    'O bot não pode publicar lá. Faça dele um administrador que possa publicar mensagens.',
  '"channel" must be the id of a channel, for instance "C0123456789".':
    '“ID do canal” tem de ser o ID de um canal, por exemplo “C0123456789”.',
  'Leave "feed" out; the sandbox opens a new one for each connection.': 'Omita “feed”; a sandbox abre um novo para cada conexão.',
  'The sandbox knows no "{1}"; it takes {2}.': 'A sandbox não conhece “{1}”; aceita {2}.',
  '"handle" must be 1 to 64 letters, digits, dots or dashes.': '“Nome” tem de ter de 1 a 64 letras, algarismos, pontos ou traços.',
  '"feed" must be a text.': '“feed” tem de ser um texto.',
  '"failure" must be one of {1}.': '“failure” tem de ser um destes: {1}.',
  '"times" must be a whole number from 1.': '“times” tem de ser um número inteiro a partir de 1.',
  'The operator must register this service at {1} and set {2}_CLIENT_ID and {3}_CLIENT_SECRET.':
    'O operador tem de registar este serviço em {1} e definir {2}_CLIENT_ID e {3}_CLIENT_SECRET.',
  'The operator must set PUBLIC_URL to an https:// address that is reachable from the internet; it is {1}.':
    'O operador tem de definir PUBLIC_URL como um endereço https:// a que toda a Internet chegue; é {1}.',
  '"secretKey" must be a secret key that begins with "nsec1".': '“Chave secreta” tem de ser uma chave secreta que comece por “nsec1”.',
  '"relays" must name 1 to {1} relays.': '“Relays” tem de nomear de 1 a {1} relays.',
  '"relays" must be addresses that begin with wss://, for instance "wss://nos.lol", not "{1}".':
    '“Relays” têm de ser endereços que comecem por wss://, por exemplo “wss://nos.lol”, e não “{1}”.',
  'None of the relays can be reached: {1}.': 'Não se consegue chegar a nenhum dos relays: {1}.',
  'You let us into no page. Begin again and pick at least one page at Facebook.':
    'Não nos deu acesso a nenhuma página. Comece de novo e escolha pelo menos uma página no Facebook.',
  '"channelId" must be a number; turn on Developer Mode to copy it.':
    '“ID do canal” tem de ser um número; ative o modo de programador para o copiar.',
  '"identifier" must be the handle, for instance "harbour.bsky.social".':
    '“Nome” tem de ser o nome da conta, por exemplo “harbour.bsky.social”.',
  '"appPassword" must be an app password from Settings, Privacy and security, App passwords.':
    '“Palavra-passe de aplicação” tem de ser uma de Definições, Privacidade e segurança, Palavras-passe de aplicações.',
  'Bluesky does not accept the handle and app password. Check both, or make a new app password.':
    'O Bluesky não aceita o nome e a palavra-passe de aplicação. Verifique ambos, ou crie uma palavra-passe de aplicação nova.',
  'Bluesky asks for a code as well. Make an app password, which needs none, and give that.':
    'O Bluesky pede também um código. Crie uma palavra-passe de aplicação, que não precisa dele, e indique essa.',
  'Bluesky has taken the account down.': 'O Bluesky removeu a conta.',
  'Bluesky has suspended the account.': 'O Bluesky suspendeu a conta.',
  'The account is deactivated at Bluesky.': 'A conta está desativada no Bluesky.',
  'Bluesky has had too many sign-ins of this account or from here. Try again later.':
    'O Bluesky teve demasiadas entradas desta conta ou daqui. Tente mais tarde.',
  'There is no Bluesky server at that address, or it does not answer. Check the address, or try again later.':
    'Não há nenhum servidor do Bluesky nesse endereço, ou não responde. Verifique o endereço, ou tente mais tarde.',
  "That is the account's own password. Make an app password under Settings, Privacy and security, and give that.":
    'Essa é a palavra-passe da própria conta. Crie uma palavra-passe de aplicação em Definições, Privacidade e segurança, e indique essa.',
  'The account is suspended or deactivated.': 'A conta está suspensa ou desativada.',
  'The Bluesky account is suspended or deactivated.': 'A conta do Bluesky está suspensa ou desativada.',
  'The call was stopped.': 'A chamada foi interrompida.',
  '{1} answered: status {2} and no reason': '{1} respondeu: estado {2}, sem motivo',
  '{1} answered: {2}': '{1} respondeu: {2}',
  '{1} does not accept what was entered. Check it, or make a new one there.':
    '{1} não aceita o que foi introduzido. Verifique-o, ou crie outro lá.',
  '{1} has had too many calls just now. Try again later.': '{1} teve demasiadas chamadas agora mesmo. Tente mais tarde.',
  'There is no {1} at that address. Check how it is written.': 'Não há nenhum {1} nesse endereço. Verifique como está escrito.',
  '{1} has a fault of its own (status {2}). Check the address, or try again later.':
    '{1} tem uma falha sua (estado {2}). Verifique o endereço, ou tente mais tarde.',
  '{1} refused, or is something else (status {2}). Check the address, or try again later.':
    '{1} recusou, ou é outra coisa (estado {2}). Verifique o endereço, ou tente mais tarde.',
  '{1} did not respond. {2}': '{1} não respondeu. {2}',
  '{1} gave an answer that makes no sense: it has no {2}.': '{1} deu uma resposta sem sentido: falta-lhe {2}.',
  'Only addresses that begin with https:// or http:// are called.': 'Só se chamam endereços que comecem por https:// ou http://.',
  'The address leads to this service itself.': 'O endereço leva a este próprio serviço.',
  '{1} is not on the public internet.': '{1} não está na Internet pública.',
  'The address of {1} must begin with {2}//.': 'O endereço de {1} tem de começar por {2}//.',
  'The address leads to port {1}; only the usual web ports are opened.':
    'O endereço leva à porta {1}; só se abrem as portas habituais da web.',
  'The address leads from one to the next without end.': 'O endereço leva de um a outro sem fim.',
  'The address leads to port {1}, which is never called.': 'O endereço leva à porta {1}, que nunca é chamada.',
  'The response has an unsupported content encoding.': 'A resposta vem comprimida de um modo que ninguém pediu.',
  'The answer ended in the middle or could not be unpacked.': 'A resposta acabou a meio ou não se conseguiu descomprimir.',
  'The answer is larger than {1} bytes.': 'A resposta tem mais de {1} bytes.',
  'This is no address, or it leads to something that is none.': 'Não é um endereço, ou leva a algo que não o é.',
  'The address leads to something that is no web page.': 'O endereço leva a algo que não é uma página web.',
  'The address carries a user name or password.': 'O endereço leva um nome de utilizador ou uma palavra-passe.',
  'It took too long.': 'Demorou demasiado.',
  'It could not be reached.': 'Não foi possível chegar lá.',
  'It broke off before it answered.': 'A ligação caiu antes da resposta.',
  'It answered {1}.': 'A resposta foi {1}.',
  'It answered 410: it wants nothing more.': 'A resposta foi 410: já não quer mais nada.',
  'It did not send the challenge back.': 'Não devolveu o desafio.',
  'Lemmy does not accept the name and password.': 'O Lemmy não aceita o nome e a palavra-passe.',
  'The account has two-factor authentication: enter the current code too.':
    'A conta tem autenticação de dois fatores: introduza também o código atual.',
  'Lemmy does not accept the code. Enter the current one.': 'O Lemmy não aceita o código. Introduza o atual.',
  "Enter the account's password. It is used once and not stored.": 'Introduza a palavra-passe da conta. É usada uma vez e não é guardada.',
  'The account cannot sign in yet: its address or its application is not confirmed.':
    'A conta ainda não pode entrar: o seu endereço ou o seu pedido não está confirmado.',
  'Lemmy has ended the session. Connect the account again.': 'O Lemmy terminou a sessão. Ligue a conta de novo.',
  'The server knows no community {1}. Open it there once, or write its server too, as in harbour@lemmy.world.':
    'O servidor não conhece nenhuma comunidade {1}. Abra-a lá uma vez, ou escreva também o seu servidor, como em harbour@lemmy.world.',
  'Only its moderators may post in {1}.': 'Em {1} só os moderadores podem publicar.',
  'The account may not post to the blog any more.': 'A conta já não pode publicar no blogue.',
  'The account has no blog at Hashnode. Make one there first.': 'A conta não tem nenhum blogue no Hashnode. Crie lá um primeiro.',
  '"publication" must be the address of one of the account\'s blogs: {1}.':
    '«Blogue» tem de ser o endereço de um dos blogues da conta: {1}.',
  'The blog is not on Hashnode Pro, which publishing through the API needs. Upgrade it there.':
    'O blogue não tem o Hashnode Pro, necessário para publicar pela API. Subscreva-o lá.',
  'Hashnode takes pictures of at most 8 MB.': 'O Hashnode aceita imagens de 8 MB no máximo.',
  '"adminKey" must be an Admin API key: an id, a colon, and 64 more characters.':
    'A chave da API Admin tem de ter um identificador, dois pontos e mais 64 caracteres.',
  'Ghost does not accept the key. Copy the Admin API key of the custom integration again.':
    'O Ghost não aceita a chave. Copie de novo a chave da API Admin da integração própria.',
};
