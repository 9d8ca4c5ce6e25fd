import type { Translation } from '../translation.ts';

/** What is left to do where the current state allows no more. */
export const remedies: Translation = {
  'There are no captions for {1} yet.': 'Aún no hay textos para {1}.',
  'Write them with POST /v1/captions, then try again.': 'Pida que se escriban (POST /v1/captions) e inténtelo de nuevo.',
  'Nothing is to be done: it is tried again automatically.': 'No hay que hacer nada: se intenta de nuevo automáticamente.',
  'Nothing is to be done: the platform is asked whether it was published. Do not post it again meanwhile.':
    'No hay que hacer nada: se pregunta a la red si se publicó. No lo publique otra vez entretanto.',
  'Retry the publish job.': 'Reintente la publicación.',
  'Ask an owner of the account to reconnect it in the console. The post is then published automatically.':
    'Pida a un propietario de la cuenta que la vuelva a conectar en la consola. Después, la publicación sale automáticamente.',
  'Only the operator can resolve this. The post is then published automatically.':
    'Solo el operador puede resolverlo. Después, la publicación sale automáticamente.',
  'A person has confirmed that it was not published. Create a new draft if it is still wanted.':
    'Una persona ha confirmado que no se publicó. Cree un borrador nuevo si aún se desea.',
  'Ask a person to check whether it was published before you create a new draft.':
    'Pida a una persona que compruebe si se publicó antes de crear un borrador nuevo.',
  'A later publish job takes its place. Follow that one.': 'Una publicación posterior ocupa su lugar. Siga esa.',
  'Read the publish job again in a minute.': 'Vuelva a mirar dentro de un minuto.',
  'The platform refuses these words. Change the draft, then submit it again.':
    'La red rechaza este texto. Cambie el borrador y envíelo de nuevo.',
  'The platform refuses these words. Create a new draft with other words for this platform.':
    'La red rechaza este texto. Cree un borrador nuevo con otro texto para esta red.',
  'Wait until its publish job has ended, then read the draft again.': 'Espere a que termine la publicación y lea de nuevo el borrador.',
  'What is published stays as it is. Create a new draft for another post.':
    'Lo publicado queda como está. Cree un borrador nuevo para otra publicación.',
  'An archived draft stays archived. Create a new draft.': 'Un borrador archivado sigue archivado. Cree uno nuevo.',
  'Change the draft, then submit it again.': 'Cambie el borrador y envíelo de nuevo.',
  'The draft is {1} and cannot be changed.': 'El borrador no se puede cambiar en este estado ({1}).',
  'The draft is at revision {1}; there is no revision {2} of it.': 'El borrador está en la versión {1}; no tiene ninguna versión {2}.',
  'Nothing is to be done. What is published stays published.': 'No hay que hacer nada. Lo publicado sigue publicado.',
  'Nothing of it has failed. Read the publish job to see what it waits for.': 'Nada ha fallado. Mire a qué espera la publicación.',
  'Nothing of it has failed. Create a new draft for another post.': 'Nada ha fallado. Cree un borrador nuevo para otra publicación.',
  'Remove an endpoint that you no longer need, then add this one.': 'Quite una dirección que ya no necesite y añada esta después.',
  'Remove the endpoint.': 'Quite la dirección.',
  'Ask an owner of the account to restore the workspace.': 'Pida a un propietario de la cuenta que restaure el espacio de trabajo.',
  'Leave the note out; a comment on the draft still reaches people.':
    'Deje la nota fuera; un comentario sobre el borrador sigue llegando a las personas.',
  'Add no more comments to this draft. Reach the people another way.':
    'No añada más comentarios a este borrador. Contacte con las personas por otra vía.',
};
