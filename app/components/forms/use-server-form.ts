import { useMemo } from 'react'
import type { FormResult } from '~/http/route.server'

export type { FormResult }

/** One field of a form as the server sent it back, or as it stands at first. */
export interface ServerField<Value = unknown> {
  name: string
  id: string
  errors: string[] | undefined
  /** What was typed: a text, or what lists and groups of fields are made of. */
  initialValue: Value extends string ? string | undefined : unknown
  /** The rows of a list (`heads[0]`, `heads[1]`, …). */
  getFieldList: () => Array<ServerField<Value extends Array<infer Row> ? Row : unknown> & { key: string }>
  /** The fields of a group (`parts.first`). */
  getFieldset: () => ServerFields<
    Value extends readonly unknown[] ? Record<string, unknown> : Value extends object ? Value : Record<string, unknown>
  >
}

export type ServerFields<Values> = { [Name in keyof Values]-?: ServerField<Values[Name]> }

/**
 * A form whose rules are checked by the server: what came back with 422 (`lastResult`, the route's action data) gives each
 * field its errors and everything that was typed. The same without and with JavaScript. The server's half is conform's; here
 * nothing of it is left but the shape of its answer, since every page of a student would carry the rest.
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

/** The fields are made as they are asked for: a form need not list its names. */
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
  const found = errors[name]
  return {
    name,
    id: `${formId}-${name}`,
    errors: found && found.length > 0 ? found : undefined,
    initialValue: sent(value) as ServerField<Value>['initialValue'],
    getFieldList: () =>
      (Array.isArray(value) ? value : []).map((row, index) => {
        const at = `${name}[${index}]`
        return { ...fieldOf<Value extends Array<infer Row> ? Row : unknown>(formId, at, row, errors), key: at }
      }),
    getFieldset: () => fieldsOf(formId, `${name}.`, value, errors),
  }
}

/** A value as a form would send it: a tick is `on`, nothing is nothing. */
function sent(value: unknown): unknown {
  if (value === true) return 'on'
  if (value === false || value === null || value === undefined) return undefined
  return typeof value === 'number' ? String(value) : value
}

/** The props that every field component takes. */
export function fieldProps(field: ServerField) {
  return {
    name: field.name,
    id: field.id,
    defaultValue: typeof field.initialValue === 'string' ? field.initialValue : '',
    errors: field.errors,
  }
}
