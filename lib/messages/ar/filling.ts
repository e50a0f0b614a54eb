import type { FillingMessages } from '../messages'

export const filling: FillingMessages = {
  title: 'يجري إعداد محتوى الموقع',
  hint: 'تُنسخ الصفحات الآن من مساحة العمل، وستظهر هنا تلقائيًا حالما تصل أولاها.',
  progress: (pages, known) => `نُسخت ${pages} من ${known} من الصفحات حتى الآن`,
  waiting: 'مساحة العمل لا تستجيب حاليًا، وستُعاد المحاولة بعد قليل.',
  check: 'إذا كان هذا موقعك فتحقق من هذه الإعدادات. يوضح هذا الأمر ما يجب فعله:',
}
