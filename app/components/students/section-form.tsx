import { Form, useFormAction } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import { ErrorSummary, FirstButton, type FormResult, type ServerField, useServerForm } from '~/components/forms'
import { FormRows, type Known } from '~/components/forms/described-field'
import { listErrors } from '~/components/school/office-form'
import { ButtonLink, SubmitButton } from '~/components/ui'
import type { FormView } from '~/kit/forms/fields'

/** Settings from the surrounding page: the action's result and the texts for its user. */
export type SectionFrame = {
  lastResult: FormResult | undefined
  /** The student's version when the form was loaded. */
  version: number
  /** Title of the error summary. */
  failure: string
  /** Sentence below the title: the action that failed. */
  failureText?: string | undefined
  submit: string
  busyText: string
  cancel?: { href: string; label: string }
  /** Shown above the fields: changes that another user has saved since. */
  notice?: ReactNode
}

type SectionFormProps = {
  id: string
  frame: SectionFrame
  /** The section's form as the server describes it; null for a section that has only files. */
  form: FormView | null
  values: Record<string, unknown>
  known?: Readonly<Record<string, Known | undefined>>
  hasFiles?: boolean
  above?: (fields: Record<string, ServerField>) => ReactNode
  below?: (fields: Record<string, ServerField>) => ReactNode
}

/** Form of one of the six profile sections, shared by the office's edit tabs and the student's own profile. */
export function SectionForm({ id, frame, form, values, known, hasFiles, above, below }: SectionFormProps) {
  const { lastResult } = frame
  const action = useFormAction()
  const state = useServerForm<Record<string, unknown>>({ id, lastResult, defaultValue: values })
  // After a refusal the form keeps the version it was first loaded with.
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
        {frame.cancel ? <ButtonLink href={frame.cancel.href} variant="secondary" label={frame.cancel.label} /> : null}
      </div>
    </Form>
  )
}
