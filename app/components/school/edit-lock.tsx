import { SaveConflict } from '~/components/students/save-conflict'

type EditLockProps = {
  /** Version when the page was loaded. */
  version: number
  /** Version field of `useServerForm`; after a refusal, its initial value is the submitted version. */
  field: { initialValue: unknown } | undefined
  /** Conflict returned by `lockOf`. */
  conflict: { version: number; changes: string[] } | null | undefined
}

/** Hidden version of an edit form and, on a conflict, the changes that another user has saved since. */
export function EditLock({ version, field, conflict }: EditLockProps) {
  return (
    <>
      {conflict ? <SaveConflict {...conflict} /> : null}
      <input type="hidden" name="version" value={String(field?.initialValue ?? version)} />
    </>
  )
}
