// A unit that can be killed: `updating-process.ts <address> <serial number> <folder> <bytes>` prints "held" once it has
// that many bytes of its image, and waits.
import { updateUnit } from './updating-unit.ts'

const [url = '', sn = '', folder = '', bytes = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit(1))
const wait = () => new Promise(() => process.send?.('held'))
await updateUnit({ url, sn, folder }, { hold: { bytes: Number(bytes), wait } })
