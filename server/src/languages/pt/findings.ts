import type { Translation } from '../translation.ts';

/** What the safety checks find, `safety/`, and where, `payloads/outgoing-texts.ts`. */
export const findings: Translation = {
  'in the text': 'no texto',
  'in the title': 'no título',
  'in the tags': 'nas etiquetas',
  'in the link': 'na ligação',
  'in the title of the link’s card': 'no título do cartão da ligação',
  'in the description of the link’s card': 'na descrição do cartão da ligação',
  'in the name of the site on the link’s card': 'no nome do site no cartão da ligação',
  'in the description of the picture on the link’s card': 'na descrição da imagem no cartão da ligação',
  'in the description of picture {1}': 'na descrição da imagem {1}',
  'in post {1} of the thread': 'na publicação {1} da sequência',
  'in {1}': 'em {1}',
  'This looks like {1}. Remove it, and rotate it wherever it is used.':
    'Isto parece {1}. Retire-o, e substitua-o onde quer que esteja em uso.',
  'a {1} API key': 'uma chave de API de {1}',
  'a private key': 'uma chave privada',
  'an {1} access key id': 'um ID de chave de acesso de {1}',
  'an {1} secret key': 'uma chave secreta de {1}',
  'a {1} secret key': 'uma chave secreta de {1}',
  'a {1} token': 'um token de {1}',
  'an {1} token': 'um token de {1}',
  'a {1} webhook address': 'um endereço de webhook de {1}',
  'a {1} bot token': 'um token de bot de {1}',
  'a {1} key': 'uma chave de {1}',
  'an {1} key': 'uma chave de {1}',
  'a {1} secret': 'um segredo de {1}',
  'an AI provider key': 'uma chave de um fornecedor de IA',
  'a {1} access token': 'um token de acesso de {1}',
  'an {1} access token': 'um token de acesso de {1}',
  'an {1} bearer token': 'um token Bearer de {1}',
  'a {1} app password': 'uma palavra-passe de aplicação de {1}',
  'a JSON web token': 'um JSON Web Token',
  'an encrypted Nostr secret key': 'uma chave secreta de Nostr cifrada',
  'the address of a Nostr wallet or signer': 'o endereço de uma carteira ou de um assinante de Nostr',
  'a private key of a wallet': 'a chave privada de uma carteira',
  'a {1} private key': 'uma chave privada de {1}',
  'a {1} app token': 'um token de aplicação de {1}',
  'a {1} refresh token': 'um token de renovação de {1}',
  'a {1} application password': 'uma palavra-passe de aplicação de {1}',
  'a bearer token': 'um token Bearer',
  'a password': 'uma palavra-passe',
  'a key': 'uma chave',
  'the code of a door': 'o código de uma porta',
  'the seed of a wallet': 'a frase de recuperação de uma carteira',
  'a secret ({1})': 'um segredo ({1})',
  'This looks like {1}. Keep it only if the person concerned agrees.':
    'Isto parece {1}. Deixe-o só se o seu dono quiser que seja conhecido.',
  'an e-mail address': 'um e-mail',
  'a phone number': 'um número de telefone',
  'a card number': 'um número de cartão',
  'a bank account': 'uma conta bancária',
  'a social security number': 'um número de segurança social',
  'a national insurance number': 'um número da segurança social britânica',
  'an identity number': 'um número de identidade',
  'a tax number': 'um número fiscal',
  'a personal number': 'um número pessoal',
  'an insurance number': 'um número de seguro',
  'a passport number': 'um número de passaporte',
  'a date of birth': 'uma data de nascimento',
  'a home address': 'uma morada particular',
  'This workspace blocks the term "{1}". Rephrase it.': 'Este espaço de trabalho não diz “{1}”. Diga-o de outro modo.',
  'This workspace does not link to {1}. Use another address.': 'Este espaço de trabalho não faz ligações para {1}. Use outro endereço.',
  'This is a health claim. Keep it only if it is proven and permitted.':
    'Isto promete um efeito na saúde. Deixe-o só se estiver provado e for permitido dizê-lo.',
  'This promises a financial return. Keep it only if it is certain, and state the risk.':
    'Isto promete dinheiro. Deixe-o só se for certo, e diga qual é o risco.',
  'This promises something without a condition. Leave it in only if you can keep and prove it.':
    'Isto promete algo sem condições. Deixe-o só se o puder cumprir e provar.',
  'This is a superlative claim. Keep it only if you can prove it, and cite the source.':
    'Isto diz que ninguém é melhor. Deixe-o só se o puder provar, e diga segundo quem.',
  'There is invisible text here that machines can read. Remove it.': 'Há aqui um texto que ninguém vê e que as máquinas leem. Retire-o.',
  'A character here turns the writing around, so that it reads as something else. Take it out.':
    'Um caráter inverte aqui a escrita, de modo que se lê outra coisa. Retire-o.',
  'Marks are stacked on a letter here, so that it covers the lines around it. Write the word again.':
    'Há aqui sinais empilhados sobre uma letra, que tapa as linhas em redor. Escreva a palavra de novo.',
  'There is an invisible character here. Remove it, or retype the word.':
    'Há aqui um caráter que ninguém vê. Retire-o, ou escreva a palavra de novo.',
  'This reads as "{1}", but some of its letters are of another alphabet. Write it again.':
    'Isto lê-se “{1}”, mas algumas letras são de outro alfabeto. Escreva-o de novo.',
  'A place in a template was left open here. Fill it in, or take it out.':
    'Ficou aqui por preencher um espaço de um modelo. Preencha-o, ou retire-o.',
  'This is text of an AI assistant about itself or to its user. Remove it.':
    'Aqui uma máquina fala de si própria ou a quem lhe perguntou. Retire-o.',
  'This marker says that the text is not public, or not yet. Remove it if the post may be published.':
    'Esta marca diz que o texto não é para o público, ou ainda não. Retire-a se a publicação puder sair.',
  'This looks like a note to the editor. Remove it.': 'Isto parece uma nota para quem acabar o texto. Retire-a.',
  'Many readers take offence at this word. Leave it in only if you mean it.':
    'Esta palavra ofende muitos leitores. Deixe-a só se for de propósito.',
  'There are {1} mentions; more than {2} look like spam. Remove some.': 'Há aqui {1} menções; mais de {2} parecem spam. Retire algumas.',
  'There are {1} tags; more than {2} look like spam. Remove some.': 'Há aqui {1} etiquetas; mais de {2} parecem spam. Retire algumas.',
  'This text is AI-generated without a disclosure. Add "{1}", or have a person write it.':
    'Isto foi escrito por uma máquina, e não o diz. Acrescente “{1}”, ou peça a uma pessoa que o escreva.',
  'The same text has gone to this account within the last {1} days, or is on its way there.': {
    one: 'O mesmo texto já saiu para esta conta no último dia, ou vai a caminho.',
    other: 'O mesmo texto já saiu para esta conta nos últimos {1} dias, ou vai a caminho.',
  },
  '"{1}" in this address uses lookalike letters. Use the address of the real site.':
    '“{1}” neste endereço está escrito com letras que parecem outras. Use o endereço do site verdadeiro.',
  'This address imitates {1}. Check where it leads.': 'Este endereço parece de {1}, e é outro. Verifique para onde leva.',
  '{1} is a private network address. Remove it: it reveals internal systems.':
    '{1} está dentro de uma rede privada. Retire-o: diz a outros o que lá existe.',
  'This link seems to carry a personal key. Check that it may be opened by everyone, or take the key out of it.':
    'Este link parece conter uma chave pessoal. Confirme que qualquer pessoa o pode abrir, ou retire a chave.',
  'This link carries a user name or password. Take it out of the link, and change the password.':
    'Esta ligação leva um nome de utilizador ou uma palavra-passe. Retire-o da ligação, e mude a palavra-passe.',
  'This link leads to {1}, a private address that readers cannot open. Use a public one.':
    'Esta ligação leva a {1}, um endereço privado que os leitores não podem abrir. Use um público.',
  "This link leads to {1}, which is the reader's own machine.": 'Esta ligação leva a {1}, que é a própria máquina do leitor.',
  'This network reads "{1}" as its own account "{2}", which may be a stranger\'s. Write the name that the account has here, or leave out the "@".':
    'Esta rede lê «{1}» como a sua própria conta «{2}», que pode ser de um desconhecido. Escreva o nome que a conta tem aqui ou retire o «@».',
  '"{1}" mentions no account here. Write "nostr:" followed by the account\'s key, which begins with npub1.':
    '«{1}» não menciona aqui nenhuma conta. Escreva «nostr:» seguido da chave da conta, que começa por npub1.',
  'This address hides where it leads. Use the address itself: networks shorten it by themselves.':
    'Este endereço esconde para onde leva. Use o próprio endereço: as redes encurtam-no sozinhas.',
  'This looks like a staging site. Use the public address.':
    'Isto parece a cópia de um site que não é para o público. Use o endereço público.',
  'This address is a number without a name. Readers cannot tell whose it is, and it changes: use a name.':
    'Este endereço é um número sem nome. Não se vê de quem é, e muda: use um nome.',
  'The source says the opposite about "{1}", or does not say it. Compare them.':
    'A fonte diz o contrário sobre “{1}”, ou não o diz. Compare os dois textos.',
  'The source uses the number {1} for something else. Compare them.':
    'Na fonte, o número {1} refere-se a outra coisa. Compare os dois textos.',
  'This is in {1}; {2} was expected.': 'Isto está em {1}; esperava-se {2}.',
  'This is markup, which readers here see as it is written. Remove it.':
    'Isto é marcação, que os leitores aqui veem tal como está escrita. Retire-a.',
  'Hardly a word of this sentence is in the source. Check it, or remove it.':
    'Quase nenhuma palavra desta frase está na fonte. Verifique-a, ou retire-a.',
  'This repeats the instructions to the language model. Remove it.': 'Isto repete as instruções ao modelo de linguagem. Retire-o.',
  'The source does not say "{1}". Check it, or remove it.': 'A fonte não diz “{1}”. Verifique, ou retire.',
  'This asks readers for a secret, as fraud does. Remove it: no one should send one.':
    'Isto pede um segredo aos leitores, como faz a fraude. Retire-o: ninguém o deve enviar.',
  'The moderation service finds {1} here. Read it again before it goes out.':
    'O serviço de moderação encontra aqui: {1}. Leia de novo antes de publicar.',
  'The moderation service could not check this. Submit it again later, or read it with special care.':
    'O serviço de moderação não conseguiu verificar isto. Submeta-o de novo mais tarde, ou leia-o com especial cuidado.',
  'in picture {1}': 'na imagem {1}',
  'a threat': 'uma ameaça',
  'self-harm': 'automutilação',
  violence: 'violência',
  hate: 'ódio',
  harassment: 'assédio',
  'instructions for a crime': 'instruções para um crime',
  'sexual content': 'conteúdo sexual',
  'sexual content about minors': 'conteúdo sexual sobre menores',
};
