// Renders the icons of the installed portal from its logo. Run `node web/vite/icons.ts` after changing the logo.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('../public/', import.meta.url))
const GROUND = '#131210'
/** The area every mask keeps: a circle of 80 % (W3C, Web Application Manifest, icon masks). */
const SAFE = 0.8

const logo = await readFile(`${folder}icon.svg`)
const drawn = (size: number) => sharp(logo, { density: (72 * size) / 36 }).resize(size, size)

for (const size of [192, 512]) await drawn(size).png().toFile(`${folder}icon-${size}.png`)

/** On a background without rounded corners: every platform applies its own mask. */
async function grounded(size: number, share: number) {
  const inner = await drawn(Math.round(size * share))
    .png()
    .toBuffer()
  const ground = sharp({ create: { width: size, height: size, channels: 4, background: GROUND } })
  return ground.composite([{ input: inner, gravity: 'centre' }]).png()
}
await (await grounded(512, SAFE)).toFile(`${folder}icon-maskable-512.png`)
await (await grounded(180, 1)).toFile(`${folder}icon-180.png`)
