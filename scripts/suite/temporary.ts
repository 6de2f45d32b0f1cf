import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux's file system in memory: copying a database there takes a tenth of the processor's time. */
const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4e9
/** What the processes of a run need, and its files. */
const NEEDED_MEMORY_BYTES = 12e9

function hasRoom(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= NEEDED_MEMORY_BYTES
  } catch {
    return false
  }
}

/** Returns where a run keeps its temporary files: TMPDIR if set, in memory if there is plenty, else the disk. */
export const temporaryPlace = (): string =>
  process.env['TMPDIR'] === undefined && hasRoom() ? IN_MEMORY : tmpdir()

/** Bytes of memory that a place for temporary files takes, those of others included; 0 on a disk. */
export function memoryTaken(place: string): number {
  if (place !== IN_MEMORY) return 0
  const { blocks, bfree, bsize } = statfsSync(place)
  return (blocks - bfree) * bsize
}
