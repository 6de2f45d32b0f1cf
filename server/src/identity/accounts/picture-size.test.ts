import sharp from 'sharp'
import { expect, it } from 'vitest'
import { convertPicture } from './picture.ts'

const SIDE = 512
const MOST_BYTES = 65_536

/** Noise that is the same each time, as a PNG; each byte through `of`. */
function noise(channels: 3 | 4, of: (byte: number) => number) {
  const bytes = Buffer.alloc(SIDE * SIDE * channels)
  let state = 1
  for (let i = 0; i < bytes.length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[i] = of(state >>> 24)
  }
  return sharp(bytes, { raw: { width: SIDE, height: SIDE, channels } })
    .png()
    .toBuffer()
}
const extreme = (byte: number) => (byte < 128 ? 0 : 255)

it.each([
  ['transparent noise', () => noise(4, (byte) => byte)],
  ['transparent noise of extremes', () => noise(4, extreme)],
  ['noise of extremes', () => noise(3, extreme)],
])('SET-05 keeps 64 kB of %s at most', async (_, made) => {
  const kept = await convertPicture(await made())
  expect(kept.length).toBeLessThanOrEqual(MOST_BYTES)
  const { format, width, height } = await sharp(kept).metadata()
  expect([format, height]).toEqual(['webp', width])
})

it('SET-05 leaves other pictures their size and what is transparent in them', async () => {
  const create = {
    width: 900,
    height: 600,
    channels: 4,
    background: { r: 200, g: 100, b: 50, alpha: 0.5 },
  } as const
  const kept = await convertPicture(await sharp({ create }).png().toBuffer())
  expect(await sharp(kept).metadata()).toMatchObject({ width: SIDE, height: SIDE, hasAlpha: true })
})
