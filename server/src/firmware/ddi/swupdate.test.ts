import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest'
import { type TestUpdates, testUpdates } from '../../../test/set-up/update-service.ts'
import {
  breakable,
  endSwupdate,
  expectSwupdate,
  makeImage,
  makeSigner,
  runSwupdate,
  type Signer,
} from '../../../test/swupdate.ts'

const SIZE = 2_000_000
const config = { PUBLIC_URL: 'http://localhost:8080', UPDATES_URL: 'http://localhost:8081' }

let test: TestUpdates
let folder: string
let port: number
let signer: Signer
/** What the service was asked, for the report of a failing test. */
const asked: string[] = []
beforeAll(async () => {
  expectSwupdate()
  folder = await mkdtemp(join(tmpdir(), 'ks-swupdate-'))
  signer = makeSigner(folder, 'signer')
  test = await testUpdates({ config })
  const note = ({ method, url }: { method: string; url: string }, what: string | number) =>
    asked.push(`${new Date().toISOString()} ${method} ${url} ${what}`)
  test.service().addHook('onRequest', async (request) => void note(request, 'asked'))
  test.service().addHook('onRequestAbort', async (request) => void note(request, 'aborted'))
  test.service().addHook('onResponse', async (request, { statusCode }) => void note(request, statusCode))
  port = Number(new URL(await test.service().listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

/** An owner who has started an update whose image writes a file; signed by `by`. */
async function started(sn: string, version: string, by = signer) {
  const place = await mkdtemp(join(folder, 'unit-'))
  const content = randomBytes(SIZE)
  const target = join(place, 'fw.bin')
  const image = await makeImage(place, { content, target, version }, by)
  await test.release('bms', version, image)
  const { systems } = await test.owner(`${sn}@example.org`, [sn])
  await test.report(systems[0] ?? 0, { bms: '1.0.0' })
  const { cookie } = await test.enter(`${sn}@example.org`)
  expect((await test.start(cookie, sn)).statusCode).toBe(200)
  const run = async (at = port, options = {}) => {
    const child = await runSwupdate({ folder: place, sn, port: at, certificate: signer.certificate }, options)
    onTestFinished(() => endSwupdate(child))
    onTestFailed(
      () =>
        void process.stderr.write(
          `swupdate (${child.exitCode ?? child.signalCode ?? 'running'}) wrote:\n${child.output()}\nand asked:\n${asked.join('\n')}\n`,
        ),
    )
    return child
  }
  return { content, image, target, run, status: () => test.status(cookie, sn) }
}

/** In ms: requests for a status are rate-limited. */
const SELDOM = 1000

describe('Debian’s swupdate, unchanged', () => {
  it('UPD-08 finds, downloads, installs, and confirms after its unit was switched on', async () => {
    const { content, target, run, status } = await started('1001', '2.0.0')
    const client = await run()
    await eventually(async () => expect((await status()).page).toBe(100), SELDOM)
    await endSwupdate(client)
    expect((await readFile(target)).equals(content)).toBe(true)
    await run(port, { confirm: true })
    await eventually(
      async () => expect(await status()).toMatchObject({ new_update: false, update_started: false }),
      SELDOM,
    )
  })

  it('UPD-13 goes on where it was when the line breaks, again and again', async () => {
    const { content, target, run, status } = await started('1002', '3.0.0')
    const breaks = [20_000, SIZE / 4, SIZE / 2]
    const line = await breakable(port, breaks)
    onTestFinished(line.close)
    await run(line.port)
    await eventually(async () => expect((await status()).page).toBe(100), SELDOM)
    expect(breaks).toEqual([])
    expect((await readFile(target)).equals(content)).toBe(true)
  })

  it('UPD-13 asks again for an image that cannot be sent for a while', async () => {
    const { content, image, target, run, status } = await started('1004', '3.1.0')
    const path = join(test.folder, 'images', createHash('sha256').update(image).digest('hex'))
    await rename(path, `${path}.away`)
    await run()
    await eventually(() =>
      expect(asked).toContainEqual(expect.stringMatching(/GET \S*\/1004\/softwaremodules\S* asked/)),
    )
    await rename(`${path}.away`, path)
    await eventually(async () => expect((await status()).page).toBe(100), SELDOM)
    expect((await readFile(target)).equals(content)).toBe(true)
  })

  it('UPD-13 refuses an image that somebody else has signed, and the update ends as interrupted', async () => {
    const { target, run, status } = await started('1003', '4.0.0', makeSigner(folder, 'rogue'))
    await run()
    await eventually(async () => expect((await status()).page).toBe(-1), SELDOM)
    await expect(readFile(target)).rejects.toThrow()
  })
})
