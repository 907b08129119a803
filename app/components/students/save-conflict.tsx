import { CheckboxField } from '~/components/forms'
import { Alert } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type SaveConflictProps = {
  /** Current version; ticking the box confirms that the user has seen it. */
  version: number
  /** One sentence per change. */
  changes: readonly string[]
}

/**
 * Edit conflict: shows the changes that another user has saved since the form was loaded, and offers to save over them.
 */
export function SaveConflict({ version, changes }: SaveConflictProps) {
  return (
    <>
      <Alert tone="warn" title={m.profile_changed_title()}>
        {changes.length === 0 ? <p>{m.profile_changed_elsewhere()}</p> : <Sentences list={changes} />}
      </Alert>
      <CheckboxField name="seen_version" value={version} label={m.profile_anyway()} hint={m.profile_anyway_hint()} />
    </>
  )
}

function Sentences({ list }: { list: readonly string[] }) {
  if (list.length === 0) return null
  return (
    <ul>
      {list.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a change may occur twice, and the list is never reordered
        <li key={index}>{sentence}</li>
      ))}
    </ul>
  )
}
