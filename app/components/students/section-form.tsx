import { Form } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import { ErrorSummary } from '~/components/forms/error-summary'
import type { FormResult, useServerForm } from '~/components/forms/use-server-form'
import { listErrors } from '~/components/school/office-form'
import { ButtonLink } from '~/components/ui/button'
import { SubmitButton } from '~/components/ui/submit-button'

/** What the page around a section's form says: its action's answer and the words of its reader. */
export type SectionFrame = {
  lastResult: FormResult | undefined
  /** The student's version that this form was opened with. */
  version: number
  /** What the alert says when the server refuses. */
  failure: string
  /** The sentence below it: what could not be saved. */
  failureText?: string
  submit: string
  busyText: string
  cancel?: { href: string; label: string }
  /** Stands above the fields: what somebody else changed meanwhile. */
  notice?: ReactNode
}

type SectionFormProps = {
  frame: SectionFrame
  state: Pick<ReturnType<typeof useServerForm>, 'form'>
  withFiles?: boolean
  children: ReactNode
}

/** One of the six sections as a form: the office's edit tabs and the student's own profile have the same. */
export function SectionForm({ frame, state, withFiles, children }: SectionFormProps) {
  const { lastResult } = frame
  // After a refusal the form is still the one that was opened then.
  const opened = lastResult?.initialValue?.version
  const errors = useMemo(() => listErrors(state.form.id, lastResult?.error), [state.form.id, lastResult])
  return (
    <Form method="post" encType={withFiles ? 'multipart/form-data' : undefined} {...state.form} className="card">
      <ErrorSummary errors={errors} title={frame.failure} text={frame.failureText} />
      {frame.notice}
      <input type="hidden" name="version" value={typeof opened === 'string' ? opened : frame.version} />
      {children}
      <div className="actions">
        <SubmitButton busyText={frame.busyText}>{frame.submit}</SubmitButton>
        {frame.cancel ? (
          <ButtonLink href={frame.cancel.href} variant="secondary">
            {frame.cancel.label}
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  )
}

/** `<option>`s of a list whose values are stored as they are. */
export function optionsOf<Value extends string>(values: readonly Value[], label: (value: Value) => string) {
  return values.map((value) => ({ value, label: label(value) }))
}
