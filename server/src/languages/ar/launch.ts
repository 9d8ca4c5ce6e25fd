import type { Translation } from '../translation.ts';

/** What the operator signs, `launch/launch-steps.ts`. */
export const launch: Translation = {
  'Terms are published': 'نُشرت الشروط',
  'Customers can read the terms and the privacy notice they are served under.':
    'يستطيع العملاء قراءة الشروط وبيان الخصوصية اللذين يُخدمون وفقهما.',
  'Somebody answers complaints': 'هناك من يجيب عن الشكاوى',
  'There is an address for complaints, and a person who reads it.': 'يوجد عنوان للشكاوى، وشخص يقرؤه.',
  'Backups are tested': 'جُرّبت النسخ الاحتياطية',
  'The database is backed up (cs backup), the master key is kept apart from it, and restoring both was tried (cs restore).':
    'تُنسخ قاعدة البيانات احتياطيًا (cs backup)، ويُحفظ المفتاح الرئيسي بعيدًا عنها، وجُرّبت استعادة كليهما (cs restore).',
  'Live publishing may begin': 'يجوز أن يبدأ النشر الفعلي',
  'Posts may go out to real networks from this service.': 'يجوز أن تخرج منشورات من هذه الخدمة إلى شبكات حقيقية.',
};
