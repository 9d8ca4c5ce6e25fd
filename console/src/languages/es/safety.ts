import type { Translation } from '../translation.ts';

export const safety: NonNullable<Translation['settings']>['safety'] = {
  title: 'Controles',
  checks: 'Qué se busca en cada publicación',
  weightOf: (name) => `Qué ocurre: ${name}`,
  usual: 'Habitual',
  usually: (usual) => `Habitual: ${usual}`,
  always: 'Siempre detiene la publicación',
  weights: { OFF: 'Ignorar', WARN: 'Avisar', BLOCK: 'Detener' },
  each: {
    LEAKED_CREDENTIAL: {
      name: 'Claves y contraseñas',
      what: 'Lo que parece una clave, un token o una contraseña.',
      usual: 'detener.',
    },
    PRIVATE_LINK: {
      name: 'Enlaces que los lectores no pueden abrir',
      what: 'Direcciones de una red privada o del propio equipo.',
      usual: 'una red privada detiene, el propio equipo avisa.',
    },
    LINK_WITH_PASSWORD: {
      name: 'Enlaces que contienen una contraseña',
      what: 'Como https://user:password@example.org.',
      usual: 'detener.',
    },
    LOOKALIKE_LINK: {
      name: 'Enlaces que aparentan ser otros',
      what: 'Direcciones con letras parecidas, o casi iguales a las de un sitio conocido.',
      usual: 'las letras parecidas detienen, un nombre casi igual a otro avisa.',
    },
    UNCLEAR_LINK: {
      name: 'Enlaces que dicen poco',
      what: 'Acortadores, direcciones formadas solo por números y copias de un sitio que no están destinadas al público.',
      usual: 'avisar.',
    },
    DENIED_HOST: { name: 'Enlaces vetados', what: 'Los dominios de abajo.', usual: 'detener.' },
    BLOCKED_TERM: { name: 'Palabras bloqueadas', what: 'Las palabras y frases de abajo.', usual: 'detener.' },
    HIDDEN_CHARACTERS: {
      name: 'Caracteres ocultos',
      what: 'Caracteres que nadie ve, que invierten la escritura o que parecen letras de otro alfabeto.',
      usual: 'el texto oculto y las líneas invertidas detienen, lo demás avisa.',
    },
    LEFTOVER: {
      name: 'Restos de la redacción',
      what: 'Plantillas sin rellenar como {{first_name}}, notas, palabras de una máquina sobre sí misma, marcas como EMBARGOED.',
      usual: 'detener; las notas como TODO avisan.',
    },
    PERSONAL_DATA: {
      name: 'Datos personales',
      what: 'Correos y domicilios, números de teléfono, fechas de nacimiento, cuentas bancarias, tarjetas, números oficiales de identificación.',
      usual: 'los números de tarjeta detienen, lo demás avisa.',
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
    MENTION_STUFFING: { name: 'Muchas menciones', what: 'Demasiadas menciones.', usual: 'avisar; el triple detiene.' },
    FOREIGN_NAME: {
      name: 'Nombres de otra red',
      what: 'Como @name.bsky.social o @name@server: aquí llaman a otra cuenta o a ninguna.',
      usual: 'avisar.',
    },
    TAG_STUFFING: { name: 'Muchas etiquetas', what: 'Demasiadas etiquetas.', usual: 'avisar; el triple detiene.' },
    REPEATED_TEXT: { name: 'El mismo texto otra vez', what: 'A la misma cuenta, dentro de los días indicados abajo.', usual: 'avisar.' },
    UNDISCLOSED_AI: {
      name: 'Escrito por una máquina sin decirlo',
      what: 'Texto que no escribió ninguna persona, sin la declaración de abajo. Se busca en cuanto haya una.',
      usual: 'detener.',
    },
    DIFFERS_FROM_SOURCE: {
      name: 'Distinto de la fuente',
      what: 'Palabras de un modelo de lenguaje que quizá digan otra cosa que su fuente: una negación cambiada, un número en otro lugar, un nombre añadido.',
      usual: 'avisar.',
    },
    MODERATION_HATE: {
      name: 'Odio',
      what: 'Contra grupos de personas. Lo encuentra el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_HARASSMENT: {
      name: 'Acoso',
      what: 'Contra personas concretas. Lo encuentra el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_THREAT: {
      name: 'Amenazas',
      what: 'Amenazas, e instrucciones para delitos violentos. Lo encuentra el servicio de moderación, si el operador ha configurado uno.',
      usual: 'detener.',
    },
    MODERATION_VIOLENCE: {
      name: 'Violencia',
      what: 'Violencia, también mostrada con crudeza. Lo encuentra el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_SELF_HARM: {
      name: 'Autolesiones',
      what: 'Elogio, intención o instrucciones. Lo encuentra el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_SEXUAL: {
      name: 'Contenido sexual',
      what: 'Textos e imágenes. Lo encuentra el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_MINORS: {
      name: 'Menores',
      what: 'Contenido sexual sobre menores. Lo encuentra el servicio de moderación, si el operador ha configurado uno.',
      usual: 'detener.',
    },
    MODERATION_ILLICIT: {
      name: 'Delitos',
      what: 'Instrucciones para delitos sin violencia. Lo encuentra el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    MODERATION_OTHER: {
      name: 'Otros hallazgos de la moderación',
      what: 'Cualquier otra categoría del servicio. Lo encuentra el servicio de moderación, si el operador ha configurado uno.',
      usual: 'avisar.',
    },
    NOT_MODERATED: {
      name: 'No comprobado por la moderación',
      what: 'Lo que el servicio no pudo comprobar. El operador puede detenerlo en todos los espacios de trabajo.',
      usual: 'avisar.',
    },
  },
  never: 'Lo que nunca se dice ni se enlaza',
  blocked: 'Palabras y frases bloqueadas',
  blockedHint: 'Una por línea.',
  hosts: 'Enlaces vetados',
  hostsHint: 'Dominios como example.org, uno por línea. Lo que está por debajo de ellos también cuenta.',
  more: 'Repetición y declaración',
  days: 'Días en los que el mismo texto cuenta como repetición',
  daysHint: 'A la misma cuenta, de 1 a 365.',
  disclosure: 'Lo que deben decir las publicaciones escritas por máquinas',
  disclosureHint: 'Por ejemplo, «#IA». Vacío: no se exige nada.',
};
