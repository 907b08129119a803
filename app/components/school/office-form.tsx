import { Form } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import { ErrorSummary, type FormResult, type ServerField, type useServerForm } from '~/components/forms'
import { ButtonLink, type ButtonVariant, SubmitButton } from '~/components/ui'

type OfficeFormProps = {
  state: Pick<ReturnType<typeof useServerForm>, 'form'>
  lastResult: FormResult | undefined
  /** What the alert says when the server refuses: 'Creation Failed', 'Update Failed' (SP section 8). */
  failure: string
  submit: string
  /** What the button says until the answer is there. */
  busyText?: string
  variant?: ButtonVariant
  cancelHref: string
  /** The form has file fields. */
  hasFiles?: boolean
  /** Beside the buttons: a way to delete. */
  aside?: ReactNode
  children: ReactNode
}

/** A form of the office: error summary on top, fields, then save, cancel and, apart, what else can be done. */
export function OfficeForm({
  state,
  lastResult,
  failure,
  submit,
  busyText = 'Saving...',
  variant,
  cancelHref,
  hasFiles,
  aside,
  children,
}: OfficeFormProps) {
  const errors = useMemo(() => listErrors(state.form.id, lastResult?.error), [state.form.id, lastResult])
  return (
    <Form method="post" encType={hasFiles ? 'multipart/form-data' : undefined} {...state.form} className="card">
      <ErrorSummary errors={errors} title={failure} />
      {children}
      <div className="actions">
        <SubmitButton variant={variant} busyText={busyText}>
          {submit}
        </SubmitButton>
        <ButtonLink href={cancelHref} variant="secondary">
          Cancel
        </ButtonLink>
        {aside}
      </div>
    </Form>
  )
}

/** The lines of an error summary, in the order of the fields. */
export function listErrors(formId: string, error: FormResult['error'] | undefined) {
  return Object.entries(error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => (name === '' ? { message } : { id: `${formId}-${name}`, message })),
  )
}

/** The props of a checkbox from conform's metadata. */
export function checkboxProps(field: ServerField) {
  return {
    name: field.name,
    id: field.id,
    defaultChecked: field.initialValue === 'on',
    errors: field.errors as string[] | undefined,
  }
}

/** The props of a group of checkboxes from conform's metadata. */
export function checkboxGroupProps(field: ServerField) {
  const initial: unknown = field.initialValue
  return {
    name: field.name,
    id: field.id,
    chosen: (Array.isArray(initial) ? initial : [initial]).filter((one) => typeof one === 'string'),
    errors: field.errors as string[] | undefined,
  }
}
