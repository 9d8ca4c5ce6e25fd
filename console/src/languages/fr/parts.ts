import type { Translation } from '../translation.ts';
import { count, number } from './words.ts';

export const parts: Translation = {
  lists: {
    bar: 'Posts sélectionnés',
    tick: (title) => `Sélectionner « ${title} »`,
    tickShown: 'Sélectionner tout ce qui est affiché',
    selected: (selected) => (selected === 1 ? '1 sélectionné' : `${selected} sélectionnés`),
    all: 'Sélectionner tous les résultats',
    most: (most) => `Les ${number(most)} premiers sont sélectionnés.`,
    clear: 'Tout désélectionner',
    keys: 'Touches : j et k pour se déplacer, x pour sélectionner, Échap pour tout désélectionner.',
    ofSelected: (label, selected) => `${label} (${selected})`,
    soon: (label, posts) => `${label} : ${count(posts, 'post', 'posts')}, dans quelques secondes.`,
    done: (label, posts) => `${label} : terminé pour ${count(posts, 'post', 'posts')}.`,
    undone: (posts) => `Annulé pour ${count(posts, 'post', 'posts')}.`,
    undo: 'Annuler',
    running: (done, of) => `${done} sur ${of}…`,
    refused: (label, posts, why) => `${label} : ${count(posts, 'post ignoré', 'posts ignorés')}. ${why}`,
    notRead: 'La liste n’a pas pu être chargée jusqu’au bout',
  },
};
