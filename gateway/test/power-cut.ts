// Stores readings as fast as it can, and says each instant once it is stored: a test kills it in between.
import { writeSync } from 'node:fs'
import { openDatabase } from '../src/store/database.ts'
import { openOutbox } from '../src/store/outbox.ts'
import { openRecall } from '../src/store/recall.ts'
import { memory, NO_MEMORY } from '../src/system/memory.ts'

const [path = '', start = '0'] = process.argv.slice(2)
const db = openDatabase(path)
const outbox = openOutbox(db, 200)
const recall = openRecall(db, 'system', memory, NO_MEMORY)
let known = recall.load()
let count = Object.values(known.integrals).at(0)?.wh ?? 0
for (let at = Number(start); ; at += 1000) {
  count += 1
  // What was summed up belongs to the reading: one watt-hour each.
  known = { ...known, integrals: { pv_wh: { wh: count, w: 0, at } } }
  const text = JSON.stringify({
    at: new Date(at).toISOString(),
    energy_wh: { pv: count },
  })
  outbox.add({ at, text }, () => recall.save(known))
  writeSync(1, `${at}\n`)
}
