// Runs a week of rounds without pauses: three devices are polled, a reading is stored, sent and acknowledged. Notifies the parent when warm, and at the end.
import { openDatabase } from '@kellersonne/gateway/store/database'
import { openOutbox } from '@kellersonne/gateway/store/outbox'
import { openRecall } from '@kellersonne/gateway/store/recall'
import { memory, NO_MEMORY } from '@kellersonne/gateway/system/memory'
import { momentOf } from '@kellersonne/gateway/system/system'
import { openDevices } from './devices.ts'

const ROUNDS = 60_480
const WARM = 6000
const ROUND_MS = 10_000
const [path = '', ...ports] = process.argv.slice(2)
const db = openDatabase(path)
const outbox = openOutbox(db, 200)
const recall = openRecall(db, 'system', memory, NO_MEMORY)
const devices = openDevices(ports.map(Number))
let known = recall.load()
const start = Date.now()
for (let i = 0; i < ROUNDS; i += 1) {
  await Promise.all(devices.map((device) => device.poll()))
  const moment = momentOf(
    devices.map((device) => device.status()),
    { sources: {} },
    known,
    Date.now(),
  )
  known = moment.memory
  outbox.add({ at: start + i * ROUND_MS, text: JSON.stringify(moment.reading) }, () => recall.save(known))
  const batch = outbox.takeNewest()
  if (batch) outbox.acknowledge(batch)
  if (i === WARM) process.send?.('warm')
}
process.send?.('done')
process.once('disconnect', () => process.exit(0))
