import { CheckboxField } from '~/components/forms'
import { Alert } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type ChangedMeanwhileProps = {
  /** The version that stands now: ticking the box says that its sender has seen it. */
  version: number
  /** A sentence a change. */
  changes: readonly string[]
}

/** Tells the second of two who save, clerks or a student, what stands now, and asks whether to save all the same. */
export function ChangedMeanwhile({ version, changes }: ChangedMeanwhileProps) {
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the same change may come twice, and the list never moves
        <li key={index}>{sentence}</li>
      ))}
    </ul>
  )
}
