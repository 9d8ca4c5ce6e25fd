import type { Translation } from '../translation.ts';

/** The settings that only one network has, `platforms/platform/settings.ts` and the rules of the networks. */
export const networkSettings: Translation = {
  '{1} needs to know: {2}.': '{1} necesita saber: {2}.',
  'Choose a value for it.': 'Elija un valor.',
  '{1}: the value {2}': '{1}: el valor {2}',
  'Choose another value for it.': 'Elija otro valor.',
  'must be true or false.': 'debe ser true o false.',
  'must be a text.': 'debe ser un texto.',
  'must be one of {1}.': 'debe ser uno de estos valores: {1}.',
  'is no setting there; the settings are {1}.': 'no es un ajuste de esa plataforma; los ajustes son {1}.',
  'is no setting there: the platform has none.': 'no es un ajuste de esa plataforma: no tiene ninguno.',
  Button: 'Botón',
  'Learn more': 'Más información',
  Book: 'Reservar',
  Order: 'Pedir',
  Shop: 'Comprar',
  'Sign up': 'Registrarse',
  Call: 'Llamar',
  'It opens the link of the post; "Call" dials the number of the location. Without a link there is no other button.':
    'Abre el enlace de la publicación; «Llamar» marca el número de la ubicación. Sin enlace no hay otro botón.',
  Flair: '«Flair»',
  'The name of one of the community’s flairs. Some communities require one.':
    'El nombre de uno de los «flairs» de la comunidad. Algunas comunidades exigen uno.',
  'Not safe for work': 'No apto para el trabajo (NSFW)',
  Spoiler: 'Destripe',
  Yes: 'Sí',
  No: 'No',
  'in the settings of the network': 'en los ajustes de la red',
  'Who can watch': 'Quién puede verlo',
  Everyone: 'Todos',
  Friends: 'Amigos',
  Followers: 'Seguidores',
  'Only the account itself': 'Solo la propia cuenta',
  'Everyone with the link': 'Cualquiera que tenga el enlace',
  'An app that TikTok has not audited can only post for the account itself.':
    'Una aplicación que TikTok no ha auditado solo puede publicar para la propia cuenta.',
  'Allow comments': 'Permitir comentarios',
  'Allow duets': 'Permitir dúos',
  'Allow stitches': 'Permitir pegar',
  'Promotes your own business': 'Promociona su propio negocio',
  'Paid partnership': 'Colaboración pagada',
  'Made with AI': 'Creado con IA',
  'A paid partnership cannot be posted for the account itself alone.':
    'Una colaboración pagada no se puede publicar solo para la propia cuenta.',
  'Choose who can watch, or leave the paid partnership out.': 'Elija quién puede verlo o quite la colaboración pagada.',
  'A project that Google has not audited can only upload for the account itself.':
    'Un proyecto que Google no ha auditado solo puede subir vídeos para la propia cuenta.',
  'Made for kids': 'Creado para niños',
  'YouTube demands an answer for every video.': 'YouTube exige una respuesta para cada vídeo.',
  'Notify subscribers': 'Avisar a los suscriptores',
};
