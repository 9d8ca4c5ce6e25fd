import type { Translation } from '../translation.ts';
import { count, number } from './words.ts';

export const parts: Translation = {
  lists: {
    bar: 'Ausgewählte Beiträge',
    tick: (title) => `„${title}“ auswählen`,
    tickShown: 'Alle angezeigten auswählen',
    selected: (selected) => `${selected} ausgewählt`,
    all: 'Alle Treffer auswählen',
    most: (most) => `Die ersten ${number(most)} sind ausgewählt.`,
    clear: 'Auswahl aufheben',
    keys: 'Tasten: j und k bewegen, x wählt aus, Esc hebt die Auswahl auf.',
    ofSelected: (label, selected) => `${label} (${selected})`,
    soon: (label, posts) => `${label}: ${count(posts, 'Beitrag', 'Beiträge')}, in wenigen Sekunden.`,
    done: (label, posts) => `${label}: ${count(posts, 'Beitrag', 'Beiträge')} erledigt.`,
    undone: (posts) => `Rückgängig gemacht für ${count(posts, 'Beitrag', 'Beiträge')}.`,
    undo: 'Rückgängig',
    running: (done, of) => `${done} von ${of} erledigt…`,
    refused: (label, posts, why) => `${label}: ${count(posts, 'Beitrag', 'Beiträge')} ausgelassen. ${why}`,
    notRead: 'Die Liste konnte nicht bis zum Ende geladen werden',
  },
};
