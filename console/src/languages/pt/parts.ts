import type { Translation } from '../translation.ts';
import { count, number } from './words.ts';

export const parts: Translation = {
  lists: {
    bar: 'Publicações selecionadas',
    tick: (title) => `Selecionar «${title}»`,
    tickShown: 'Selecionar todas as visíveis',
    selected: (selected) => (selected === 1 ? '1 selecionada' : `${selected} selecionadas`),
    all: 'Selecionar todos os resultados',
    most: (most) => `Estão selecionadas as primeiras ${number(most)}.`,
    clear: 'Limpar a seleção',
    keys: 'Teclas: j e k movem, x seleciona, Esc limpa a seleção.',
    ofSelected: (label, selected) => `${label} (${selected})`,
    soon: (label, posts) => `${label}: ${count(posts, 'publicação', 'publicações')}, dentro de segundos.`,
    done: (label, posts) => `${label}: feito em ${count(posts, 'publicação', 'publicações')}.`,
    undone: (posts) => `Anulado em ${count(posts, 'publicação', 'publicações')}.`,
    undo: 'Anular',
    running: (done, of) => `${done} de ${of}…`,
    refused: (label, posts, why) => `${label}: ${count(posts, 'publicação ignorada', 'publicações ignoradas')}. ${why}`,
    notRead: 'Não foi possível carregar a lista até ao fim',
  },
};
