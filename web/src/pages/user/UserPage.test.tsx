import { MAX_PICTURE_BYTES, PICTURE_FIELD } from '@kellersonne/contract/accounts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asWagner, calm, SYSTEMS, show, tokenOf, USER, wagner } from '../../../test/account.tsx'
import { json, refusal, serve } from '../../../test/wire.ts'
import { askSystems } from '../../data/systems.ts'
import { beginSession, endSession } from '../../session.ts'
import { Component } from './UserPage.tsx'

const PICTURE = '/api/auth/user/picture/'
const EXPORT = '/api/auth/export/'
const saving = (answer: () => Response | Promise<Response>) => ({
  [USER]: ({ method }: { method: string }) => (method === 'POST' ? answer() : json(wagner)),
})
const phone = () => screen.getByLabelText('Telefon')
const save = () => screen.getByRole('button', { name: 'Speichern' })

async function open(answers: Parameters<typeof serve>[0] = {}) {
  const heard = serve({
    ...calm,
    [SYSTEMS]: () =>
      json([
        { sn: '20481', phase: 1 },
        { sn: '20482', phase: 2 },
        { sn: -1, phase: -1 },
      ]),
    ...answers,
  })
  const router = show(Component)
  await act(askSystems)
  await screen.findByLabelText('E-Mail-Adresse')
  const posted = (path: string) => heard.filter((call) => call.path === path && call.method === 'POST')
  return { router, heard, posted }
}

describe('own data', () => {
  asWagner()

  it('SET-05 shows who is signed in and what is theirs', async () => {
    await open()
    const profile = within(screen.getByRole('region', { name: 'Benutzer' }))
    expect(profile.getByText(wagner.email)).toBeDefined()
    expect(profile.getByText('JW')).toBeDefined()
    expect(profile.getByText('2 Speicher')).toBeDefined()
    expect(profile.getByText('20481 und 20482')).toBeDefined()
    expect(screen.getByLabelText('Erste Seriennummer')).toMatchObject({ value: '20481', readOnly: true })
    expect(phone()).toHaveProperty('value', '+49 30 1234567')
  })

  it('SET-03 saves what was changed, and only that', async () => {
    const saved = { ...wagner, country: 'AT' as const, phone: '+431234567' }
    const { posted } = await open(saving(() => json(saved)))
    expect(save()).toHaveProperty('disabled', true)
    await userEvent.selectOptions(screen.getByLabelText('Land'), 'Österreich')
    await userEvent.clear(phone())
    await userEvent.type(phone(), '01 234567')
    await userEvent.click(save())
    await screen.findByText('Gespeichert.')
    expect(Object.fromEntries(posted(USER)[0]?.form ?? [])).toEqual({ country: 'AT', phone: '+43 1 234567' })
    expect(save()).toHaveProperty('disabled', true)
    expect(phone()).toHaveProperty('value', '+43 1 234567')
  })

  it('SET-03 discards changes', async () => {
    await open()
    await userEvent.type(phone(), '9')
    await userEvent.click(screen.getByRole('button', { name: 'Verwerfen' }))
    expect(phone()).toHaveProperty('value', '+49 30 1234567')
  })

  it('SET-03 asks for the current password for a new one', async () => {
    const { posted } = await open(saving(() => json(wagner)))
    expect(screen.queryByLabelText('Aktuelles Passwort')).toBeNull()
    await userEvent.type(screen.getByLabelText('Neues Passwort'), 'Ganz-neu-und-lang-7')
    await userEvent.type(screen.getByLabelText('Passwort wiederholen'), 'Ganz-neu-und-lang-7{Enter}')
    expect(screen.getByText('Bitte geben Sie Ihr aktuelles Passwort ein.')).toBeDefined()
    await userEvent.type(screen.getByLabelText('Aktuelles Passwort'), 'Sonne-im-Keller-1{Enter}')
    await screen.findByText('Gespeichert.')
    expect(Object.fromEntries(posted(USER)[0]?.form ?? [])).toEqual({
      password: 'Ganz-neu-und-lang-7',
      current_password: 'Sonne-im-Keller-1',
    })
    expect(screen.getByLabelText('Neues Passwort')).toHaveProperty('value', '')
  })

  it.each([
    ['is the e-mail', 'J.wagner@example.de1', /enthält Ihre E-Mail-Adresse/],
    ['is too simple', 'sonne', /noch nicht alle Regeln/],
  ])('SET-03, AUT-02 refuses a password that %s', async (_, password, text) => {
    const { posted } = await open()
    await userEvent.type(screen.getByLabelText('Neues Passwort'), password)
    await userEvent.type(screen.getByLabelText('Passwort wiederholen'), `${password}{Enter}`)
    expect(screen.getByText(text)).toBeDefined()
    expect(posted(USER)).toEqual([])
  })

  it('SET-03 keeps what was typed when it fails, and sends once', async () => {
    let answer = (_: Response) => {}
    const { posted } = await open(saving(() => new Promise((resolve) => (answer = resolve))))
    await userEvent.clear(phone())
    await userEvent.type(phone(), '030 7654321')
    const form = save().closest('form') ?? document.body
    act(() => {
      fireEvent.submit(form)
      fireEvent.submit(form)
    })
    await userEvent.click(screen.getByRole('button', { name: 'Wird gespeichert …' }))
    expect(posted(USER)).toHaveLength(1)
    answer(refusal('internal'))
    await screen.findByText(/Auf dem Server ist ein Fehler aufgetreten/)
    expect(phone()).toHaveProperty('value', '+49 30 7654321')
  })

  it('SET-03 asks before what was typed is left behind', async () => {
    const { router } = await open()
    await userEvent.type(phone(), '9')
    act(() => void router.navigate('/elsewhere'))
    const asked = within(await screen.findByRole('dialog', { name: 'Änderungen verwerfen?' }))
    await userEvent.click(asked.getByRole('button', { name: 'Weiter bearbeiten' }))
    expect(phone()).toHaveProperty('value', '+49 30 12345679')
    act(() => void router.navigate('/elsewhere'))
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ohne Speichern verlassen' }),
    )
    await screen.findByText('elsewhere')
  })

  it('API-09 keeps what was typed, but no password, over a session that ended', async () => {
    await open()
    await userEvent.clear(phone())
    await userEvent.type(phone(), '030 7654321')
    await userEvent.type(screen.getByLabelText('Neues Passwort'), 'Ganz-neu-und-lang-7')
    act(() => endSession('ended'))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ganz-neu')
    cleanup()
    act(() => beginSession({ access: tokenOf('wagner'), refresh: 'r' }, true))
    await open()
    expect(phone()).toHaveProperty('value', '+49 30 7654321')
    expect(save()).toHaveProperty('disabled', false)
  })
})

describe('the picture', () => {
  asWagner()
  const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]
  let size = { width: 800, height: 600 }

  /** jsdom neither reads pictures nor draws. */
  beforeEach(() => {
    size = { width: 800, height: 600 }
    vi.stubGlobal(
      'Image',
      class {
        src = ''
        naturalWidth = size.width
        naturalHeight = size.height
        decode = () => (size.width > 0 ? Promise.resolve() : Promise.reject(new Error('breaks off')))
      },
    )
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((taken) =>
      taken(new Blob(['cut out'], { type: 'image/webp' })),
    )
  })

  const choose = (file: File) =>
    userEvent.upload(screen.getByLabelText('Profilbild wählen'), file, { applyAccept: false })
  const png = (name = 'me.png') => new File([new Uint8Array(PNG)], name, { type: 'image/png' })

  it('SET-05 takes one image file, cuts it, and sends what was cut out', async () => {
    const { posted } = await open({
      [PICTURE]: ({ method }) => (method === 'POST' ? json({ picture: 'p1' }) : new Response('webp')),
    })
    expect(screen.getByLabelText('Profilbild wählen')).toMatchObject({
      multiple: false,
      accept: 'image/png,image/jpeg,image/webp',
    })
    await choose(png())
    const dialog = within(await screen.findByRole('dialog', { name: 'Bildausschnitt wählen' }))
    expect(dialog.getByLabelText('Waagerecht')).toHaveProperty('disabled', false)
    expect(dialog.getByLabelText('Senkrecht')).toHaveProperty('disabled', true)
    await userEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
    await screen.findByText('Ihr Bild ist gespeichert.')
    expect(posted(PICTURE)[0]?.files?.get(PICTURE_FIELD)).toMatchObject({ type: 'image/webp', size: 7 })
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('blob:x'))
  })

  it.each([
    [
      'an SVG called .png',
      () => new File(['<svg/>'], 'me.png', { type: 'image/png' }),
      /kein Bild, das wir lesen/,
    ],
    ['a broken picture', () => png('broken.png'), /kein Bild, das wir lesen/],
    [
      'more than 5 MB',
      () => new File([new Uint8Array(PNG), new Uint8Array(MAX_PICTURE_BYTES)], 'big.png'),
      /zu groß/,
    ],
    ['more than 25 megapixels', () => png('wide.png'), /25 Megapixel/],
  ])('SET-05 refuses %s with a reason', async (_, file, text) => {
    const { posted } = await open()
    if (file().name === 'broken.png') size = { width: 0, height: 0 }
    if (file().name === 'wide.png') size = { width: 30_000, height: 30_000 }
    await choose(file())
    await screen.findByText(text)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(posted(PICTURE)).toEqual([])
  })

  it('SET-05 keeps the detail chosen when it cannot be sent', async () => {
    await open({ [PICTURE]: () => refusal('picture_invalid') })
    await choose(png())
    await userEvent.click(await screen.findByRole('button', { name: 'Übernehmen' }))
    await screen.findByText(/kein Bild, das wir lesen/)
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  it('SET-05 removes it', async () => {
    const { posted } = await open({
      [USER]: () => json({ ...wagner, picture: 'p1' }),
      [PICTURE]: () => new Response('webp'),
      '/api/auth/user/picture/remove/': () => json({}),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Bild entfernen' }))
    await screen.findByText('Ihr Bild ist entfernt.')
    expect(posted('/api/auth/user/picture/remove/')).toHaveLength(1)
    expect(document.querySelector('img')).toBeNull()
  })
})

describe('the export', () => {
  asWagner()

  it('SET-06 says how far it is, and hands the file to the browser', async () => {
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download)
    })
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    await open({ [EXPORT]: () => new Response(readable) })
    await userEvent.click(screen.getByRole('button', { name: 'Alles herunterladen' }))
    const writer = writable.getWriter()
    void writer.write(new Uint8Array(2_500_000))
    await screen.findByText(/2,5\s?MB …/)
    await writer.close()
    await waitFor(() =>
      expect(clicked).toEqual([expect.stringMatching(/^kellersonne-\d{4}-\d\d-\d\d\.zip$/)]),
    )
    await screen.findByRole('button', { name: 'Alles herunterladen' })
  })

  it('SET-06 says why it failed, also where it broke off', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    await open({ [EXPORT]: () => new Response(readable) })
    await userEvent.click(screen.getByRole('button', { name: 'Alles herunterladen' }))
    await writable.abort(new TypeError('cut'))
    await screen.findByText(/konnten nicht heruntergeladen werden\. Keine Verbindung zum Server/)
  })
})
