import type { Translation } from '../translation.ts';

/** What the gates say, `publishing/gates`. */
export const gates: Translation = {
  'The operator has signed every launch step.': 'El operador ha firmado todos los pasos de lanzamiento.',
  'The sandbox publishes before the launch too.': 'El sandbox publica también antes del lanzamiento.',
  'The service has not been launched: one launch step is not signed yet.':
    'El servicio no se ha lanzado: un paso de lanzamiento aún no está firmado.',
  'The service has not been launched: {1} launch steps are not signed yet.':
    'El servicio no se ha lanzado: {1} pasos de lanzamiento aún no están firmados.',
  'The operator signs the launch steps; until then, publish to the sandbox.':
    'El operador firma los pasos de lanzamiento; hasta entonces, publique en el sandbox.',
  'The operator has stopped publishing for the whole service.': 'El operador ha detenido la publicación en todo el servicio.',
  'The operator has stopped publishing for the whole service: {1}': 'El operador ha detenido la publicación en todo el servicio: {1}',
  'Nothing is to be done; it goes on by itself once the operator resumes the service.':
    'No hay que hacer nada; sigue por sí solo en cuanto el operador la reanude.',
  'The service was restored from a backup of {1}; nothing is published until the operator releases it.':
    'El servicio se restauró de una copia de seguridad del {1}, y no sale nada hasta que el operador lo libere.',
  'The operator releases it with "cs restore release" once it is clear what went out since then.':
    'El operador lo libera con «cs restore release» cuando esté claro qué salió desde entonces.',

  'The account is approved.': 'La cuenta está aprobada.',
  'The account has not been approved yet.': 'La cuenta aún no está aprobada.',
  'The operator approves the account.': 'El operador aprueba la cuenta.',
  'The account is suspended.': 'La cuenta está suspendida.',
  'An owner of the account asks the operator why.': 'Un propietario de la cuenta pregunta el motivo al operador.',

  'The grant of {1} allows it.': 'El acceso de {1} lo permite.',
  'A person of the account asked for it.': 'Lo pidió una persona de la cuenta.',
  'The grant of {1} is paused.': 'El acceso de {1} está en pausa.',
  'An owner of the account resumes it.': 'Un propietario de la cuenta lo reanuda.',
  'The grant of {1} has not been given yet.': 'El acceso de {1} aún no se ha dado.',
  'An owner of the account gives it.': 'Un propietario de la cuenta lo da.',
  'The grant of {1} has expired.': 'El acceso de {1} ha caducado.',
  'The grant of {1} has been revoked.': 'El acceso de {1} ha sido revocado.',
  'An owner of the account grants access again, or a person submits the draft.':
    'Un propietario de la cuenta vuelve a dar acceso, o una persona presenta el borrador.',
  'The grant of {1} lacks the scope {2}.': 'Al acceso de {1} le falta el permiso {2}.',
  'An owner of the account grants {1}, or a person submits the draft.':
    'Un propietario de la cuenta concede {1}, o una persona presenta el borrador.',
  'The workspace does not allow publishing without approval.': 'El espacio de trabajo no deja salir nada sin aprobación.',
  'Submit the draft for approval, or an owner changes the policy.':
    'Presente el borrador para su aprobación, o un propietario cambia la regla.',
  'The grant of {1} publishes to the sandbox only.': 'El acceso de {1} solo publica en el sandbox.',
  'Publish to the sandbox, an owner grants access to live platforms, or a person submits the draft.':
    'Publique en el sandbox, o un propietario da acceso a las plataformas reales, o una persona presenta el borrador.',
  'The grant of {1} allows {2} publish jobs a day, and this is one more.':
    'El acceso de {1} permite {2} publicaciones al día, y esta es una más.',
  'Cancel it and queue it again on another day, or an owner of the account raises the limit.':
    'Anúlela y pídala otra vez otro día, o un propietario de la cuenta sube el límite.',
  'The grant of {1} allows {2} credits a month; {3} are used and this needs {4}.':
    'El acceso de {1} permite {2} créditos al mes; se han usado {3} y aquí hacen falta {4}.',
  'Wait for the next month, or an owner of the account raises the limit.':
    'Espere al mes siguiente, o un propietario de la cuenta sube el límite.',
  'The requester no longer exists.': 'Quien la pidió ya no está.',
  'An owner or approver of the account submits the draft again.': 'Un propietario o aprobador de la cuenta presenta de nuevo el borrador.',
  'Only an agent may publish without approval.': 'Solo un agente puede publicar sin aprobación.',
  'The requester may no longer publish for this account.': 'Quien la pidió ya no puede publicar para esta cuenta.',
  'This workspace is archived.': 'Este espacio de trabajo está archivado.',
  'An owner of the account takes it back into use, and resumes it.':
    'Un propietario de la cuenta vuelve a usarlo y reanuda la publicación.',
  'Publishing is paused for this workspace.': 'La publicación está en pausa en este espacio de trabajo.',
  'An owner of the account resumes it; then it goes on by itself.': 'Un propietario de la cuenta la reanuda; después sigue por sí sola.',

  'Exactly this content was approved.': 'Se aprobó exactamente este contenido.',
  'Exactly this content was approved, and signed with a passkey.':
    'Se aprobó exactamente este contenido, y se firmó con una llave de acceso.',
  'This goes out without a person, as grant and workspace allow.':
    'Sale sin que decida una persona, como lo permiten el acceso y el espacio de trabajo.',
  'Approved by {1}, which ends on {2}.': 'Sale por {1}, que vale hasta el {2}.',
  'It does not go out by {1}: {2}.': 'No sale por {1}: {2}.',
  'People are asked instead; an owner or approver of the account decides.':
    'En su lugar se pregunta a las personas; decide un propietario o aprobador de la cuenta.',
  'This content needs approval.': 'Una persona debe aprobar este contenido.',
  '{1} more people must approve this content.': '{1} personas más deben aprobar este contenido.',
  'The people of {1} have to approve this content.': 'Las personas de la etapa {1} deben aprobar este contenido.',
  'This content needs the approval of a client: {1}.': 'Un cliente debe aprobar este contenido: {1}.',
  'A client decides by the link they were sent; an owner shares it with them in the console.':
    'El cliente decide por el enlace que recibió; un propietario lo comparte con él en la consola.',
  'An owner or approver of the account decides in the console.': 'Un propietario o aprobador de la cuenta decide en la consola.',
  'An owner or approver of the account decides in the console, and signs with a passkey.':
    'Un propietario o aprobador de la cuenta decide en la consola y firma con una llave de acceso.',
  'Approval has not been requested yet.': 'Aún no se ha pedido la aprobación de nadie.',
  'Submit the draft for approval.': 'Presente el borrador para su aprobación.',
  '{1} holds it back: “{2}”': '{1} la retiene: «{2}»',
  'An owner or approver of the account releases it in the console; nothing is to be submitted again for that.':
    'Un propietario o aprobador de la cuenta la libera en la consola; para eso no hay que presentar nada de nuevo.',
  'It says that it was approved, and a signature that this needs is not there or does not hold.':
    'Figura como aprobada, pero una firma necesaria falta o no es válida.',
  'Submit the draft again; an owner or approver of the account then signs it in the console.':
    'Presente de nuevo el borrador; un propietario o aprobador de la cuenta lo firma entonces en la consola.',
  'The content was rejected.': 'El contenido fue rechazado.',
  'Change the draft and submit it again.': 'Cambie el borrador y preséntelo de nuevo.',
  'Changes were asked for.': 'Se pidieron cambios.',
  'Change the draft as the comment says; it is submitted again.': 'Cambie el borrador como dice el comentario; se presenta de nuevo.',
  'The content has changed since approval was asked for.': 'El contenido ha cambiado desde que se pidió la aprobación.',
  'The content is not what approval was asked for.': 'El contenido no es aquel para el que se pidió la aprobación.',
  'The content has changed since it was queued.': 'El contenido ha cambiado desde que se puso en cola.',
  'Queue the draft again.': 'Vuelva a poner el borrador en cola.',
  'The approval has expired.': 'La aprobación ha caducado.',
  'Submit the draft again.': 'Presente de nuevo el borrador.',
  'Not decided or not published in time.': 'Nadie decidió a tiempo, o no salió a tiempo.',
  'A person has said no to these words before.': 'Una persona ya dijo que no a estas palabras.',
  'It was called off.': 'Se anuló.',
  'Nothing is to be done. Submit the draft again only if a person asks for it.':
    'No hay que hacer nada. Presente de nuevo el borrador solo si lo pide una persona.',
  'The draft was put away.': 'El borrador se archivó.',
  'Nothing is to be done. Make a new draft only if a person asks for it.':
    'No hay que hacer nada. Haga un borrador nuevo solo si lo pide una persona.',
  'Another publish job replaced this one.': 'Otro envío ocupa el lugar de este.',
  'Follow {1}, which is _links.current_job; nothing is to be submitted again.':
    'Siga {1} (_links.current_job); no hay que presentar nada de nuevo.',

  'The account is connected.': 'La cuenta está conectada.',
  'All {1} accounts are connected.': 'Las {1} cuentas están conectadas.',
  '{1} on {2}': '{1} en {2}',
  'The draft goes nowhere: it names no platform.': 'El borrador no va a ninguna parte: no nombra ninguna plataforma.',
  'Name at least one platform in the draft.': 'Nombre al menos una plataforma en el borrador.',
  'The service prepares words for {1}, but cannot publish there.': 'El servicio prepara el texto para {1}, pero no puede publicar allí.',
  'Take {1} out of the draft, and carry its words over by hand.': 'Quite {1} del borrador y lleve el texto allí a mano.',
  '{1} on {2} was connected after this request, and is not part of it.':
    '{1} en {2} se conectó después de pedirse esto y no forma parte de ello.',
  'Submit the draft again to ask for approval with it; where the rest is out already, retry the job.':
    'Presente de nuevo el borrador para pedir la aprobación con esa cuenta; si el resto ya está publicado, vuelva a intentar el envío.',
  'It will be published without {1}: {2}': 'Se publica sin {1}: {2}',
  'No {1} account is connected.': 'No hay ninguna cuenta de {1} conectada.',
  'An owner of the account connects one on {1}.': 'Un propietario de la cuenta conecta una cuenta de {1}.',
  '{1} was disconnected.': '{1} se desconectó.',
  'An owner of the account connects it again, or submit the draft again without it.':
    'Un propietario de la cuenta vuelve a conectarla, o presente de nuevo el borrador sin ella.',
  '{1} does not let the service in any more.': '{1} ya no deja entrar al servicio.',
  'The connection to {1} does not work.': 'La conexión con {1} no funciona.',
  'An owner of the account connects it again.': 'Un propietario de la cuenta vuelve a conectarla.',

  'Every payload fits its platform.': 'Cada publicación cabe en su plataforma.',
  'The service has no platform {1} any more.': 'El servicio ya no conoce la plataforma {1}.',
  'Take the platform out of the draft.': 'Quite la plataforma del borrador.',
  '{1} has other limits than when this was prepared: {2}': '{1} tiene otros límites que cuando se preparó esto: {2}',
  'Then submit the draft again for a new approval.': 'Prepárela entonces de nuevo: presente el borrador, y se aprueba otra vez.',
  'The post does not fit {1}: {2}': 'La publicación no cabe en {1}: {2}',
  'The {1} payload has not been prepared.': 'La publicación para {1} aún no está preparada.',
  'Submit the draft, or prepare its payloads.': 'Presente el borrador, o prepare sus publicaciones.',
  '{1} (and {2} more)': '{1} (y {2} más)',

  'The safety checks found nothing.': 'Los controles no encontraron nada.',
  'A person let this go out: {1}': 'Una persona dejó salir esto: {1}',
  'It is {1}.': 'Está {1}.',
  'Change the text, then submit the draft again; or an owner or approver lifts it, with a reason.':
    'Cambie el texto y presente de nuevo el borrador; o un propietario o aprobador lo levanta, con un motivo.',

  'The credits are set aside already.': 'Los créditos ya están reservados.',
  '1 publication credit is': '1 crédito',
  '{1} publication credits are': '{1} créditos',
  '1 autoposting credit is': '1 crédito de publicación automática',
  '{1} autoposting credits are': '{1} créditos de publicación automática',
  '{1}, {2} available.': '{1}; disponible: {2}.',
  '{1} needed': 'Se necesita: {1}',
  '{1} needed (surcharge: {2})': 'Se necesita: {1} (recargo: {2})',
  '{1} for {2}': '{1} por {2}',
  "{1}, and the workspace's budget is {2} a month.": '{1}, y el presupuesto del espacio de trabajo es de {2} al mes.',
  "{1}, and {2} of {3} are left of the workspace's budget for this month.":
    '{1}, y del presupuesto del espacio de trabajo quedan {2} de {3} para este mes.',
  "{1} of {2} are left of this month's budget.": 'Del presupuesto de este mes quedan {1} de {2}.',
  'An owner of the account raises the monthly budget under Credits, or a person leaves networks out.':
    'Un propietario de la cuenta sube el presupuesto mensual en Créditos, o una persona quita plataformas.',
  'It goes on by itself on {1}, or as soon as an owner of the account raises the monthly budget under Credits.':
    'Sigue por sí solo el {1}, o en cuanto un propietario de la cuenta suba el presupuesto mensual en Créditos.',
  'An owner of the account asks for an API publication pack (70 publications), or waits for the next month of the plan.':
    'Un propietario de la cuenta pide un paquete de publicaciones de API (70 publicaciones), o espera al mes siguiente del plan.',
  'An owner of the account asks for an API autoposting top-up (125 autopostings).':
    'Un propietario de la cuenta pide una recarga de publicación automática de API (125 publicaciones automáticas).',

  'It will be published as soon as the other gates pass.': 'Sale en cuanto se cumpla todo lo demás.',
  'The scheduled time has come.': 'Ha llegado la hora programada.',
  'It is scheduled for {1}.': 'Está programada para el {1}.',
  'It is scheduled for {1}, in quiet hours; it will be published on {2}.':
    'Está programada para el {1}, que cae en horas de silencio; sale el {2}.',
  'Quiet hours: nothing is published before {1}.': 'Horas de silencio: no sale nada antes del {1}.',
  'Nothing is to be done; it starts by itself.': 'No hay que hacer nada; empieza por sí solo.',
  'An owner can change the quiet hours in the settings.': 'Un propietario puede cambiar las horas de silencio en los ajustes.',
  '{1} takes no more posts of {2} before {3}: its own limit is reached.':
    '{1} no acepta más publicaciones de {2} antes del {3}: se alcanzó su propio límite.',
  '{1} is rate-limiting {2}: nothing is sent before {3}.': '{1} ha pedido una pausa; no sale nada hacia {2} antes del {3}.',
  '{1} does not let this service in at present. Nothing is wrong with {2}; it is tried again at {3}.':
    '{1} no deja entrar a este servicio por ahora. Con {2} no hay ningún problema; se intenta de nuevo el {3}.',
  'No action needed: the operator was notified, and it will be published automatically.':
    'Aquí no hay que hacer nada: quien gestiona el servicio está avisado, y sale por sí solo.',

  'It was met when this was sent.': 'Se cumplía cuando se envió.',
  'The job has ended.': 'El envío ha terminado.',
};
