import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Gauge } from 'prom-client'
import { forget, levels } from '../../platform/metrics.ts'

/** Shows the room on the disk of the data folder, as far as the product's user may use it, and the disk's size. */
export function startDiskGauges(folder: string) {
  const shown = (of: (disk: StatsFs) => number) => async (own: Gauge) => {
    own.remove()
    const disk = await statfs(folder).catch(() => null)
    if (disk) own.set(of(disk))
  }
  levels(
    'disk_free_bytes',
    'Room left on the disk of the data folder.',
    [],
    shown(({ bavail, bsize }) => bavail * bsize),
  )
  levels(
    'disk_size_bytes',
    'Size of the disk of the data folder.',
    [],
    shown(({ blocks, bsize }) => blocks * bsize),
  )
  return {
    close() {
      forget('disk_free_bytes')
      forget('disk_size_bytes')
    },
  }
}
