import { MAX_IMPORT_BYTES } from '@kellersonne/contract/energy/imports'

/** A file as it was when it was chosen, so that what is previewed is what is imported. */
export type ReadFile = { readonly name: string; readonly bytes: Blob }
export type FileFault = 'too_large' | 'empty' | 'unreadable'

/** Resolves to the file's bytes, or to what is wrong with it. */
export async function readFile(file: File): Promise<ReadFile | FileFault> {
  if (file.size > MAX_IMPORT_BYTES) return 'too_large'
  const read = await file.arrayBuffer().catch(() => null)
  if (!read) return 'unreadable'
  return read.byteLength === 0 ? 'empty' : { name: file.name, bytes: new Blob([read]) }
}
