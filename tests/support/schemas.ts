import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { RelaxNGValidator, XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

const schema = (name: string) => readFileSync(`tests/schemas/${name}`, 'utf8')

const atom = RelaxNGValidator.fromDoc(XmlDocument.fromString(schema('atom.rng')))
// The schema of sitemaps imports another file.
xmlRegisterFsInputProviders()
const sitemap = XsdValidator.fromDoc(
  XmlDocument.fromString(schema('sitemap.xsd'), { url: 'tests/schemas/sitemap.xsd' }),
)
const ajv = new Ajv2020({ allErrors: true })
addFormats.default(ajv)
const jsonFeed = ajv.compile(JSON.parse(schema('json-feed.json')))

/** Returns the errors of an Atom feed; an empty list if it is valid. */
export const validateAtom = (xml: string): string[] => validateXml(xml, atom)

/** Returns the errors of a sitemap; an empty list if it is valid. */
export const validateSitemap = (xml: string): string[] => validateXml(xml, sitemap)

/** Returns the errors of a JSON feed; an empty list if it is valid. */
export function validateJsonFeed(json: string): string[] {
  jsonFeed(JSON.parse(json))
  return (jsonFeed.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}

function validateXml(xml: string, validator: RelaxNGValidator | XsdValidator): string[] {
  try {
    const document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
      return []
    } finally {
      document.dispose()
    }
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error
    return [error.message]
  }
}
