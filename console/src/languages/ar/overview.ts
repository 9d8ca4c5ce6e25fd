import type { Translation } from '../translation.ts';
import { count, number, REQUESTS } from './words.ts';

export const overview: Translation = {
  overview: {
    title: 'نظرة عامة',
    figures: {
      title: 'الحالة',
      waiting: () => 'في انتظارك',
      goingOut: () => 'يُنشر خلال 24 ساعة',
      stuck: ({ heldBack, unknown, failed }) => {
        const kinds = [
          { posts: heldBack, word: 'معلّق' },
          { posts: unknown, word: 'غير معروف' },
          { posts: failed, word: 'فشل هذا الأسبوع' },
        ].filter(({ posts }) => posts > 0);
        if (kinds.length === 0) return 'معلّق أو فاشل';
        return kinds.map(({ posts, word }) => (kinds.length > 1 ? `${number(posts)} ${word}` : word)).join(' · ');
      },
      credits: (_left, promised) => `الرصيد المتبقي${promised > 0 ? `، يلزم منه ${number(promised)} للمنشورات المجدولة` : ''}`,
    },
    needs: {
      title: 'يتطلب إجراءً منك',
      nothing: 'لم يفشل شيء، ولا شيء معلّق.',
      onlyWaiting: 'لم يفشل شيء، ولا شيء معلّق. لا يبقى إلا قراراتك.',
      credits: (left, unit) => `${unit === 'PUBLICATION' ? 'الرصيد' : 'رصيد النشر التلقائي'} المتبقي: ${number(left)}`,
      creditsWhy: (promised, asked) =>
        `${[promised > 0 ? `المنشورات المعتمدة تحتاج ${number(promised)}` : '', asked > 0 ? `وما ينتظرك يحتاج ${number(asked)}` : ''].filter(Boolean).join('، ')}.`,
      creditsDo: 'إضافة رصيد',
      unknown: (title) => `هل نُشر؟ «\u2068${title}\u2069»`,
      unknownWhy: (platform) => `لم تستجب ${platform}. لن نرسله مرتين؛ تحقق وسجّل ما وجدته.`,
      unknownDo: 'حسم الأمر',
      broken: (platform, handle) => `${platform}: يجب إعادة ربط ${handle}`,
      brokenDo: 'إعادة الربط',
      held: (posts) => `منشورات معتمدة معلّقة: ${number(posts)}`,
      heldOthers: (posts) => `منشورات معتمدة أخرى معلّقة: ${number(posts)}`,
      connect: 'ربط',
      agents: 'عرض الوكيل',
      look: 'فتح',
      all: 'عرض الكل',
      failed: (title) => `فشل: «\u2068${title}\u2069»`,
      proposal: (agent) => `يمكن لمنشورات ${agent} أن تُنشر تلقائيًا`,
      failedOthers: (posts) => `فشل هذا الأسبوع أيضًا: ${number(posts)}`,
    },
    waits: 'ينتظرك',
    waitsOthers: 'ينتظر آخرين',
    waitsEmpty: 'لا شيء ينتظر قرارًا. يظهر هنا أولًا ما يرسله الوكلاء للموافقة.',
    waitsAll: 'كل الموافقات',
    next: 'الساعات الـ24 القادمة',
    nextEmpty: 'لا شيء مجدول في هذه الفترة. تظهر المنشورات المعتمدة هنا مع موعدها.',
    now: 'الآن',
    out: 'نُشر',
    outEmpty: 'لم يُنشر شيء بعد.',
    all: 'عرض الكل',
    agents: {
      title: 'الوكلاء، آخر 30 يومًا',
      all: 'كل الوكلاء',
      asked: (asked) => count(asked, REQUESTS),
      approved: (share) => `${number(share)}٪ اعتُمد`,
      sentBack: (share) => `${number(share)}٪ أُعيد`,
      rejected: (share) => `${number(share)}٪ رُفض`,
    },
    factor: {
      title: 'كلمة مرور وحدها تحمي هذا الحساب',
      why: 'يقرر المالك أو المشغّل من يحصل على صلاحية وما يُدفع وما يُنشر. لا يستغرق إعداد تطبيق أو مفتاح مرور إلا دقيقة.',
      do: 'إعداد الآن',
      later: 'ليس على هذا الجهاز',
    },
    first: 'الخطوات الأولى',
    firstDone: (done, of) => `تم ${number(done)} من ${number(of)}`,
    sandbox: 'ربط البيئة التجريبية',
    sandboxWhy: 'تنشر في صفحة من لوحة التحكم هذه لتجرب كل شيء من دون أن يراه أحد. والمنشور هناك لا يستهلك رصيدًا.',
    agent: 'منح وكيل صلاحية',
    agentWhy: 'يُعدّ المنشورات ولا يوافق عليها أبدًا. وأنت تحدد بقية صلاحياته.',
    post: 'التوقيع على أول منشور',
    postWhy: 'تنتظرك مسودات الوكيل في صفحة الموافقات. ويمكنك كتابة مسودة بنفسك.',
    postDo: 'كتابة مسودة',
    postOut: 'نُشر. عرض المنشور',
  },
};
