import { expect, it } from 'vitest'
import { runCli } from './cli.ts'
import { readOptions } from './options.ts'
import { exitCodeOf, lineOf, type Result, summaryOf } from './report.ts'

const SECRET = { UNIT_SECRET: 'secret' }
const read = (line: string, env: NodeJS.ProcessEnv = SECRET) => readOptions(line.split(' '), env)

it('UNT-04 reads where the server is, and the secret from the environment alone', () => {
  expect(read('mqtts://portal.example --sn 1001 --deadline 5 --only commands.md')).toEqual({
    ...{ role: 'unit', json: false, sn: '1001', secret: 'secret', updates: null, commandMs: 0 },
    ...{ deadlineMs: 5000, only: 'commands.md' },
    target: { host: 'portal.example', port: 8883, tls: true, ca: null },
  })
  expect(read('mqtt://[::1]:1884 --sn ABC')).toMatchObject({
    target: { host: '::1', port: 1884, tls: false },
  })
})

it('UNT-03 reads where to listen', () => {
  expect(read('--listen 1884 --updates-listen 8082 --sn 1001 --hands', {})).toMatchObject({
    ...{ role: 'server', secret: null, hands: true, update: null },
    broker: { host: '127.0.0.1', port: 1884, tls: null },
    updates: { host: '127.0.0.1', port: 8082, tls: null },
  })
})

it.each([
  ['mqtts://portal.example', /--sn is missing/],
  ['mqtts://portal.example --sn Abc', /no serial number/],
  ['https://portal.example --sn 1001', /no address such as mqtts/],
  ['mqtts://1001:secret@portal.example --sn 1001', /does not belong into the address/],
  ['mqtts://portal.example --listen 1883 --sn 1001', /Either an address or --listen/],
  ['--sn 1001', /Either an address or --listen/],
  ['--listen 99999 --sn 1001', /no port/],
  ['--listen 1883 --sn 1001 --cert package.json', /belong together/],
  ['--listen 1883 --sn 1001 --chip bms', /belong together/],
  ['--listen 1883 --sn 1001 --cert nowhere.pem --key nowhere.pem', /nowhere.pem cannot be read/],
  [
    'mqtts://portal.example --sn 1001 --updates https://u.example --operator-key package.json',
    /no Ed25519 key/,
  ],
  ['mqtts://portal.example --sn 1001 --deadline soon', /no number of seconds/],
  ['mqtts://portal.example --sn 1001 --secret geheim', /Unknown option/],
])('UNT-04 refuses %s, and says why', (line, why) => {
  expect(() => read(line)).toThrow(why)
})

it('UNT-04 wants a secret', () => {
  expect(() => read('mqtts://portal.example --sn 1001', {})).toThrow('The secret is missing')
})

const result = (verdict: Result['verdict'], detail = ''): Result => ({
  section: 'a.md#b',
  rule: 'does',
  verdict,
  detail,
})

it('UNT-03 prints results line by line, without control characters of others', () => {
  expect(lineOf(result('wrong', 'it said\u001b[31m'))).toBe(
    `wrong    ${'a.md#b'.padEnd(36)}  does: it said [31m`,
  )
  expect(summaryOf([result('right'), result('wrong'), result('untried')])).toBe('1 right, 1 wrong, 1 untried')
  expect([exitCodeOf([result('right'), result('untried')]), exitCodeOf([result('wrong')])]).toEqual([0, 1])
})

it('UNT-04 exits with 2 where it cannot run, and says why', async () => {
  let [out, err] = ['', '']
  const streams = { out: (text: string) => (out += text), err: (text: string) => (err += text) }
  const run = (...args: string[]) => runCli(args, SECRET, new AbortController().signal, streams)
  expect(await run('--help')).toBe(0)
  expect(out).toContain('UNIT_SECRET')
  expect(await run('mqtt://127.0.0.1:9', '--sn', '1001')).toBe(2)
  expect(err).toBe('Nothing listens on 127.0.0.1:9.\n')
})
