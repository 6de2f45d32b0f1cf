import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownProfiles } from '../src/profiles/load.ts'
import { readSettings } from '../src/settings/file.ts'
import { pair, portalAddress } from '../src/setup/pair.ts'
import { setUp } from '../src/setup/setup.ts'
import { openTerminal } from '../src/setup/terminal.ts'
import { serve } from './devices/serve.ts'
import { folder } from './folder.ts'

/** A portal that trades one code, as its contract has it; `lose`: answers that are lost on the way. */
async function portal(code: string, lose = 0) {
  const asked: URLSearchParams[] = []
  let left = lose
  const { port, stop } = await serve(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    asked.push(form)
    left -= 1
    if (left >= 0) return void request.socket.destroy()
    if (request.url !== '/api/gateways/' || form.get('pairing_code') !== code)
      return void response.writeHead(410).end(JSON.stringify({ code: 'pairing_invalid' }))
    response.end(
      JSON.stringify({
        serial_number: '5000001',
        broker_url: 'mqtts://portal.example:8883',
        broker_certificate: null,
      }),
    )
  })
  onTestFinished(stop)
  return { url: `http://127.0.0.1:${port}`, asked }
}
async function battery() {
  const { port, stop } = await serve((request, response) => {
    request.resume()
    if (request.headers['auth-token'] !== 'geheim') return void response.writeHead(401).end('{}')
    response.end(
      JSON.stringify({ GridFeedIn_W: 1210, Pac_total_W: -1500, Production_W: 4820, USOC: 64, Uac: 233 }),
    )
  })
  onTestFinished(stop)
  return port
}
/** Types these lines; resolves to what was shown. */
async function typed(
  path: string,
  lines: readonly string[],
  options: { portal?: string; code?: string } = {},
) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  output.on('data', (chunk) => {
    shown += String(chunk)
  })
  input.end(lines.map((line) => `${line}\n`).join(''))
  const terminal = openTerminal(input, output, false)
  const { portal: address = null, code = null } = options
  await setUp({ path, portal: address, code, language: 'en' }, terminal).finally(terminal.close)
  return shown
}
const numberOf = (id: string) => String(ownProfiles().indexOf(id) + 1)

describe('setup', () => {
  it('GWY-09 F15 no device can give orders to the terminal by what it says', () => {
    const output = new PassThrough()
    const terminal = openTerminal(new PassThrough(), output, false)
    terminal.print('! no answer (\u001b[2J\u001b]0;owned\u0007\u202eall is well)\nnext line')
    terminal.close()
    expect(String(output.read())).toBe(
      '! no answer (\ufffd[2J\ufffd]0;owned\ufffd\ufffdall is well)\nnext line\n',
    )
  })

  it('GWY-09 pairs, tries a device, shows what it says, takes the signs, and writes one file', async () => {
    const { url } = await portal('ABCDE-FGH12')
    const port = await battery()
    const path = join(await folder(), 'gateway.json')
    const profile = numberOf('sonnen')
    const read = [profile, `127.0.0.1:${port}`, 'cellar', 'geheim', 'battery_w', 'y']
    const refused = ['nonsense', profile, '127.0.0.1:9', '', 'geheim', 'n', 'n']
    const shown = await typed(path, [...read, ...refused], { portal: url, code: 'ABCDE-FGH12' })
    expect(shown).toContain('Paired as system 5000001.')
    expect(shown).toContain('grid_w                -1210 W')
    expect(shown).toContain('Not understood.')
    expect(shown).toContain('accepts no connection')
    expect(readSettings(path)).toMatchObject({
      portal: { url, serial_number: '5000001' },
      devices: [
        {
          name: 'cellar',
          profile: 'sonnen',
          host: '127.0.0.1',
          port,
          options: { token: 'geheim' },
          invert: ['battery_w'],
        },
      ],
    })
    expect(statSync(path).mode % 0o1000).toBe(0o600)
    const again = await typed(path, ['', 'n'])
    expect(again).toContain('is system 5000001 already')
    expect(readSettings(path).devices).toHaveLength(1)
  })

  it('GWY-09 asks again with the same secret where an answer was lost', async () => {
    const { url, asked } = await portal('ABCDE-FGH12', 2)
    const paired = await pair(url, 'ABCDE-FGH12')
    expect(new Set(asked.map((form) => form.get('secret')))).toEqual(new Set([paired.secret]))
    expect(asked).toHaveLength(3)
    expect(paired).toMatchObject({ serial_number: '5000001', broker_url: 'mqtts://portal.example:8883', url })
    expect(paired.secret).toMatch(/^[\w-]{43}$/)
  })

  it('GWY-09 says what to do about a code that is wrong or too old, and writes nothing', async () => {
    const { url } = await portal('ABCDE-FGH12')
    const path = join(await folder(), 'gateway.json')
    await expect(typed(path, [], { portal: url, code: 'ZZZZZ-ZZZZZ' })).rejects.toThrow(
      'older than ten minutes',
    )
    expect(existsSync(path)).toBe(false)
  })

  it('GWY-09 sends no code where it could be overheard', () => {
    expect(() => portalAddress('http://portal.example')).toThrow('is not encrypted')
    expect(portalAddress('portal.example').href).toBe('https://portal.example/')
    expect(() => portalAddress('https://')).toThrow('not the address')
  })
})
