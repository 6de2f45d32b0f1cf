import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { NAME_LENGTH } from '@kellersonne/core/systems/names'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { asWagner, calm, SYSTEMS } from '../../../test/identity/account.tsx'
import { NAME, server } from '../../../test/identity/serials.ts'
import { wire } from '../../../test/systems.ts'
import { json, refusal, serve } from '../../../test/wire.ts'
import { endSession } from '../../platform/session.ts'
import { stored } from '../../platform/stored.ts'
import { followLive } from '../live/api/live.ts'
import { askSystems } from './api.ts'
import { SerialNumbers } from './SerialNumbers.tsx'

asWagner()
const FAMILY = '👨‍👩‍👧‍👦'
const pencil = (sn: string) => screen.getByRole('button', { name: `Speicher ${sn} benennen` })
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name für/ })
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

async function open() {
  const { answers, calls } = server()
  answers.list = json([
    { sn: '1001', phase: 1 },
    { sn: '1002', phase: 2, name: 'Dach' },
    { sn: -1, phase: -1 },
  ])
  render(<SerialNumbers />)
  await act(askSystems)
  return { names: () => calls.filter(({ path }) => path === NAME).map(({ form }) => form.get('name')) }
}

describe('names of systems', () => {
  it('SET-07 are given in place, by keyboard alone, and the focus stays there', async () => {
    const { names } = await open()
    expect(rows()).toEqual(['L11001–', 'DachL2 · 1002–'])
    pencil('1001').focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(field())
    await userEvent.keyboard('Garage{Enter}')
    await waitFor(() => expect(rows()).toEqual(['GarageL1 · 1001–', 'DachL2 · 1002–']))
    expect(document.activeElement).toBe(pencil('1001'))
    expect(names()).toEqual(['Garage'])
  })

  it('SET-07 are taken away by an empty one, and left alone by Escape', async () => {
    const { names } = await open()
    await userEvent.click(pencil('1002'))
    await userEvent.keyboard('x{Escape}')
    expect(rows()[1]).toBe('DachL2 · 1002–')
    expect(document.activeElement).toBe(pencil('1002'))
    await userEvent.click(pencil('1002'))
    await userEvent.clear(field())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(rows()[1]).toBe('L21002–'))
    expect(names()).toEqual([''])
  })

  it('SET-07 that are too long, or invisible, are reported at the field, uncut, and not sent', async () => {
    const { names } = await open()
    await userEvent.click(pencil('1001'))
    await userEvent.click(field())
    await userEvent.paste(FAMILY.repeat(6))
    await userEvent.keyboard('{Enter}')
    expect(field().value).toBe(FAMILY.repeat(6))
    const described = () =>
      document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent
    expect(described()).toBe(`Ein Name hat höchstens ${NAME_LENGTH} Zeichen.`)
    expect(document.activeElement).toBe(field())
    await userEvent.clear(field())
    await userEvent.paste('\u202Eegarag')
    expect(described()).toMatch(/Zeichen, die man nicht sieht/)
    expect(names()).toEqual([])
  })

  it('SET-07 stay in the field if the server fails, and over a new sign-in', async () => {
    serve({
      ...calm,
      [SYSTEMS]: () => json([{ sn: '1001', phase: 1 }]),
      [NAME]: () => refusal('unavailable'),
    })
    render(<SerialNumbers />)
    await act(askSystems)
    await userEvent.click(pencil('1001'))
    await userEvent.keyboard('Garage{Enter}')
    await screen.findByText(/^Der Server ist gerad/)
    expect(field().value).toBe('Garage')
    act(() => endSession('ended'))
    expect(stored.draft.get()).toMatchObject({ form: 'name', fields: { sn: '1001', name: 'Garage' } })
  })

  it('SET-07 given on another device arrive with the live values', async () => {
    serve({
      ...calm,
      [SYSTEMS]: () => json([{ sn: '1001', phase: 1 }]),
      '/api/auth/live/': () =>
        new Response(`event: data\ndata: ${JSON.stringify(wire(liveSystem(1, { name: 'Scheune' })))}\n\n`),
    })
    render(<SerialNumbers />)
    await act(askSystems)
    followLive()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(rows()[0]).toMatch(/^ScheuneL1 · 1001/))
  })
})
