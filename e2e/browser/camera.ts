import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeQR } from 'qr'

const WIDTH = 640
const HEIGHT = 480
const MODULE_PX = 8
const WHITE = 235
const BLACK = 16

/** A film of one frame in YUV4MPEG2 that shows `text` as a QR code in the middle. */
function film(text: string): Buffer {
  const code = encodeQR(text, 'raw')
  const side = code.length * MODULE_PX
  const left = (WIDTH - side) / 2
  const top = (HEIGHT - side) / 2
  const isBlack = (x: number, y: number) =>
    code[Math.floor((y - top) / MODULE_PX)]?.[Math.floor((x - left) / MODULE_PX)] === true
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (const index of luma.keys()) if (isBlack(index % WIDTH, Math.floor(index / WIDTH))) luma[index] = BLACK
  const gray = Buffer.alloc(luma.length / 2, 128)
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`),
    luma,
    gray,
  ])
}

/** Chromium's arguments for a camera, allowed without a question, that shows `text` as a QR code. */
export async function cameraShowing(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'ks-camera-'))
  const file = join(folder, 'code.y4m')
  await writeFile(file, film(text))
  return {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
