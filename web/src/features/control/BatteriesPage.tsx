import { LivePage } from '../live/LivePage.tsx'
import { Batteries } from './Batteries.tsx'
import { Loading } from './Loading.tsx'

/** Each battery by itself. */
export const Component = () => <LivePage loading={<Loading />}>{(live) => <Batteries {...live} />}</LivePage>
