import type { Translation } from '../translation.ts';

export const safety: NonNullable<Translation['settings']>['safety'] = {
  title: 'Controles',
  checks: 'Qué se controla en cada publicación',
  weightOf: (name) => `Acción: ${name}`,
  usual: 'Por defecto',
  usually: (usual) => `Por defecto: ${usual}`,
  always: 'Siempre bloquea la publicación',
  weights: { OFF: 'Ignorar', WARN: 'Avisar', BLOCK: 'Bloquear' },
  each: {
    LEAKED_CREDENTIAL: {
      name: 'Claves y contraseñas',
      what: 'Lo que parece una clave, un token o una contraseña.',
      usual: 'bloquear.',
    },
    PRIVATE_LINK: {
      name: 'Enlaces que los lectores no pueden abrir',
      what: 'Direcciones de una red privada o del propio equipo.',
      usual: 'una red privada bloquea, el propio equipo avisa.',
    },
    LINK_WITH_PASSWORD: {
      name: 'Enlaces que contienen una contraseña',
      what: 'Como https://user:password@example.org.',
      usual: 'bloquear.',
    },
    LOOKALIKE_LINK: {
      name: 'Enlaces que aparentan ser otros',
      what: 'Direcciones con letras engañosas, o casi iguales a las de un sitio conocido.',
      usual: 'las letras engañosas bloquean, un nombre casi igual avisa.',
    },
    UNCLEAR_LINK: {
      name: 'Enlaces poco claros',
      what: 'Enlaces acortados, direcciones numéricas y sitios de pruebas.',
      usual: 'avisar.',
    },
    DENIED_HOST: { name: 'Enlaces vetados', what: 'Los dominios de abajo.', usual: 'bloquear.' },
    BLOCKED_TERM: { name: 'Palabras bloqueadas', what: 'Las palabras y frases de abajo.', usual: 'bloquear.' },
    HIDDEN_CHARACTERS: {
      name: 'Caracteres ocultos',
      what: 'Caracteres invisibles, que invierten la escritura o que imitan letras de otro alfabeto.',
      usual: 'el texto oculto y las líneas invertidas bloquean, lo demás avisa.',
    },
    LEFTOVER: {
      name: 'Restos de la redacción',
      what: 'Plantillas sin rellenar como {{first_name}}, notas, frases de una IA sobre sí misma, marcas como EMBARGOED.',
      usual: 'bloquear; las notas como TODO avisan.',
    },
    PERSONAL_DATA: {
      name: 'Datos personales',
      what: 'Correos y domicilios, números de teléfono, fechas de nacimiento, cuentas bancarias, tarjetas, números oficiales de identificación.',
      usual: 'los números de tarjeta bloquean, lo demás avisa.',
    },
    PROFANITY: {
      name: 'Palabras ofensivas',
      what: 'Palabras que ofenden a muchos lectores, en unos treinta idiomas.',
      usual: 'avisar.',
    },
    UNPROVEN_CLAIM: {
      name: 'Afirmaciones que exigen pruebas',
      what: 'Promesas de salud, dinero o éxito, como «garantizado».',
      usual: 'avisar.',
    },
    ASKS_FOR_SECRETS: {
      name: 'Peticiones de secretos',
      what: 'Pedir a los lectores números de tarjeta, contraseñas o códigos, como en un fraude.',
      usual: 'avisar.',
    },
    MENTION_STUFFING: { name: 'Muchas menciones', what: 'Demasiadas menciones.', usual: 'avisar; el triple bloquea.' },
    FOREIGN_NAME: {
      name: 'Nombres de otra red',
      what: 'Como @name.bsky.social o @name@server: aquí mencionan otra cuenta o ninguna.',
      usual: 'avisar.',
    },
    TAG_STUFFING: { name: 'Muchos hashtags', what: 'Demasiados hashtags.', usual: 'avisar; el triple bloquea.' },
    REPEATED_TEXT: { name: 'Texto repetido', what: 'En la misma cuenta, dentro de los días indicados abajo.', usual: 'avisar.' },
    UNDISCLOSED_AI: {
      name: 'IA no declarada',
      what: 'Texto generado con IA, sin la declaración de abajo. Se controla en cuanto se define una.',
      usual: 'bloquear.',
    },
    DIFFERS_FROM_SOURCE: {
      name: 'Distinto de la fuente',
      what: 'Texto de un modelo de lenguaje que quizá se aparte de su fuente: una negación cambiada, un número en otro lugar, un nombre añadido.',
      usual: 'avisar.',
    },
    MODERATION_HATE: {
      name: 'Odio',
      what: 'Contra grupos de personas. Lo detecta el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_HARASSMENT: {
      name: 'Acoso',
      what: 'Contra personas concretas. Lo detecta el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_THREAT: {
      name: 'Amenazas',
      what: 'Amenazas, e instrucciones para delitos violentos. Lo detecta el servicio de moderación, si el operador ha configurado uno.',
      usual: 'bloquear.',
    },
    MODERATION_VIOLENCE: {
      name: 'Violencia',
      what: 'Violencia, también explícita. Lo detecta el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_SELF_HARM: {
      name: 'Autolesiones',
      what: 'Apología, intención o instrucciones. Lo detecta el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_SEXUAL: {
      name: 'Contenido sexual',
      what: 'Textos e imágenes. Lo detecta el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_MINORS: {
      name: 'Menores',
      what: 'Contenido sexual con menores. Lo detecta el servicio de moderación, si el operador ha configurado uno.',
      usual: 'bloquear.',
    },
    MODERATION_ILLICIT: {
      name: 'Delitos',
      what: 'Instrucciones para delitos sin violencia. Lo detecta el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_OTHER: {
      name: 'Otros hallazgos de la moderación',
      what: 'Cualquier otra categoría del servicio. Lo detecta el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    NOT_MODERATED: {
      name: 'No comprobado por la moderación',
      what: 'Lo que el servicio no pudo comprobar. El operador puede bloquearlo en todos los espacios de trabajo.',
      usual: 'avisar.',
    },
  },
  never: 'Palabras y enlaces prohibidos',
  blocked: 'Palabras y frases bloqueadas',
  blockedHint: 'Una por línea.',
  hosts: 'Enlaces vetados',
  hostsHint: 'Dominios como example.org, uno por línea. Sus subdominios también cuentan.',
  more: 'Repetición y declaración',
  days: 'Plazo de repetición, en días',
  daysHint: 'En la misma cuenta, de 1 a 365.',
  disclosure: 'Declaración obligatoria del texto generado con IA',
  disclosureHint: 'Por ejemplo, «#IA». Vacío: no se exige nada.',
};
