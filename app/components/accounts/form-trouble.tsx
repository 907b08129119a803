import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { ErrorSummary } from '~/components/forms'

type FormTroubleProps = {
  /** The form's id from `useServerForm`. */
  formId: string
  allErrors: Record<string, readonly string[] | null | undefined>
  /** For example 'Login Failed'. */
  title: string
  children?: ReactNode
}

/** Errors of the last submit in red above the form; each one links to its field. */
export function FormTrouble({ formId, allErrors, title, children }: FormTroubleProps) {
  const errors = useMemo(
    () =>
      Object.entries(allErrors).flatMap(([name, messages]) =>
        (messages ?? []).map((message) => (name ? { id: `${formId}-${name}`, message } : { message })),
      ),
    [allErrors, formId],
  )
  if (errors.length === 0) return null
  return (
    // The form's `aria-describedby` points here.
    <div id={`${formId}-error`}>
      <ErrorSummary errors={errors} title={title} />
      {children}
    </div>
  )
}
