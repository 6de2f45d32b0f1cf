import { ApiError } from '../../platform/http/api-error.ts'
import { withoutPngText } from './png-text.ts'

const FORMATS = ['png', 'jpeg', 'webp']
const MAX_PIXELS = 25_000_000
const SIDE = 512
/** Kept of a picture, in bytes. Photos take 20 to 60 kB. */
const MOST_BYTES = 64 * 1024
/** How a larger one is made smaller, without transparency: even noise fits by the last. */
const SMALLER = [
  { side: SIDE, quality: 40 },
  { side: SIDE / 2, quality: 50 },
] as const
/** A decoder passes over the whole picture once per scan; cameras and editors write about ten scans. */
const MAX_SCANS = 64
const START_OF_SCAN = Buffer.from([0xff, 0xda])
const DECODING_S = 10

/** True if a JPEG has so many scans that it must have been crafted to take minutes to decode. */
function hasTooManyScans(bytes: Buffer): boolean {
  let scans = 0
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2)) {
    scans += 1
    if (scans > MAX_SCANS) return true
  }
  return false
}

/** Loads sharp, which is large, on the first upload, and enables only three of its input formats. */
async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
type Sharp = Awaited<ReturnType<typeof openSharp>>

async function squareOf(sharp: Sharp, picture: Buffer): Promise<Buffer> {
  const bytes = withoutPngText(picture)
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!FORMATS.includes(format)) throw new ApiError('picture_invalid')
  if (width * height > MAX_PIXELS) throw new ApiError('picture_too_big')
  if (format === 'jpeg' && hasTooManyScans(bytes)) throw new ApiError('picture_invalid')
  const square = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp()
    .timeout({ seconds: DECODING_S })
    .toBuffer()
  return smaller(sharp, square)
}

async function smaller(sharp: Sharp, square: Buffer): Promise<Buffer> {
  let picture = square
  for (const { side, quality } of SMALLER) {
    if (picture.length <= MOST_BYTES) break
    picture = await sharp(picture)
      .resize(side, side)
      .flatten({ background: '#fff' })
      .webp({ quality })
      .toBuffer()
  }
  return picture
}

let opened: ReturnType<typeof openSharp> | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Converts a picture to the stored form: a square WebP of 512 pixels (256 if it is noise), upright, without metadata, of 64 kB
 * at most: accounts cost nothing. The input format is detected from the content. Runs one at a time: 25 megapixels take 100 MB, as an interlaced PNG of 16 bits 250 MB,
 * and keep a core busy. Throws `ApiError` picture_invalid, and picture_too_big above 25 megapixels.
 */
export async function convertPicture(bytes: Buffer): Promise<Buffer> {
  opened ??= openSharp()
  const sharp = await opened
  const next = last.then(() => squareOf(sharp, bytes))
  last = next.catch(() => undefined)
  return next.catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError('picture_invalid')
  })
}
