import type { Translation } from '../translation.ts';

/** What became of a post, of a request and of a table, as rows keep it: `publishing/`, `platforms/`, `links/`, `drafts/import`. */
export const outcomes: Translation = {
  'Given up after {1} tries in {2} minutes: {3}': 'Se abandonó tras {1} intentos en {2} minutos: {3}',
  'The worker went silent while it was sending.': 'El proceso de envío enmudeció mientras enviaba.',
  'The platform reports that nothing was published.': 'La plataforma dice que no llegó nada.',
  'It is unknown whether this was published, and the platform cannot tell. A person must check.':
    'No se sabe si esto salió, y la plataforma no puede decirlo. Tiene que mirarlo una persona.',
  'The stored content is not what was approved. Nothing was sent.': 'El contenido guardado no es el que se aprobó. No se envió nada.',
  '{1} takes no more posts of {2} for now: its own limit is reached.':
    '{1} no admite más publicaciones de {2} por ahora: se alcanzó su propio límite.',
  '{1} is rate-limiting {2}.': '{1} ha pedido una pausa para {2}.',
  '{1} does not let this service in at present. Nothing is wrong with {2}.':
    '{1} no deja entrar a este servicio por ahora. A {2} no le pasa nada.',
  '{1} was left out, so that the rest goes on.': '{1} quedó fuera, para que siga lo demás.',
  'An account was connected: {1} {2}.': 'Se conectó una cuenta: {1} {2}.',
  'Not by {1}: {2}.': 'No por {1}: {2}.',
  'The service was restored from a backup of {1}. Check whether this was published after it.':
    'El servicio se restauró de una copia de seguridad del {1}. Mire si esto salió después.',
  'The service was restored from a backup of {1}, and it is unknown whether this was published after it. The platform is queried.':
    'El servicio se restauró de una copia de seguridad del {1}, y no se sabe si esto salió después. Se pregunta a la plataforma.',
  'The service was restored from a backup of {1}, and it is unknown whether this was published after it. A person must check.':
    'El servicio se restauró de una copia de seguridad del {1}, y no se sabe si esto salió después. Tiene que mirarlo una persona.',
  '{1} checked, and it was not published: {2}': '{1} lo ha mirado, y no está: {2}',
  'Too many pages are being fetched right now.': 'Ahora mismo se están mirando demasiadas páginas.',
  'The page has no title.': 'La página no tiene título.',
  'The page answered {1}.': 'La página respondió {1}.',
  'The link leads to {1} and not to a page.': 'El enlace lleva a {1} y no a una página.',
  'something without a type': 'algo sin tipo',
  'The page did not answer within {1} seconds.': 'La página no respondió en {1} segundos.',
  'The page could not be read.': 'La página no se pudo leer.',
  'Another process is renewing the credentials.': 'Otro proceso está renovando las credenciales.',
  '{1} rejects this service for all accounts. {2}': '{1} no deja entrar a este servicio, sea de quien sea la cuenta. {2}',
  'The stored credentials cannot be opened: they were changed, or sealed with another master key.':
    'Las credenciales guardadas no se pueden abrir: se cambiaron, o se sellaron con otra clave maestra.',
  '{1} has published the post, but does not list it yet.': '{1} ha publicado la publicación, pero todavía no la muestra en la lista.',
  '{1} still prepares the post.': '{1} todavía prepara la publicación.',
  'The call was stopped before it began.': 'La llamada se interrumpió antes de empezar.',
  '{1} of {2} posts of the thread were published. {3}': '{1} de {2} publicaciones del hilo están publicadas. {3}',
  '{1} of {2} posts of the thread are published on {3}.': '{1} de {2} publicaciones del hilo están en {3}.',
  'The Slack app lacks the scope files:write, which pictures need. Add it, then connect the channel again.':
    'A la app de Slack le falta el permiso files:write, que necesitan las imágenes. Añádalo y vuelva a conectar el canal.',
  'The sandbox did not answer in time.': 'La sandbox no respondió a tiempo.',
  'The sandbox gave two answers that contradict each other.': 'La sandbox dio dos respuestas que se contradicen.',
  'The sandbox gave no answer: {1}': 'La sandbox no respondió: {1}',
  'The sandbox says nothing about it.': 'La sandbox no dice nada al respecto.',
  'The sandbox cannot be reached.': 'No se puede llegar a la sandbox.',
  'The sandbox does not accept the credentials any more.': 'La sandbox ya no acepta las credenciales.',
  'The sandbox refuses this post.': 'La sandbox rechaza esta publicación.',
  'The sandbox takes no more posts for now.': 'La sandbox no admite más publicaciones por ahora.',
  'The sandbox answered with status 500.': 'La sandbox respondió con el estado 500.',
  'The connection to the sandbox was reset.': 'La conexión con la sandbox se restableció.',
  'Pictures need a media server. Connect the account again and name one.':
    'Las imágenes necesitan un servidor de medios. Vuelva a conectar la cuenta e indique uno.',
  'A relay gave no answer: {1}.': 'Un relay no respondió: {1}.',
  'The relays answered: {1}.': 'Los relays respondieron: {1}.',
  '{1} says of the container: {2}.': '{1} dice del contenedor: {2}.',
  'Instagram takes {1} posts of the account in 24 hours, and {2} are out.':
    'Instagram admite {1} publicaciones de la cuenta en 24 horas, y {2} ya salieron.',
  'Bluesky gave no answer.': 'Bluesky no respondió.',
  'Bluesky gave no answer: {1}': 'Bluesky no respondió: {1}',
  'Only an owner of the account shares posts with clients.': 'Solo un propietario de la cuenta comparte publicaciones con clientes.',
  'A client’s approval is advisory here: a member of the account decides.':
    'Aquí el sí de un cliente es una opinión: decide alguien de la cuenta.',
  'A member of the account signs each post; your approval is recorded for them.':
    'Lo que sale lo firma alguien de la cuenta; su sí queda registrado para esa persona.',
  'Only owners of the account decide here; your yes is on the record for them.':
    'Aquí solo deciden los propietarios de la cuenta; su sí queda registrado para ellos.',
  'The person who shared this wrote parts of it; another member of the account decides.':
    'Quien compartió esto tiene palabras en ello; decide otra persona de la cuenta.',
  'There is no platform {1}. Known are {2}.': 'No existe la plataforma {1}. Se conocen {2}.',
  'Has {1} cells; the heading has {2}.': 'La fila tiene {1} celdas; el encabezado tiene {2}.',
  'Has letters that could not be read. Save the table as CSV in UTF-8.':
    'La fila tiene letras que no se pudieron leer. Guarde la tabla como CSV en UTF-8.',
  'Has a date and no time. Write it as {1}.': 'Hay una fecha sin hora. Escríbala como {1}.',
  'The clocks skip this time on that day. Choose another one.': 'Esta hora no existe ese día por el cambio de hora. Elija otra.',
  'There is no row below the heading.': 'No hay ninguna fila bajo el encabezado.',
  'At most {1} drafts are made at once, these are {2}.': 'Se crean como mucho {1} borradores a la vez, estos son {2}.',
  'A quotation mark is not closed, or is inside a cell without a partner.':
    'Hay unas comillas abiertas y no cerradas, o solas dentro de una celda.',
  'Has {1} columns. Known are {2}.': 'La tabla tiene {1} columnas. Se conocen {2}.',
  'There is no such column. Known are {1}.': 'No existe esa columna. Se conocen {1}.',
  'Appears more than once.': 'Esta columna está más de una vez.',
  'This column is missing.': 'Falta esta columna.',
  '$5, one time: 70 API publication operations, outside the plan allowance.':
    '5 $, una vez: 70 publicaciones por la API, aparte de las del plan.',
  '$5: +125 API autopostings, $0.04 per API autoposting.': '5 $: 125 autoposts más por la API, a 0,04 $ cada uno.',
  'The account is no longer connected.': 'La cuenta ya no está conectada.',
  'The figures of this network are not read.': 'Las cifras de esta red no se leen.',
  '{1} did not respond.': '{1} no respondió.',
  'The post is no longer there.': 'La publicación ya no está allí.',
  'TikTok has not named the video yet.': 'TikTok aún no ha dado un identificador al vídeo.',
  '{1} does not count this post yet.': '{1} aún no cuenta esta publicación.',
  'This Google account has no YouTube channel. Create one, or choose another account.':
    'Esta cuenta de Google no tiene canal de YouTube. Cree uno o elija otra cuenta.',
  'YouTube takes no post without a video.': 'YouTube no acepta publicaciones sin vídeo.',
  'TikTok takes no post without a video.': 'TikTok no acepta publicaciones sin vídeo.',
  'YouTube no longer knows this upload.': 'YouTube ya no conoce esta subida.',
  'YouTube gave no address for the upload.': 'YouTube no dio ninguna dirección para la subida.',
  'YouTube has the video, but did not say which one it is.': 'YouTube tiene el vídeo, pero no dijo cuál es.',
  'TikTok does not offer this account what was chosen for who can watch.':
    'TikTok no ofrece a esta cuenta lo elegido para quién puede verlo.',
  'TikTok still prepares the post.': 'TikTok todavía prepara la publicación.',
  'TikTok made no post of the video: {1}.': 'TikTok no hizo ninguna publicación con el vídeo: {1}.',
  'X cannot use the video: {1}.': 'X no puede usar el vídeo: {1}.',
  'LinkedIn cannot use the video: {1}.': 'LinkedIn no puede usar el vídeo: {1}.',
  'must say why, in {1} to {2} characters.': 'debe decir por qué, en {1} a {2} caracteres.',
  '{1} lets no program remove this post.': '{1} no permite que ningún programa elimine esta publicación.',
  'Open the post there and delete it by hand.': 'Abra la publicación allí y elimínela a mano.',
  'The publication is {1}: there is nothing to remove.': 'La publicación está {1}: no hay nada que eliminar.',
  'Cancel the post if it has not been sent; if its outcome is unknown, settle that first.':
    'Cancele la publicación si no se ha enviado; si su resultado es desconocido, resuélvalo primero.',
  'Telegram lets no bot remove an album as a whole. Remove it there.':
    'Telegram no permite que un bot elimine un álbum entero. Elimínelo allí.',
  'Facebook did not take a part of the video.': 'Facebook no aceptó una parte del vídeo.',
  'Facebook did not say whether it published the video.': 'Facebook no dijo si publicó el vídeo.',
  '{1} could not read the video.': '{1} no pudo leer el vídeo.',
};
