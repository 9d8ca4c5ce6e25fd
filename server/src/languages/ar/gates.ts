import type { Translation } from '../translation.ts';

/** What the gates say, `publishing/gates`. */
export const gates: Translation = {
  'The operator has signed every launch step.': 'وقّع المشغّل كل خطوات الإطلاق.',
  'The sandbox publishes before the launch too.': 'تنشر الساحة التجريبية قبل الإطلاق أيضًا.',
  'The service has not been launched: one launch step is not signed yet.': 'لم تُطلق الخدمة: خطوة إطلاق واحدة لم تُوقّع بعد.',
  'The service has not been launched: {1} launch steps are not signed yet.': {
    two: 'لم تُطلق الخدمة: خطوتا إطلاق لم تُوقّعا بعد.',
    few: 'لم تُطلق الخدمة: {1} خطوات إطلاق لم تُوقّع بعد.',
    other: 'لم تُطلق الخدمة: {1} خطوة إطلاق لم تُوقّع بعد.',
  },
  'The operator signs the launch steps; until then, publish to the sandbox.':
    'يوقّع المشغّل خطوات الإطلاق؛ وحتى ذلك الحين انشر في الساحة التجريبية.',
  'The operator has stopped publishing for the whole service.': 'أوقف المشغّل النشر في الخدمة كلها.',
  'The operator has stopped publishing for the whole service: {1}': 'أوقف المشغّل النشر في الخدمة كلها: {1}',
  'Nothing is to be done; it goes on by itself once the operator resumes the service.':
    'لا شيء عليك فعله؛ يتابع من تلقاء نفسه حين يستأنف المشغّل الخدمة.',
  'The service was restored from a backup of {1}; nothing is published until the operator releases it.':
    'استُعيدت الخدمة من نسخة احتياطية من {1}، ولا يخرج شيء قبل أن يطلقها المشغّل.',
  'The operator releases it with "cs restore release" once it is clear what went out since then.':
    'يطلقها المشغّل بالأمر «cs restore release» حين يتضح ما خرج منذ ذلك الحين.',

  'The account is approved.': 'الحساب معتمد.',
  'The account has not been approved yet.': 'لم يُعتمد الحساب بعد.',
  'The operator approves the account.': 'يعتمد المشغّل الحساب.',
  'The account is suspended.': 'الحساب موقوف.',
  'An owner of the account asks the operator why.': 'يسأل مالك للحساب المشغّلَ عن السبب.',

  'The grant of {1} allows it.': 'صلاحية {1} تسمح بذلك.',
  'A person of the account asked for it.': 'طلبه شخص من الحساب.',
  'The grant of {1} is paused.': 'صلاحية {1} موقوفة مؤقتًا.',
  'An owner of the account resumes it.': 'يستأنفها مالك للحساب.',
  'The grant of {1} has not been given yet.': 'لم تُعطَ صلاحية {1} بعد.',
  'An owner of the account gives it.': 'يعطيها مالك للحساب.',
  'The grant of {1} has expired.': 'انتهت مدة صلاحية {1}.',
  'The grant of {1} has been revoked.': 'سُحبت صلاحية {1}.',
  'An owner of the account grants access again, or a person submits the draft.': 'يعطي مالك للحساب الصلاحية من جديد، أو يقدّم شخص المسودة.',
  'The grant of {1} lacks the scope {2}.': 'ينقص صلاحية {1} الإذن {2}.',
  'An owner of the account grants {1}, or a person submits the draft.': 'يمنح مالك للحساب {1}، أو يقدّم شخص المسودة.',
  'The workspace does not allow publishing without approval.': 'لا تسمح مساحة العمل بالنشر دون موافقة.',
  'Submit the draft for approval, or an owner changes the policy.': 'قدّم المسودة للموافقة، أو يغيّر أحد المالكين القاعدة.',
  'The grant of {1} publishes to the sandbox only.': 'صلاحية {1} تنشر في الساحة التجريبية فقط.',
  'Publish to the sandbox, an owner grants access to live platforms, or a person submits the draft.':
    'انشر في الساحة التجريبية، أو يعطي أحد المالكين صلاحية الشبكات الحقيقية، أو يقدّم شخص المسودة.',
  'The grant of {1} allows {2} publish jobs a day, and this is one more.': 'الحد اليومي لصلاحية {1} هو {2} من المنشورات، وهذا يزيد عليه.',
  'Cancel it and queue it again on another day, or an owner of the account raises the limit.':
    'ألغه واطلبه من جديد في يوم آخر، أو يرفع مالك للحساب الحد.',
  'The grant of {1} allows {2} credits a month; {3} are used and this needs {4}.':
    'الرصيد الشهري لصلاحية {1} هو {2}؛ صُرف منه {3}، وهذا يحتاج {4}.',
  'Wait for the next month, or an owner of the account raises the limit.': 'انتظر الشهر القادم، أو يرفع مالك للحساب الحد.',
  'The requester no longer exists.': 'من طلبه لم يعد هنا.',
  'An owner or approver of the account submits the draft again.': 'يقدّم مالك أو موافِق في الحساب المسودة من جديد.',
  'Only an agent may publish without approval.': 'لا ينشر دون موافقة إلا وكيل.',
  'The requester may no longer publish for this account.': 'من طلبه لم يعد يجوز له النشر لهذا الحساب.',
  'This workspace is archived.': 'مساحة العمل هذه مؤرشفة.',
  'An owner of the account takes it back into use, and resumes it.': 'يعيدها مالك للحساب إلى الاستعمال ويستأنف النشر.',
  'Publishing is paused for this workspace.': 'النشر متوقف مؤقتًا في مساحة العمل هذه.',
  'An owner of the account resumes it; then it goes on by itself.': 'يستأنفه مالك للحساب؛ ثم يتابع من تلقاء نفسه.',

  'Exactly this content was approved.': 'اعتُمد هذا المحتوى بعينه.',
  'Exactly this content was approved, and signed with a passkey.': 'اعتُمد هذا المحتوى بعينه، ووُقّع بمفتاح مرور.',
  'This goes out without a person, as grant and workspace allow.': 'يخرج هذا دون قرار شخص، كما تسمح الصلاحية ومساحة العمل.',
  'Approved by {1}, which ends on {2}.': 'يخرج وفق {1}، وتنتهي في {2}.',
  'It does not go out by {1}: {2}.': 'لا يخرج وفق {1}: {2}.',
  'People are asked instead; an owner or approver of the account decides.': 'يُسأل الناس بدلًا من ذلك؛ ويقرر مالك أو موافِق في الحساب.',
  'This content needs approval.': 'يجب أن يوافق شخص على هذا المحتوى.',
  '{1} more people must approve this content.': {
    two: 'يجب أن يوافق شخصان آخران على هذا المحتوى.',
    few: 'يجب أن يوافق {1} أشخاص آخرين على هذا المحتوى.',
    many: 'يجب أن يوافق {1} شخصًا آخر على هذا المحتوى.',
    other: 'يجب أن يوافق {1} شخص آخر على هذا المحتوى.',
  },
  'The people of {1} have to approve this content.': 'يجب أن يوافق أشخاص مرحلة {1} على هذا المحتوى.',
  'This content needs the approval of a client: {1}.': 'يجب أن يوافق عميل على هذا المحتوى: {1}.',
  'A client decides by the link they were sent; an owner shares it with them in the console.':
    'يقرر العميل عبر الرابط الذي أُرسل إليه؛ ويشاركه معه أحد المالكين في اللوحة.',
  'An owner or approver of the account decides in the console.': 'يقرر مالك أو موافِق في الحساب في اللوحة.',
  'An owner or approver of the account decides in the console, and signs with a passkey.':
    'يقرر مالك أو موافِق في الحساب في اللوحة، ويوقّع بمفتاح مرور.',
  'Approval has not been requested yet.': 'لم تُطلب موافقة أحد بعد.',
  'Submit the draft for approval.': 'قدّم المسودة للموافقة.',
  '{1} holds it back: “{2}”': 'يحجزه {1}: «{2}»',
  'An owner or approver of the account releases it in the console; nothing is to be submitted again for that.':
    'يطلقه مالك أو موافِق في الحساب في اللوحة؛ ولا شيء يُقدّم من جديد لذلك.',
  'It says that it was approved, and a signature that this needs is not there or does not hold.':
    'مكتوب أنه اعتُمد، لكن توقيعًا لازمًا غير موجود أو لا يصح.',
  'Submit the draft again; an owner or approver of the account then signs it in the console.':
    'قدّم المسودة من جديد؛ فيوقّعها مالك أو موافِق في الحساب في اللوحة.',
  'The content was rejected.': 'رُفض المحتوى.',
  'Change the draft and submit it again.': 'غيّر المسودة وقدّمها من جديد.',
  'Changes were asked for.': 'طُلب تعديل.',
  'Change the draft as the comment says; it is submitted again.': 'غيّر المسودة كما يقول التعليق؛ وتُقدّم من جديد.',
  'The content has changed since approval was asked for.': 'تغيّر المحتوى منذ طُلبت الموافقة.',
  'The content is not what approval was asked for.': 'المحتوى ليس ما طُلبت الموافقة عليه.',
  'The content has changed since it was queued.': 'تغيّر المحتوى منذ وُضع في قائمة الانتظار.',
  'Queue the draft again.': 'ضع المسودة في قائمة الانتظار من جديد.',
  'The approval has expired.': 'انتهت مدة الموافقة.',
  'Submit the draft again.': 'قدّم المسودة من جديد.',
  'Not decided or not published in time.': 'لم يقرر أحد في الوقت، أو لم يخرج في الوقت.',
  'A person has said no to these words before.': 'رفض شخص هذه الكلمات من قبل.',
  'It was called off.': 'أُلغي.',
  'Nothing is to be done. Submit the draft again only if a person asks for it.':
    'لا شيء عليك فعله. لا تقدّم المسودة من جديد إلا إن طلب ذلك شخص.',
  'The draft was put away.': 'أُرشفت المسودة.',
  'Nothing is to be done. Make a new draft only if a person asks for it.': 'لا شيء عليك فعله. لا تكتب مسودة جديدة إلا إن طلب ذلك شخص.',
  'Another publish job replaced this one.': 'حلّ طلب نشر آخر محل هذا.',
  'Follow {1}, which is _links.current_job; nothing is to be submitted again.': 'اتبع {1} (_links.current_job)؛ ولا شيء يُقدّم من جديد.',

  'The account is connected.': 'الحساب متصل.',
  'All {1} accounts are connected.': {
    two: 'الحسابان متصلان.',
    few: 'الحسابات الـ{1} كلها متصلة.',
    other: 'الحسابات كلها متصلة، وعددها {1}.',
  },
  '{1} on {2}': '{1} على {2}',
  'The draft goes nowhere: it names no platform.': 'لا تذهب المسودة إلى أي مكان: لم تُذكر فيها شبكة.',
  'Name at least one platform in the draft.': 'اذكر شبكة واحدة على الأقل في المسودة.',
  'The service prepares words for {1}, but cannot publish there.': 'تُعدّ الخدمة الكلمات لـ {1}، ولا تستطيع النشر هناك.',
  'Take {1} out of the draft, and carry its words over by hand.': 'أخرج {1} من المسودة، وانقل الكلمات بيدك.',
  '{1} on {2} was connected after this request, and is not part of it.': 'رُبط {1} على {2} بعد أن طُلب هذا، وليس جزءًا منه.',
  'Submit the draft again to ask for approval with it; where the rest is out already, retry the job.':
    'قدّم المسودة من جديد لطلب الموافقة معه؛ وإن كان الباقي قد نُشر فأعد محاولة الإرسال.',
  'It will be published without {1}: {2}': 'يُنشر من دون {1}: {2}',
  'No {1} account is connected.': 'لا حساب متصل على {1}.',
  'An owner of the account connects one on {1}.': 'يربط مالك للحساب حسابًا على {1}.',
  '{1} was disconnected.': 'فُصل {1}.',
  'An owner of the account connects it again, or submit the draft again without it.':
    'يربطه مالك للحساب من جديد، أو قدّم المسودة من جديد دونه.',
  '{1} does not let the service in any more.': 'لم تعد {1} تُدخل الخدمة.',
  'The connection to {1} does not work.': 'الاتصال بـ {1} لا يعمل.',
  'An owner of the account connects it again.': 'يربطه مالك للحساب من جديد.',

  'Every payload fits its platform.': 'كل منشور يناسب شبكته.',
  'The service has no platform {1} any more.': 'لم تعد الخدمة تعرف الشبكة {1}.',
  'Take the platform out of the draft.': 'أخرج الشبكة من المسودة.',
  '{1} has other limits than when this was prepared: {2}': 'حدود {1} غير ما كانت عليه حين أُعدّ هذا: {2}',
  'Then submit the draft again for a new approval.': 'أعدّه إذن من جديد: قدّم المسودة، فيُعتمد من جديد.',
  'The post does not fit {1}: {2}': 'لا يناسب المنشور {1}: {2}',
  'The {1} payload has not been prepared.': 'لم يُعدّ المنشور لـ {1} بعد.',
  'Submit the draft, or prepare its payloads.': 'قدّم المسودة، أو أعدّ منشوراتها.',
  '{1} (and {2} more)': '{1} (وغيره: {2})',

  'The safety checks found nothing.': 'لم تجد الفحوص شيئًا.',
  'A person let this go out: {1}': 'سمح شخص بخروج هذا: {1}',
  'It is {1}.': 'وهو {1}.',
  'Change the text, then submit the draft again; or an owner or approver lifts it, with a reason.':
    'غيّر النص ثم قدّم المسودة من جديد؛ أو يرفعه مالك أو موافِق مع ذكر السبب.',

  'The credits are set aside already.': 'الرصيد محجوز من قبل.',
  '1 publication credit is': 'رصيد واحد',
  '{1} publication credits are': { two: 'رصيدان', few: '{1} أرصدة', many: '{1} رصيدًا', other: '{1} رصيد' },
  '1 autoposting credit is': 'رصيد نشر تلقائي واحد',
  '{1} autoposting credits are': { two: 'رصيدا نشر تلقائي', few: '{1} أرصدة نشر تلقائي', other: '{1} رصيد نشر تلقائي' },
  '{1}, {2} available.': '{1}، والمتاح {2}.',
  '{1} needed': 'المطلوب {1}',
  '{1} needed (surcharge: {2})': 'المطلوب {1} (رسم إضافي: {2})',
  '{1} for {2}': '{1} عن {2}',
  "{1}, and the workspace's budget is {2} a month.": '{1}، وميزانية مساحة العمل {2} في الشهر.',
  "{1}, and {2} of {3} are left of the workspace's budget for this month.": '{1}، والمتبقي من ميزانية مساحة العمل لهذا الشهر {2} من {3}.',
  "{1} of {2} are left of this month's budget.": 'المتبقي من ميزانية هذا الشهر {1} من {2}.',
  'An owner of the account raises the monthly budget under Credits, or a person leaves networks out.':
    'يرفع مالك للحساب الميزانية الشهرية في الرصيد، أو يترك شخص بعض الشبكات.',
  'It goes on by itself on {1}, or as soon as an owner of the account raises the monthly budget under Credits.':
    'يتابع من تلقاء نفسه في {1}، أو حين يرفع مالك للحساب الميزانية الشهرية في الرصيد.',
  'An owner of the account asks for an API publication pack (70 publications), or waits for the next month of the plan.':
    'يطلب مالك للحساب حزمة نشر للواجهة البرمجية (70 منشورًا)، أو ينتظر الشهر القادم من الخطة.',
  'An owner of the account asks for an API autoposting top-up (125 autopostings).':
    'يطلب مالك للحساب إضافة نشر تلقائي للواجهة البرمجية (125 منشورًا تلقائيًا).',

  'It will be published as soon as the other gates pass.': 'يخرج حين يكتمل ما سوى ذلك.',
  'The scheduled time has come.': 'حان الوقت المقرر.',
  'It is scheduled for {1}.': 'مقرر في {1}.',
  'It is scheduled for {1}, in quiet hours; it will be published on {2}.': 'مقرر في {1}، وذلك في ساعات الهدوء؛ فيخرج في {2}.',
  'Quiet hours: nothing is published before {1}.': 'ساعات الهدوء: لا يخرج شيء قبل {1}.',
  'Nothing is to be done; it starts by itself.': 'لا شيء عليك فعله؛ يبدأ من تلقاء نفسه.',
  'An owner can change the quiet hours in the settings.': 'يستطيع أحد المالكين تغيير ساعات الهدوء في الإعدادات.',
  '{1} takes no more posts of {2} before {3}: its own limit is reached.': 'لا تقبل {1} منشورات أخرى من {2} قبل {3}: بُلغ حدها هي.',
  '{1} is rate-limiting {2}: nothing is sent before {3}.': 'طلبت {1} التوقف قليلًا؛ لا يذهب شيء إلى {2} قبل {3}.',
  '{1} does not let this service in at present. Nothing is wrong with {2}; it is tried again at {3}.':
    'لا تُدخل {1} هذه الخدمة حاليًا. لا خلل في {2}؛ وتُعاد المحاولة في {3}.',
  'No action needed: the operator was notified, and it will be published automatically.':
    'لا شيء عليك فعله هنا: أُخبر من يشغّل الخدمة، ويخرج من تلقاء نفسه.',

  'It was met when this was sent.': 'كان مكتملًا حين أُرسل هذا.',
  'The job has ended.': 'انتهى طلب النشر.',
};
