import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../platform/router/context.tsx'

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token')

/** The token of the mailed link that was opened; it is removed from the address bar. */
export function useLinkToken(): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => tokenIn(hash))
  useEffect(() => {
    const given = tokenIn(hash)
    if (given === null) return
    setToken(given)
    void navigate({ hash: '' }, { replace: true })
  }, [hash, navigate])
  return token
}
