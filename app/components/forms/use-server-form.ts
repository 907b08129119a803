import { useMemo } from 'react'
import type { FormResult } from '~/http/route.server'

export type { FormResult }

/** Field with its initial value, or with the value and errors that the server returned. */
export interface ServerField<Value = unknown> {
  name: string
  id: string
  errors: string[] | undefined
  /** Typed text, or the data of a list or group of fields. */
  initialValue: Value extends string ? string | undefined : unknown
  /** Rows of a list (`heads[0]`, `heads[1]`, …). */
  getFieldList: () => Array<ServerField<Value extends Array<infer Row> ? Row : unknown> & { key: string }>
  /** Fields of a group (`parts.first`). */
  getFieldset: () => ServerFields<
    Value extends readonly unknown[] ? Record<string, unknown> : Value extends object ? Value : Record<string, unknown>
  >
}

export type ServerFields<Values> = { [Name in keyof Values]-?: ServerField<Values[Name]> }

/**
 * Form that the server validates: a 422 response (`lastResult`, the route's action data) gives each field its errors
 * and typed value, with or without JavaScript. Only the server loads the library conform, because it would slow down
 * every student page; the browser reads its result.
 */
export function useServerForm<Values extends Record<string, unknown>>(options: {
  id: string
  lastResult: FormResult | undefined
  defaultValue?: { [Name in keyof Values]?: unknown }
}) {
  const { id, lastResult, defaultValue } = options
  return useMemo(() => {
    const errors: Record<string, string[] | null | undefined> = lastResult?.error ?? {}
    const values = lastResult?.initialValue ?? defaultValue ?? {}
    const formErrors = errors[''] ?? []
    return {
      form: { id, noValidate: true, 'aria-describedby': formErrors.length > 0 ? `${id}-error` : undefined },
      formErrors,
      allErrors: errors,
      fields: fieldsOf<Values>(id, '', values, errors),
    }
  }, [id, lastResult, defaultValue])
}

type Errors = Record<string, string[] | null | undefined>

/** Creates each field when it is first read, so that a form need not list the names of its fields. */
function fieldsOf<Values>(formId: string, prefix: string, values: unknown, errors: Errors): ServerFields<Values> {
  return new Proxy({} as ServerFields<Values>, {
    get: (_, name) => {
      if (typeof name !== 'string') return undefined
      const value =
        typeof values === 'object' && values !== null ? (values as Record<string, unknown>)[name] : undefined
      return fieldOf(formId, prefix + name, value, errors)
    },
  })
}

function fieldOf<Value>(formId: string, name: string, value: unknown, errors: Errors): ServerField<Value> {
  const fieldErrors = errors[name]
  return {
    name,
    id: `${formId}-${name}`,
    errors: fieldErrors && fieldErrors.length > 0 ? fieldErrors : undefined,
    initialValue: toFormValue(value) as ServerField<Value>['initialValue'],
    getFieldList: () =>
      (Array.isArray(value) ? value : []).map((row, index) => {
        const at = `${name}[${index}]`
        return { ...fieldOf<Value extends Array<infer Row> ? Row : unknown>(formId, at, row, errors), key: at }
      }),
    getFieldset: () => fieldsOf(formId, `${name}.`, value, errors),
  }
}

/** Converts a value to what a form would submit: a ticked box is `on`, an empty value is undefined. */
function toFormValue(value: unknown): unknown {
  if (value === true) return 'on'
  if (value === false || value === null || value === undefined) return undefined
  return typeof value === 'number' ? String(value) : value
}

export function fieldProps(field: ServerField) {
  return {
    name: field.name,
    id: field.id,
    defaultValue: typeof field.initialValue === 'string' ? field.initialValue : '',
    errors: field.errors,
  }
}
