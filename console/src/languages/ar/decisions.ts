import type { Translation } from '../translation.ts';
import { count, DECISIONS, number, POSTS } from './words.ts';

type Decision = 'APPROVED' | 'REJECTED' | 'CHANGES_REQUESTED';
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const decidedOn: Record<Decision, string> = { APPROVED: 'اعتُمد', REJECTED: 'رُفض', CHANGES_REQUESTED: 'طُلب تعديل' };

export const decisions: Translation = {
  bulk: {
    bar: 'إجراء جماعي',
    tick: (title) => `تحديد «\u2068${title}\u2069»`,
    selected: (selected) => `المحدد: ${number(selected)}`,
    verbs: { APPROVED: 'موافقة', CHANGES_REQUESTED: 'طلب تعديل', REJECTED: 'رفض' },
    clear: 'إلغاء التحديد',
    ask: {
      APPROVED: (posts) => `الموافقة على ${count(posts, POSTS)}`,
      CHANGES_REQUESTED: (posts) => `طلب تعديل ${count(posts, POSTS)}`,
      REJECTED: (posts) => `رفض ${count(posts, POSTS)}`,
    },
    comment: 'تعليق واحد لكل من طلب الموافقة',
    commentNeeded: 'التعديل المطلوب، للمنشورات كلها',
    atOnce: 'يُرسل هذا فورًا ولا يمكن التراجع عنه. ويُستثنى ما تغيّر في هذه الأثناء.',
    notKnown: 'لا يُعرف هل وصلت قراراتك',
    done: {
      APPROVED: (done, of) => `اعتُمد ${done} من ${of}.`,
      CHANGES_REQUESTED: (done, of) => `طُلب تعديل ${done} من ${of}.`,
      REJECTED: (done, of) => `رُفض ${done} من ${of}.`,
    },
  },
  signing: {
    how: 'تطلب الموافقة مفتاح المرور الخاص بك: فهو يوقّع هذا المحتوى بعينه.',
    waiting: 'يطلب جهازك مفتاح المرور…',
    none: 'تتطلب هذه الموافقة مفتاح مرور، وليس لديك مفتاح بعد.',
    add: 'إضافة مفتاح مرور',
    notHere: 'تتطلب هذه الموافقة مفتاح مرور، ولا يستطيع هذا المتصفح استخدامه على هذا العنوان.',
    notSigned: 'لم يُوقَّع شيء ولم يُتخذ قرار',
    bulk: 'يُطلب مفتاح المرور مرة واحدة لتوقيعها كلها.',
  },
  sending: {
    done: {
      APPROVED: (title) => `اعتُمد: «\u2068${title}\u2069»`,
      REJECTED: (title) => `رُفض: «\u2068${title}\u2069». لم يُرسل شيء.`,
      CHANGES_REQUESTED: (title) => `طُلب تعديل: «\u2068${title}\u2069». لم يُرسل شيء.`,
    },
    undo: {
      button: 'تراجع',
      what: (made) => {
        const [first] = made;
        if (first && made.length === 1) return `${decidedOn[first.decision]} «\u2068${first.title}\u2069»`;
        return count(made.length, DECISIONS);
      },
      how: `تراجع بالمفتاح U أو ${isMac ? '⌘Z' : 'Ctrl+Z'}.`,
    },
    sendNow: 'إرسال الآن',
    sending: 'جارٍ إرسال قرارك…',
    failed: { APPROVED: 'لم يُعتمد', REJECTED: 'لم يُرفض', CHANGES_REQUESTED: 'لم يُطلب التعديل' },
    held: 'لا يوجد اتصال. سيُرسل فور عودة الاتصال بالإنترنت.',
    pageSlept: { message: 'كانت الصفحة خاملة عند موعد إرسال القرار، فلم يُرسل.', remedy: 'تحقق منه وقرر من جديد.' },
    pageLeft: { message: 'غادرتَ الصفحة ولم يصل قرارك.', remedy: 'تحقق منه وقرر من جديد.' },
    look: 'مراجعة مرة أخرى',
    close: 'إغلاق',
  },
};
