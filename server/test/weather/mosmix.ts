import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const HOUR_MS = 3_600_000

/** A KMZ file with these files. */
export function kmz(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

type Mosmix = {
  readonly issuedAt: Date
  readonly first: Date
  readonly hours: number
  /** By element, as DWD writes them: kJ/m², %, K; `-` = not known. */
  readonly elements: Readonly<Record<string, (hour: number) => number | '-'>>
  readonly place?: string
  readonly prologue?: string
}

/** A file of MOSMIX_L of one station. */
export function mosmixKml({
  issuedAt,
  first,
  hours,
  elements,
  place = '9.18,47.68,450.0',
  prologue = '',
}: Mosmix) {
  const times = Array.from({ length: hours }, (_, i) => new Date(first.getTime() + i * HOUR_MS).toISOString())
  const forecasts = Object.entries(elements).map(
    ([name, value]) =>
      `<dwd:Forecast dwd:elementName="${name}"><dwd:value>${times.map((_, i) => ` ${value(i)}`.padStart(11)).join('')} </dwd:value></dwd:Forecast>`,
  )
  return `<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>${prologue}
<kml:kml xmlns:dwd="https://opendata.dwd.de/weather/lib/pointforecast_dwd_extension_V1_0.xsd" xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Document><kml:ExtendedData><dwd:ProductDefinition><dwd:Issuer>Deutscher Wetterdienst</dwd:Issuer><dwd:ProductID>MOSMIX</dwd:ProductID><dwd:IssueTime>${issuedAt.toISOString()}</dwd:IssueTime><dwd:ForecastTimeSteps>${times.map((time) => `<dwd:TimeStep>${time}</dwd:TimeStep>`).join('')}</dwd:ForecastTimeSteps></dwd:ProductDefinition></kml:ExtendedData><kml:Placemark><kml:name>10929</kml:name><kml:description>KONSTANZ</kml:description><kml:ExtendedData>${forecasts.join('')}</kml:ExtendedData><kml:Point><kml:coordinates>${place}</kml:coordinates></kml:Point></kml:Placemark></kml:Document></kml:kml>`
}

/** Some lines of the catalogue of stations. */
export const CATALOGUE = `TABLE   MOSMIX
clu   CofX  id    ICAO name                 nb.    el.     elev  Hmod-H type
===== ----- ===== ---- -------------------- ------ ------- ----- ------ ----
ID    ICAO NAME                 LAT    LON     ELEV
----- ---- -------------------- -----  ------- -----
01001 ENJA JAN MAYEN             70.56   -8.40    10
10929 ---- KONSTANZ              47.41    9.11   450
10935 EDNY FRIEDRICHSHAFEN       47.40    9.31   401
K1234 ---- SINGEN HOHENTWIEL     47.45    8.50   430
`
