import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { root } from '../lib/server.ts'
import type { Stage } from '../lib/stage.ts'

const dist = `${root}web/dist`
const types: Record<string, string> = { '.css': 'text/css', '.woff2': 'font/woff2' }

/** Returns the portal's page without its program: its style sheets, its font and one line of text. */
function page(): string {
  const links = readFileSync(`${dist}/index.html`, 'utf8').match(/<link\b[^>]*>/g) ?? []
  const kept = links.filter((link) => /stylesheet|as="font"/.test(link))
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title><link rel="icon" href="data:,">${kept.join('')}</head><body><main><p>Kellersonne</p></main></body></html>`
}

/** Serves that page, compressed like the portal, and resolves to its address. */
export async function serveFloorPage(port: number, stage: Stage): Promise<string> {
  const html = page()
  const server = createServer(({ url = '/' }, response) => {
    const file = `${dist}${url}`
    const type = types[extname(url)]
    if (url === '/') response.setHeader('content-type', 'text/html').end(html)
    else if (type === undefined || url.includes('..') || !existsSync(file)) response.writeHead(404).end()
    else {
      const small = existsSync(`${file}.br`)
      if (small) response.setHeader('content-encoding', 'br')
      response.setHeader('content-type', type).end(readFileSync(small ? `${file}.br` : file))
    }
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  stage.onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}/`
}
