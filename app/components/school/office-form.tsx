import { Form } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import { ErrorSummary, type FormResult, type ServerField, type useServerForm } from '~/components/forms'
import { ButtonLink, type ButtonVariant, SubmitButton } from '~/components/ui'

type OfficeFormProps = {
  state: Pick<ReturnType<typeof useServerForm>, 'form'>
  lastResult: FormResult | undefined
  /**
   * Title of the error summary: 'Creation Failed', or by default 'Update Failed' (student specification, section 8).
   */
  failure?: string
  submit?: string
  busyText?: string
  variant?: ButtonVariant
  cancelHref: string
  hasFiles?: boolean
  /** Shown beside the buttons, such as a link to delete. */
  aside?: ReactNode
  children: ReactNode
}

export function OfficeForm({
  state,
  lastResult,
  failure = 'Update Failed',
  submit = 'Save Changes',
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
        <ButtonLink href={cancelHref} variant="secondary" label="Cancel" />
        {aside}
      </div>
    </Form>
  )
}

/** Lines of an error summary in field order. */
export function listErrors(formId: string, error: FormResult['error'] | undefined) {
  return Object.entries(error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => (name === '' ? { message } : { id: `${formId}-${name}`, message })),
  )
}

export function checkboxProps(field: ServerField) {
  return {
    name: field.name,
    id: field.id,
    defaultChecked: field.initialValue === 'on',
    errors: field.errors as string[] | undefined,
  }
}

export function checkboxGroupProps(field: ServerField) {
  const initial: unknown = field.initialValue
  return {
    name: field.name,
    id: field.id,
    chosen: (Array.isArray(initial) ? initial : [initial]).filter((one) => typeof one === 'string'),
    errors: field.errors as string[] | undefined,
  }
}
