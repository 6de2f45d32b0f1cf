// Ten Modbus devices, one port each, whose registers contain their own addresses. Sends their ports to the parent process.
import { once } from 'node:events'
import { createServer } from 'node:net'

const DEVICES = 10
const HEAD = 9

/** Answers a request to read registers, which is twelve bytes long. */
function answerTo(request: Buffer): Buffer {
  const [start, count] = [request.readUInt16BE(8), request.readUInt16BE(10)]
  const answer = Buffer.alloc(HEAD + 2 * count)
  request.copy(answer, 0, 0, 8)
  answer.writeUInt16BE(answer.length - 6, 4)
  answer.writeUInt8(2 * count, 8)
  for (let i = 0; i < count; i += 1) answer.writeUInt16BE(start + i, HEAD + 2 * i)
  return answer
}

async function device(): Promise<number> {
  const server = createServer((socket) => {
    socket.setNoDelay()
    socket.on('error', () => undefined)
    socket.on('data', (request) => socket.write(answerTo(Buffer.from(request))))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

process.send?.(await Promise.all(Array.from({ length: DEVICES }, device)))
process.once('disconnect', () => process.exit(0))
