import { listSystems } from '@kellersonne/contract/systems'
import { queryOptions } from '@tanstack/react-query'
import { keepSystems } from '../state.ts'
import { call } from './client.ts'

/** The owner's systems and the total (ENT-01); kept in the application state as well. */
export const systemsQuery = queryOptions({
  queryKey: ['systems'],
  queryFn: async ({ signal }) => {
    const systems = await call(listSystems, {}, { signal })
    keepSystems(systems)
    return systems
  },
  staleTime: Number.POSITIVE_INFINITY,
})
