import type { Translation } from '../translation.ts';

export const guides: Translation = {
  guides: {
    title: 'طريقة الإعداد',
    steps: {
      devto: [
        'سجّل الدخول في dev.to وافتح Settings ثم Extensions.',
        'تحت “DEV Community API Keys” سمِّ مفتاحًا، مثل Countersign، ثم أنشئه.',
        'انسخ المفتاح وأدخله أدناه. لا توجد في DEV صلاحيات منفصلة: يستطيع المفتاح ما يستطيعه الحساب إلى أن تلغيه هناك.',
        'لا يراجع DEV التطبيقات: يصبح المقال علنيًا فورًا. ولا يقبل صورًا من خدمات أخرى.',
      ],
    },
  },
};
