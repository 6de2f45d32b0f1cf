import { LiveDashboard } from './LiveDashboard.tsx'
import { LivePage } from './LivePage.tsx'
import { Loading } from './states/Loading.tsx'

/** Live values of the owner's systems. */
export const Component = () => (
  <LivePage loading={<Loading />}>{(live) => <LiveDashboard {...live} />}</LivePage>
)
