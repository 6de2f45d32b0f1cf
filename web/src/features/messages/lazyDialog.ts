import { type ComponentType, lazy } from 'react'
import { inTime } from '../../platform/chunkFault.ts'
import { learn } from '../../platform/i18n/i18n.ts'
import { ChunkLoadError } from '../../ui/feedback/ChunkLoadError.tsx'

type Closable = { close: () => void }

/** A dialog loaded with the bundle `details` when first shown; if that fails, an error dialog. */
export const lazyDialog = <P extends Closable>(load: () => Promise<ComponentType<P>>) =>
  lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      const [loaded] = await inTime(Promise.all([load(), learn('details')]))
      return { default: loaded }
    } catch {
      return { default: ChunkLoadError }
    }
  })
