import type { Translation } from '../translation.ts';

/** What is asked for to connect an account, `platforms/`. */
export const connecting: Translation = {
  'Facebook page': 'Página de Facebook',
  Handle: 'Nombre',
  'The account’s name there.': 'El nombre de la cuenta allí.',
  'App password': 'Contraseña de aplicación',
  'Made at Bluesky under Settings, Privacy and security, App passwords. Not the account’s own password.':
    'Se crea en Bluesky, en Ajustes, Privacidad y seguridad, Contraseñas de aplicación. No es la contraseña de la propia cuenta.',
  Server: 'Servidor',
  'Leave it as it is unless the account lives elsewhere.': 'Déjelo como está, salvo que la cuenta esté en otro lugar.',
  'The address of the server that the account lives on.': 'La dirección del servidor en el que está la cuenta.',
  'Bot token': 'Token del bot',
  'From the developer portal, under Bot. Invite the bot to the server first.':
    'Del portal para desarrolladores, en Bot. Invite primero al bot al servidor.',
  'Channel id': 'ID del canal',
  'Right-click the channel, Copy Channel ID. The bot needs View Channel, Send Messages and Read Message History.':
    'Clic derecho en el canal, «Copiar ID del canal». El bot necesita los permisos View Channel, Send Messages y Read Message History.',
  'Access token': 'Token de acceso',
  'Made there under Preferences, Development, New application, with read:accounts, read:statuses, write:statuses and write:media.':
    'Se crea allí en Preferencias, Desarrollo, Nueva aplicación, con read:accounts, read:statuses, write:statuses y write:media.',
  'Secret key': 'Clave secreta',
  'The account’s nsec. Whoever holds it is the account, so make an account of its own for this where you can.':
    'El nsec de la cuenta. Quien lo tiene es la cuenta; si puede, cree una propia para esto.',
  Relays: 'Relays',
  'Where posts are sent to, with commas between them.': 'Adónde se envían las publicaciones, separados por comas.',
  'Media server': 'Servidor de medios',
  'Where pictures are put: a Blossom server. Without one, posts with pictures are refused.':
    'Donde se guardan las imágenes: un servidor Blossom. Sin él se rechazan las publicaciones con imágenes.',
  'From the app’s page under OAuth & Permissions, with the scopes chat:write and, for pictures, files:write. It begins with xoxb-.':
    'De la página de la app, en OAuth & Permissions, con los permisos chat:write y, para imágenes, files:write. Empieza por xoxb-.',
  'At the bottom of the channel’s details. Invite the app to the channel first.':
    'Al final de los detalles del canal. Invite primero a la app al canal.',
  'From @BotFather, after /newbot.': 'De @BotFather, después de /newbot.',
  'Channel or group': 'Canal o grupo',
  'Its public name, or its number. The bot has to be an administrator of a channel, or a member of a group.':
    'Su nombre público o su número. El bot debe ser administrador del canal o miembro del grupo.',
  Site: 'Sitio',
  'The address of the site.': 'La dirección del sitio.',
  User: 'Usuario',
  'An author, an editor or an administrator of the site.': 'Un autor, un editor o un administrador del sitio.',
  'Application password': 'Contraseña de aplicación',
  'Made there under Users, Profile, Application Passwords. Not the password for signing in.':
    'Se crea allí en Usuarios, Perfil, Contraseñas de aplicación. No es la contraseña para iniciar sesión.',
  'User name': 'Nombre de usuario',
  'The account’s name there, without the server.': 'El nombre de la cuenta allí, sin el servidor.',
  Password: 'Contraseña',
  'Used once for signing in, and not stored: the session is.': 'Se usa una vez para iniciar sesión y no se guarda: se guarda la sesión.',
  'Two-factor code': 'Código de dos factores',
  'The current code, if the account has two-factor authentication.': 'El código actual, si la cuenta tiene autenticación en dos pasos.',
  Community: 'Comunidad',
  'Where posts are published; with its server if it is on another one.': 'Dónde se publica; con su servidor si está en otro.',
  'The name of the blog; left empty, the account’s primary blog. To use several blogs, connect each of them.':
    'El nombre del blog; si se deja vacío, el blog principal de la cuenta. Para usar varios blogs, conecte cada uno.',
  'API key': 'Clave de API',
  'Made at dev.to under Settings, Extensions, DEV Community API Keys.':
    'Se crea en dev.to, en Settings, Extensions, DEV Community API Keys.',
  'Personal access token': 'Token de acceso personal',
  'Made at Hashnode under Account Settings, Developer. The blog needs Hashnode Pro.':
    'Se crea en Hashnode, en Account Settings, Developer. El blog necesita Hashnode Pro.',
  Blog: 'Blog',
  'The address of the blog, if the account has more than one.': 'La dirección del blog, si la cuenta tiene más de uno.',
  Subreddit: 'Subreddit',
  'The name of the community that is posted to. To use several, connect each of them.':
    'El nombre de la comunidad en la que se publica. Para usar varias, conecte cada una.',
  Location: 'Ubicación',
  'The name of the business location that is posted to. To use several, connect each of them.':
    'El nombre de la ubicación de la empresa en la que se publica. Para usar varias, conecte cada una.',
  'The name of the community that is posted to. Leave it empty for the person’s own wall.':
    'El nombre de la comunidad en la que se publica. Déjelo vacío para el muro propio de la persona.',
  Board: 'Tablero',
  'The name of the board that pins are saved to. To use several boards, connect each of them.':
    'El nombre del tablero en el que se guardan los pines. Para usar varios tableros, conecte cada uno.',
  'API URL': 'URL de la API',
  'Shown there with the key, for instance https://harbour.ghost.io.':
    'Se muestra allí junto a la clave, por ejemplo https://harbour.ghost.io.',
  'Admin API key': 'Clave de la API Admin',
  'Of a custom integration, made there under Settings, Integrations. Not the Content API key.':
    'De una integración propia, que se crea allí en Settings, Integrations. No es la clave de la API Content.',
};
