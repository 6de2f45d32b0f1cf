import { Ajv2020 } from 'ajv/dist/2020.js'
import { describeApi } from '../src/app/description/description.ts'
import { openApi } from '../src/platform/http/openapi/document.ts'
import { PUBLIC_URL, UPDATES_URL } from './api.ts'

const described = openApi(describeApi({ PUBLIC_URL, UPDATES_URL }))
/** The API's document as programs get it. */
export const document: unknown = JSON.parse(JSON.stringify(described))

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(JSON.parse(JSON.stringify(described)), 'api')

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns what a value breaks of the schema at a place of the document. */
export function faultsAt(place: readonly string[], value: unknown) {
  const pointer = encodeURI(place.map((part) => `/${escaped(part)}`).join(''))
  const check = ajv.getSchema(`api#${pointer}`)
  if (!check) throw new Error(`${pointer} is not described`)
  check(value)
  return check.errors ?? []
}

/** Where the document has the schema of a read's answer. */
export const answerOf = (path: string) =>
  ['paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema'] as const
