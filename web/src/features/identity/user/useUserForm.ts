import type { User } from '@kellersonne/contract/identity/accounts'
import { type FormEvent, useState } from 'react'
import { useFaultFocus } from '../../../ui/forms/useFaultFocus.ts'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { saveUser } from '../api/user.ts'
import {
  changeOf,
  faultsOf,
  formOf,
  refusedFields,
  type Typed,
  typedIn,
  type UserFaults,
  type UserField,
} from '../api/userChange.ts'
import { useUserFaultText } from './useUserFaultText.ts'

type Options = {
  user: User
  /** Fields that must change. */
  required?: readonly UserField[]
  /** Called with the change once everything is saved. */
  saved: (change: Typed) => void
}

const isEmpty = (record: object) => Object.keys(record).length === 0

/** A profile form: its fields keep their values until they are saved. */
export function useUserForm({ user, required = [], saved }: Options) {
  const faultText = useUserFaultText()
  const { busy, fault, retryAfterSeconds: left, attempt } = useRateLimitedSubmit()
  const [own, setOwn] = useState<UserFaults>({})
  const faults = isEmpty(own) ? refusedFields(fault) : own
  const form = useFaultFocus(own, fault)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = typedIn(event.currentTarget)
    const wrong = faultsOf(typed, user, required)
    setOwn(wrong)
    if (!isEmpty(wrong)) return
    void attempt(async () => {
      const change = changeOf(typed, user)
      if (!isEmpty(change)) await saveUser(formOf(typed, user))
      saved(change)
    })
  }

  return {
    form,
    busy,
    submit,
    faultOf: (field: UserField) => faultText(field, faults[field]),
    /** Why it could not be saved, if no field is to blame. */
    failure: isEmpty(faults) ? fault : null,
    left,
  }
}
