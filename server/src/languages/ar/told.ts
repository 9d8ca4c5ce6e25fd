import type { Translation } from '../translation.ts';

/** What is told about a command that did otherwise than asked, and what stands for a name that is not known. */
export const told: Translation = {
  'The draft is published already; make a new one to publish again.': 'المسودة منشورة بالفعل؛ أنشئ أخرى لتنشر من جديد.',
  'The draft is out on some platforms already; what failed can be tried again by its publish job.':
    'خرجت المسودة على بعض الشبكات بالفعل؛ وما فشل تمكن إعادة محاولته من مهمة نشرها.',
  'The draft is on its way already.': 'المسودة في طريقها بالفعل.',
  'This still needs approval: {1}': 'يجب مع ذلك أن يوافق شخص على هذا: {1}',
  'This still needs approval: approval of this draft was requested before.':
    'يجب مع ذلك أن يوافق شخص على هذا: سُئل شخص عن هذه المسودة من قبل.',
  'a passkey signature is required here.': 'يجب هنا أن يُوقَّع بمفتاح مرور.',
  'a person rejected this text before.': 'رفض شخص هذه الكلمات من قبل.',
  'approval_required is true.': 'قيمة approval_required هي true.',
  'publish_mode is approval_queue. Send auto to go without, where that is allowed.':
    'قيمة publish_mode هي approval_queue. أرسل auto للاستغناء عنها حيث يُسمح بذلك.',
  'only an agent with the scope publish:auto may go without.': 'لا يستغني عنها إلا وكيل له الصلاحية publish:auto.',
  'the grant does not carry the scope publish:auto.': 'لا يحمل الإذن الصلاحية publish:auto.',
  'the workspace does not allow publishing without approval.': 'لا تسمح مساحة العمل بالنشر دون موافقة.',
  'No account on {1} has the name @{2}': 'لا أحد على {1} باسم @{2}',
  '{1} did not resolve the name @{2}': 'لم يقل {1} لمن الاسم @{2}',
  '{1}: it stays plain text.': '{1}: يبقى نصًا عاديًا.',
  'The link card is published without a picture: {1}': 'تخرج بطاقة الرابط بلا صورة: {1}',
  'The page names a picture that could not be fetched or read, or that is too small.':
    'تذكر الصفحة صورة تعذّر جلبها أو قراءتها، أو هي صغيرة جدًا.',
  'The link has no card: {1} The post is published with the address only.': 'ليس للرابط بطاقة خاصة به: {1} يخرج المنشور بالعنوان وحده.',
  'This workspace has used up what it may take of the language model within 24 hours. The words were taken from your text instead.':
    'استنفدت مساحة العمل هذه ما يحق لها أن تأخذه من نموذج اللغة خلال 24 ساعة. أُخذت الكلمات من نصك بدلًا من ذلك.',
  'The words for {1} were taken from your text instead.': 'أُخذت الكلمات المخصصة لـ {1} من نصك بدلًا من ذلك.',
  "The language model's words did not fit, or said what your text does not. {1}":
    'لم تكن كلمات نموذج اللغة مناسبة، أو قالت ما لا يقوله نصك. {1}',
  'The language model gave no answer in time. {1}': 'لم يُجب نموذج اللغة في الوقت المناسب. {1}',
  'The text is in {1} and stays so: only a language model could put it into {2}.':
    'النص بهذه اللغة: {1}، ويبقى كذلك. ولا ينقله إلا نموذج لغة إلى هذه: {2}.',
  'Words that are taken from your text keep its tone: only a language model could write them in another.':
    'تحتفظ الكلمات المأخوذة من نصك بنبرته: ولا يكتبها بنبرة أخرى إلا نموذج لغة.',
  'The words for {1} were written by a person and stay. Send "replace": true to overwrite them.':
    'كتب شخص الكلمات المخصصة لـ {1}، وهي باقية. أرسل "replace": true لاستبدالها.',
  'A person': 'شخص',
  'An agent of another workspace': 'وكيل من مساحة عمل أخرى',
  'Another client': 'عميل آخر',
  'Unknown browser': 'متصفح غير معروف',
  'It was asked {1} times, which took {2} tokens.': 'سُئل {1} مرات، واستهلك ذلك {2} من الرموز.',
  'It was asked {1} times, which took {2} tokens and cost {3}.': 'سُئل {1} مرات، واستهلك ذلك {2} من الرموز وكلّف {3}.',
};
