// The floor of an HTTP call: a bare Fastify on the port of `PORT`.
import { fastify } from 'fastify'

const app = fastify()
app.get('/', () => ({ hello: 'world' }))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
