import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { convertPicture } from './picture.ts'
import { withoutPngText } from './png-text.ts'

const HEAD_BYTES = 33

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#c08040' } })
    .png()
    .toBuffer()
/** Adds chunks behind the header. */
const withChunks = (png: Buffer, chunks: readonly Buffer[]) =>
  Buffer.concat([png.subarray(0, HEAD_BYTES), ...chunks, png.subarray(HEAD_BYTES)])

describe('the text in a PNG', () => {
  const deflated = deflateSync(Buffer.alloc(1_000_000))
  const text = [
    chunk('tEXt', Buffer.from('Comment\0plain')),
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflated])),
    chunk('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0\0\0'), deflated])),
  ]

  it('SET-05 F14 is removed before it is decoded, and nothing else is', async () => {
    const png = await picture()
    const gamma = chunk('gAMA', Buffer.from([0, 0, 177, 143]))
    const kept = withChunks(png, [gamma])
    expect(withoutPngText(withChunks(png, [...text, gamma, ...text])).equals(kept)).toBe(true)
    expect(await convertPicture(withChunks(png, text))).toEqual(await convertPicture(png))
  })

  it('SET-05 is looked for in no other picture, and a PNG that breaks off stays as it is', async () => {
    const png = withChunks(await picture(), [text[1] ?? Buffer.alloc(0)])
    const jpeg = Buffer.from('\xff\xd8\xff zTXt', 'latin1')
    const torn = png.subarray(0, HEAD_BYTES + 5)
    const endless = Buffer.concat([png.subarray(0, 8), Buffer.alloc(12, 0xff)])
    for (const other of [jpeg, torn, endless, Buffer.alloc(0)]) expect(withoutPngText(other)).toEqual(other)
  })
})
