import { LiveDashboard } from './LiveDashboard.tsx'
import { LivePage } from './LivePage.tsx'
import { Loading } from './states/Loading.tsx'

/** What the owner's systems do now. */
export const Component = () => (
  <LivePage loading={<Loading />}>{(live) => <LiveDashboard {...live} />}</LivePage>
)
