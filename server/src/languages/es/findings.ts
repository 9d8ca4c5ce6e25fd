import type { Translation } from '../translation.ts';

/** What the safety checks find, `safety/`, and where, `payloads/outgoing-texts.ts`. */
export const findings: Translation = {
  'in the text': 'en el texto',
  'in the title': 'en el título',
  'in the tags': 'en las etiquetas',
  'in the link': 'en el enlace',
  'in the title of the link’s card': 'en el título de la tarjeta del enlace',
  'in the description of the link’s card': 'en la descripción de la tarjeta del enlace',
  'in the name of the site on the link’s card': 'en el nombre del sitio en la tarjeta del enlace',
  'in the description of the picture on the link’s card': 'en la descripción de la imagen de la tarjeta del enlace',
  'in the description of picture {1}': 'en la descripción de la imagen {1}',
  'in post {1} of the thread': 'en la publicación {1} del hilo',
  'in {1}': 'en {1}',
  'This looks like {1}. Remove it, and rotate it wherever it is used.': 'Esto parece {1}. Quítelo, y sustitúyalo dondequiera que se use.',
  'a {1} API key': 'una clave de API de {1}',
  'a private key': 'una clave privada',
  'an {1} access key id': 'un ID de clave de acceso de {1}',
  'an {1} secret key': 'una clave secreta de {1}',
  'a {1} secret key': 'una clave secreta de {1}',
  'a {1} token': 'un token de {1}',
  'an {1} token': 'un token de {1}',
  'a {1} webhook address': 'una dirección de webhook de {1}',
  'a {1} bot token': 'un token de bot de {1}',
  'a {1} key': 'una clave de {1}',
  'an {1} key': 'una clave de {1}',
  'a {1} secret': 'un secreto de {1}',
  'an AI provider key': 'una clave de un proveedor de IA',
  'a {1} access token': 'un token de acceso de {1}',
  'an {1} access token': 'un token de acceso de {1}',
  'an {1} bearer token': 'un token Bearer de {1}',
  'a {1} app password': 'una contraseña de aplicación de {1}',
  'a JSON web token': 'un JSON Web Token',
  'an encrypted Nostr secret key': 'una clave secreta de Nostr cifrada',
  'the address of a Nostr wallet or signer': 'la dirección de un monedero o firmante de Nostr',
  'a private key of a wallet': 'la clave privada de un monedero',
  'a {1} private key': 'una clave privada de {1}',
  'a {1} app token': 'un token de aplicación de {1}',
  'a {1} refresh token': 'un token de renovación de {1}',
  'a {1} application password': 'una contraseña de aplicación de {1}',
  'a bearer token': 'un token Bearer',
  'a password': 'una contraseña',
  'a key': 'una clave',
  'the code of a door': 'el código de una puerta',
  'the seed of a wallet': 'la frase de recuperación de un monedero',
  'a secret ({1})': 'un secreto ({1})',
  'This looks like {1}. Keep it only if the person concerned agrees.': 'Esto parece {1}. Déjelo solo si su dueño quiere que se conozca.',
  'an e-mail address': 'un correo electrónico',
  'a phone number': 'un número de teléfono',
  'a card number': 'un número de tarjeta',
  'a bank account': 'una cuenta bancaria',
  'a social security number': 'un número de la seguridad social',
  'a national insurance number': 'un número de la seguridad social británica',
  'an identity number': 'un número de identidad',
  'a tax number': 'un número fiscal',
  'a personal number': 'un número personal',
  'an insurance number': 'un número de seguro',
  'a passport number': 'un número de pasaporte',
  'a date of birth': 'una fecha de nacimiento',
  'a home address': 'un domicilio particular',
  'This workspace blocks the term "{1}". Rephrase it.': 'Este espacio de trabajo no dice «{1}». Dígalo de otro modo.',
  'This workspace does not link to {1}. Use another address.': 'Este espacio de trabajo no enlaza con {1}. Use otra dirección.',
  'This is a health claim. Keep it only if it is proven and permitted.':
    'Esto promete un efecto sobre la salud. Déjelo solo si está demostrado y se permite decirlo.',
  'This promises a financial return. Keep it only if it is certain, and state the risk.':
    'Esto promete dinero. Déjelo solo si es seguro, y diga cuál es el riesgo.',
  'This promises something without a condition. Leave it in only if you can keep and prove it.':
    'Esto promete algo sin condiciones. Déjelo solo si puede cumplirlo y demostrarlo.',
  'This is a superlative claim. Keep it only if you can prove it, and cite the source.':
    'Esto dice que nadie es mejor. Déjelo solo si puede demostrarlo, y diga según quién.',
  'There is invisible text here that machines can read. Remove it.': 'Aquí hay un texto que nadie ve y que las máquinas leen. Quítelo.',
  'A character here turns the writing around, so that it reads as something else. Take it out.':
    'Un carácter da aquí la vuelta a la escritura, de modo que se lee otra cosa. Quítelo.',
  'Marks are stacked on a letter here, so that it covers the lines around it. Write the word again.':
    'Aquí hay signos apilados sobre una letra, que tapa las líneas de alrededor. Escriba la palabra de nuevo.',
  'There is an invisible character here. Remove it, or retype the word.':
    'Aquí hay un carácter que nadie ve. Quítelo, o vuelva a escribir la palabra.',
  'This reads as "{1}", but some of its letters are of another alphabet. Write it again.':
    'Esto se lee «{1}», pero algunas letras son de otro alfabeto. Escríbalo de nuevo.',
  'A place in a template was left open here. Fill it in, or take it out.':
    'Aquí quedó sin rellenar un hueco de una plantilla. Rellénelo, o quítelo.',
  'This is text of an AI assistant about itself or to its user. Remove it.':
    'Aquí una máquina habla de sí misma o a quien le preguntó. Quítelo.',
  'This marker says that the text is not public, or not yet. Remove it if the post may be published.':
    'Esta marca dice que el texto no es para el público, o todavía no. Quítela si la publicación puede salir.',
  'This looks like a note to the editor. Remove it.': 'Esto parece una nota para quien termine el texto. Quítela.',
  'Many readers take offence at this word. Leave it in only if you mean it.':
    'Esta palabra ofende a muchos lectores. Déjela solo si es a propósito.',
  'There are {1} mentions; more than {2} look like spam. Remove some.': 'Aquí hay {1} menciones; más de {2} parecen spam. Quite algunas.',
  'There are {1} tags; more than {2} look like spam. Remove some.': 'Aquí hay {1} etiquetas; más de {2} parecen spam. Quite algunas.',
  'This text is AI-generated without a disclosure. Add "{1}", or have a person write it.':
    'Esto lo escribió una máquina, y no lo dice. Añada «{1}», o haga que lo escriba una persona.',
  'The same text has gone to this account within the last {1} days, or is on its way there.': {
    one: 'El mismo texto ya salió hacia esta cuenta en el último día, o va de camino.',
    other: 'El mismo texto ya salió hacia esta cuenta en los últimos {1} días, o va de camino.',
  },
  '"{1}" in this address uses lookalike letters. Use the address of the real site.':
    '«{1}» en esta dirección está escrito con letras que parecen otras. Use la dirección del sitio auténtico.',
  'This address imitates {1}. Check where it leads.': 'Esta dirección parece de {1}, y es otra. Compruebe adónde lleva.',
  '{1} is a private network address. Remove it: it reveals internal systems.':
    '{1} está dentro de una red privada. Quítelo: dice a otros lo que hay allí.',
  'This link seems to carry a personal key. Check that it may be opened by everyone, or take the key out of it.':
    'Este enlace parece llevar una clave personal. Compruebe que todo el mundo puede abrirlo, o quite la clave.',
  'This link carries a user name or password. Take it out of the link, and change the password.':
    'Este enlace lleva un nombre de usuario o una contraseña. Quítelo del enlace, y cambie la contraseña.',
  'This link leads to {1}, a private address that readers cannot open. Use a public one.':
    'Este enlace lleva a {1}, una dirección privada que los lectores no pueden abrir. Use una pública.',
  "This link leads to {1}, which is the reader's own machine.": 'Este enlace lleva a {1}, que es la propia máquina del lector.',
  'This network reads "{1}" as its own account "{2}", which may be a stranger\'s. Write the name that the account has here, or leave out the "@".':
    'Esta red lee «{1}» como su propia cuenta «{2}», que puede ser de un desconocido. Escriba el nombre que la cuenta tiene aquí u omita la «@».',
  '"{1}" mentions no account here. Write "nostr:" followed by the account\'s key, which begins with npub1.':
    '«{1}» no menciona aquí ninguna cuenta. Escriba «nostr:» seguido de la clave de la cuenta, que empieza por npub1.',
  'This address hides where it leads. Use the address itself: networks shorten it by themselves.':
    'Esta dirección oculta adónde lleva. Use la dirección misma: las redes la acortan solas.',
  'This looks like a staging site. Use the public address.':
    'Esto parece la copia de un sitio que no es para el público. Use la dirección pública.',
  'This address is a number without a name. Readers cannot tell whose it is, and it changes: use a name.':
    'Esta dirección es un número sin nombre. No se ve de quién es, y cambia: use un nombre.',
  'The source says the opposite about "{1}", or does not say it. Compare them.':
    'La fuente dice lo contrario sobre «{1}», o no lo dice. Compare ambos textos.',
  'The source uses the number {1} for something else. Compare them.':
    'En la fuente, el número {1} se refiere a otra cosa. Compare ambos textos.',
  'This is in {1}; {2} was expected.': 'Esto está en {1}; se esperaba {2}.',
  'This is markup, which readers here see as it is written. Remove it.':
    'Esto es marcado, que aquí los lectores ven tal como está escrito. Quítelo.',
  'Hardly a word of this sentence is in the source. Check it, or remove it.':
    'Casi ninguna palabra de esta frase está en la fuente. Compruébela, o quítela.',
  'This repeats the instructions to the language model. Remove it.': 'Esto repite las instrucciones al modelo de lenguaje. Quítelo.',
  'The source does not say "{1}". Check it, or remove it.': 'La fuente no dice «{1}». Compruébelo, o quítelo.',
  'This asks readers for a secret, as fraud does. Remove it: no one should send one.':
    'Esto pide un secreto a los lectores, como hace el fraude. Quítelo: nadie debería enviarlo.',
  'The moderation service finds {1} here. Read it again before it goes out.':
    'El servicio de moderación encuentra aquí: {1}. Léalo de nuevo antes de publicarlo.',
  'The moderation service could not check this. Submit it again later, or read it with special care.':
    'El servicio de moderación no pudo comprobar esto. Envíelo de nuevo más tarde, o léalo con especial cuidado.',
  'in picture {1}': 'en la imagen {1}',
  'a threat': 'una amenaza',
  'self-harm': 'autolesiones',
  violence: 'violencia',
  hate: 'odio',
  harassment: 'acoso',
  'instructions for a crime': 'instrucciones para un delito',
  'sexual content': 'contenido sexual',
  'sexual content about minors': 'contenido sexual sobre menores',
};
