import { graph } from '@kellersonne/contract/energy/charts'
import { toGraphData } from '@kellersonne/contract/energy/graph-data'
import { energyImport, importPreview, listImports } from '@kellersonne/contract/energy/imports'
import { afterAll, beforeAll } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { fileForm } from '../file-form.ts'

/** A server, and owners who import history. */
export function setUpImports() {
  let api: TestApi
  let count = 0
  beforeAll(async () => {
    api = await testApi({ stoppedAt: new Date('2026-06-18T12:00:00Z') })
  })
  afterAll(() => api.close())

  /** An owner of one system, and what they may ask. */
  async function someone() {
    count += 1
    const sn = `${7000 + count}`
    const email = `history${count}@example.org`
    const { owner, systems } = await api.owner(email, [sn])
    const { access } = await api.signIn(email)
    const headers = { authorization: `Bearer ${access}` }
    const send = async (path: string, text: string | Buffer, more = '') => {
      const form = await fileForm('file', new Blob([text]), 'history.csv')
      const url = `${path}?sn=${sn}${more}`
      return api.app.inject({ method: 'POST', url, ...form, headers: { ...form.headers, ...headers } })
    }
    const day = async (date: string) => {
      const query = new URLSearchParams({ sn, interval: 'Quarter', from_date: date, series: 'energies,m4' })
      return toGraphData(graph.parse((await api.get(`/api/auth/graph/?${query}`, access)).json()))
    }
    return {
      ...{ owner, sn, access, system: systems[0] ?? 0, day },
      preview: async (text: string, more = '') =>
        importPreview.parse((await send('/api/auth/import/preview/', text, more)).json()),
      send: (text: string | Buffer, more = '') => send('/api/auth/import/', text, more),
      make: async (text: string, more = '') =>
        energyImport.parse((await send('/api/auth/import/', text, more)).json()),
      undo: (id: string) => api.post(`/api/auth/import/${id}/undo/`, {}, { headers }),
      list: async () =>
        listImports.response.parse((await api.get(`/api/auth/imports/?sn=${sn}`, access)).json()).imports,
    }
  }

  return { api: () => api, someone }
}
