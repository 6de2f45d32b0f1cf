import { ApiError } from '../../platform/http/api-error.ts'

const FORMATS = ['png', 'jpeg', 'webp']
const MAX_PIXELS = 25_000_000
const SIDE = 512
/** A decoder walks the whole picture once a scan; cameras and editors write about ten. */
const MAX_SCANS = 64
const START_OF_SCAN = Buffer.from([0xff, 0xda])
const DECODING_S = 10

/** Whether a JPEG has so many scans that it is made to be decoded for minutes. */
function hasTooManyScans(bytes: Buffer): boolean {
  let scans = 0
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2)) {
    scans += 1
    if (scans > MAX_SCANS) return true
  }
  return false
}

/** Loads sharp, which is large, when the first picture comes. Of all it can read, it reads three formats. */
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

async function squareOf(sharp: Sharp, bytes: Buffer): Promise<Buffer> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!FORMATS.includes(format)) throw new ApiError('picture_invalid')
  if (width * height > MAX_PIXELS) throw new ApiError('picture_too_big')
  if (format === 'jpeg' && hasTooManyScans(bytes)) throw new ApiError('picture_invalid')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp()
    .timeout({ seconds: DECODING_S })
    .toBuffer()
}

let opened: ReturnType<typeof openSharp> | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * A picture as it is kept: a square WebP of 512 pixels, upright, with nothing but its pixels. What it is now is
 * told by its content. One at a time: 25 megapixels take a hundred megabytes, and the processor from everybody.
 * Throws picture_invalid, and picture_too_big for more than 25 megapixels.
 */
export async function portrait(bytes: Buffer): Promise<Buffer> {
  opened ??= openSharp()
  const sharp = await opened
  const next = last.then(() => squareOf(sharp, bytes))
  last = next.catch(() => undefined)
  return next.catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError('picture_invalid')
  })
}
