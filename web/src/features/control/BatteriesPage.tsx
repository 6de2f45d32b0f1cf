import { LivePage } from '../live/LivePage.tsx'
import { Batteries } from './Batteries.tsx'
import { Loading } from './Loading.tsx'

/** The page about individual batteries. */
export const Component = () => <LivePage loading={<Loading />}>{(live) => <Batteries {...live} />}</LivePage>
