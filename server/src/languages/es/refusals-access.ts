import type { Translation } from '../translation.ts';

/** Refusals about accounts, people, agents and what is connected. */
export const refusalsAccess: Translation = {
  'The erasure of this account has begun.': 'El borrado de esta cuenta ha comenzado.',
  'The account is called {1}.': 'La cuenta se llama {1}.',
  'The password is easily guessed from your address, your name, your account or the name of this service. Take a few words that have nothing to do with them.':
    'La contraseña se adivina fácilmente por su dirección, su nombre, su cuenta o el nombre de este servicio. Use unas palabras que no tengan nada que ver con ellos.',
  'The password is easily guessed: it is common, or of a common pattern. Take a few words that do not belong together.':
    'La contraseña se adivina fácilmente: es común o sigue un patrón común. Use unas palabras que no vayan juntas.',
  'Too many attempts. Try again in {1} seconds.': {
    one: 'Demasiados intentos. Inténtelo de nuevo dentro de {1} segundo.',
    other: 'Demasiados intentos. Inténtelo de nuevo dentro de {1} segundos.',
  },
  'Too much went wrong at this address a moment ago. Try again in {1} seconds.': {
    one: 'Hace un momento hubo demasiados fallos en esta dirección. Inténtelo de nuevo dentro de {1} segundo.',
    other: 'Hace un momento hubo demasiados fallos en esta dirección. Inténtelo de nuevo dentro de {1} segundos.',
  },
  owner: 'propietario',
  approver: 'aprobador',
  editor: 'editor',
  viewer: 'lector',
  'owner or approver or editor or viewer': 'propietario, aprobador, editor o lector',
  'owner or approver or editor': 'propietario, aprobador o editor',
  'owner or approver': 'propietario o aprobador',
  'This workspace is archived. An owner of the account takes it back into use first.':
    'Este espacio de trabajo está archivado. Antes, un propietario de la cuenta vuelve a usarlo.',
  'Your role here is {1}; this needs {2}.': 'Su rol aquí: {1}. Hace falta: {2}.',
  'Only the operator may do this.': 'Solo el operador puede hacer esto.',
  'Agents cannot decide; only people can.': 'Los agentes nunca deciden; debe hacerlo una persona.',
  'Agents cannot manage a workspace; only owners can.': 'Los agentes no gestionan espacios de trabajo; debe hacerlo un propietario.',
  'Only a signed-in person can do this.': 'Solo puede hacerlo una persona con la sesión iniciada.',
  'Agents do not see this; a person of the account does.': 'Los agentes no ven esto; lo ve una persona de la cuenta.',
  'The grant does not include {1}; the agent must request it again.': 'El acceso no incluye {1}; el agente debe pedirlo de nuevo.',
  'At least one is needed; revoke the grant to leave none.': 'Hace falta al menos uno; para no dejar ninguno, revoque el acceso.',
  'A sandbox-only grant cannot be extended; the agent must request access again.':
    'Un acceso limitado al sandbox sigue siéndolo; el agente debe pedirlo de nuevo.',
  'The grant is {1}; it cannot be changed any more.': 'El acceso ya no se puede cambiar (estado: {1}).',
  'You are a member of this account already.': 'Usted ya es miembro de esta cuenta.',
  'Sign in as {1}, then accept.': 'Inicie sesión como {1} y acepte después.',
  'The invitation is for {1}.': 'La invitación es para {1}.',
  'Accepted elsewhere just now. Sign in, then accept.': 'Se acaba de aceptar en otro lugar. Inicie sesión y acepte después.',
  'An account invites at most {1} people an hour.': 'Una cuenta invita como mucho a {1} personas por hora.',
  'An address can be invited at most {1} times a day.': 'A nadie se le invita más de {1} veces al día.',
  '{1} is a member already.': '{1} ya es miembro.',
  'You are the last owner of this account.': 'Usted es el último propietario de esta cuenta.',
  'The invitation was accepted; remove the member instead.': 'La invitación se aceptó; quite en su lugar al miembro.',
  'The agent did not ask for {1}.': 'El agente no pidió {1}.',
  'At least one is needed; deny the request to give none.': 'Hace falta al menos uno; para no dar ninguno, rechace la solicitud.',
  'Name an end that is at the most 366 days away.': 'Indique un final dentro de 366 días como mucho.',
  'Only a person of an account lets an agent in.': 'Solo una persona de una cuenta da acceso a un agente.',
  'There is no request by this code. Check it with the agent and type it again.':
    'No hay ninguna solicitud con este código. Compárelo con el agente y escríbalo de nuevo.',
  'Agents cannot approve access requests.': 'Los agentes nunca dan acceso a nadie; debe hacerlo una persona.',
  'This passkey is registered already.': 'Esta llave de acceso ya está registrada.',
  'You have {1} passkeys; remove one first.': 'Tiene {1} llaves de acceso; quite antes una.',
  'The password must have {1} to {2} characters.': 'La contraseña debe tener de {1} a {2} caracteres.',
  'An authenticator app is set up already. Turn it off first to set up another one.':
    'Ya hay una app de autenticación configurada. Desactívela antes para configurar otra.',
  'There is no authenticator app to confirm. Begin with a new QR code.':
    'No hay ninguna app de autenticación por confirmar. Empiece con un código QR nuevo.',
  'The authenticator app is confirmed already.': 'La app de autenticación ya está confirmada.',
  'Recovery codes go with an authenticator app. Set one up first.':
    'Los códigos de recuperación van con una app de autenticación. Configure antes una.',
  'Show the second factor that you have, before you add another one.': 'Muestre el segundo factor que tiene antes de añadir otro.',
  'This needs your password again, and it does not match.': 'Hace falta de nuevo su contraseña, y no es correcta.',
  'The password or the code is not right, or the code was used before.': 'La contraseña o el código no es correcto, o el código ya se usó.',
  'This needs your password together with a code of your app, or a passkey.':
    'Hace falta su contraseña junto con un código de su app, o una llave de acceso.',
  'An account can be approved or suspended; nothing leads back to pending.':
    'Una cuenta se puede aprobar o suspender; nada la devuelve a la espera.',
  'Sign-up is closed. Ask the operator of this service.': 'Aquí no es posible registrarse. Pregunte a quien gestiona este servicio.',
  'An account with this address already exists. Sign in with it.': 'Ya hay aquí una cuenta con esta dirección. Inicie sesión con ella.',
  'A request for this address waits already. You get a mail once it is decided.':
    'Ya hay una solicitud en espera con esta dirección. Recibirá un correo cuando se decida.',
  'That was {1}, but this connection is {2}. Sign in there as {3}, or connect {4} as an account of its own.':
    'Era {1}, pero esta conexión es {2}. Inicie sesión allí como {3}, o conecte {4} como cuenta aparte.',
  '{1} has no sign-in of its own; enter what it asks for.': '{1} no tiene inicio de sesión propio; introduzca lo que pide.',
  'The amount must be a whole number up to {1}, and not 0.': 'La cantidad debe ser un número entero de hasta {1}, y no 0.',
  'The reason must have {1} to {2} characters.': 'El motivo debe tener de {1} a {2} caracteres.',
  'The {1} balance has fewer than {2} credits available.': 'El saldo {1} tiene menos de {2} créditos disponibles.',
  'There are {1} orders of the last hour that were not paid.': 'Hay {1} pedidos de la última hora que no se han pagado.',
  'The quantity must be a whole number from 1 to {1}.': 'La cantidad debe ser un número entero de 1 a {1}.',
  'You have read': 'Ha leído demasiado',
  'You have changed things': 'Ha cambiado demasiadas cosas',
  'Requests without a valid credential came from this address':
    'Desde esta dirección llegaron demasiadas solicitudes sin credencial válida',
  '{1} more than {2} times within a minute. Try again in {3} seconds.':
    '{1}: más de {2} veces en un minuto. Inténtelo de nuevo dentro de {3} segundos.',
  'At most {1} changes a minute are allowed.': 'Se permiten como máximo {1} cambios por minuto.',
  'Send at most {1} at once.': 'Envíe como mucho {1} a la vez.',
  'So much that you have sent waits already that others come first. Send less at once.':
    'Ya espera tanto de lo que ha enviado que otros van antes. Envíe menos a la vez.',
  'You already have {1} chats for notifications; remove one first.': 'Ya se le avisa en {1} chats; quite antes uno.',
  '{1} takes no messages at this address. Make a new one there, and add it here.':
    '{1} no acepta mensajes en esta dirección. Cree allí una nueva y añádala aquí.',
  '{1} did not answer, or not as expected. Try it again in a minute.':
    '{1} no respondió, o no como se esperaba. Inténtelo de nuevo dentro de un minuto.',
  '{1} did not respond in time. The test may have arrived: check before you try again.':
    '{1} no respondió a tiempo. Puede que la prueba llegara: mire allí antes de intentarlo de nuevo.',
  'You already have {1} devices for notifications; remove one first.': 'Ya se le avisa en {1} dispositivos; quite antes uno.',
  'This link is invalid or incomplete.': 'Este enlace no es de los nuestros o está cortado.',
  'A workspace has {1} endpoints at the most; remove one first.':
    'Un espacio de trabajo tiene {1} puntos de entrega como mucho; quite antes uno.',
  'The access that this endpoint belongs to has ended.': 'El acceso al que pertenece este punto de entrega ha terminado.',
  'It is the last workspace of the account in use. Make another one first.':
    'Es el último espacio de trabajo en uso de la cuenta. Cree antes otro.',
  'The account has {1} workspaces in use, and may have {2}. Archive one, or ask the operator for more.':
    'La cuenta tiene {1} espacios de trabajo en uso y puede tener {2}. Archive uno o pida más al operador.',
};
