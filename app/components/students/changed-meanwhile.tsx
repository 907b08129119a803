import { CheckboxField } from '~/components/forms/checkbox-field'
import { Alert } from '~/components/ui/alert'
import { fieldLabel, shownValue } from '~/models/students/field-options'

type ChangedMeanwhileProps = {
  /** The version that stands now: ticking the box says that its sender has seen it. */
  version: number
  changes: ReadonlyArray<{ field: string; from: string | null; to: string | null; by: string }>
  /** Not null: the form is made anew from what stands now, and this is what its sender had typed. */
  typed: ReadonlyArray<{ field: string; now: string | null; typed: string | null }> | null
}

/** Tells the second of two clerks who changed what, and asks whether to save all the same, or to decide on a form made anew. */
export function ChangedMeanwhile({ version, changes, typed }: ChangedMeanwhileProps) {
  if (typed) return <MadeAnew typed={typed} />
  return (
    <>
      <Alert tone="warn" title="Changed since you opened this page">
        {changes.length === 0 ? (
          <p>
            Somebody else saved this student in the meantime: the papers here, or whether the student is at the school.
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

function MadeAnew({ typed }: { typed: NonNullable<ChangedMeanwhileProps['typed']> }) {
  return (
    <Alert tone="warn" title="Changed since you opened this page">
      <p>
        Somebody else saved this student in the meantime, and it is not known any more what was changed. The form below
        shows the student as it is now; nothing of yours has been saved.
        {typed.length > 0 ? ' You had typed something else here; type again what is right:' : ''}
      </p>
      {typed.length > 0 ? (
        <ul>
          {typed.map(({ field, now, typed: wanted }) => (
            <li key={field}>
              {now === null && wanted === null
                ? fieldLabel(field)
                : `${fieldLabel(field)}: ${shownValue(field, wanted)} (now ${shownValue(field, now)})`}
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  )
}

function sentence({ field, from, to, by }: ChangedMeanwhileProps['changes'][number]): string {
  const name = fieldLabel(field)
  // Numbers that are never shown have no values here.
  if (from === null && to === null) return `${by} changed ${name}`
  return `${by} changed ${name}: ${shownValue(field, from)} → ${shownValue(field, to)}`
}
