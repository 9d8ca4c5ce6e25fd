import type { Translation } from '../translation.ts';

/** What is asked for to connect an account, `platforms/`. */
export const connecting: Translation = {
  'Facebook page': 'Página do Facebook',
  Handle: 'Nome',
  'The account’s name there.': 'O nome da conta lá.',
  'App password': 'Palavra-passe de aplicação',
  'Made at Bluesky under Settings, Privacy and security, App passwords. Not the account’s own password.':
    'Cria-se no Bluesky em Definições, Privacidade e segurança, Palavras-passe de aplicações. Não é a palavra-passe da própria conta.',
  Server: 'Servidor',
  'Leave it as it is unless the account lives elsewhere.': 'Deixe como está, a não ser que a conta esteja noutro lado.',
  'The address of the server that the account lives on.': 'O endereço do servidor em que está a conta.',
  'Bot token': 'Token do bot',
  'From the developer portal, under Bot. Invite the bot to the server first.':
    'Do portal de programadores, em Bot. Convide primeiro o bot para o servidor.',
  'Channel id': 'ID do canal',
  'Right-click the channel, Copy Channel ID. The bot needs View Channel, Send Messages and Read Message History.':
    'Clique direito no canal, “Copiar ID do canal”. O bot precisa das permissões View Channel, Send Messages e Read Message History.',
  'Access token': 'Token de acesso',
  'Made there under Preferences, Development, New application, with read:accounts, read:statuses, write:statuses and write:media.':
    'Cria-se lá em Preferências, Desenvolvimento, Nova aplicação, com read:accounts, read:statuses, write:statuses e write:media.',
  'Secret key': 'Chave secreta',
  'The account’s nsec. Whoever holds it is the account, so make an account of its own for this where you can.':
    'O nsec da conta. Quem o tem é a conta; se puder, crie uma própria para isto.',
  Relays: 'Relays',
  'Where posts are sent to, with commas between them.': 'Para onde são enviadas as publicações, separados por vírgulas.',
  'Media server': 'Servidor de média',
  'Where pictures are put: a Blossom server. Without one, posts with pictures are refused.':
    'Onde ficam as imagens: um servidor Blossom. Sem ele, as publicações com imagens são recusadas.',
  'From the app’s page under OAuth & Permissions, with the scopes chat:write and, for pictures, files:write. It begins with xoxb-.':
    'Da página da app, em OAuth & Permissions, com as permissões chat:write e, para imagens, files:write. Começa por xoxb-.',
  'At the bottom of the channel’s details. Invite the app to the channel first.':
    'No fim dos detalhes do canal. Convide primeiro a app para o canal.',
  'From @BotFather, after /newbot.': 'De @BotFather, depois de /newbot.',
  'Channel or group': 'Canal ou grupo',
  'Its public name, or its number. The bot has to be an administrator of a channel, or a member of a group.':
    'O nome público ou o número. O bot tem de ser administrador do canal ou membro do grupo.',
  Site: 'Site',
  'The address of the site.': 'O endereço do site.',
  User: 'Utilizador',
  'An author, an editor or an administrator of the site.': 'Um autor, um editor ou um administrador do site.',
  'Application password': 'Palavra-passe de aplicação',
  'Made there under Users, Profile, Application Passwords. Not the password for signing in.':
    'Cria-se lá em Utilizadores, Perfil, Palavras-passe de aplicações. Não é a palavra-passe para entrar.',
  'User name': 'Nome de utilizador',
  'The account’s name there, without the server.': 'O nome da conta lá, sem o servidor.',
  Password: 'Palavra-passe',
  'Used once for signing in, and not stored: the session is.': 'É usada uma vez para entrar e não é guardada: guarda-se a sessão.',
  'Two-factor code': 'Código de dois fatores',
  'The current code, if the account has two-factor authentication.': 'O código atual, se a conta tiver autenticação de dois fatores.',
  Community: 'Comunidade',
  'Where posts are published; with its server if it is on another one.': 'Onde se publica; com o seu servidor, se estiver noutro.',
  'The name of the blog; left empty, the account’s primary blog. To use several blogs, connect each of them.':
    'O nome do blogue; se ficar vazio, o blogue principal da conta. Para usar vários blogues, ligue cada um deles.',
  'API key': 'Chave de API',
  'Made at dev.to under Settings, Extensions, DEV Community API Keys.':
    'Cria-se em dev.to, em Settings, Extensions, DEV Community API Keys.',
  'Personal access token': 'Token de acesso pessoal',
  'Made at Hashnode under Account Settings, Developer. The blog needs Hashnode Pro.':
    'Cria-se no Hashnode, em Account Settings, Developer. O blogue precisa do Hashnode Pro.',
  Blog: 'Blogue',
  'The address of the blog, if the account has more than one.': 'O endereço do blogue, se a conta tiver mais do que um.',
  Subreddit: 'Subreddit',
  'The name of the community that is posted to. To use several, connect each of them.':
    'O nome da comunidade em que se publica. Para usar várias, conecte cada uma.',
  Location: 'Local',
  'The name of the business location that is posted to. To use several, connect each of them.':
    'O nome do local da empresa em que se publica. Para usar vários, conecte cada um.',
  'The name of the community that is posted to. Leave it empty for the person’s own wall.':
    'O nome da comunidade em que se publica. Deixe vazio para o mural da própria pessoa.',
  Board: 'Pasta',
  'The name of the board that pins are saved to. To use several boards, connect each of them.':
    'O nome da pasta em que os Pins são salvos. Para usar várias pastas, conecte cada uma.',
  'API URL': 'URL da API',
  'Shown there with the key, for instance https://harbour.ghost.io.': 'Aparece lá junto à chave, por exemplo https://harbour.ghost.io.',
  'Admin API key': 'Chave da API Admin',
  'Of a custom integration, made there under Settings, Integrations. Not the Content API key.':
    'De uma integração própria, que se cria lá em Settings, Integrations. Não é a chave da API Content.',
};
