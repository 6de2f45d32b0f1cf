import { SaxesParser, type SaxesTagNS } from 'saxes'
import { malformed, WeatherFault } from '../issued.ts'

const MAX_DEPTH = 20
const MAX_TIMES = 16 * 24
/** Of one element's values; a text is never longer. */
const MAX_TEXT = 64 * 1024
/** Of one tag: MOSMIX's have two, and the root a few namespaces. The parser checks them all in one go, each against the others. */
const MAX_ATTRIBUTES = 20
/** Between two events of the parser, which keeps what it has read of a name, a value, a text or a comment. */
const MAX_TOKEN_BYTES = 256 * 1024
/** What is read of the hundred elements of MOSMIX. */
const ELEMENTS = new Set(['Rad1h', 'N', 'Neff', 'TTT', 'FX1'])
const UNKNOWN = '-'

/** What is read of a KML file with a forecast of the Deutscher Wetterdienst. Times in ms; place in degrees. */
export type KmlForecast = {
  readonly issuedAt: number | null
  readonly times: readonly number[]
  readonly place: { readonly latitude: number; readonly longitude: number } | null
  /** By element, as they are given; null = not known. */
  readonly elements: ReadonlyMap<string, readonly (number | null)[]>
}

const time = (text: string) => {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw malformed('a time that is none')
  return at
}

function numbers(text: string): (number | null)[] {
  const words = text.split(/[ \t\r\n]/).filter((word) => word !== '')
  if (words.length > MAX_TIMES) throw malformed('more values than times')
  return words.map((word) => {
    const value = word === UNKNOWN ? null : Number(word)
    if (Number.isNaN(value)) throw malformed('a value that is none')
    return value
  })
}

function placeOf(text: string) {
  const [longitude = Number.NaN, latitude = Number.NaN] = text.split(',').map(Number)
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null
}

/** Returns the element whose values stand in a tag, if it is one of those that are read. */
function elementIn({ local, attributes }: SaxesTagNS): string | null {
  if (local !== 'Forecast') return null
  const name = Object.values(attributes).find((attribute) => attribute.local === 'elementName')?.value ?? ''
  return ELEMENTS.has(name) ? name : null
}

/** Collects a forecast from the parser's events. */
function collector() {
  const open: string[] = []
  const times: number[] = []
  const elements = new Map<string, (number | null)[]>()
  let [issuedAt, place, element, text]: [number | null, KmlForecast['place'], string | null, string] = [
    ...([null, null, null, ''] as const),
  ]
  const isWanted = (local: string) =>
    local === 'IssueTime' || local === 'TimeStep' || local === 'coordinates' || (local === 'value' && element)

  return {
    begin(tag: SaxesTagNS) {
      if (open.push(tag.local) > MAX_DEPTH) throw malformed('nested too deeply')
      element = elementIn(tag) ?? element
      text = ''
    },
    add(more: string) {
      if (!isWanted(open.at(-1) ?? '')) return
      text += more
      if (text.length > MAX_TEXT) throw malformed('a text that is too long')
    },
    end() {
      const local = open.pop()
      if (local === 'IssueTime') issuedAt = time(text)
      if (local === 'TimeStep' && times.push(time(text)) > MAX_TIMES) throw malformed('too many times')
      if (local === 'coordinates') place = placeOf(text)
      if (local === 'value' && element !== null) elements.set(element, numbers(text))
      if (local === 'Forecast') element = null
      text = ''
    },
    read: (): KmlForecast => ({ issuedAt, times, place, elements }),
  }
}

/**
 * Reads a KML file chunk by chunk; only one with a single station, without a document type and without entities of its own.
 * Rejects with `WeatherFault`.
 */
export async function readKml(chunks: AsyncIterable<Uint8Array>): Promise<KmlForecast> {
  const collected = collector()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('doctype', () => {
    throw malformed('a document type')
  })
  parser.on('error', (error) => {
    throw malformed(error.message)
  })
  let attributes = 0
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) throw malformed('a tag with too many attributes')
  })
  let unfinished = 0
  const finished =
    <A>(handle: (found: A) => void) =>
    (found: A) => {
      unfinished = 0
      handle(found)
    }
  parser.on('opentag', finished(collected.begin))
  parser.on('text', finished(collected.add))
  parser.on('closetag', finished(collected.end))
  parser.on(
    'comment',
    finished(() => undefined),
  )
  const decoder = new TextDecoder('latin1')
  try {
    for await (const chunk of chunks) {
      unfinished += chunk.length
      parser.write(decoder.decode(chunk, { stream: true }))
      if (unfinished > MAX_TOKEN_BYTES) throw malformed('a token that is too long')
    }
    parser.close()
  } catch (error) {
    throw error instanceof WeatherFault ? error : malformed(String(error))
  }
  return collected.read()
}
