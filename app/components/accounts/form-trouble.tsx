import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { ErrorSummary } from '~/components/forms'

type FormTroubleProps = {
  /** Of `useServerForm`. */
  formId: string
  allErrors: Record<string, readonly string[] | null | undefined>
  /** 'Login Failed' and the like. */
  title: string
  /** What may help; shown with the errors. */
  children?: ReactNode
}

/** What the server refused, in red on top of the form: each field's error leads to the field. */
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
    // The form says that this describes it.
    <div id={`${formId}-error`}>
      <ErrorSummary errors={errors} title={title} />
      {children}
    </div>
  )
}
