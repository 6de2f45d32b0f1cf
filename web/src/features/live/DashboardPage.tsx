import { LivePage } from './LivePage.tsx'
import { Loading } from './states/Loading.tsx'
import { Values } from './Values.tsx'

/** What the owner's systems do now. */
export const Component = () => <LivePage loading={<Loading />}>{(live) => <Values {...live} />}</LivePage>
