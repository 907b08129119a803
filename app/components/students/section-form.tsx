import { Form, useFormAction } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import { ErrorSummary, FirstButton, type FormResult, type ServerField, useServerForm } from '~/components/forms'
import { FormRows, type Known } from '~/components/forms/described-field'
import { listErrors } from '~/components/school/office-form'
import { ButtonLink, SubmitButton } from '~/components/ui'
import type { FormView } from '~/models/shared/fields'

/** What the page around a section's form says: its action's answer and the words of its reader. */
export type SectionFrame = {
  lastResult: FormResult | undefined
  /** The student's version that this form was opened with. */
  version: number
  /** What the alert says when the server refuses. */
  failure: string
  /** The sentence below it: what could not be saved. */
  failureText?: string | undefined
  submit: string
  busyText: string
  cancel?: { href: string; label: string }
  /** Stands above the fields: what somebody else changed meanwhile. */
  notice?: ReactNode
}

type SectionFormProps = {
  id: string
  frame: SectionFrame
  /** The section as the server describes it; null where it is files only. */
  form: FormView | null
  values: Record<string, unknown>
  known?: Readonly<Record<string, Known | undefined>>
  hasFiles?: boolean
  /** Between notice and fields, and after the fields. */
  above?: (fields: Record<string, ServerField>) => ReactNode
  below?: (fields: Record<string, ServerField>) => ReactNode
}

/** One of the six sections as a form: the office's edit tabs and the student's own profile have the same. */
export function SectionForm({ id, frame, form, values, known, hasFiles, above, below }: SectionFormProps) {
  const { lastResult } = frame
  const action = useFormAction()
  const state = useServerForm<Record<string, unknown>>({ id, lastResult, defaultValue: values })
  // After a refusal the form is still the one that was opened then.
  const opened = lastResult?.initialValue?.version
  const errors = useMemo(() => listErrors(id, lastResult?.error), [id, lastResult])
  return (
    <Form method="post" encType={hasFiles ? 'multipart/form-data' : undefined} {...state.form} className="card">
      <FirstButton value="save" />
      <ErrorSummary errors={errors} title={frame.failure} text={frame.failureText} />
      {frame.notice}
      <input type="hidden" name="version" value={typeof opened === 'string' ? opened : frame.version} />
      {above?.(state.fields)}
      {form ? <FormRows form={form} fields={state.fields} known={known ?? {}} again={action} /> : null}
      {below?.(state.fields)}
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
