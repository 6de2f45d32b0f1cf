import { MAX_PICTURE_BYTES } from '@kellersonne/contract/identity/accounts'

const MAX_PIXELS = 25_000_000
export type PictureFault = 'picture_invalid' | 'picture_too_big'

/** Magic numbers of PNG, JPEG, WebP and GIF in hexadecimal; WebP has its length in between. */
const BEGINNINGS = [/^89504e470d0a1a0a/, /^ffd8ff/, /^52494646.{8}57454250/, /^47494638/]

/** True if a file is a picture by its content, whatever its name. */
async function isPicture(file: Blob) {
  const bytes = [...new Uint8Array(await file.slice(0, 16).arrayBuffer())]
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return BEGINNINGS.some((beginning) => beginning.test(hex))
}

/** null if it cannot be decoded completely: a truncated picture loads all the same, but blank. */
async function loaded(url: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => image,
    () => null,
  )
}

/** Resolves to a picture to crop, or to why the file is not one. */
export async function readPicture(file: Blob): Promise<HTMLImageElement | PictureFault> {
  if (file.size > MAX_PICTURE_BYTES) return 'picture_too_big'
  if (!(await isPicture(file))) return 'picture_invalid'
  const url = URL.createObjectURL(file)
  const image = await loaded(url)
  if (image === null || image.naturalWidth === 0) {
    URL.revokeObjectURL(url)
    return 'picture_invalid'
  }
  if (image.naturalWidth * image.naturalHeight <= MAX_PIXELS) return image
  URL.revokeObjectURL(url)
  return 'picture_too_big'
}
