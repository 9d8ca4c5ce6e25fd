import type { Translation } from '../translation.ts';

/** Refusals about drafts, approvals and what is sent. */
export const refusalsPosts: Translation = {
  'With this edit it would contain your text; another person must decide on it.':
    'Cambiada, tendría palabras suyas; debe decidir otra persona.',
  'Only a person of the account decides; an agent never does.': 'Solo decide una persona de la cuenta, nunca un agente.',
  'Only an owner or approver of the account decides.': 'Solo decide un propietario o aprobador de la cuenta.',
  'Only an owner of the account decides here.': 'Aquí solo decide un propietario de la cuenta.',
  'Your e-mail address is not confirmed yet. Sign out and choose “Forgot your password?”: the mailed link confirms it. Without mail, ask the operator of this service to confirm it.':
    'Su dirección de correo aún no está confirmada. Cierre la sesión y elija «¿Olvidó su contraseña?»: el enlace que recibe por correo la confirma. Sin correo, pida al operador de este servicio que la confirme.',
  'It contains text of yours; another person must decide on it.': 'Tiene palabras suyas; debe decidir otra persona.',
  'It waits in {1}; others decide there.': 'Espera en {1}; allí deciden otros.',
  'An edit restarts it at the stage {1}, where others decide.': 'Cambiada, empieza de nuevo en {1}; allí deciden otros.',
  'The content has changed; see the latest request.': 'El contenido ha cambiado desde entonces; mire la solicitud más reciente.',
  'The approval is expired; submit the draft again.': 'La aprobación ha caducado; presente de nuevo el borrador.',
  'You have decided on this already.': 'Usted ya ha decidido sobre esto.',
  'The approval is {1} already.': 'La aprobación ya está decidida (estado: {1}).',
  'The content has changed; review it again.': 'El contenido ha cambiado desde entonces; mírelo de nuevo.',
  'An account shares at most {1} times an hour.': 'Una cuenta comparte como mucho {1} veces por hora.',
  'An account can send at most {1} links a day to one address.': 'Una cuenta no envía a nadie más de {1} enlaces al día.',
  'To this address nothing more is sent today.': 'A esta dirección no se envía nada más hoy.',
  'A code was just sent. Check your mail, or try again in 30 seconds.':
    'Se acaba de enviar un código. Mire su correo o inténtelo de nuevo dentro de medio minuto.',
  'Choose at least one post.': 'Elija al menos una publicación.',
  'Share at most {1} posts at once.': 'Comparta como mucho {1} publicaciones a la vez.',
  'Only posts of this workspace that were submitted for approval can be shared.':
    'Solo se pueden compartir publicaciones de este espacio de trabajo presentadas para su aprobación.',
  '{1} is a member, and decides at the desk.': '{1} es miembro y decide en la consola.',
  'The draft has no payloads yet, so there is nothing to decide on. Build them first.':
    'Aún no hay nada preparado del borrador, así que no hay nada que decidir. Prepárelo antes.',
  'What was signed is no statement of ours.': 'Lo que se firmó no es una declaración nuestra.',
  'The signature is about something else.': 'La firma es sobre otra cosa.',
  'It was not made with a passkey of yours.': 'No se hizo con una llave de acceso suya.',
  'It was already used, has expired after five minutes, or belongs to another session.':
    'Ya se usó, tiene más de cinco minutos o no se pidió en esta sesión.',
  'The browser’s answer is not whole.': 'La respuesta del navegador no está completa.',
  'The signature was not accepted. {1}': 'La firma no se aceptó. {1}',
  'The signature has run out.': 'La firma ha caducado.',
  '“{1}”, stage {2} of {3}': '«{1}», etapa {2} de {3}',
  'An action is written as "draft.created", or "draft" for all of them.':
    'Una acción se escribe «draft.created», o «draft» para todas ellas.',
  'There is no such thread about this draft.': 'No hay tal conversación sobre este borrador.',
  'Only a person of the account, its agent or its client comments.': 'Solo comenta una persona de la cuenta, su agente o su cliente.',
  'At most {1} people can be called at once.': 'Se puede llamar como mucho a {1} personas a la vez.',
  'Only people of the account can be called.': 'Solo se puede llamar a personas de la cuenta.',
  'At most {1} comments of yours are kept about a draft.': 'De un borrador se guardan como mucho {1} comentarios suyos.',
  'No more comments of agents and clients are kept about this draft.':
    'De este borrador no se guardan más comentarios de agentes y clientes.',
  'At most {1} comments are kept about a draft.': 'De un borrador se guardan como mucho {1} comentarios.',
  'At most {1} comments of yours an hour are taken about a draft.': 'De un borrador se aceptan como mucho {1} comentarios suyos por hora.',
  'The quoted words must not be longer than {1} characters.': 'Las palabras citadas no deben pasar de {1} caracteres.',
  'The quote was not found; quote the current text exactly.': 'Las palabras citadas no están ahí; cítelas exactamente como están ahora.',
  'The draft is at revision {1}, not {2} any more.': 'El borrador está en la versión {1}, ya no en la {2}.',
  'the workspace has no posting slots': 'el espacio de trabajo no tiene franjas',
  'no posting slot is free within a year': 'no hay ninguna franja libre en un año',
  'There is no next slot: {1}. Name a time, or ask an owner to set slots in the settings.':
    'No hay próxima franja: {1}. Indique una hora, o pida a un propietario que fije franjas en los ajustes.',
  'The note can only be changed before the decision; {1}.': 'La nota es para quien aún debe decidir; {1}.',
  'the draft is {1}': 'el borrador está en otro estado ({1})',
  'it is already decided': 'alguien ya ha decidido sobre él',
  'It is {1}; JPEG, PNG, WebP and GIF are taken.': 'Es {1}; se aceptan JPEG, PNG, WebP y GIF.',
  'It moves; only still pictures are taken.': 'Se mueve; solo se aceptan imágenes fijas.',
  'It has no size.': 'No tiene tamaño.',
  'It is damaged ({1}).': 'Está dañada ({1}).',
  'This file is not a supported picture. {1}': 'Esta no es una imagen que se pueda publicar. {1}',
  'This file is not a supported video. {1}': 'Este no es un vídeo que se pueda publicar. {1}',
  'It has no video track.': 'No tiene pista de vídeo.',
  'It has no size or no length.': 'No tiene tamaño o no tiene duración.',
  'It is no MP4, MOV or WebM file, or it is damaged.': 'No es un archivo MP4, MOV o WebM, o está dañado.',
  'There is no such upload; an upload is kept for 24 hours.': 'No existe esa subida; una subida se conserva 24 horas.',
  'The upload is not complete yet.': 'La subida aún no está completa.',
  'There are {1} uploads from the last 24 hours.': 'Hay {1} subidas de las últimas 24 horas.',
  'Delete those that are no longer needed, or wait.': 'Elimina las que ya no hagan falta, o espera.',
  'The publish job is {1}; nothing of it is left to cancel.': 'De este envío ya no queda nada que anular (estado: {1}).',
  'A publication of this draft is {1} already, so that the draft cannot be changed any more.':
    'Una publicación de este borrador ya está en marcha (estado: {1}), así que el borrador ya no se puede cambiar.',
  'The outcome of the publication is known: it is {1}. Only unknown outcomes can be settled or checked.':
    'Se sabe qué fue de la publicación (estado: {1}). Solo se puede aclarar o consultar un resultado desconocido.',
  'The edited content differs from what was shown; review it again.':
    'Los cambios dan un contenido distinto del que se mostró; mírelo de nuevo.',
  'The draft is not for {1}; it is for {2}.': 'El borrador no es para {1}; es para {2}.',
  'Only what is approved can be held.': 'Solo se puede retener lo que está aprobado.',
  'It is too late to hold it: nothing of it waits to be sent any more.': 'Es tarde para retenerla: nada de ella espera ya a ser enviado.',
  'It is {1}, so there is nothing to release; see the latest request.':
    'Ya no hay nada que liberar (estado: {1}); mire la solicitud más reciente.',
  'It contains text of yours and another person put it on hold; another person must release it.':
    'Tiene palabras suyas y otra persona la retiene; debe liberarla otra persona.',
  'Nothing of this draft waits; change its platforms instead.': 'Nada de este borrador espera; cambie en su lugar sus plataformas.',
  'Its account works by now; there is nothing to leave out.': 'Su cuenta ya funciona; no hay nada que dejar fuera.',
  'It would go nowhere then. Connect an account, or put the draft away.':
    'Entonces no iría a ninguna parte. Conecte una cuenta o archive el borrador.',
  'The safety checks find no such thing in this content.': 'Los controles no encuentran tal cosa en este contenido.',
  'Only a person lets a finding go out; an agent never does.': 'Solo una persona deja salir lo que se encontró; un agente, nunca.',
  'This finding is a warning; it stops nothing that would have to be lifted.': 'Esto es un aviso; no detiene nada que haya que levantar.',
  'It is {1}; its time cannot be changed.': 'Su hora no se puede cambiar (estado: {1}).',
  'The publish job is {1}; nothing of it can safely be tried again.':
    'Nada de este envío se puede volver a intentar sin riesgo (estado: {1}).',
  'It was signed by another person.': 'Lo firmó otra persona.',
  'This cannot be signed beforehand: {1}.': 'Esto no se puede firmar de antemano: {1}.',
  'The {1} is {2}; it cannot become {3}.': 'Ya no es posible ({1}: de {2} a {3}).',
  'An agent calls no one by name: the people concerned are notified.':
    'Un agente no llama a nadie por su nombre: se avisa a las personas implicadas.',
  '“@{1}” could be {2}: write the whole name.': '«@{1}» podría ser {2}: escriba el nombre completo.',
  'No one here is called “@{1}”: choose a name from the list, or leave out the @.':
    'Aquí nadie se llama «@{1}»: elija un nombre de la lista o quite la @.',
  'You have not decided on this.': 'No ha votado sobre esto.',
  'It is too late: it went out, or is being sent.': 'Es demasiado tarde: ya se ha publicado o se está enviando.',
};
