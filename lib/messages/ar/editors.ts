import type { EditorsMessages } from '../messages'
import { formatPlural } from '../plural'

export const editors: EditorsMessages = {
  untitled: 'بلا عنوان',
  pages: (count) =>
    formatPlural('ar', count, {
      zero: 'لا صفحات',
      one: 'صفحة واحدة',
      two: 'صفحتان',
      few: '# صفحات',
      other: '# صفحة',
    }),
  files: (count) =>
    formatPlural('ar', count, { zero: 'لا ملفات', one: 'ملف واحد', two: 'ملفان', few: '# ملفات', other: '# ملفًا' }),
  failedFile: (file, reason) => `الملف ${file}: ${reason}`,
  wrong: (count) =>
    formatPlural('ar', count, { one: 'مشكلة واحدة', two: 'مشكلتان', few: '# مشكلات', other: '# مشكلة' }),
  notes: (count) =>
    formatPlural('ar', count, { one: 'ملاحظة واحدة', two: 'ملاحظتان', few: '# ملاحظات', other: '# ملاحظة' }),
  nothingWrong: 'لا مشكلات',
  more: (count) => `و${count} غيرها`,
  reason: {
    accessEmpty: 'خانة Access فارغة',
    accessUnknown: (word) => `قيمة Access هي «${word}»، وليست من كلمات الصلاحيات`,
    noOrganization: 'لا توجد مؤسسة يمكنها قراءتها وقراءة الصفحات التي فوقها معًا',
    publicUnticked: 'خانة Public غير محددة',
    statusEmpty: 'خانة Status فارغة',
    status: (status) => `قيمة Status هي «${status}»`,
    dateUnreadable: 'قيمة Publish at ليست تاريخًا',
    password: 'لها كلمة مرور، ولم يُضبط SITE_SECRET',
    passwordUnusable: 'كلمة مرورها فارغة أو أطول من 256 حرفًا أو محسوبة أو متعددة، فلا يمكن كتابتها',
    scheduled: (moment) => `موعد نشرها ${moment}`,
    wrongType: (property, type) => `نوع الخاصية ${property} هو «${type}»، ولا يحدد من يحق له القراءة`,
    noPage: (type) => (type === '' ? 'نوعها فارغ' : `نوعها «${type}»، وليس مقالًا ولا صفحة`),
    noSignIn: 'هي للأعضاء فقط، وتسجيل الدخول غير مُعدّ',
  },
  finding: {
    unreadableFile: (file, reason) => `تتعذر قراءة الملف ${file}: ${reason}`,
    failedFile: (file, reason) => `تعذّر تحميل الملف «${file}»: ${reason}`,
    unconvertedPicture: (file) =>
      `الصورة «${file}» ملف HEIC تعذّر تحويله، لذلك يرى الزوار رابطًا إليها: استبدلها بملف JPEG`,
    unreadablePage: 'تتعذر قراءتها، ولا توجد نسخة سابقة سليمة',
    duplicatePath: (path, preferredPath) => `عنوانها ${path} لأن ${preferredPath} لصفحة أخرى: اكتب Slug لإحداهما`,
    reservedPath: (path, preferredPath) => `عنوانها ${path} لأن ${preferredPath} من عناوين الموقع نفسه: اكتب لها Slug`,
    slugAddress:
      'قيمة Slug عنوان لا يمكن أن تؤدي إليه الصفحة: عنوان الموقع الآخر يبدأ بـ http:// أو https:// ولا يحوي اسم مستخدم وليس من عناوين Notion، والصفحة ذات كلمة المرور لا تؤدي إلى موقع آخر',
    hidesList: (path) => `عنوانها ${path}، فلا تظهر قائمة الموقع التي بهذا الاسم: اكتب للصفحة Slug آخر`,
    deadLink: (to, link) => `${link ? `الرابط «${link}» يؤدي` : 'فيها رابط يؤدي'} إلى ${to}، وهو ليس صفحة في الموقع`,
    unsupportedBlock: (type) => `فيها كتلة من النوع «${type}»، ولا يُعرض منها إلا نصها أو رابطها أو اسمها`,
    unsupportedView: (type) => `فيها طريقة عرض من النوع «${type}»، وهي لا تُعرض`,
    reducedView: (type) => `فيها طريقة عرض من النوع «${type}»، وتُعرض كقائمة بحسب الشهر`,
    imagesWithoutAlt: (count) =>
      formatPlural('ar', count, {
        one: 'فيها صورة واحدة بلا نص بديل',
        two: 'فيها صورتان بلا نص بديل',
        few: 'فيها # صور بلا نص بديل',
        other: 'فيها # صورة بلا نص بديل',
      }),
    noDescription: 'ليس لها وصف، ولا نص يصلح وصفًا',
    missingFonts: (command) => `في العنوان حروف لا تظهر في صورة المشاركة، لأن خطها غير مثبت. لتثبيته نفّذ: ${command}`,
    wrongAccess: (reason) => `لم تُنشر بسبب خطأ: ${reason}`,
    notPublished: (reason) => `غير منشورة: ${reason}`,
    closedLink: (to, link) =>
      `${link ? `الرابط «${link}» يؤدي` : 'فيها رابط يؤدي'} إلى «${to}»، وهي غير عامة: لا يرى الزوار إلا الكلمات`,
    unknownFilter: (view) => `في تصفية طريقة العرض «${view}» جزء غير معروف، فلا يخفي شيئًا`,
    meFilter: (view) =>
      `طريقة العرض «${view}» مصفّاة بحسب «أنا»: لا أحد من الزوار والأعضاء هو «أنا»، فلا تعرض لهم صفوف أي شخص`,
    reduced: {
      code: (text) => `الشفرة «${text}» أطول، أو أسطرها أطول، من أن تُعرض ملونة`,
      diagram: (text) =>
        `المخطط «${text}» كبير جدًا أو من نوع لا يُرسم، لذا يُعرض مصدره. تُرسم مخططات الانسياب والتسلسل والحالات والأصناف والكيانات والعلاقات`,
      equation: (text) => `المعادلة «${text}» طويلة جدًا، أو معادلات الصفحة كثيرة جدًا، لذا يُعرض مصدرها`,
      property: (name) => `قيم الخاصية «${name}» كثيرة جدًا، أو يتطلب حسابها عملًا كثيرًا جدًا، فلا يُعرض إلا جزء منها`,
    },
    columnsLeftOut: (view) => `أعمدة اللوحة «${view}» أكثر من أن تُعرض كلها: حُذفت الأعمدة الخالية`,
    rowsOnRequest: 'صفوف قواعد بياناتها أكثر من أن تُعرض دفعة واحدة: يحمّل الزوار صفوف الأخيرة منها بزر',
    wrongLook: (what, text, example) =>
      `في جدول مظهر الموقع قيمة ${what} هي «${text}»، وهي غير صالحة: اكتب شيئًا مثل ${example}`,
    misnamed: {
      renamed: (property, name) =>
        `كان اسم الخاصية «${property}» هو ${name}، وما زالت تقيّد من يمكنه قراءة الصفوف. أعد تسميتها ${name}، أو احذفها أو احذف كل قيمها`,
      misspelt: (property, name) =>
        `تحتوي الخاصية «${property}» على قيم تقيّد الوصول، ولذلك تُعامل على أنها ${name}. سمّها ${name} أو أعطها اسمًا مختلفًا`,
      'without-published': (property) =>
        `كان للخاصية «${property}» خيار ينشر الصفوف ولم يعد لها خيار كهذا، ولذلك لا يُنشر أي صف. سمّ أحد الخيارات Published من جديد، أو احذف الخاصية`,
      near: (property, name) =>
        `لا تقيّد الخاصية «${property}» من يمكنه قراءة الصفوف. إن كان ينبغي ذلك فسمّها ${name}، وإلا فأعطها اسمًا مختلفًا`,
      heading: {
        renamed: (heading, name) =>
          `الجدول الذي يحتوي صف عناوينه على «${heading}» كان عنوانه ${name} وما زال يقيّد من يمكنه قراءة صفحاته. اكتب ${name} في صف العناوين من جديد، أو احذف الجدول`,
        misspelt: (heading, name) =>
          `الجدول الذي في صف عناوينه «${heading}» يُعامل على أنه جدول ${name}. اكتب ${name} في صف عناوينه`,
        near: (heading, name) =>
          `الجدول الذي في صف عناوينه «${heading}» لا يقيّد من يمكنه قراءة صفحاته. إن كان ينبغي ذلك فاكتب فيه ${name}`,
      },
    },
    accessTable: 'جدول Access',
    protection: (by, closed, rows) =>
      `${by.length === 0 ? 'لا يوجد إعداد خاص بها يقيّد من يمكنه قراءة الصفوف' : `يقيّدها ${by.join('، ')}`}: عدد الصفوف غير المتاحة للجميع ${closed} من ${rows}`,
    wrongLanguage: {
      unknown: (text) => `«${text}» ليس وسم لغة، ولذلك يُتجاهل: اكتب وسمًا مثل en أو zh-CN`,
      'no-page': (text) => `تُتجاهل اللغة «${text}»: صفحتها الرئيسية ليست في مساحة العمل`,
      twice: (text) => `تُتجاهل اللغة «${text}»: للغة أخرى الوسم نفسه أو الصفحة الرئيسية نفسها`,
      'too-many': (text) => `تُتجاهل اللغة «${text}»: للموقع 50 لغة على الأكثر`,
    },
    slowPage: 'تستغرق وقتًا طويلًا جدًا: تُعرض شفرتها ومعادلاتها وصيغها ومجاميعها بشكل مختصر. اختصرها أو قسّمها',
    slowPageHidden: 'تستغرق وقتًا طويلًا جدًا حتى بشكلها المختصر، فلا تُعرض. اختصرها أو قسّمها',
    noRoot: (count, candidates) =>
      `في أعلى مساحة العمل ${count} من الصفحات وليس بينها صفحة جذر: اضبط NOTION_ROOT_PAGE على معرّف إحداها، مثل ${candidates.join(' أو ')}`,
    notCopied: 'لم يُنسخ نصها من مساحة العمل بعد',
    contentMissing: 'نصها غير موجود في مساحة العمل: يشير ملفها إلى كتل لا وجود لها',
    apiLosses: (losses) => `لا تُرجع واجهة Notion الرسمية ما يلي، فتُعرض القيم الافتراضية: ${losses.join('، ')}`,
    loss: {
      style: 'العرض الكامل والنص الصغير وخطوط الصفحات',
      'cover-position': 'موضع الغلاف',
      'media-size': 'أحجام الوسائط والمضمّنات ومحاذاتها',
      'alt-text': 'النصوص البديلة للصور (تُستخدم التعليقات)',
      'file-size': 'أحجام الملفات',
      'table-columns': 'عرض أعمدة الجداول البسيطة وألوانها',
      'code-wrap': 'التفاف الشفرة',
      bookmark: 'عناوين الإشارات المرجعية ونصوصها وصورها',
      preview: 'معاينات الروابط',
      'time-zone': 'أسماء المناطق الزمنية (يُعرض فرق التوقيت)',
      'property-order': 'ترتيب الخصائص وظهورها في الصفحة',
      'view-settings': 'أيقونات طرق العرض وحدود التحميل والتذييلات والمجموعات المخفية وترتيب المجموعات وطرق العرض',
      transcript: 'نصوص الاجتماعات',
    },
    unsharedProperty: (property, database, related) =>
      `قيم «${property}» في قاعدة البيانات «${database}» غير معروفة: شارك قاعدة البيانات ${related ? `«${related}»` : 'المرتبطة بها'} مع الاتصال الذي رمزه NOTION_INTEGRATION_TOKEN (افتحها في Notion، ••• ← الاتصالات)`,
    withheldResults: (property, rows, count) =>
      `لا تُعرض نتائج الصيغة «${property}» في عدد من الصفوف: ${count} (${rows.join('، ')}${rows.length < count ? '، …' : ''})، لأنها تعتمد على صفوف لا يحق لبعض القراء قراءتها`,
    menuTarget: (text) =>
      text === '' ? 'صف قائمة بلا عنوان: املأ خانة slug' : `صف قائمة يؤدي إلى «${text}»، وهو ليس عنوانًا في الموقع`,
    redirect: {
      taken: (from) => `إعادة التوجيه من «${from}» غير مستخدمة: في هذا العنوان محتوى بالفعل`,
      address: (from) => `إعادة التوجيه من «${from}» غير مستخدمة: اكتب مسارًا في الموقع مثل /former-address`,
      target: (from, to) =>
        `تؤدي إعادة التوجيه من «${from}» إلى «${to}»، وهو ليس عنوانًا في الموقع ولا يبدأ بـ https://`,
      loop: (from, to) => `إعادة التوجيه من «${from}» إلى «${to}» جزء من حلقة وغير مستخدمة`,
      'too-many': (from) => `إعادة التوجيه من «${from}» غير مستخدمة: في الجدول صفوف كثيرة`,
    },
    authorPicture: (name, text) => `صورة المؤلف ${name} ليست عنوانًا يبدأ بـ https://: ${text}`,
    unusedConfig: (names) => `لا أثر لهذه الإعدادات في صفوف Config: ${names}`,
    missingView: 'تعرض قاعدة بيانات تعذرت قراءتها: انسخ قاعدة البيانات إلى الموقع، أو احذف طريقة العرض',
    formulasNotSearched:
      'صيغ كل الصفوف أكثر مما يحتمله البحث، فلا يمكن العثور على قيم بعضها: بسّطها، أو أخفها في صفحات الصفوف',
    textCut: 'نصها أطول من أن يُبحث فيه كله: قسّمها، وإلا تعذر العثور على آخره',
    database: (name, text) => `قاعدة البيانات «${name}»: ${text}`,
  },
  check: {
    noPage: (text) => `لا توجد صفحة «${text}» في اللقطة: اكتب معرّفًا أو عنوانًا أو مسارًا`,
    notOfSite: 'ليست جزءًا من الموقع',
    inTrash: 'هي أو ما يحتويها في سلة المهملات',
    notBelowRoot: 'لا يؤدي طريقها صعودًا إلى الصفحة الجذر',
    public: 'تُعرض للجميع',
    members: 'تُعرض للأعضاء',
    organizations: (slugs) => `تُعرض لأعضاء ${slugs}`,
    closed: 'لا تُعرض لأحد',
    locked: (audience) => `${audience}، بعد كلمة مرورها`,
    unlisted: (audience) => `${audience}، لكنها ليست في أي قائمة`,
    way: 'من الجذر:',
    database: 'قاعدة بيانات',
    noSetting: 'لا تذكر صلاحيات',
    decides: '→ هذا ما يحدد',
    unreadable: 'تتعذر قراءتها حاليًا.',
    unknownOrganization: (name) =>
      `ليس في خدمة تسجيل الدخول مؤسسة «${name}»: يمكن لكل من يحق له إنشاء مؤسسة أن يأخذ هذا slug`,
    organizationsUnchecked: 'تعذر سؤال خدمة تسجيل الدخول عن المؤسسات التي لديها',
  },
  desk: {
    title: 'لوحة المحررين',
    degraded: 'الموقع يعمل بإمكانات محدودة',
    sync: 'آخر مزامنة',
    refresh: 'تحديث الآن',
    requested: 'طُلب التحديث. سيظهر ما تغيّر هنا بعد لحظات.',
    never: 'لم تجرِ أي مزامنة بعد. يعرض هذا الموقع محتوى مجلد.',
    state: 'الحالة',
    running: 'جارية',
    done: 'تمت',
    refused: 'مرفوضة',
    failed: 'فشلت',
    full: 'نسخة كاملة',
    difference: 'الفروق فقط',
    started: 'البداية',
    finished: 'النهاية',
    progress: 'التقدم',
    calls: (count) => formatPlural('ar', count, { one: 'نداء واحد', two: 'نداءان', few: '# نداءات', other: '# نداءً' }),
    changed: 'ما تغيّر',
    nothingChanged: 'لم يتغير شيء.',
    added: 'أُضيفت',
    changedPage: 'تغيّرت',
    moved: 'نُقلت',
    removed: 'حُذفت',
    failedPages: 'ما فشل',
    published: (shown, all) => `${shown} من ${all} متاحة للعموم.`,
    lint: 'ما يحتاج إلى إصلاح',
    notes: 'للعلم',
    webhook: 'رمز التحقق الخاص بـ Webhook',
    webhookHint: 'الصقه في Notion، واضبط NOTION_WEBHOOK_TOKEN عليه، ثم أعد تشغيل الموقع.',
  },
}
