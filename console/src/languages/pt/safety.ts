import type { Translation } from '../translation.ts';

export const safety: NonNullable<Translation['settings']>['safety'] = {
  title: 'Verificações',
  checks: 'O que é verificado em cada publicação',
  weightOf: (name) => `Ação: ${name}`,
  usual: 'Predefinição',
  usually: (usual) => `Predefinição: ${usual}`,
  always: 'Bloqueia sempre a publicação',
  weights: { OFF: 'Ignorar', WARN: 'Avisar', BLOCK: 'Bloquear' },
  each: {
    LEAKED_CREDENTIAL: {
      name: 'Chaves e palavras-passe',
      what: 'O que parece ser uma chave, um token ou uma palavra-passe.',
      usual: 'bloquear.',
    },
    PRIVATE_LINK: {
      name: 'Links que os leitores não podem abrir',
      what: 'Endereços de uma rede privada ou do próprio computador.',
      usual: 'uma rede privada bloqueia, o próprio computador avisa.',
    },
    LINK_WITH_PASSWORD: {
      name: 'Links com uma palavra-passe',
      what: 'Como https://user:password@example.org.',
      usual: 'bloquear.',
    },
    LOOKALIKE_LINK: {
      name: 'Links enganadores',
      what: 'Endereços com letras enganadoras, ou quase iguais aos de um site conhecido.',
      usual: 'letras enganadoras bloqueiam, um nome quase igual avisa.',
    },
    UNCLEAR_LINK: {
      name: 'Links pouco claros',
      what: 'Links encurtados, endereços numéricos e sites de testes.',
      usual: 'avisar.',
    },
    DENIED_HOST: { name: 'Links recusados', what: 'Os domínios abaixo.', usual: 'bloquear.' },
    BLOCKED_TERM: { name: 'Palavras bloqueadas', what: 'As palavras e expressões abaixo.', usual: 'bloquear.' },
    HIDDEN_CHARACTERS: {
      name: 'Carateres ocultos',
      what: 'Carateres invisíveis, que invertem a escrita ou que imitam letras de outro alfabeto.',
      usual: 'texto oculto e linhas invertidas bloqueiam, o resto avisa.',
    },
    LEFTOVER: {
      name: 'Restos da escrita',
      what: 'Modelos por preencher como {{first_name}}, notas, frases de uma IA sobre si própria, marcas como EMBARGOED.',
      usual: 'bloquear; notas como TODO avisam.',
    },
    PERSONAL_DATA: {
      name: 'Dados pessoais',
      what: 'E-mails e moradas, números de telefone, datas de nascimento, contas bancárias, cartões, números de identificação oficiais.',
      usual: 'números de cartão bloqueiam, o resto avisa.',
    },
    PROFANITY: {
      name: 'Palavras ofensivas',
      what: 'Palavras que ofendem muitos leitores, em cerca de trinta línguas.',
      usual: 'avisar.',
    },
    UNPROVEN_CLAIM: {
      name: 'Afirmações que precisam de prova',
      what: 'Promessas de saúde, dinheiro ou sucesso, como “garantido”.',
      usual: 'avisar.',
    },
    ASKS_FOR_SECRETS: {
      name: 'Pedidos de segredos',
      what: 'Pedir aos leitores números de cartão, palavras-passe ou códigos, como numa burla.',
      usual: 'avisar.',
    },
    MENTION_STUFFING: { name: 'Muitas menções', what: 'Demasiadas menções.', usual: 'avisar; o triplo bloqueia.' },
    FOREIGN_NAME: {
      name: 'Nomes de outra rede',
      what: 'Como @name.bsky.social ou @name@server: aqui mencionam outra conta, ou nenhuma.',
      usual: 'avisar.',
    },
    TAG_STUFFING: { name: 'Muitas hashtags', what: 'Demasiadas hashtags.', usual: 'avisar; o triplo bloqueia.' },
    REPEATED_TEXT: { name: 'Texto repetido', what: 'Na mesma conta, dentro do prazo abaixo.', usual: 'avisar.' },
    UNDISCLOSED_AI: {
      name: 'IA não assinalada',
      what: 'Texto gerado por IA, sem a menção abaixo. Só é verificado quando houver uma definida.',
      usual: 'bloquear.',
    },
    DIFFERS_FROM_SOURCE: {
      name: 'Diferente da fonte',
      what: 'Texto de um modelo de linguagem que pode afastar-se da fonte: uma negação alterada, um número noutro lugar, um nome acrescentado.',
      usual: 'avisar.',
    },
    MODERATION_HATE: {
      name: 'Ódio',
      what: 'Contra grupos de pessoas. Detetado pelo serviço de moderação, se o operador tiver configurado um.',
      usual: 'avisar.',
    },
    MODERATION_HARASSMENT: {
      name: 'Assédio',
      what: 'Contra pessoas concretas. Detetado pelo serviço de moderação, se o operador tiver configurado um.',
      usual: 'avisar.',
    },
    MODERATION_THREAT: {
      name: 'Ameaças',
      what: 'Ameaças, e instruções para crimes violentos. Detetado pelo serviço de moderação, se o operador tiver configurado um.',
      usual: 'bloquear.',
    },
    MODERATION_VIOLENCE: {
      name: 'Violência',
      what: 'Violência, incluindo explícita. Detetado pelo serviço de moderação, se o operador tiver configurado um.',
      usual: 'avisar.',
    },
    MODERATION_SELF_HARM: {
      name: 'Automutilação',
      what: 'Apologia, intenção ou instruções. Detetado pelo serviço de moderação, se o operador tiver configurado um.',
      usual: 'avisar.',
    },
    MODERATION_SEXUAL: {
      name: 'Conteúdo sexual',
      what: 'Textos e imagens. Detetado pelo serviço de moderação, se o operador tiver configurado um.',
      usual: 'avisar.',
    },
    MODERATION_MINORS: {
      name: 'Menores',
      what: 'Conteúdo sexual com menores. Detetado pelo serviço de moderação, se o operador tiver configurado um.',
      usual: 'bloquear.',
    },
    MODERATION_ILLICIT: {
      name: 'Crimes',
      what: 'Instruções para crimes sem violência. Detetado pelo serviço de moderação, se o operador tiver configurado um.',
      usual: 'avisar.',
    },
    MODERATION_OTHER: {
      name: 'Outros resultados da moderação',
      what: 'Qualquer outra categoria do serviço. Detetado pelo serviço de moderação, se o operador tiver configurado um.',
      usual: 'avisar.',
    },
    NOT_MODERATED: {
      name: 'Não verificado pela moderação',
      what: 'O que o serviço não conseguiu verificar. O operador pode bloqueá-lo em todos os espaços de trabalho.',
      usual: 'avisar.',
    },
  },
  never: 'Palavras e links proibidos',
  blocked: 'Palavras e expressões bloqueadas',
  blockedHint: 'Uma por linha.',
  hosts: 'Links recusados',
  hostsHint: 'Domínios como example.org, um por linha. Os seus subdomínios também contam.',
  more: 'Repetição e menção obrigatória',
  days: 'Prazo de repetição, em dias',
  daysHint: 'Na mesma conta, de 1 a 365.',
  disclosure: 'Menção obrigatória em texto gerado por IA',
  disclosureHint: 'Por exemplo, “#IA”. Vazio: nada é exigido.',
};
