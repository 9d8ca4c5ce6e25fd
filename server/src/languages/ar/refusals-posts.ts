import type { Translation } from '../translation.ts';

/** Refusals about drafts, approvals and what is sent. */
export const refusalsPosts: Translation = {
  'Changed, it would have words of yours in it; another person has to decide on it.':
    'بعد التعديل تكون فيه كلمات لك؛ فيجب أن يقرر شخص آخر.',
  'Only a person of the account decides; an agent never does.': 'لا يقرر إلا شخص من الحساب، ولا يقرر وكيل أبدًا.',
  'Only an owner or approver of the account decides.': 'لا يقرر إلا مالك أو موافِق في الحساب.',
  'Only an owner of the account decides here.': 'لا يقرر هنا إلا مالك للحساب.',
  'Your e-mail address is not confirmed yet. Sign out and choose “Forgot your password?”: the mailed link confirms it. Without mail, ask the operator of this service to confirm it.':
    'لم يُؤكَّد بريدك الإلكتروني بعد. سجّل الخروج واختر «نسيت كلمة المرور؟»: الرابط المرسل بالبريد يؤكده. ومن دون بريد، اطلب من مشغّل هذه الخدمة تأكيده.',
  'There are words of yours in it; another person has to decide on it.': 'فيه كلمات لك؛ فيجب أن يقرر شخص آخر.',
  'It waits in {1}; others decide there.': 'ينتظر في {1}؛ ويقرر هناك غيرك.',
  'Changed, it begins anew in {1}; others decide there.': 'بعد التعديل يبدأ من جديد في {1}؛ ويقرر هناك غيرك.',
  'The content has changed since; look at the newest request.': 'تغيّر المحتوى منذ ذلك؛ فانظر إلى أحدث طلب.',
  'The approval is expired; submit the draft again.': 'انتهت مدة الموافقة؛ فقدّم المسودة من جديد.',
  'You have decided on this already.': 'قررت في هذا من قبل.',
  'The approval is {1} already.': 'تقررت الموافقة من قبل (الحالة: {1}).',
  'The content has changed since; look at it again.': 'تغيّر المحتوى منذ ذلك؛ فانظر إليه مرة أخرى.',
  'An account shares at most {1} times an hour.': {
    few: 'يشارك الحساب {1} مرات في الساعة على الأكثر.',
    other: 'يشارك الحساب {1} مرة في الساعة على الأكثر.',
  },
  'An account sends nobody more than {1} links a day.': {
    few: 'لا يرسل الحساب إلى أحد أكثر من {1} روابط في اليوم.',
    many: 'لا يرسل الحساب إلى أحد أكثر من {1} رابطًا في اليوم.',
    other: 'لا يرسل الحساب إلى أحد أكثر من {1} رابط في اليوم.',
  },
  'To this address nothing more is sent today.': 'لا يُرسل إلى هذا العنوان شيء آخر اليوم.',
  'A code was sent just now. Look into your mail, or try again in half a minute.':
    'أُرسل رمز قبل قليل. انظر في بريدك، أو حاول بعد نصف دقيقة.',
  'Choose at least one post.': 'اختر منشورًا واحدًا على الأقل.',
  'Share at most {1} posts at once.': {
    few: 'شارك {1} منشورات على الأكثر دفعة واحدة.',
    many: 'شارك {1} منشورًا على الأكثر دفعة واحدة.',
    other: 'شارك {1} منشور على الأكثر دفعة واحدة.',
  },
  'Only posts of this workspace that were submitted for approval can be shared.':
    'لا تُشارك إلا منشورات مساحة العمل هذه التي قُدّمت للموافقة.',
  '{1} is a member, and decides at the desk.': '{1} عضو، ويقرر في اللوحة.',
  'The draft has no payloads yet, so there is nothing to decide on. Build them first.':
    'لم يُعدّ شيء من المسودة بعد، فلا شيء يُقرَّر. أعدّها أولًا.',
  'What was signed is no statement of ours.': 'ما وُقّع ليس بيانًا من عندنا.',
  'The signature is about something else.': 'التوقيع على شيء آخر.',
  'It was not made with a passkey of yours.': 'لم يُوقّع بمفتاح مرور لك.',
  'It was used before, is older than five minutes, or was not asked for in this session.':
    'استُعمل من قبل، أو مضت عليه خمس دقائق، أو لم يُطلب في هذه الجلسة.',
  'The browser’s answer is not whole.': 'جواب المتصفح ناقص.',
  'The signature was not accepted. {1}': 'لم يُقبل التوقيع. {1}',
  'The signature has run out.': 'انتهت مدة التوقيع.',
  '“{1}”, stage {2} of {3}': '«{1}»، المرحلة {2} من {3}',
  'An action is written as "draft.created", or "draft" for all of them.': 'يُكتب الإجراء «draft.created»، أو «draft» لها كلها.',
  'There is no such thread about this draft.': 'لا حديث كهذا عن هذه المسودة.',
  'Only a person of the account, its agent or its client comments.': 'لا يعلّق إلا شخص من الحساب أو وكيله أو عميله.',
  'At most {1} people can be called at once.': {
    few: 'يمكن مناداة {1} أشخاص على الأكثر دفعة واحدة.',
    many: 'يمكن مناداة {1} شخصًا على الأكثر دفعة واحدة.',
    other: 'يمكن مناداة {1} شخص على الأكثر دفعة واحدة.',
  },
  'Only people of the account can be called.': 'لا يُنادى إلا أشخاص من الحساب.',
  'At most {1} comments of yours are kept about a draft.': 'يُحفظ من تعليقاتك على المسودة {1} على الأكثر.',
  'No more comments of agents and clients are kept about this draft.': 'لا يُحفظ المزيد من تعليقات الوكلاء والعملاء على هذه المسودة.',
  'At most {1} comments are kept about a draft.': 'يُحفظ من التعليقات على المسودة {1} على الأكثر.',
  'At most {1} comments of yours an hour are taken about a draft.': 'يُقبل من تعليقاتك على المسودة {1} في الساعة على الأكثر.',
  'The quoted words must not be longer than {1} characters.': 'يجب ألا تزيد الكلمات المقتبسة على {1} من الأحرف.',
  'The quoted words do not stand there; quote them exactly as they are now.': 'الكلمات المقتبسة ليست هناك؛ اقتبسها كما هي الآن بالضبط.',
  'The draft is at revision {1}, not {2} any more.': 'المسودة في النسخة {1}، ولم تعد في {2}.',
  'the workspace has no posting slots': 'ليس لمساحة العمل مواعيد نشر',
  'no posting slot is free within a year': 'لا موعد نشر شاغر خلال سنة',
  'There is no next slot: {1}. Name a time, or ask an owner to set slots in the settings.':
    'لا موعد تاليًا: {1}. اذكر وقتًا، أو اطلب من أحد المالكين تحديد مواعيد في الإعدادات.',
  'The note is for whoever has yet to decide; {1}.': 'الملاحظة لمن لم يقرر بعد؛ {1}.',
  'the draft is {1}': 'المسودة في حالة أخرى ({1})',
  'somebody has decided on it already': 'قرر أحدهم فيها من قبل',
  'It is {1}; JPEG, PNG, WebP and GIF are taken.': 'هي {1}؛ ويُقبل JPEG وPNG وWebP وGIF.',
  'It moves; only still pictures are taken.': 'هي متحركة؛ ولا تُقبل إلا الصور الثابتة.',
  'It has no size.': 'لا حجم لها.',
  'It is damaged ({1}).': 'هي تالفة ({1}).',
  'This is not a picture that can be posted. {1}': 'هذه ليست صورة يمكن نشرها. {1}',
  'There are no captions for {1} yet. Make them with POST /v1/captions, then try again.':
    'لا كلمات لـ {1} بعد. اطلب كتابتها (POST /v1/captions) ثم حاول مرة أخرى.',
  'The publish job is {1}; nothing of it is left to cancel.': 'لم يبقَ من هذا المنشور ما يُلغى (الحالة: {1}).',
  'A publication of this draft is {1} already, so that the draft cannot be changed any more.':
    'منشور من هذه المسودة في طريقه من قبل (الحالة: {1})، فلم يعد تغيير المسودة ممكنًا.',
  'What became of the publication is known: it is {1}. Only an unknown outcome can be settled or asked about.':
    'معروف ما آل إليه المنشور (الحالة: {1}). ولا يُحسم أو يُسأل إلا عما لا يُعرف.',
  'The edits make something else of the content than what was shown; look again.': 'تجعل التعديلات المحتوى غير ما عُرض؛ انظر مرة أخرى.',
  'The draft is not for {1}; it is for {2}.': 'المسودة ليست لـ {1}؛ بل لـ {2}.',
  'Only what is approved can be held.': 'لا يُحجز إلا ما اعتُمد.',
  'It is too late to hold it: nothing of it waits to be sent any more.': 'فات وقت حجزه: لم يعد شيء منه ينتظر الإرسال.',
  'It is {1} by now, so that there is nothing to release; look at the newest request.': 'لم يبقَ ما يُطلق (الحالة: {1})؛ فانظر إلى أحدث طلب.',
  'There are words of yours in it, and somebody else holds it back; another person has to release it.':
    'فيه كلمات لك، ويحجزه غيرك؛ فيجب أن يطلقه شخص آخر.',
  'Nothing of this draft waits; change its platforms instead.': 'لا شيء من هذه المسودة ينتظر؛ فغيّر شبكاتها بدلًا من ذلك.',
  'Its account works by now; there is nothing to leave out.': 'حسابه يعمل الآن؛ فلا شيء يُترك.',
  'It would go nowhere then. Connect an account, or put the draft away.': 'لن يذهب عندئذ إلى أي مكان. اربط حسابًا، أو أرشف المسودة.',
  'The safety checks find no such thing in this content.': 'لا تجد الفحوص شيئًا كهذا في هذا المحتوى.',
  'Only a person lets a finding go out; an agent never does.': 'لا يسمح بخروج ما وُجد إلا شخص، ولا يسمح به وكيل أبدًا.',
  'This finding is a warning; it stops nothing that would have to be lifted.': 'هذا تنبيه؛ ولا يوقف شيئًا يلزم رفعه.',
  'It is {1}; its time cannot be changed.': 'لا يمكن تغيير وقته (الحالة: {1}).',
  'The publish job is {1}; nothing of it can safely be tried again.': 'لا شيء من هذا المنشور تصح إعادة محاولته (الحالة: {1}).',
  'It was signed by somebody else.': 'وقّعه شخص آخر.',
  'This cannot be signed beforehand: {1}.': 'لا يمكن توقيع هذا مسبقًا: {1}.',
  'The {1} is {2}; it cannot become {3}.': 'لم يعد ذلك ممكنًا ({1}: من {2} إلى {3}).',
  'An agent calls no one by name: the people concerned are notified.': 'لا ينادي الوكيل أحدًا باسمه: يُبلَّغ المعنيون بالأمر.',
  '“@{1}” could be {2}: write the whole name.': 'قد يكون «@{1}» أحد هؤلاء: {2}. اكتب الاسم كاملًا.',
  'No one here is called “@{1}”: choose a name from the list, or leave out the @.':
    'لا أحد هنا اسمه «@{1}»: اختر اسمًا من القائمة أو احذف @.',
};
