import type { Translation } from '../translation.ts';

/** What people are told in the console’s bell, and by mail, push and chat. */
export const news: Translation = {
  '“{1}” for {2}': '«{1}» para {2}',
  'After one hour without a decision, your approval is requested: {1}.':
    'Nadie ha decidido en una hora, así que ahora se le pregunta a usted: {1}.',
  'After {1} hours without a decision, your approval is requested: {2}.':
    'Nadie ha decidido en {1} horas, así que ahora se le pregunta a usted: {2}.',
  'Waiting for {1} hours for a decision: {2}.': 'Espera una decisión desde hace {1} horas: {2}.',
  'Must be approved before {1} to be published on time: {2}.': 'Solo sale si se aprueba antes de este momento, {1}: {2}.',
  'Expires on {1} without a decision: {2}.': 'Caduca si nadie decide antes de este momento, {1}: {2}.',
  '1 waits for a decision': '1 espera una decisión',
  '{1} wait for a decision': '{1} esperan una decisión',
  '1 is planned for this week': '1 está prevista para esta semana',
  '{1} are planned for this week': '{1} están previstas para esta semana',
  '{1} could not be published': { one: '{1} no se pudo publicar', other: '{1} no se pudieron publicar' },
  '{1}, last week: {2}.': '{1}, la semana pasada: {2}.',
  'nothing went out': 'no salió nada',
  '1 post went out': 'salió 1 publicación',
  '{1} posts went out': 'salieron {1} publicaciones',
  'An agent': 'Un agente',
  'The changes are ready for review: {1}.': 'Los cambios están hechos: vuelva a mirar {1}.',
  'It changed after your review: {1} waits again.': 'Cambió después de que usted la mirara: {1} espera de nuevo.',
  '{1} requests your approval: {2}.': '{1} pide su aprobación: {2}.',
  Someone: 'Alguien',
  '“{1}”': '«{1}»',
  '{1} approved {2}.': '{1} aprobó {2}.',
  '{1} rejected {2}.': '{1} rechazó {2}.',
  '{1} asks for changes to {2}.': '{1} pide cambios en {2}.',
  'The approval request for {1} expired. Submit it again if it should still be published.':
    'Nadie decidió a tiempo: {1}. Vuelva a presentarla si todavía ha de salir.',
  '“{1}” is approved and cannot go out yet. {2} {3}': '«{1}» está aprobada y aún no puede salir. {2} {3}',
  '{1} put {2} on hold: “{3}” It is published once a person releases it.': '{1} retiene {2}: «{3}» Sale en cuanto alguien la libere.',
  'It is unknown whether {1} was published on {2}. It is never sent twice; check there, and record what you find.':
    'Aún no se sabe si {1} está en {2}. Nunca se envía dos veces; mire allí y díganoslo.',
  '{1} is out on {2}.': '{1} está publicada en {2}.',
  '{1} is no longer on {2}. It was removed there, not by this service.': '{1} ya no está en {2}. Se eliminó allí, no por este servicio.',
  '{1} on {2} differs from what was signed. Compare the two, and check who else has access to the account.':
    '{1} en {2} difiere de lo que se firmó. Compare ambos y compruebe quién más tiene acceso a la cuenta.',
  '{1} could not be published on {2}.': '{1} no se pudo publicar en {2}.',
  '{1} is out on {2}, and could not be published on {3}.': '{1} está publicada en {2}, y no se pudo publicar en {3}.',
  '{1} lets us in as {2} no more. What goes there waits until the account is connected again.':
    '{1} ya no nos deja entrar como {2}. Lo que va allí espera hasta que la cuenta se conecte de nuevo.',
  '{1} has problems with {2}. It is retried; check it if that continues.':
    '{1} da problemas con {2}. Se vuelve a intentar; eche un vistazo si continúa.',
  'It was revoked.': 'Fue revocada.',
  'One of its posts was rejected.': 'Una persona dijo que no a una de sus publicaciones.',
  'Its time was over.': 'Se acabó su plazo.',
  'The person who signed it is no longer an approver there.': 'Quien la firmó ya no decide allí.',
  'Its template allowed combinations of words that no signed post had; a stricter one is proposed.':
    'Su plantilla permitía combinaciones de palabras que no aparecían en ninguna publicación firmada; se propone una más estricta.',
  'The agent has no access any more.': 'El agente ya no tiene acceso.',
  'Your standing approval for posts of {1} has ended. {2} They need your approval again.':
    'Su aprobación permanente para publicaciones de {1} ha terminado. {2} Se le vuelve a preguntar por ellas.',
  '{1} of {2} posts of one kind by {3} were approved as they were. You can let such posts go out by themselves, within limits.':
    '{1} de {2} publicaciones como estas de {3} se aprobaron tal cual. Puede dejar que salgan solas, dentro de unos límites.',
  'An owner': 'Un propietario',
  '{1} archived {2}: it is read-only and publishes nothing.': '{1} archivó {2}: de allí ya no sale nada. Todavía se puede leer.',
  '{1} restored {2}. Nothing is published there until an owner resumes it.':
    '{1} vuelve a usar {2}. De allí no sale nada hasta que un propietario lo reanude.',
  'The service was restored from a backup of {1}. Nothing is published until you release it.':
    'El servicio se restauró desde una copia de seguridad ({1}). No sale nada para nadie hasta que usted lo libere.',
  'Publishing was stopped for every customer at {1}. Nothing is published until it is resumed.':
    'La publicación se detuvo para todos los clientes: {1}. No sale nada hasta que se reanude.',
  'Reason: {1}': 'El motivo indicado: {1}',
  'Customers have connected real accounts, but nothing is published there: one launch step is not signed.':
    'Hay clientes con cuentas de plataformas reales conectadas, y allí no sale nada: un paso del lanzamiento no está firmado.',
  'Customers have connected real accounts, but nothing is published there: {1} launch steps are not signed.':
    'Hay clientes con cuentas de plataformas reales conectadas, y allí no sale nada: {1} pasos del lanzamiento no están firmados.',
  'One due post is not being processed, since {1}.': 'Una publicación debía salir y nadie ha empezado, desde: {1}.',
  '{1} due posts are not being processed, the oldest since {2}.':
    '{1} publicaciones debían salir y nadie ha empezado, la primera desde: {2}.',
  'Check that a worker is running, and its log.': 'Compruebe si hay un worker en marcha y qué dice su registro.',
  'One mail could not be sent, since {1}.': 'Un correo no se ha entregado, desde: {1}.',
  '{1} mails could not be sent, the oldest since {2}.': '{1} correos no se han entregado, el primero desde: {2}.',
  'Check that the mail server responds.': 'Compruebe si responde el servidor de correo.',
  'Customers have connected {1} accounts, but this service is no longer registered there. Set {2}, and restart.':
    'Hay clientes con cuentas de {1} conectadas, y este servicio ya no está registrado allí. Defina {2} y reinicie.',
  'Credits for publications with an approval are running low: {1} left. Without any, what is approved waits.':
    'Quedan pocos créditos para publicaciones con aprobación: {1}. Sin ellos, lo aprobado espera.',
  'Credits for autopostings are running low: {1} left. Without any, what is approved waits.':
    'Quedan pocos créditos para publicaciones automáticas: {1}. Sin ellos, lo aprobado espera.',
  '{1} credits were bought: {2} × {3} for {4}.': 'Se compraron {1} créditos: {2} × {3} por {4}.',
  '{1} credits of a payment that was given back: {2} taken, {3} were used already.':
    '{1} créditos de un pago devuelto: {2} retirados, {3} ya estaban usados.',
  '{1} credits of a payment that was given back: {2} taken.': '{1} créditos de un pago devuelto: {2} retirados.',
  'The payment of an order of credits is disputed. The credits stay until the bank has decided.':
    'El pago de un pedido de créditos está en disputa. Los créditos se quedan hasta que el banco decida.',
  'The dispute of a payment was closed in your favour; the payment stays.': 'La disputa de un pago ha terminado, y el pago sigue en pie.',
  '{1} rejects this service, so no account can be connected there. {2} Check {3}, and restart.':
    '{1} rechaza este servicio, así que nadie puede conectar una cuenta allí. {2} Revise {3} y reinicie.',
  '{1} calls you about “{2}”: “{3}”': '{1} le consulta sobre «{2}»: «{3}»',
  '{1} commented on “{2}”: “{3}”': '{1} dice sobre «{2}»: «{3}»',
  'One sign-up request is pending.': 'Alguien pide una cuenta.',
  '{1} sign-up requests are pending.': '{1} personas piden una cuenta.',
  'Nothing can be done with one before you have approved it, and a request ends after 30 days.':
    'Con una cuenta no se puede hacer nada hasta que usted la apruebe, y una solicitud termina a los 30 días.',
  'The request expired after 30 days without a decision. You can request an account again.':
    'Nadie ha decidido sobre ella en 30 días, así que ha terminado. Puede pedirla de nuevo.',
  "{1} gave {2}, a program of their own, read access to {3} and the account's credits. The request came from {4}.":
    '{1} deja que {2}, un programa propio, lea {3} y los créditos de la cuenta. Lo pidió desde {4}.',
  '{1} gave {2} access to {3}: {4}, in the sandbox only. The request came from {5}.':
    '{1} dio a {2} acceso a {3}: {4}, solo en el sandbox. Lo pidió desde {5}.',
  '{1} gave {2} access to {3}: {4}. The request came from {5}.': '{1} dio a {2} acceso a {3}: {4}. Lo pidió desde {5}.',
  'The access of {1} was ended: its authorization code was used a second time. Let it ask again.':
    'El acceso de {1} terminó: su código de autorización se usó por segunda vez. Que lo pida de nuevo.',
  '{1} gave its access back.': '{1} devolvió su acceso.',
  '{1} exchanged its key for a new one; the old one ends within a day.':
    '{1} cambió su clave por una nueva; la anterior termina dentro de un día.',
  '{1} ({2}) has joined as {3}.': '{1} ({2}) se ha incorporado como {3}.',
  '{1} ({2}) has left.': '{1} ({2}) ha dejado la cuenta.',
  '{1} ({2}) was removed.': '{1} ({2}) ya no es miembro de la cuenta.',
  '{1} ({2}) was removed by {3}.': '{3} quitó a {1} ({2}) de la cuenta.',
  'The operator': 'El operador',
  '{1} ended the access of {2} to {3}.': '{1} terminó el acceso de {2} a {3}.',
  '{1} rejects all posts of this service: posts of one account are waiting.':
    '{1} no acepta ninguna publicación de este servicio, sea de quien sea la cuenta: las de una cuenta esperan.',
  '{1} rejects all posts of this service: posts of {2} accounts are waiting.':
    '{1} no acepta ninguna publicación de este servicio, sea de quien sea la cuenta: las de {2} cuentas esperan.',
  'Check the app of this service there, its plan and its quota; the posts are then published automatically.':
    'Revise allí la aplicación del servicio, su plan y sus créditos; después las publicaciones salen solas.',
};
