import { QueryClient } from '@tanstack/react-query'
import { CallFault } from './client.ts'

/** Tries again what may come right by itself: no connection, a server that is away. */
const worthRetrying = (fault: unknown) =>
  fault instanceof CallFault && (fault.status === null || fault.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (failures, fault) => failures < 5 && worthRetrying(fault), networkMode: 'always' },
  },
})
