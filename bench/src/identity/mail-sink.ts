import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Stage } from '../lib/stage.ts'

/** Speaks just enough SMTP (RFC 5321) to accept a mail and discard it. */
function serve(socket: Socket) {
  let rest = ''
  let inMail = false
  socket.on('error', () => undefined)
  socket.write('220 sink\r\n')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (inMail && line !== '.') continue
      inMail = line === 'DATA'
      if (line === 'QUIT') socket.end('221 bye\r\n')
      else socket.write(inMail ? '354 go on\r\n' : '250 fine\r\n')
    }
  })
}

/** Starts a mail server that accepts everything and stores nothing; resolves to its SMTP_URL. */
export async function openMailSink(stage: Stage): Promise<string> {
  const server = createServer(serve).listen(0, '127.0.0.1')
  stage.onEnd(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `smtp://127.0.0.1:${address.port}`
}
