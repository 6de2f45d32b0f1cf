import type { User } from '@kellersonne/contract/identity/accounts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { asWagner, USER, wagner } from '../../../../test/identity/account.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { MemoryRouter } from '../../../platform/router/MemoryRouter.tsx'
import { refreshProvider } from '../api/provider.ts'
import { useUser } from '../api/user.ts'
import { ProviderRow } from './ProviderRow.tsx'

const NAME = '/api/auth/provider/'
const BEGIN = '/api/auth/provider/link/begin/'
const UNLINK = '/api/auth/provider/unlink/'
const linkedUser = { ...wagner, linked: true, linked_since: '2026-03-05T10:00:00Z' }
const dialog = () => within(screen.getByRole('dialog'))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const password = () => dialog().getByLabelText('Passwort')

type Shown = { leave: () => void; ended: (name: string) => void }
function Row(shown: Shown) {
  const { value } = useUser()
  return value && <ProviderRow user={value} opened={() => {}} {...shown} />
}

async function open(user: User, answers: Parameters<typeof serve>[0] = {}, name: string | null = 'CleverPV') {
  let current = user
  const calls = serve({ [NAME]: () => json({ name }), [USER]: () => json(current), ...answers })
  await refreshProvider()
  const shown = { leave: vi.fn(), ended: vi.fn() }
  render(
    <MemoryRouter>
      <ul>
        <Row {...shown} />
      </ul>
    </MemoryRouter>,
  )
  await waitFor(() => expect(calls.some(({ path }) => path === USER)).toBe(true))
  return {
    ...shown,
    become: (next: User) => (current = next),
    posted: (path: string) => calls.filter((call) => call.path === path && call.method === 'POST'),
  }
}

describe('the second provider in the settings', () => {
  asWagner()

  it.each([
    ['not at all', wagner, 'nicht verbunden'],
    ['since when', linkedUser, 'verbunden seit Do, 05.03.2026'],
    ['without a time, where none is known', { ...linkedUser, linked_since: null }, 'verbunden'],
  ])('AUT-18 shows whether it signs one in: %s', async (_, user, text) => {
    await open(user)
    await screen.findByText(text)
    expect(screen.getByText('CleverPV')).toBeDefined()
  })

  it('AUT-18 shows nothing where there is neither a provider nor a link', async () => {
    await open(wagner, {}, null)
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  it('AUT-18 lets one end a link to a provider that is no longer configured', async () => {
    await open(linkedUser, {}, null)
    await press('Verbindung mit anderem Anbieter beenden')
    expect(dialog().getByText(/nur noch mit E-Mail-Adresse und Passwort/)).toBeDefined()
  })

  it('AUT-18 goes to the provider after the password', async () => {
    const { leave, posted } = await open(wagner, {
      [BEGIN]: () => json({ url: 'https://provider.example/auth?x=1' }),
    })
    await screen.findByText('CleverPV')
    await press('Mit CleverPV verbinden')
    await userEvent.click(dialog().getByRole('button', { name: 'Weiter zu CleverPV' }))
    expect(dialog().getByText('Bitte geben Sie Ihr Passwort ein.')).toBeDefined()
    expect(posted(BEGIN)).toEqual([])
    await userEvent.type(password(), 'Sonne-im-Keller-1{Enter}')
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('https://provider.example/auth?x=1'))
    expect(posted(BEGIN)[0]?.form.get('password')).toBe('Sonne-im-Keller-1')
    expect(dialog().getByRole('button', { name: 'Weiter zu CleverPV …' }).ariaDisabled).toBe('true')
  })

  it('AUT-18 ends the link after the password, and shows that it has ended', async () => {
    const { become, ended, posted } = await open(linkedUser, { [UNLINK]: () => json({}) })
    await screen.findByText('CleverPV')
    await press('Verbindung mit CleverPV beenden')
    expect(
      dialog()
        .getByRole('link', { name: /^Passwort vergessen\?/ })
        .getAttribute('href'),
    ).toBe('/lock')
    become(wagner)
    await userEvent.type(password(), 'Sonne-im-Keller-1{Enter}')
    await screen.findByText('nicht verbunden')
    expect(posted(UNLINK).map(({ form }) => form.get('password'))).toEqual(['Sonne-im-Keller-1'])
    expect(ended).toHaveBeenCalledExactlyOnceWith('CleverPV')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('AUT-18 says at the field that the password is wrong, and keeps it', async () => {
    const { ended } = await open(linkedUser, { [UNLINK]: () => refusal('password_wrong') })
    await screen.findByText('CleverPV')
    await press('Verbindung mit CleverPV beenden')
    await userEvent.type(password(), 'Falsch-1{Enter}')
    expect(await dialog().findByText('Das Passwort ist falsch.')).toBeDefined()
    expect(password()).toHaveProperty('value', 'Falsch-1')
    expect(ended).not.toHaveBeenCalled()
  })

  it('AUT-18 says that it was linked meanwhile, and shows it', async () => {
    const { become } = await open(wagner, { [BEGIN]: () => refusal('provider_linked') })
    await screen.findByText('CleverPV')
    await press('Mit CleverPV verbinden')
    become(linkedUser)
    await userEvent.type(password(), 'Sonne-im-Keller-1{Enter}')
    expect(
      await dialog().findByText('Ihr Konto ist schon mit einem anderen Anbieter verbunden.'),
    ).toBeDefined()
    await screen.findByText(/^verbunden seit/)
  })
})
