import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'

type EditLockProps = {
  /** As the page was opened. */
  version: number
  /** The form's own, of `useServerForm`: it stays what it was sent with. */
  field: { initialValue: unknown } | undefined
  /** Of the answer of `lockOf`. */
  conflict: { version: number; changes: string[] } | null | undefined
}

/** Which save of a thing the sender of an edit form has seen, and what somebody else has saved since. */
export function EditLock({ version, field, conflict }: EditLockProps) {
  return (
    <>
      {conflict ? <ChangedMeanwhile {...conflict} /> : null}
      <input type="hidden" name="version" value={String(field?.initialValue ?? version)} />
    </>
  )
}
