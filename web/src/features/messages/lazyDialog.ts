import { type ComponentType, lazy } from 'react'
import { withChunkTimeout } from '../../platform/chunkFault.ts'
import { loadNamespaces } from '../../platform/i18n/i18n.ts'
import { ChunkLoadError } from '../../ui/feedback/ChunkLoadError.tsx'

type Closable = { close: () => void }

/** A dialog loaded with the bundle `details` when first shown; if that fails, an error dialog. */
export const lazyDialog = <P extends Closable>(load: () => Promise<ComponentType<P>>) =>
  lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      const [loaded] = await withChunkTimeout(Promise.all([load(), loadNamespaces('details')]))
      return { default: loaded }
    } catch {
      return { default: ChunkLoadError }
    }
  })
