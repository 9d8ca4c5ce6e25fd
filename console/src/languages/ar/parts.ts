import type { Translation } from '../translation.ts';
import { count, number, POSTS } from './words.ts';

export const parts: Translation = {
  lists: {
    bar: 'المنشورات المحددة',
    tick: (title) => `تحديد «\u2068${title}\u2069»`,
    tickShown: 'تحديد كل المعروض',
    selected: (selected) => `المحدد: ${selected}`,
    all: 'تحديد كل النتائج',
    most: (most) => `حُدّد أول ${number(most)}.`,
    clear: 'إلغاء التحديد',
    keys: 'المفاتيح: j و k للتنقل، و x للتحديد، و Esc لإلغاء التحديد.',
    ofSelected: (label, selected) => `${label} (${selected})`,
    soon: (label, posts) => `${label}: ${count(posts, POSTS)}، بعد ثوانٍ.`,
    done: (label, posts) => `${label}: تم لـ ${number(posts)}.`,
    undone: (posts) => `تم التراجع عن ${number(posts)}.`,
    undo: 'تراجع',
    running: (done, of) => `${done} من ${of}…`,
    refused: (label, posts, why) => `${label}: لم يشمل ${count(posts, POSTS)}. ${why}`,
    notRead: 'تعذّر تحميل القائمة حتى نهايتها',
  },
};
