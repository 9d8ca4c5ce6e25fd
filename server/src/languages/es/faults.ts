import type { Translation } from '../translation.ts';

/** What goes wrong while an account is connected or an address is called, `platforms/` and `outbound/`. */
export const faults: Translation = {
  '{1} needs no "{2}"; give {3}.': '{1} no necesita «{2}»; indique {3}.',
  '"{1}" must be a text of one line.': '«{1}» debe ser un texto de una línea.',
  '{1} needs "{2}": {3}. {4}': '{1} necesita «{2}»: {3}. {4}',
  'There is nothing to connect.': 'No hay nada que conectar.',
  '{1} gave no refresh token. Connect the account again.': '{1} no dio ningún token de renovación. Vuelva a conectar la cuenta.',
  '{1} shows this service nothing that you may post to. Create it there first.':
    '{1} no muestra a este servicio ningún lugar donde usted pueda publicar. Cree primero uno allí.',
  '{1} has several with the name "{2}". Enter one of their ids instead: {3}.':
    'En {1} hay varios con el nombre «{2}». Escriba en su lugar uno de sus identificadores: {3}.',
  '{1} has no "{2}" that you may post to. There is: {3}.': 'En {1} no hay ningún «{2}» donde usted pueda publicar. Hay: {3}.',
  'And {1} more.': 'Y {1} más.',
  'VK sent no device id back. Begin again.': 'VK no ha devuelto ningún identificador de dispositivo. Empiece de nuevo.',
  'Google allows no posts for "{1}". Check there whether the location is verified.':
    'Google no permite publicaciones para «{1}». Compruebe allí si la ubicación está verificada.',
  'Google rejected the post: it breaks the policy for posts of business profiles.':
    'Google ha rechazado la publicación: incumple la política de publicaciones de perfiles de empresa.',
  'r/{1} has no flair "{2}". There is: {3}.': 'r/{1} no tiene el «flair» «{2}». Hay: {3}.',
  '"subreddit" must be the name of a community, for instance "r/harbour".':
    '«subreddit» debe ser el nombre de una comunidad, por ejemplo «r/harbour».',
  'u/{1} is banned from {2}.': 'u/{1} está expulsado de {2}.',
  'Only approved users post to {1}. Ask its moderators to approve u/{2}.':
    'En {1} solo publican usuarios aprobados. Pida a sus moderadores que aprueben a u/{2}.',
  'r/{1} is closed to u/{2}.': 'r/{1} está cerrado para u/{2}.',
  'Reddit has no r/{1}. Check how it is written.': 'En Reddit no hay r/{1}. Compruebe cómo está escrito.',
  '{1} requires a flair on every post.': '{1} exige un «flair» en cada publicación.',
  '{1} takes no text below the title.': '{1} no admite texto bajo el título.',
  '{1} requires a text below the title.': '{1} exige un texto bajo el título.',
  '{1} requires at least {2} characters in the title.': '{1} exige al menos {2} caracteres en el título.',
  '{1} requires at least {2} characters of text.': '{1} exige al menos {2} caracteres de texto.',
  '{1} does not accept "{2}".': '{1} no acepta «{2}».',
  '{1} requires one of these in a post: {2}.': '{1} exige en una publicación uno de estos: {2}.',
  'WordPress rejects the application password. Create a new one under Users, Profile; the login password does not work here.':
    'WordPress dice que la contraseña de aplicación es incorrecta. Cree otra en Usuarios, Perfil; la contraseña para iniciar sesión no sirve aquí.',
  'WordPress has no user with this name.': 'WordPress no conoce a nadie con ese nombre de usuario.',
  'WordPress has no user with this e-mail address.': 'WordPress no conoce a nadie con ese correo electrónico.',
  'WordPress rejects the user name or the application password. Create a new password under Users, Profile; the login password does not work here. If both are right, the web server of the site drops the Authorization header.':
    'WordPress dice que el nombre de usuario o la contraseña de aplicación es incorrecta. Cree otra en Usuarios, Perfil; la contraseña para iniciar sesión no sirve aquí. Si es correcta, el servidor web del sitio omite la cabecera Authorization.',
  'The user may not publish posts. Use an author, an editor or an administrator.':
    'El usuario no puede publicar entradas. Use un autor, un editor o un administrador.',
  '"site" must be the address of the site, for instance "https://example.org".':
    '«Sitio» debe ser la dirección del sitio, por ejemplo «https://example.org».',
  '{1} wants the picture put at something that is no address.': '{1} quiere la imagen en un lugar que no es una dirección.',
  '"{1}" must be the address of a server, for instance "{2}".': '«{1}» debe ser la dirección de un servidor, por ejemplo «{2}».',
  '"botToken" must be as @BotFather gave it, for instance "110201543:AAHdq…".':
    '«Token del bot» debe ser como lo dio @BotFather, por ejemplo «110201543:AAHdq…».',
  'The bot may not post there. Make it an administrator that may post messages.':
    'El bot no puede publicar allí. Hágalo administrador con permiso para publicar mensajes.',
  '"channel" must be the id of a channel, for instance "C0123456789".':
    '«ID del canal» debe ser el ID de un canal, por ejemplo «C0123456789».',
  'Leave "feed" out; the sandbox opens a new one for each connection.': 'Omita «feed»; la sandbox abre uno nuevo para cada conexión.',
  'The sandbox knows no "{1}"; it takes {2}.': 'La sandbox no conoce «{1}»; admite {2}.',
  '"handle" must be 1 to 64 letters, digits, dots or dashes.': '«Nombre» debe tener de 1 a 64 letras, cifras, puntos o guiones.',
  '"feed" must be a text.': '«feed» debe ser un texto.',
  '"failure" must be one of {1}.': '«failure» debe ser uno de estos: {1}.',
  '"times" must be a whole number from 1.': '«times» debe ser un número entero a partir de 1.',
  'The operator must register this service at {1} and set {2}_CLIENT_ID and {3}_CLIENT_SECRET.':
    'El operador debe registrar este servicio en {1} y configurar {2}_CLIENT_ID y {3}_CLIENT_SECRET.',
  'The operator must set PUBLIC_URL to an https:// address that is reachable from the internet; it is {1}.':
    'El operador debe configurar PUBLIC_URL con una dirección https:// a la que llegue todo Internet; es {1}.',
  '"secretKey" must be a secret key that begins with "nsec1".': '«Clave secreta» debe ser una clave secreta que empiece por «nsec1».',
  '"relays" must name 1 to {1} relays.': '«Relays» debe nombrar de 1 a {1} relays.',
  '"relays" must be addresses that begin with wss://, for instance "wss://nos.lol", not "{1}".':
    '«Relays» deben ser direcciones que empiecen por wss://, por ejemplo «wss://nos.lol», no «{1}».',
  'None of the relays can be reached: {1}.': 'No se puede llegar a ninguno de los relays: {1}.',
  'You let us into no page. Begin again and pick at least one page at Facebook.':
    'No nos dio acceso a ninguna página. Empiece de nuevo y elija al menos una página en Facebook.',
  '"channelId" must be a number; turn on Developer Mode to copy it.':
    '«ID del canal» debe ser un número; active el modo desarrollador para copiarlo.',
  '"identifier" must be the handle, for instance "harbour.bsky.social".':
    '«Nombre» debe ser el nombre de la cuenta, por ejemplo «harbour.bsky.social».',
  '"appPassword" must be an app password from Settings, Privacy and security, App passwords.':
    '«Contraseña de aplicación» debe ser una de Ajustes, Privacidad y seguridad, Contraseñas de aplicación.',
  'Bluesky does not accept the handle and app password. Check both, or make a new app password.':
    'Bluesky no acepta el nombre y la contraseña de aplicación. Compruebe ambos, o cree una contraseña de aplicación nueva.',
  'Bluesky asks for a code as well. Make an app password, which needs none, and give that.':
    'Bluesky pide también un código. Cree una contraseña de aplicación, que no lo necesita, e indique esa.',
  'Bluesky has taken the account down.': 'Bluesky ha retirado la cuenta.',
  'Bluesky has suspended the account.': 'Bluesky ha suspendido la cuenta.',
  'The account is deactivated at Bluesky.': 'La cuenta está desactivada en Bluesky.',
  'Bluesky has had too many sign-ins of this account or from here. Try again later.':
    'Bluesky ha recibido demasiados inicios de sesión de esta cuenta o desde aquí. Inténtelo más tarde.',
  'There is no Bluesky server at that address, or it does not answer. Check the address, or try again later.':
    'No hay ningún servidor de Bluesky en esa dirección, o no responde. Compruebe la dirección, o inténtelo más tarde.',
  "That is the account's own password. Make an app password under Settings, Privacy and security, and give that.":
    'Esa es la contraseña de la propia cuenta. Cree una contraseña de aplicación en Ajustes, Privacidad y seguridad, e indique esa.',
  'The account is suspended or deactivated.': 'La cuenta está suspendida o desactivada.',
  'The Bluesky account is suspended or deactivated.': 'La cuenta de Bluesky está suspendida o desactivada.',
  'The call was stopped.': 'La llamada se interrumpió.',
  '{1} answered: status {2} and no reason': '{1} respondió: estado {2}, sin motivo',
  '{1} answered: {2}': '{1} respondió: {2}',
  '{1} does not accept what was entered. Check it, or make a new one there.':
    '{1} no acepta lo que se introdujo. Compruébelo, o cree otro allí.',
  '{1} has had too many calls just now. Try again later.': '{1} ha recibido demasiadas llamadas ahora mismo. Inténtelo más tarde.',
  'There is no {1} at that address. Check how it is written.': 'No hay ningún {1} en esa dirección. Compruebe cómo está escrita.',
  '{1} has a fault of its own (status {2}). Check the address, or try again later.':
    '{1} tiene un fallo propio (estado {2}). Compruebe la dirección, o inténtelo más tarde.',
  '{1} refused, or is something else (status {2}). Check the address, or try again later.':
    '{1} lo rechazó, o es otra cosa (estado {2}). Compruebe la dirección, o inténtelo más tarde.',
  '{1} did not respond. {2}': '{1} no respondió. {2}',
  '{1} gave an answer that makes no sense: it has no {2}.': '{1} dio una respuesta sin sentido: le falta {2}.',
  'Only addresses that begin with https:// or http:// are called.': 'Solo se llama a direcciones que empiecen por https:// o http://.',
  'The address leads to this service itself.': 'La dirección lleva a este mismo servicio.',
  '{1} is not on the public internet.': '{1} no está en el Internet público.',
  'The address of {1} must begin with {2}//.': 'La dirección de {1} debe empezar por {2}//.',
  'The address leads to port {1}; only the usual web ports are opened.':
    'La dirección lleva al puerto {1}; solo se abren los puertos habituales de la web.',
  'The address leads from one to the next without end.': 'La dirección lleva de una a otra sin fin.',
  'The address leads to port {1}, which is never called.': 'La dirección lleva al puerto {1}, al que nunca se llama.',
  'The response has an unsupported content encoding.': 'La respuesta viene comprimida de un modo que nadie pidió.',
  'The answer ended in the middle or could not be unpacked.': 'La respuesta terminó a la mitad o no se pudo descomprimir.',
  'The answer is larger than {1} bytes.': 'La respuesta supera los {1} bytes.',
  'This is no address, or it leads to something that is none.': 'No es una dirección, o lleva a algo que no lo es.',
  'The address leads to something that is no web page.': 'La dirección lleva a algo que no es una página web.',
  'The address carries a user name or password.': 'La dirección lleva un nombre de usuario o una contraseña.',
  'It took too long.': 'Tardó demasiado.',
  'It could not be reached.': 'No se pudo llegar.',
  'It broke off before it answered.': 'La conexión se cortó antes de la respuesta.',
  'It answered {1}.': 'La respuesta fue {1}.',
  'It answered 410: it wants nothing more.': 'La respuesta fue 410: ya no quiere nada más.',
  'It did not send the challenge back.': 'No devolvió el desafío.',
  'Lemmy does not accept the name and password.': 'Lemmy no acepta el nombre y la contraseña.',
  'The account has two-factor authentication: enter the current code too.':
    'La cuenta tiene autenticación en dos pasos: introduzca también el código actual.',
  'Lemmy does not accept the code. Enter the current one.': 'Lemmy no acepta el código. Introduzca el actual.',
  "Enter the account's password. It is used once and not stored.": 'Introduzca la contraseña de la cuenta. Se usa una vez y no se guarda.',
  'The account cannot sign in yet: its address or its application is not confirmed.':
    'La cuenta aún no puede iniciar sesión: su dirección o su solicitud no está confirmada.',
  'Lemmy has ended the session. Connect the account again.': 'Lemmy ha terminado la sesión. Vuelva a conectar la cuenta.',
  'The server knows no community {1}. Open it there once, or write its server too, as in harbour@lemmy.world.':
    'El servidor no conoce ninguna comunidad {1}. Ábrala allí una vez, o escriba también su servidor, como en harbour@lemmy.world.',
  'Only its moderators may post in {1}.': 'En {1} solo pueden publicar sus moderadores.',
  'The account may not post to the blog any more.': 'La cuenta ya no puede publicar en el blog.',
  'The account has no blog at Hashnode. Make one there first.': 'La cuenta no tiene ningún blog en Hashnode. Cree uno allí primero.',
  '"publication" must be the address of one of the account\'s blogs: {1}.':
    '«Blog» debe ser la dirección de uno de los blogs de la cuenta: {1}.',
  'The blog is not on Hashnode Pro, which publishing through the API needs. Upgrade it there.':
    'El blog no tiene Hashnode Pro, necesario para publicar por la API. Contrátelo allí.',
  'Hashnode takes pictures of at most 8 MB.': 'Hashnode acepta imágenes de 8 MB como máximo.',
  '"adminKey" must be an Admin API key: an id, a colon, and 64 more characters.':
    'La clave de la API Admin debe tener un identificador, dos puntos y 64 caracteres más.',
  'Ghost does not accept the key. Copy the Admin API key of the custom integration again.':
    'Ghost no acepta la clave. Copie otra vez la clave de la API Admin de la integración propia.',
};
