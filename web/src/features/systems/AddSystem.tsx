import { OwnSystems } from './pairing/OwnSystems.tsx'
import { SerialNumbers } from './SerialNumbers.tsx'

/** Both ways to a first system: the maker's unit by its number, or devices of one's own. */
export const AddSystem = () => (
  <>
    <SerialNumbers />
    <OwnSystems />
  </>
)
