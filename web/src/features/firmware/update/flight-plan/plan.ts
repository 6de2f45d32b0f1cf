import type { getUpdate } from '@kellersonne/contract/firmware/updates'
import type { Answer } from '@kellersonne/contract/shared/endpoint'

export type Plan = Answer<typeof getUpdate>['plan']
