import type { Translation } from '../translation.ts';

/** What is mailed to people: invitations, sign-ups, lost passwords, codes, clients’ links. */
export const mails: Translation = {
  '{1} will be erased on {2}': '{1} se borrará el {2}',
  'An owner has requested that everything of the account be erased: posts, media, connections, access of agents and people.':
    'Un propietario ha solicitado borrar todo lo de la cuenta: publicaciones, archivos, conexiones, accesos de agentes y personas.',
  'Until then an owner can keep the account under Settings. Afterwards nothing can be restored.':
    'Hasta entonces un propietario puede conservar la cuenta en los ajustes. Después no se puede recuperar nada.',
  '{1} is kept': '{1} se conserva',
  'An owner has taken the request for erasure back.': 'Un propietario ha retirado la solicitud de borrado.',
  'Open the settings': 'Abrir los ajustes',
  'It answered that it wants nothing more.': 'Respondió que no quiere nada más.',
  'It has taken nothing for three days.': 'No ha aceptado nada en tres días.',
  'Open webhooks': 'Ver los webhooks',
  'Nothing more is sent to {1}. {2}': 'Ya no se envía nada a {1}. {2}',
  'A webhook was switched off': 'Se desactivó un webhook',
  '{1} posts': '{1} publicaciones',
  'Changes are ready for review: {1}': 'Los cambios están hechos: vuelva a mirar {1}',
  'Your approval is requested: {1}': 'Ahora le toca a usted: mire {1}',
  'The link works until {1}; so does the one you were sent before.': 'El enlace funciona hasta: {1}; el anterior también.',
  'Review the post': 'Mirar la publicación',
  'Review the posts': 'Mirar las publicaciones',
  'You get this because {1} shared this with you at': 'Recibe este mensaje porque {1} compartió esto con usted en',
  'The changes you requested from {1} are ready: {2} is waiting for your review.':
    'Usted pidió cambios a {1}. Están hechos: {2} le espera de nuevo.',
  '{1} has reviewed it, and {2} is now waiting for you.': '{1} ya la ha mirado, y ahora {2} le espera.',
  '{1} asks you first: {2} is waiting for you.': '{1} le pregunta primero a usted: {2} le espera.',
  'The changes you requested from {1} are ready: {2} are waiting for your review.':
    'Usted pidió cambios a {1}. Están hechos: {2} le esperan de nuevo.',
  '{1} has reviewed them, and {2} are now waiting for you.': '{1} ya las ha mirado, y ahora {2} le esperan.',
  '{1} asks you first: {2} are waiting for you.': '{1} le pregunta primero a usted: {2} le esperan.',
  '{1} and {2} more.': '{1} y {2} más.',
  '{1}.': '{1}.',
  '{1} is your code': '{1} es su código',
  'Your code is {1}. It works once, for ten minutes.': 'Su código es {1}. Sirve una vez, durante diez minutos.',
  'We never ask you for this code. If you did not request it, ignore this mail.':
    'Nadie se lo pedirá nunca. Si no lo pidió usted, déjelo: sin él no pasa nada.',
  'You receive this because a code was requested with the link sent to you, at':
    'Recibe este mensaje porque alguien que tiene el enlace que usted recibió pidió un código en',
  '{1} asks you to review a post by {2}': '{1} le pide que mire una publicación de {2}',
  '{1} asks you to review {2} posts by {3}': '{1} le pide que mire {2} publicaciones de {3}',
  '{1} of {2} asks you to review a post before it is published.': '{1} de {2} le pide que mire una publicación antes de que salga.',
  '{1} of {2} asks you to review {3} posts before they are published.':
    '{1} de {2} le pide que mire {3} publicaciones antes de que salgan.',
  'Anyone with this link can see the posts, so do not forward it. To approve or request changes, you confirm with a code sent to this address.':
    'Para mirar basta con este enlace, así que no lo comparta. Para aprobar o pedir cambios recibirá un código en esta dirección.',
  'The link works until {1}. If you do not know what this is about, leave it.':
    'El enlace funciona hasta: {1}. Si no sabe de qué se trata, déjelo.',
  'You get this because {1} typed this address at': 'Recibe este mensaje porque {1} escribió esta dirección en',
  'Your sign-in to Countersign has changed': 'Su inicio de sesión en Countersign ha cambiado',
  'If that was not you: change your password and sign every other browser out, now.':
    'Si no fue usted: cambie ahora su contraseña y cierre la sesión en todos los demás navegadores.',
  'Open the security settings': 'Abrir los ajustes de seguridad',
  'Your account is ready': 'Su cuenta está lista',
  'Your Countersign account is ready. Sign in with {1} and the password you chose.':
    'Usted pidió una cuenta en Countersign. Está lista: inicie sesión con {1} y la contraseña que eligió.',
  'Sign in': 'Iniciar sesión',
  'The operator of this service declined your request.': 'Quien gestiona este servicio ha decidido no abrirle una.',
  'Reason: {1}': 'Explicación: {1}',
  'No account was opened for you': 'No se le abrió ninguna cuenta',
  'You requested an account on Countersign. {1}': 'Usted pidió una cuenta en Countersign. {1}',
  'What you typed is deleted within a month, the password is gone already.':
    'Lo que escribió se borra en un mes; la contraseña ya está borrada.',
  'You receive this because you requested an account at': 'Recibe este mensaje porque pidió una cuenta en',
  'You receive this because this address was entered in the sign-up form of':
    'Recibe este mensaje porque alguien, seguramente usted, escribió esta dirección en el registro de',
  'If it was not you, leave it: nothing has happened.': 'Si no fue usted, déjelo: no ha pasado nada.',
  'You can sign in to Countersign already': 'Ya puede iniciar sesión en Countersign',
  'An account with this address already exists. Sign in with it; you can reset a lost password there.':
    'Alguien con esta dirección tiene una cuenta aquí. Inicie sesión con ella; una contraseña perdida se cambia allí.',
  'Your request for an account waits': 'Su solicitud de cuenta está en espera',
  'Your account request is already pending. The operator reviews it, and you will get a mail.':
    'Ya pidió una cuenta. Quien gestiona este servicio la revisa, y usted recibirá un correo.',
  'Go on with your sign-up for Countersign': 'Continúe con su registro en Countersign',
  'Your address is confirmed. Continue with the link: enter your name and choose a password.':
    'Esta dirección es suya si puede leer esto. Siga con el enlace: diga su nombre y elija una contraseña.',
  'It works once, until {1}. {2}': 'Sirve una vez, hasta: {1}. {2}',
  'Go on': 'Continuar',
  'Your password was changed.': 'Su contraseña se cambió.',
  'An authenticator app was set up: sign-in asks for its code from now on.':
    'Se configuró una aplicación de autenticación: al iniciar sesión se pide su código desde ahora.',
  'The authenticator app and its recovery codes were removed: sign-in asks for the password alone.':
    'Se quitaron la aplicación de autenticación y sus códigos de recuperación: al iniciar sesión solo se pide la contraseña.',
  'The operator removed your authenticator app, recovery codes and passkeys and signed every browser out.':
    'El operador quitó su aplicación de autenticación, sus códigos de recuperación y sus llaves de acceso, y cerró la sesión en todos los navegadores.',
  'Set up a new second factor.': 'Configure un nuevo segundo factor.',
  'Your password was replaced by a link for lost passwords, and every browser was signed out.':
    'Su contraseña se sustituyó mediante un enlace para contraseñas perdidas, y se cerró la sesión en todos los navegadores.',
  'A new password for Countersign': 'Una contraseña nueva para Countersign',
  'A password reset was requested for this address.': 'Alguien, seguramente usted, pidió una contraseña nueva para esta dirección.',
  'The link works once, until {1}. If it was not you, leave it: nothing has changed.':
    'El enlace sirve una vez, hasta: {1}. Si no fue usted, déjelo: no ha cambiado nada.',
  'Choose a new password': 'Elegir una contraseña nueva',
  'A passkey was added: it signs in without the password.': 'Se añadió una llave de acceso: inicia sesión sin contraseña.',
  'A passkey was removed: it opens nothing any more.': 'Se quitó una llave de acceso: ya no abre nada.',
  '{1} invites you to {2}': '{1} le invita a {2}',
  '{1} invites you as {2} to {3} on Countersign.': '{1} le invita como {2} a {3} en Countersign.',
  'The link works once, until {1}. If you do not know what this is about, leave it.':
    'El enlace sirve una vez, hasta: {1}. Si no sabe de qué se trata, déjelo.',
  'Accept the invitation': 'Aceptar la invitación',
  owner: 'propietario',
  approver: 'aprobador',
  editor: 'editor',
  viewer: 'lector',
  'Hello {1},': 'Hola, {1}:',
  'Hello,': 'Hola:',
  'You get this because of your account at': 'Recibe este mensaje por su cuenta en',
  'Notification settings': 'Ajustes de notificaciones',
  'Stop mails like this one': 'Dejar de recibir mensajes como este',
};
