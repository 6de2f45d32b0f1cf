import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { files } from './files.ts'

/** Writes schemas, AsyncAPI document and tables of the device protocol (`npm run protocol`). */
for (const { path, text } of files()) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
