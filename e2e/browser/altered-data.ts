import { type CurrentData, currentDataList } from '@kellersonne/contract/live/live'
import type { BrowserContext } from '@playwright/test'

/**
 * Alters the live data that a context receives, by stream and by polling: if the stream is slow, the portal polls. Each
 * stream ends after its data and is reopened.
 */
export async function alterData(
  context: BrowserContext,
  alter: (sn: string, data: CurrentData) => CurrentData,
): Promise<void> {
  async function data(url: string, headers: Record<string, string>) {
    const answer = await context.request.get(url, { headers })
    if (!answer.ok()) return { answer, list: null }
    const list = currentDataList
      .parse(await answer.json())
      .map((entry) =>
        Object.fromEntries(Object.entries(entry).map(([sn, system]) => [sn, alter(sn, system)])),
      )
    return { answer, list }
  }
  await context.route('**/api/auth/data/', async (route) => {
    const { answer, list } = await data(route.request().url(), route.request().headers())
    return route.fulfill({ response: answer, ...(list && { json: list }) })
  })
  await context.route('**/api/auth/live/', async (route) => {
    const url = route.request().url().replace('/live/', '/data/')
    const { answer, list } = await data(url, route.request().headers())
    if (list === null) return route.fulfill({ response: answer })
    const body = `event: data\ndata: ${JSON.stringify(list)}\n\n`
    return route.fulfill({ contentType: 'text/event-stream', body })
  })
}
