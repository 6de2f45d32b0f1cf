import { describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { ANNA, AT_PROVIDER, BERT, setUpAnnaLinks } from '../../../test/provider/anna-links.ts'

const { flow, anna } = setUpAnnaLinks()

describe('what comes back through the browser', () => {
  it('AUT-18 an answer is good once', async () => {
    const { url, cookie } = await anna().begun()
    const query = await flow().provider.visit(url, AT_PROVIDER)
    expect((await anna().finish(query, cookie)).statusCode).toBe(200)
    await anna().unlink()
    await flow().api.db.run('delete from mail')
    await anna().expectNothing(await anna().finish(query, cookie), 403, 'provider_refused')
    await anna().finish(query, cookie)
    expectProblem(await anna().finish(query, cookie), 429, 'too_many_attempts')
  })

  it('AUT-18 an answer is good only in the browser and the session that asked', async () => {
    await flow().api.owner(BERT)
    const bert = await flow().api.signIn(BERT)
    const second = await flow().api.signIn(ANNA)
    const { url, cookie } = await anna().begun()
    const query = await flow().provider.visit(url, AT_PROVIDER)
    await anna().expectNothing(await anna().finish(query, ''), 410, 'ticket_expired')
    await anna().expectNothing(await anna().finish(query, cookie, second.access), 410, 'ticket_expired')
    await anna().expectNothing(await anna().finish(query, cookie, bert.access), 410, 'ticket_expired')
    expect(await anna().user(bert.access)).toMatchObject({ linked: false })
  })

  it('AUT-18 a stranger’s answer links nothing to who is made to open it', async () => {
    await flow().api.owner(BERT)
    const bert = await flow().api.signIn(BERT)
    const mallory = await anna().begun(bert.access)
    const stolen = await flow().provider.visit(mallory.url, 'mallory@example.org')
    const { cookie } = await anna().begun()
    await anna().expectNothing(await anna().finish(stolen, cookie), 403, 'provider_refused')
  })

  it('AUT-18 the cookie of a sign-in links nothing, and that of a link signs nobody in', async () => {
    const signIn = await flow().begin()
    const query = await flow().provider.visit(signIn.url, AT_PROVIDER)
    const renamed = (cookie: string, name: string) => cookie.replace(/^\w+/, name)
    await anna().expectNothing(
      await anna().finish(query, renamed(signIn.cookie, 'provider_link')),
      410,
      'ticket_expired',
    )
    const linking = await anna().begun()
    const answer = await flow().provider.visit(linking.url, ANNA)
    expectProblem(
      await flow().finish(answer, renamed(linking.cookie, 'provider_flow')),
      403,
      'provider_refused',
    )
  })

  it('AUT-18 is over after ten minutes', async () => {
    const { url, cookie } = await anna().begun()
    const query = await flow().provider.visit(url, AT_PROVIDER)
    flow().api.clock.skip(10 * 60_000)
    const { access } = (await flow().api.refresh(anna().refresh)).json()
    expectProblem(await anna().finish(query, cookie, access), 410, 'ticket_expired')
    expect(await anna().user(access)).toMatchObject({ linked: false })
  })

  it('AUT-18 what was begun before the link was ended is not completed after it', async () => {
    const { url, cookie } = await anna().begun()
    expect((await anna().link()).statusCode).toBe(200)
    expect((await anna().unlink()).statusCode).toBe(200)
    const query = await flow().provider.visit(url, 'mallory@example.org')
    expectProblem(await anna().finish(query, cookie), 410, 'ticket_expired')
    expect(await anna().user()).toMatchObject({ linked: false })
    expect(await anna().mails()).toEqual(['linked', 'unlinked'])
    expect((await anna().link()).statusCode).toBe(200)
  })

  it('AUT-18 what was begun with a password that has been replaced since is not completed, also in the session that goes on', async () => {
    const { url, cookie } = await anna().begun()
    const query = await flow().provider.visit(url, 'mallory@example.org')
    flow().api.clock.skip(1000)
    const form = { password: 'Ganz-neuer-Keller-7', current_password: PASSWORD }
    const headers = { authorization: `Bearer ${anna().access}` }
    expect((await flow().api.post('/api/auth/user/', form, { headers })).statusCode).toBe(200)
    await flow().api.db.run('delete from mail')
    await anna().expectNothing(await anna().finish(query, cookie), 410, 'ticket_expired')
  })

  it('AUT-18 of two tabs the later one counts', async () => {
    const [first, second] = [await anna().begun(), await anna().begun()]
    const query = await flow().provider.visit(first.url, 'other@cleverpv.example')
    await anna().expectNothing(await anna().finish(query, second.cookie), 403, 'provider_refused')
    const own = await flow().provider.visit(second.url, AT_PROVIDER)
    expect((await anna().finish(own, second.cookie)).statusCode).toBe(200)
  })
})

describe('whose it is', () => {
  it('AUT-18 never takes what signs in another account, which stays as it is', async () => {
    await flow().api.owner(BERT)
    const bert = await flow().api.signIn(BERT)
    await anna().link(AT_PROVIDER, bert.access)
    await flow().api.db.run('delete from mail')
    await anna().expectNothing(await anna().link(), 409, 'identity_taken')
    expect(await anna().user(bert.access)).toMatchObject({ linked: true })
  })

  it('AUT-18 of two accounts that link the same at once, one gets it', async () => {
    await flow().api.owner(BERT)
    const bert = await flow().api.signIn(BERT)
    const answers = await Promise.all([anna().link(), anna().link(AT_PROVIDER, bert.access)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await anna().mails()).toEqual(['linked'])
  })

  it('AUT-18 an account has one link: a second one is refused before and after the provider', async () => {
    const { url, cookie } = await anna().begun()
    expect((await anna().link()).statusCode).toBe(200)
    expectProblem(await anna().begin(), 409, 'provider_linked')
    const query = await flow().provider.visit(url, 'other@cleverpv.example')
    expectProblem(await anna().finish(query, cookie), 409, 'provider_linked')
    expect((await flow().signIn('other@cleverpv.example')).json()).toMatchObject({ outcome: 'register' })
    expect(await anna().mails()).toEqual(['linked'])
  })

  it('AUT-18 an account has one link: by a ticket and the password it gets no second one either', async () => {
    const { ticket } = (await flow().signIn(ANNA)).json()
    expect((await anna().link()).statusCode).toBe(200)
    const before = await flow().api.db.run('select from session')
    expectProblem(await flow().link(ticket, PASSWORD), 409, 'provider_linked')
    expect(await flow().api.db.run('select from session')).toBe(before)
    expect((await flow().signIn(ANNA)).json()).toMatchObject({ outcome: 'link' })
    expect(await anna().mails()).toEqual(['linked'])
  })

  it('AUT-18 a ticket from before the link was ended links nothing, and ends the session that it began', async () => {
    const { ticket } = (await flow().signIn(ANNA)).json()
    expect((await flow().link(ticket, PASSWORD)).statusCode).toBe(200)
    expect((await anna().unlink()).statusCode).toBe(200)
    const before = await flow().api.db.run('select from session')
    expectProblem(await flow().link(ticket, PASSWORD), 410, 'ticket_expired')
    expect(await flow().api.db.run('select from session')).toBe(before)
    flow().api.clock.skip(1000)
    const { ticket: later } = (await flow().signIn(ANNA)).json()
    expect((await flow().link(later, PASSWORD)).statusCode).toBe(200)
  })

  it('AUT-18 linking the same twice is one link and one mail', async () => {
    const { url, cookie } = await anna().begun()
    expect((await anna().link()).statusCode).toBe(200)
    expect((await anna().finish(await flow().provider.visit(url, AT_PROVIDER), cookie)).statusCode).toBe(200)
    expect(await anna().mails()).toEqual(['linked'])
  })
})

describe('a session that ends meanwhile', () => {
  it.each([
    ['the session ended', 'delete from session'],
    ['the account was deleted', 'delete from owner'],
  ])('AUT-18 links nothing where %s while the answer was on its way', async (_, end) => {
    const { api } = flow()
    const { url, cookie } = await anna().begun()
    const query = await flow().provider.visit(url, AT_PROVIDER)
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const finished = await api.db.transaction(async (sql) => {
      await sql.run('select from owner for update')
      const answer = anna().finish(query, cookie)
      await expect.poll(() => api.db.run(waits)).toBe(1)
      await sql.run(end)
      return { answer }
    })
    expectProblem(await finished.answer, 401, 'session_required')
    expect(await api.db.run('select from identity')).toBe(0)
    expect(await anna().mails()).toEqual([])
  })

  it('AUT-18 a sign-in on its way begins no session where the link has ended meanwhile', async () => {
    const { api } = flow()
    expect((await anna().link()).statusCode).toBe(200)
    const { url, cookie } = await flow().begin()
    const query = await flow().provider.visit(url, AT_PROVIDER)
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const finished = await api.db.transaction(async (sql) => {
      await sql.run('select from owner for update')
      const answer = flow().finish(query, cookie)
      await expect.poll(() => api.db.run(waits)).toBe(1)
      await sql.run('delete from identity')
      await sql.run('delete from session')
      return { answer }
    })
    expectProblem(await finished.answer, 403, 'provider_refused')
    expect(await api.db.run('select from session')).toBe(0)
  })

  it('AUT-18 links nothing by a ticket where a new password ended the session that the old one began', async () => {
    const { api } = flow()
    const { ticket } = (await flow().signIn(ANNA)).json()
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const linked = await api.db.transaction(async (sql) => {
      // Lets the session begin, but not the link.
      await sql.run('select from owner for key share')
      const answer = flow().link(ticket, PASSWORD)
      await expect.poll(() => api.db.run(waits)).toBe(1)
      await sql.run('delete from session')
      return { answer }
    })
    expectProblem(await linked.answer, 401, 'credentials_wrong')
    expect(await api.db.run('select from identity')).toBe(0)
    expect(await anna().mails()).toEqual([])
  })

  it('AUT-18 links nothing once the session or the account is over', async () => {
    const { url, cookie } = await anna().begun()
    const query = await flow().provider.visit(url, AT_PROVIDER)
    const headers = { authorization: `Bearer ${anna().access}` }
    await flow().api.post('/api/auth/remove_customer/', { password: PASSWORD }, { headers })
    expectProblem(await anna().finish(query, cookie), 401, 'session_required')
    expectProblem(await anna().unlink(), 401, 'session_required')
    expect(await flow().api.db.run('select from identity')).toBe(0)
  })
})
