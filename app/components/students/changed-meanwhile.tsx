import { CheckboxField } from '~/components/forms/checkbox-field'
import { Alert } from '~/components/ui/alert'
import { m } from '~/language/paraglide/messages'
import { fieldLabel, shownValue } from '~/models/students/field-options'

type ChangedMeanwhileProps = {
  /** The version that stands now: ticking the box says that its sender has seen it. */
  version: number
  changes: ReadonlyArray<{ field: string; from: string | null; to: string | null; by: string }>
  /** Not null: the form is made anew from what stands now, and this is what its sender had typed. */
  typed: ReadonlyArray<{ field: string; now: string | null; typed: string | null }> | null
}

/** Tells the second of two who save, clerks or a student, who changed what, and asks whether to save all the same, or to decide on a form made anew. */
export function ChangedMeanwhile({ version, changes, typed }: ChangedMeanwhileProps) {
  if (typed) return <MadeAnew typed={typed} />
  return (
    <>
      <Alert tone="warn" title={m.profile_changed_title()}>
        {changes.length === 0 ? (
          <p>{m.profile_changed_elsewhere()}</p>
        ) : (
          <ul>
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same change may come twice, and the list never moves
              <li key={index}>{sentence(change)}</li>
            ))}
          </ul>
        )}
      </Alert>
      <CheckboxField name="seen_version" value={version} label={m.profile_anyway()} hint={m.profile_anyway_hint()} />
    </>
  )
}

function MadeAnew({ typed }: { typed: NonNullable<ChangedMeanwhileProps['typed']> }) {
  return (
    <Alert tone="warn" title={m.profile_changed_title()}>
      <p>{m.profile_changed_unknown()}</p>
      {typed.length > 0 ? <p>{m.profile_changed_retype()}</p> : null}
      {typed.length > 0 ? (
        <ul>
          {typed.map(({ field, now, typed: wanted }) => (
            <li key={field}>
              {now === null && wanted === null
                ? fieldLabel(field)
                : m.profile_changed_typed({
                    field: fieldLabel(field),
                    typed: shownValue(field, wanted),
                    now: shownValue(field, now),
                  })}
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
  if (from === null && to === null) return m.profile_changed_field({ by, field: name })
  return m.profile_changed_line({ by, field: name, from: shownValue(field, from), to: shownValue(field, to) })
}
