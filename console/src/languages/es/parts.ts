import type { Translation } from '../translation.ts';
import { count, number } from './words.ts';

export const parts: Translation = {
  lists: {
    bar: 'Publicaciones seleccionadas',
    tick: (title) => `Seleccionar «${title}»`,
    tickShown: 'Seleccionar todas las que se muestran',
    selected: (selected) => (selected === 1 ? '1 seleccionada' : `${selected} seleccionadas`),
    all: 'Seleccionar todos los resultados',
    most: (most) => `Están seleccionadas las primeras ${number(most)}.`,
    clear: 'Quitar la selección',
    keys: 'Teclas: j y k para moverse, x para seleccionar, Esc para quitar la selección.',
    ofSelected: (label, selected) => `${label} (${selected})`,
    soon: (label, posts) => `${label}: ${count(posts, 'publicación', 'publicaciones')}, en unos segundos.`,
    done: (label, posts) => `${label}: hecho en ${count(posts, 'publicación', 'publicaciones')}.`,
    undone: (posts) => `Deshecho en ${count(posts, 'publicación', 'publicaciones')}.`,
    undo: 'Deshacer',
    running: (done, of) => `${done} de ${of}…`,
    refused: (label, posts, why) => `${label}: ${count(posts, 'publicación omitida', 'publicaciones omitidas')}. ${why}`,
    notRead: 'No se pudo cargar la lista hasta el final',
  },
};
