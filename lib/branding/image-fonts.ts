import { READING_FONT } from './fonts'
import 'server-only'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Scripts with a family `Noto Sans …` of variable fonts, and the other scripts with one, by their names in Unicode. */
const VARIABLE =
  'Adlam Arabic Armenian Balinese Bamum Bassa_Vah Bengali Canadian_Aboriginal Cham Cherokee Devanagari Ethiopic Georgian Gujarati ' +
  'Gunjala_Gondi Gurmukhi Hanifi_Rohingya Hebrew Javanese Kannada Kawi Kayah_Li Khmer Lao Lisu Malayalam Medefaidrin Meetei_Mayek ' +
  'Nag_Mundari New_Tai_Lue Ol_Chiki Oriya Sinhala Sora_Sompeng Sundanese Syriac Tai_Tham Tamil Tangsa Telugu Thaana Thai Vithkuqi'
const STATIC =
  'Anatolian_Hieroglyphs Avestan Batak Bhaiksuki Brahmi Buginese Buhid Carian Caucasian_Albanian Chakma Chorasmian Coptic Cuneiform ' +
  'Cypriot Cypro_Minoan Deseret Duployan Egyptian_Hieroglyphs Elbasan Elymaic Glagolitic Gothic Grantha Hanunoo Hatran ' +
  'Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Kaithi Kharoshthi Khojki Khudawadi Lepcha Limbu Linear_A Linear_B ' +
  'Lycian Lydian Mahajani Mandaic Manichaean Marchen Masaram_Gondi Mende_Kikakui Miao Modi Mongolian Mro Multani Myanmar Nabataean ' +
  'Nandinagari Newa Nko Nushu Ogham Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian ' +
  'Old_South_Arabian Old_Turkic Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phoenician Psalter_Pahlavi Rejang Runic Samaritan ' +
  'Saurashtra Sharada Shavian Siddham SignWriting Sogdian Soyombo Sunuwar Syloti_Nagri Tagalog Tagbanwa Tai_Le Tai_Viet Takri ' +
  'Tifinagh Tirhuta Ugaritic Vai Wancho Warang_Citi Yi Zanabazar_Square'
/** Scripts whose only family is `Noto Serif …`. */
const VARIABLE_SERIF = 'Tibetan Toto Yezidi'
const STATIC_SERIF = 'Ahom Dives_Akuru Dogra Khitan_Small_Script Makasar Old_Uyghur Tangut Todhri'

const nameFamilies = (scripts: string, prefix: string): [script: string, family: string][] =>
  scripts.split(' ').map((script) => [script, prefix + script.toLowerCase().replaceAll('_', '-')])

const CHINESE = '@fontsource-variable/noto-sans-sc'
const KOREAN = '@fontsource-variable/noto-sans-kr'

/** Packages of about a hundred files, which are opened only for characters that they declare. */
export const LARGE_PACKAGES: ReadonlySet<string> = new Set([CHINESE, KOREAN])

/** The packages of the families of Noto, by the scripts that they are made for. */
const SCRIPT_PACKAGES: ReadonlyMap<string, string> = new Map([
  ...nameFamilies(VARIABLE, '@fontsource-variable/noto-sans-'),
  ...nameFamilies(STATIC, '@fontsource/noto-sans-'),
  ...nameFamilies(VARIABLE_SERIF, '@fontsource-variable/noto-serif-'),
  ...nameFamilies(STATIC_SERIF, '@fontsource/noto-serif-'),
  ['Bopomofo', CHINESE],
  ['Han', CHINESE],
  ['Hangul', KOREAN],
  ['Hiragana', CHINESE],
  ['Katakana', CHINESE],
  ['Meroitic_Cursive', '@fontsource/noto-sans-meroitic'],
  ['Meroitic_Hieroglyphs', '@fontsource/noto-sans-meroitic'],
  ['Nyiakeng_Puachue_Hmong', '@fontsource-variable/noto-serif-np-hmong'],
  ['Phags_Pa', '@fontsource/noto-sans-phagspa'],
])

/** The fonts of Latin, Greek and Cyrillic. The second one has the letters that the first one lacks. */
export const LETTER_PACKAGES: readonly string[] = [READING_FONT.package, '@fontsource-variable/noto-serif']
export const EMOJI_PACKAGE = '@fontsource/noto-color-emoji'
/** The fonts of signs, each of a few files. */
export const SYMBOL_PACKAGES: readonly string[] = [
  '@fontsource-variable/noto-sans-symbols',
  '@fontsource/noto-sans-symbols-2',
  '@fontsource/noto-sans-math',
]

/** The packages of the fonts of social images and icons, in the order in which they are searched for a character. */
export const IMAGE_PACKAGES: readonly string[] = [
  ...new Set([...LETTER_PACKAGES, ...SYMBOL_PACKAGES, ...SCRIPT_PACKAGES.values(), EMOJI_PACKAGE]),
]

/** The script tests. Older versions of Node.js do not know the newest scripts. */
const SCRIPTS = [...SCRIPT_PACKAGES].flatMap(([script, name]) => {
  try {
    return [{ test: new RegExp(`\\p{Script=${script}}`, 'u'), name }]
  } catch {
    return []
  }
})

/** Returns the package that is made for the script of a character; undefined for scripts without one, and for signs. */
export function findScriptPackage(character: string): string | undefined {
  // Most characters of titles are Latin, and there are many scripts.
  return character < '\u0370' ? undefined : SCRIPTS.find(({ test }) => test.test(character))?.name
}

/** Returns the packages of fonts for images that are installed. */
export const listInstalledFonts = (): string[] =>
  IMAGE_PACKAGES.filter((name) => existsSync(path.resolve(/*turbopackIgnore: true*/ 'node_modules', name)))
