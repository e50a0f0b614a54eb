import { getEditDistance } from '../edit-distance'
import type { PropertySchema, ProtectingName } from './record-map'

/** The documented names of each, in lower case. */
export const PROTECTING_PROPERTIES: Record<ProtectingName, readonly string[]> = {
  access: ['access'],
  public: ['public'],
  status: ['status', '状态'],
  'publish at': ['publish at'],
  password: ['password', '密码', '密碼', 'パスワード', '비밀번호'],
}

/** Names in the languages of the interface that are not documented, but that editors may write instead. */
const TRANSLATIONS: Partial<Record<ProtectingName, readonly string[]>> = {
  access: [
    ...['权限', '访问权限', '阅读权限', '權限', '存取權限', '閱讀權限'],
    ...['アクセス', 'アクセス権', '公開範囲', 'الوصول', 'صلاحية الوصول'],
  ],
  public: ['公开', '是否公开', '公開', '是否公開', 'عام'],
  status: ['发布状态', '狀態', '發布狀態', '状態', '公開状態', 'ステータス', 'الحالة', 'حالة النشر'],
  password: ['كلمة المرور', 'كلمة السر'],
}

/** The English words for the values of access, and those in the other languages of the interface. */
const ACCESS_WORDS = [
  ...['public', 'private', 'draft', 'drafts', 'published', 'unpublished', 'member', 'members', 'members only'],
  ...['unlisted', 'internal', 'restricted', 'confidential'],
  ...['公开', '不公开', '私有', '私密', '草稿', '发布', '已发布', '未发布', '成员', '会员', '内部', '不列出'],
  ...['公開', '不公開', '私人', '發布', '已發布', '已發佈', '未發布', '未發佈', '成員', '會員', '內部'],
  ...['非公開', '限定公開', '未公開', '公開済み', '下書き', 'メンバー', '会員', '社内', 'プライベート'],
  ...['عام', 'خاص', 'مسودة', 'منشور', 'غير منشور', 'عضو', 'أعضاء', 'الأعضاء', 'داخلي', 'غير مدرج'],
]

/** Names that are close to a protecting one, but mean something else: a documented property, and common properties. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...['published', 'publisher', 'publishers', 'stat', 'stats', 'statue', 'statues', 'passport', 'passports'],
])

const PUBLISHED: ReadonlySet<string> = new Set(['published', '已发布', '发布'])

/** Whether a status publishes its row. */
export const isPublished = (status: string): boolean => PUBLISHED.has(status.trim().toLowerCase())

/** Whether one of the options of a status publishes rows, so that others hide them. */
export const hasPublishedOption = ({ options = [] }: PropertySchema): boolean =>
  options.some(({ value }) => isPublished(value))

/** Whether a status hides rows, or lists some of them nowhere. Otherwise it restricts nothing. */
export const canRestrict = (property: PropertySchema): boolean =>
  property.lacksPublished === true ||
  hasPublishedOption(property) ||
  (property.options ?? []).some(({ value }) => value.toLowerCase() === 'unlisted')

/** Shorter names have no misspellings, because other names are too similar to them. */
const MIN_MISSPELT_LENGTH = 5
/** From this length on, a name with two wrong letters is hardly another name. */
const MIN_LONG_LENGTH = 8

/** Returns a text as near names are compared: without case, accents, spaces, punctuation and emoji. */
function fold(text: string): string {
  const letters = text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')
  return letters.normalize('NFC').toLowerCase()
}

const WORDS: ReadonlySet<string> = new Set(ACCESS_WORDS.map(fold))
/** Matches the id of an organization. */
const ORGANIZATION = /^org_\w+$/

/** Whether a text is a value of access, such as `Members`, in a language of the interface, or the id of an organization. */
export const isAccessWord = (text: string): boolean => WORDS.has(fold(text)) || ORGANIZATION.test(text.trim())

/** Whether a property of this name holds a password. Case, spaces and emoji around the word do not count. */
export function isPasswordName(name: string): boolean {
  const word = name.normalize('NFKC').toLowerCase()
  return PROTECTING_PROPERTIES.password.includes(word.replace(/[^\p{L}\p{N}]/gu, ''))
}

const PROTECTING_NAMES = Object.keys(PROTECTING_PROPERTIES) as ProtectingName[]
const BY_NAME: ReadonlyMap<string, ProtectingName> = new Map(
  PROTECTING_NAMES.flatMap((name) => PROTECTING_PROPERTIES[name].map((each) => [each, name] as const)),
)

/** Returns which protecting property a name is. Case and spaces around the name do not count. */
export const findExactName = (name: string): ProtectingName | undefined =>
  BY_NAME.get(name.trim().toLowerCase()) ?? (isPasswordName(name) ? 'password' : undefined)

/** Returns the name of the rule that a property without a password sets access by: its own name, or the one that is meant. */
export const findRuleName = ({ name, protects }: PropertySchema): ProtectingName | undefined =>
  protects ?? BY_NAME.get(name.trim().toLowerCase())

export interface NearName {
  name: ProtectingName
  /** Whether the name alone shows that the protecting name is meant. Otherwise the options must show it. */
  isClose: boolean
}

/**
 * Returns the protecting names that a name resembles, the closest first. A protecting name and the name of another property resemble none.
 * @example findNearNames('Acces') // [{ name: 'access', isClose: true }]
 */
export function findNearNames(text: string): NearName[] {
  const word = fold(text)
  if (word === '' || findExactName(text) !== undefined || OTHER_NAMES.has(word)) return []
  const found = PROTECTING_NAMES.flatMap((name) => {
    const distance = Math.min(...PROTECTING_PROPERTIES[name].map((each) => getNameDistance(word, fold(each))))
    const isTranslation = TRANSLATIONS[name]?.some((each) => fold(each) === word) ?? false
    if (distance > 2 && !isTranslation) return []
    const isClose = isTranslation
      ? name === 'password'
      : distance < 2 || PROTECTING_PROPERTIES[name].some((each) => isLong(fold(each)))
    return [{ name, isClose, distance: isTranslation ? 0 : distance }]
  })
  return found.sort((a, b) => a.distance - b.distance).map(({ name, isClose }) => ({ name, isClose }))
}

const isLong = (name: string) => name.length >= MIN_LONG_LENGTH

/** Returns the edit distance of a word or its singular to a name; infinite if the word is not a misspelling of the name. */
function getNameDistance(word: string, name: string): number {
  const distance = Math.min(
    ...[word, word.replace(/s$/, ''), word.replace(/es$/, '')].map((each) => getDistance(each, name)),
  )
  if (distance === 0 || name.length < MIN_MISSPELT_LENGTH) return distance === 0 ? 0 : Number.POSITIVE_INFINITY
  // Words with two other letters, such as `excess`, are rarely meant if they also begin differently.
  return distance === 1 || word[0] === name[0] ? distance : Number.POSITIVE_INFINITY
}

/** The distance is not computed for words that are longer or shorter by more letters than it may be. */
const getDistance = (word: string, name: string) =>
  Math.abs(word.length - name.length) > 2 ? Number.POSITIVE_INFINITY : getEditDistance(word, name)
