import type { Translation } from '../translation.ts';

/** What is told about a command that did otherwise than asked, and what stands for a name that is not known. */
export const told: Translation = {
  'The draft is published already; make a new one to publish again.':
    'El borrador ya está publicado; haga uno nuevo para volver a publicar.',
  'The draft is out on some platforms already; what failed can be tried again by its publish job.':
    'El borrador ya salió en algunas redes; lo que falló se puede reintentar con su envío.',
  'The draft is on its way already.': 'El borrador ya está en camino.',
  'This still needs approval: {1}': 'Aun así, una persona tiene que aprobarlo: {1}',
  'This still needs approval: approval of this draft was requested before.':
    'Aun así, una persona tiene que aprobarlo: ya se preguntó a una persona por este borrador.',
  'a passkey signature is required here.': 'aquí hay que firmarlo con una passkey.',
  'a person rejected this text before.': 'una persona ya dijo que no a estas palabras.',
  'approval_required is true.': 'approval_required es true.',
  'publish_mode is approval_queue. Send auto to go without, where that is allowed.':
    'publish_mode es approval_queue. Envíe auto para prescindir de ello, donde esté permitido.',
  'only an agent with the scope publish:auto may go without.': 'solo un agente con el permiso publish:auto puede prescindir de ello.',
  'the grant does not carry the scope publish:auto.': 'el acceso no tiene el permiso publish:auto.',
  'the workspace does not allow publishing without approval.': 'el espacio de trabajo no deja salir nada sin aprobación.',
  'No account on {1} has the name @{2}': 'Nadie en {1} tiene el nombre @{2}',
  '{1} did not resolve the name @{2}': '{1} no dijo de quién es el nombre @{2}',
  '{1}: it stays plain text.': '{1}: queda como texto normal.',
  'The link card is published without a picture: {1}': 'La tarjeta del enlace sale sin imagen: {1}',
  'The page names a picture that could not be fetched or read, or that is too small.':
    'La página indica una imagen que no se pudo obtener o leer, o que es demasiado pequeña.',
  'The link has no card: {1} The post is published with the address only.':
    'El enlace no tiene tarjeta propia: {1} La publicación sale solo con la dirección.',
  'This workspace has used up what it may take of the language model within 24 hours. The words were taken from your text instead.':
    'Este espacio de trabajo ha agotado lo que puede tomar del modelo de lenguaje en 24 horas. Las palabras se tomaron de su texto.',
  'The words for {1} were taken from your text instead.': 'Las palabras para {1} se tomaron de su texto.',
  "The language model's words did not fit, or said what your text does not. {1}":
    'Las palabras del modelo de lenguaje no cabían, o decían lo que su texto no dice. {1}',
  'The language model gave no answer in time. {1}': 'El modelo de lenguaje no respondió a tiempo. {1}',
  'The text is in {1} and stays so: only a language model could put it into {2}.':
    'El texto está en este idioma: {1}, y así queda. Solo un modelo de lenguaje podría pasarlo a este otro: {2}.',
  'Words that are taken from your text keep its tone: only a language model could write them in another.':
    'Las palabras que se toman de su texto conservan su tono: solo un modelo de lenguaje podría escribirlas en otro.',
  'The words for {1} were written by a person and stay. Send "replace": true to overwrite them.':
    'Las palabras para {1} las escribió una persona, y se quedan. Envíe "replace": true para sobrescribirlas.',
  'A person': 'Una persona',
  'An agent of another workspace': 'Un agente de otro espacio de trabajo',
  'Another client': 'Otro cliente',
  'Unknown browser': 'Navegador desconocido',
  'It was asked {1} times, which took {2} tokens.': 'Se le preguntó {1} veces, lo que consumió {2} tokens.',
  'It was asked {1} times, which took {2} tokens and cost {3}.': 'Se le preguntó {1} veces, lo que consumió {2} tokens y costó {3}.',
};
