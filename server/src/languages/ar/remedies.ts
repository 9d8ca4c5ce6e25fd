import type { Translation } from '../translation.ts';

/** What is left to do where the current state allows no more. */
export const remedies: Translation = {
  'There are no captions for {1} yet.': 'لا نصوص لـ {1} بعد.',
  'Write them with POST /v1/captions, then try again.': 'اطلب كتابتها (POST /v1/captions) ثم حاول مرة أخرى.',
  'Nothing is to be done: it is tried again automatically.': 'لا شيء عليك فعله: تُعاد المحاولة تلقائيًا.',
  'Nothing is to be done: the platform is asked whether it was published. Do not post it again meanwhile.':
    'لا شيء عليك فعله: تُسأل الشبكة هل نُشر. لا تنشره مرة أخرى في هذه الأثناء.',
  'Retry the publish job.': 'أعد محاولة النشر.',
  'Ask an owner of the account to reconnect it in the console. The post is then published automatically.':
    'اطلب من أحد مالكي الحساب إعادة ربطه في لوحة التحكم. بعدها يُنشر المنشور تلقائيًا.',
  'Only the operator can resolve this. The post is then published automatically.': 'لا يحل هذا إلا المشغّل. بعدها يُنشر المنشور تلقائيًا.',
  'A person has confirmed that it was not published. Create a new draft if it is still wanted.':
    'أكد شخص أنه لم يُنشر. أنشئ مسودة جديدة إن كان ما يزال مطلوبًا.',
  'Ask a person to check whether it was published before you create a new draft.': 'اطلب من شخص التحقق هل نُشر قبل أن تنشئ مسودة جديدة.',
  'A later publish job takes its place. Follow that one.': 'حل محله نشر لاحق. تابع ذلك.',
  'Read the publish job again in a minute.': 'انظر مرة أخرى بعد دقيقة.',
  'The platform refuses these words. Change the draft, then submit it again.': 'ترفض الشبكة هذا النص. غيّر المسودة ثم أرسلها مرة أخرى.',
  'The platform refuses these words. Create a new draft with other words for this platform.':
    'ترفض الشبكة هذا النص. أنشئ مسودة جديدة بنص آخر لهذه الشبكة.',
  'Wait until its publish job has ended, then read the draft again.': 'انتظر حتى ينتهي النشر، ثم اقرأ المسودة مرة أخرى.',
  'What is published stays as it is. Create a new draft for another post.': 'ما نُشر يبقى كما هو. أنشئ مسودة جديدة لمنشور آخر.',
  'An archived draft stays archived. Create a new draft.': 'تبقى المسودة المؤرشفة مؤرشفة. أنشئ مسودة جديدة.',
  'Change the draft, then submit it again.': 'غيّر المسودة ثم أرسلها مرة أخرى.',
  'The draft is {1} and cannot be changed.': 'لا يمكن تغيير المسودة في هذه الحالة ({1}).',
  'The draft is at revision {1}; there is no revision {2} of it.': 'المسودة في النسخة {1}؛ ولا نسخة {2} لها.',
  'Nothing is to be done. What is published stays published.': 'لا شيء عليك فعله. ما نُشر يبقى منشورًا.',
  'Nothing of it has failed. Read the publish job to see what it waits for.': 'لم يفشل منه شيء. انظر ماذا ينتظر النشر.',
  'Nothing of it has failed. Create a new draft for another post.': 'لم يفشل منه شيء. أنشئ مسودة جديدة لمنشور آخر.',
  'Remove an endpoint that you no longer need, then add this one.': 'أزل عنوانًا لم تعد تحتاجه، ثم أضف هذا.',
  'Remove the endpoint.': 'أزل العنوان.',
  'Ask an owner of the account to restore the workspace.': 'اطلب من أحد مالكي الحساب استعادة مساحة العمل.',
  'Leave the note out; a comment on the draft still reaches people.': 'دع الملاحظة؛ فالتعليق على المسودة ما يزال يصل إلى الناس.',
  'Add no more comments to this draft. Reach the people another way.':
    'لا تضف مزيدًا من التعليقات إلى هذه المسودة. تواصل مع الناس بطريقة أخرى.',
};
