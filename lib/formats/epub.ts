import { escapeXml, formatIso } from './write-values'
import { writeZip, type ZipEntry } from './zip'

/** A book of a page and the pages below it. */
export interface Book {
  /** A UUID. */
  id: string
  title: string
  /** The address of the page. */
  source: string
  /** The name of the site. */
  publisher: string | undefined
  authors: readonly string[]
  /** Milliseconds since 1970. */
  modified: number
  /** The title of the table of contents. */
  contents: string
  /** At least one; the first is that of the page itself. */
  chapters: Chapter[]
  pictures: BookPicture[]
}

export interface Chapter {
  title: string
  /** A BCP 47 tag; empty if the language is unknown. */
  language: string
  direction: 'ltr' | 'rtl'
  /** 0 for the first chapter, and at most one more than that of the chapter before. */
  depth: number
  /** XHTML. */
  body: string
}

export interface BookPicture {
  /** The name of its file, in ASCII. */
  name: string
  type: string
  content: Buffer
}

/** The folder of pictures, relative to chapters. */
export const PICTURES = 'pictures'

/** Returns the name of the file of a chapter, counted from 0, relative to other chapters. */
export const getChapterFile = (at: number): string => `${at + 1}.xhtml`

const STYLES = `body { line-height: 1.5; overflow-wrap: anywhere }
img { max-width: 100%; height: auto }
pre { white-space: pre-wrap }
table { border-collapse: collapse }
th, td { border: 1px solid; padding: 0.2em 0.5em; text-align: start; vertical-align: top }
h1, h2, h3, h4 { break-after: avoid; line-height: 1.25 }
`

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

/** Returns a book as EPUB 3. The same book is always the same bytes. */
export function createEpub(book: Book): Promise<Buffer> {
  const { chapters, pictures } = book
  const texts: [name: string, text: string][] = [
    ['META-INF/container.xml', CONTAINER],
    ['book/package.opf', renderPackage(book)],
    ['book/contents.xhtml', renderContents(book)],
    ['book/styles.css', STYLES],
    ...chapters.map((chapter, at): [string, string] => [`book/${getChapterFile(at)}`, renderChapter(chapter)]),
  ]
  return writeZip([
    // Must be the first entry, and not compressed.
    { name: 'mimetype', content: Buffer.from('application/epub+zip'), isStored: true },
    ...texts.map(([name, text]): ZipEntry => ({ name, content: Buffer.from(text) })),
    ...pictures.map(({ name, content }) => ({ name: `book/${PICTURES}/${name}`, content, isStored: true })),
  ])
}

function renderPackage({ id, title, source, publisher, authors, modified, chapters, pictures }: Book): string {
  const language = chapters[0]?.language || 'und'
  const changed = (formatIso(modified) ?? '1980-01-01T00:00:00.000Z').replace(/\.\d+/, '')
  const files = chapters.map(
    (_, at) => `<item id="c${at}" href="${getChapterFile(at)}" media-type="application/xhtml+xml"/>`,
  )
  const images = pictures.map(
    ({ name, type }, at) => `<item id="p${at}" href="${PICTURES}/${name}" media-type="${escapeXml(type)}"/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${escapeXml(language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${escapeXml(id)}</dc:identifier>
<dc:title>${escapeTitle(title)}</dc:title>
<dc:language>${escapeXml(language)}</dc:language>
<dc:source>${escapeXml(source)}</dc:source>
${publisher === undefined ? '' : `<dc:publisher>${escapeTitle(publisher)}</dc:publisher>`}
${authors.map((name) => `<dc:creator>${escapeTitle(name)}</dc:creator>\n`).join('')}<meta property="dcterms:modified">${changed}</meta>
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="styles" href="styles.css" media-type="text/css"/>
${[...files, ...images].join('\n')}
</manifest>
<spine page-progression-direction="${chapters[0]?.direction ?? 'ltr'}">
${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('\n')}
</spine>
</package>
`
}

/** Renders the table of contents, with a list in the entry of each chapter that has deeper ones after it. */
function renderContents({ contents, chapters }: Book): string {
  const entries = chapters.map(({ title, depth }, at) => {
    const next = chapters[at + 1]?.depth ?? 0
    const link = `<li><a href="${getChapterFile(at)}">${escapeTitle(title)}</a>`
    return next > depth ? `${link}\n<ol>\n` : `${link}</li>\n${'</ol></li>\n'.repeat(depth - next)}`
  })
  const [first = { language: '', direction: 'ltr' as const }] = chapters
  return renderDocument(
    { ...first, title: contents },
    `<nav epub:type="toc"><h1>${escapeTitle(contents)}</h1>\n<ol>\n${entries.join('')}</ol></nav>`,
  )
}

const renderChapter = (chapter: Chapter): string =>
  renderDocument(chapter, `<h1>${escapeTitle(chapter.title)}</h1>\n${chapter.body}`)

function renderDocument({ title, language, direction }: Omit<Chapter, 'body' | 'depth'>, body: string): string {
  const lang = escapeXml(language)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${lang && ` lang="${lang}" xml:lang="${lang}"`} dir="${direction}">
<head><title>${escapeTitle(title)}</title><link rel="stylesheet" href="styles.css"/></head>
<body>
${body}
</body>
</html>
`
}

/** EPUB requires a text in titles and names. */
const escapeTitle = (text: string): string => escapeXml(text).trim() || '–'
