import { expect, it } from 'vitest'
import { USER, wagner } from '../../../../test/identity/account.tsx'
import { stubSubscribed } from '../../../../test/pushBrowser.ts'
import { json, serve } from '../../../../test/wire.ts'
import { saveUser } from './user.ts'

it('ALR-21 a new password ends notifications in this browser, nothing else that is saved does', async () => {
  const { unsubscribe } = stubSubscribed()
  serve({ [USER]: () => json(wagner) })
  await saveUser({ phone: '+49301234568' })
  expect(unsubscribe).not.toHaveBeenCalled()
  await saveUser({ password: 'Ganz-neu-und-lang-7', current_password: 'Sonne-im-Keller-1' })
  expect(unsubscribe).toHaveBeenCalledOnce()
})
