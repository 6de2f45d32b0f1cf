import { type ComponentType, lazy } from 'react'
import { withChunkTimeout } from '../../platform/chunkFault.ts'
import type { Bundle } from '../../platform/i18n/bundles.ts'
import { loadNamespaces } from '../../platform/i18n/i18n.ts'
import { ChunkLoadError } from './ChunkLoadError.tsx'

type Closable = { close: () => void }

/** A dialog loaded when first shown, with a bundle of texts if it needs one; if that fails, an error dialog. */
export const lazyDialog = <P extends Closable>(load: () => Promise<ComponentType<P>>, texts?: Bundle) =>
  lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      const [loaded] = await withChunkTimeout(Promise.all([load(), texts && loadNamespaces(texts)]))
      return { default: loaded }
    } catch {
      return { default: ChunkLoadError }
    }
  })
