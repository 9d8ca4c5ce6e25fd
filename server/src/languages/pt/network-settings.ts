import type { Translation } from '../translation.ts';

/** The settings that only one network has, `platforms/platform/settings.ts` and the rules of the networks. */
export const networkSettings: Translation = {
  '{1} needs to know: {2}.': '{1} precisa saber: {2}.',
  'Choose a value for it.': 'Escolha um valor.',
  '{1}: the value {2}': '{1}: o valor {2}',
  'Choose another value for it.': 'Escolha outro valor.',
  'must be true or false.': 'deve ser true ou false.',
  'must be a text.': 'deve ser um texto.',
  'must be one of {1}.': 'deve ser um destes valores: {1}.',
  'is no setting there; the settings are {1}.': 'não é uma configuração dessa plataforma; as configurações são {1}.',
  'is no setting there: the platform has none.': 'não é uma configuração dessa plataforma: ela não tem nenhuma.',
  Button: 'Botão',
  'Learn more': 'Saiba mais',
  Book: 'Reservar',
  Order: 'Pedir',
  Shop: 'Comprar',
  'Sign up': 'Inscrever-se',
  Call: 'Ligar',
  'It opens the link of the post; "Call" dials the number of the location. Without a link there is no other button.':
    'Abre o link da publicação; “Ligar” disca o número do local. Sem link não há outro botão.',
  Flair: 'Flair do Reddit',
  'The name of one of the community’s flairs. Some communities require one.':
    'O nome de um dos flairs da comunidade. Algumas comunidades exigem um.',
  'Not safe for work': 'Conteúdo sensível (NSFW)',
  Spoiler: 'Contém spoiler',
  Yes: 'Sim',
  No: 'Não',
  'in the settings of the network': 'nas configurações da rede',
  'Who can watch': 'Quem pode assistir',
  Everyone: 'Todos',
  Friends: 'Amigos',
  Followers: 'Seguidores',
  'Only the account itself': 'Somente a própria conta',
  'Everyone with the link': 'Qualquer pessoa com o link',
  'An app that TikTok has not audited can only post for the account itself.':
    'Um aplicativo que o TikTok não auditou só pode publicar para a própria conta.',
  'Allow comments': 'Permitir comentários',
  'Allow duets': 'Permitir duetos',
  'Allow stitches': 'Permitir costuras',
  'Promotes your own business': 'Promove o seu próprio negócio',
  'Paid partnership': 'Parceria paga',
  'Made with AI': 'Feito com IA',
  'A paid partnership cannot be posted for the account itself alone.':
    'Uma parceria paga não pode ser publicada somente para a própria conta.',
  'Choose who can watch, or leave the paid partnership out.': 'Escolha quem pode assistir ou retire a parceria paga.',
  'A project that Google has not audited can only upload for the account itself.':
    'Um projeto que o Google não auditou só pode enviar vídeos para a própria conta.',
  'Made for kids': 'Feito para crianças',
  'YouTube demands an answer for every video.': 'O YouTube exige uma resposta para cada vídeo.',
  'Notify subscribers': 'Avisar os inscritos',
};
