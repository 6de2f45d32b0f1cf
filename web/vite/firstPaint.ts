import { watchLive } from '@kellersonne/contract/live/live'
import { createServer, type HtmlTagDescriptor, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk
const languages = ['de', 'en'] as const

const LOGIN = '/src/features/identity/login/LoginPage.tsx'
const PORTAL = ['/src/app/frame/MainLayout.tsx', '/src/features/live/DashboardPage.tsx']

/** The chunk of a module, however modules were bundled. A module that has moved fails the build: its files would load late. */
function chunkOf(bundle: Bundle, module: string): Chunk {
  const chunk = Object.values(bundle).find(
    (item): item is Chunk => item.type === 'chunk' && item.moduleIds.some((id) => id.endsWith(module)),
  )
  if (!chunk) throw new Error(`no chunk contains ${module}`)
  return chunk
}

/** The files of a chunk and of all its imports. */
function filesOf(bundle: Bundle, chunk: Chunk, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap((name) => {
    const item = bundle[name]
    return item?.type === 'chunk' ? filesOf(bundle, item, seen) : []
  })
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imported]
}

/** Files the modules need beyond those the page always loads. */
function needed(bundle: Bundle, modules: readonly string[]): string[] {
  const always = new Set(filesOf(bundle, chunkOf(bundle, '/src/app/main.tsx')))
  const files = modules.flatMap((module) => filesOf(bundle, chunkOf(bundle, module)))
  return [...new Set(files)].filter((file) => !always.has(file)).map((file) => `/${file}`)
}

/**
 * The sign-in page's markup in each language, hidden until `boot.js` chooses one. It accepts no input that would be
 * lost when the real page replaces it.
 */
async function signInMarkup({ root, configFile }: ResolvedConfig) {
  const server = await createServer({
    root,
    configFile: configFile ?? false,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  const deaf = (markup: string) => markup.replaceAll('<input ', '<input disabled ')
  try {
    const { firstPaint } = await server.ssrLoadModule('/src/features/identity/login/firstPaint.tsx')
    const one = async (language: string) =>
      `<div class="first-paint" lang="${language}" inert>${deaf(await firstPaint(language))}</div>`
    return (await one('de')) + (await one('en'))
  } finally {
    await server.close()
  }
}

/**
 * Prerenders the sign-in page into index.html, and tells boot.js which files the first page and the language need,
 * and the URL of the live values.
 */
export const firstPaint = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const signIn = needed(bundle, [LOGIN])
        const font = Object.keys(bundle).find((name) => /figtree.*\.woff2$/.test(name))
        const lists = {
          // Preload the font only where its text is shown: elsewhere it would delay the app.
          'sign-in': [...signIn.filter((file) => !file.endsWith('.css')), ...(font ? [`/${font}`] : [])],
          portal: needed(bundle, PORTAL),
          ...Object.fromEntries(
            languages.flatMap((name) => [
              [name, needed(bundle, [`/src/platform/i18n/${name}.ts`])],
              [`${name}-owner`, needed(bundle, [`/src/platform/i18n/${name}/live/owner.ts`])],
            ]),
          ),
        }
        const tags = signIn
          .filter((file) => file.endsWith('.css'))
          .map(
            (href): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'stylesheet', href },
              injectTo: 'head',
            }),
          )
        const attributes = Object.entries({ ...lists, live: [watchLive.path] }).map(
          ([name, addresses]) => `data-${name}="${addresses.join(' ')}"`,
        )
        const page = html
          .replace('<html ', `<html ${attributes.join(' ')} `)
          .replace('<!--first-paint-->', await signInMarkup(config))
        return { html: page, tags }
      },
    },
  }
}
