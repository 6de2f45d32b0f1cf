import { systemOrTotal } from '@kellersonne/contract/systems/systems'
import * as z from 'zod/mini'
import { useUrlQuery } from '../../ui/hooks/useUrlQuery.ts'
import { LivePage } from '../live/LivePage.tsx'
import type { LiveView } from '../live/model/useLiveViewModel.ts'
import { useNamedSystem } from '../live/model/useNamedSystem.ts'
import { Batteries } from './Batteries.tsx'
import { Loading } from './Loading.tsx'

/** The page about individual batteries. The URL may name one: choosing another replaces it there. */
export function Component() {
  const [search, setSearch] = useUrlQuery()
  const named = z.safeParse(systemOrTotal, search.get('sn')).data ?? null
  const choose: LiveView['choose'] = (sn) =>
    setSearch(new URLSearchParams({ sn: String(sn) }), { replace: true })
  return (
    <LivePage loading={<Loading />} choose={choose}>
      {({ view }) => <Named view={view} named={named} choose={choose} />}
    </LivePage>
  )
}

type Props = Pick<LiveView, 'view' | 'choose'> & { named: LiveView['view']['active'] | null }

function Named({ view, named, choose }: Props) {
  useNamedSystem(view, named)
  return <Batteries view={view} choose={choose} />
}
