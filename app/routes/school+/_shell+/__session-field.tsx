import { SelectField } from '~/components/forms'
import type { Option } from '~/kit/forms/fields'

/** Choice of an academic session in a filter bar; a session is always chosen. */
export function SessionField({ chosen, sessions }: { chosen: string; sessions: readonly Option[] }) {
  return (
    <SelectField name="session" label="Academic session" placeholder={null} defaultValue={chosen} options={sessions} />
  )
}
