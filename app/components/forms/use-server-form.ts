import { type DefaultValue, type FieldMetadata, type SubmissionResult, useForm } from '@conform-to/react'

/**
 * A form whose rules are checked by the server: what came back with 422 (`lastResult`, the route's action data) gives each
 * field its errors and everything that was typed. The same without and with JavaScript.
 */
export function useServerForm<Values extends Record<string, unknown>>(options: {
  id: string
  lastResult: SubmissionResult<string[]> | undefined
  defaultValue?: DefaultValue<Values>
}) {
  const [form, fields] = useForm<Values>({
    id: options.id,
    lastResult: options.lastResult ?? null,
    defaultValue: options.defaultValue as DefaultValue<Values>,
    shouldValidate: 'onSubmit',
  })
  return {
    form: {
      id: form.id,
      noValidate: true,
      'aria-describedby': form.errors ? form.errorId : undefined,
      onSubmit: form.onSubmit,
    },
    formErrors: form.errors ?? [],
    allErrors: form.allErrors,
    fields,
  }
}

/** The props that every field component takes, from conform's metadata. */
export function fieldProps(field: FieldMetadata<unknown>) {
  return {
    name: field.name,
    id: field.id,
    defaultValue: typeof field.initialValue === 'string' ? field.initialValue : '',
    errors: field.errors as string[] | undefined,
  }
}
