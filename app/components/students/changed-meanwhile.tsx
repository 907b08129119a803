import { CheckboxField } from '~/components/forms/checkbox-field'
import { Alert } from '~/components/ui/alert'
import { fieldLabel, shownValue } from '~/models/students/field-options'

type ChangedMeanwhileProps = {
  /** The version that stands now: ticking the box says that its sender has seen it. */
  version: number
  changes: ReadonlyArray<{ field: string; from: string | null; to: string | null; by: string }>
}

/** Tells the second of two clerks who changed what, and asks whether to save all the same. */
export function ChangedMeanwhile({ version, changes }: ChangedMeanwhileProps) {
  return (
    <>
      <Alert tone="warn" title="Changed since you opened this page">
        {changes.length === 0 ? (
          <p>
            Somebody else saved this student in the meantime. Open the student in another tab to see it as it is now.
          </p>
        ) : (
          <ul>
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same change may come twice, and the list never moves
              <li key={index}>{sentence(change)}</li>
            ))}
          </ul>
        )}
      </Alert>
      <CheckboxField
        name="seen_version"
        value={version}
        label="Save my changes anyway"
        hint="What you did not touch stays as the other person saved it."
      />
    </>
  )
}

function sentence({ field, from, to, by }: ChangedMeanwhileProps['changes'][number]): string {
  const name = fieldLabel(field)
  // Numbers that are never shown have no values here.
  if (from === null && to === null) return `${by} changed ${name}`
  return `${by} changed ${name}: ${shownValue(field, from)} → ${shownValue(field, to)}`
}
