import { randomUUID } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { cleanLines } from '~/models/core/shared/clean-text'

/** Maximum body of a form without files, or of the text fields of a form with files, in bytes. */
export const maxFormBytes = 256 * 1024

/**
 * Maximum number of fields; the marks of a large class in all subjects need some 1,500. `maxLocations` limits the
 * positions of all lists together: parsers fill a list up to its largest index, so a few names could take all memory.
 */
const maxFields = 2_000
const maxLocations = 5_000

/** Field names of our forms: `email`, `heads[3].amount`. */
const ownName = /^[a-z][\w-]{0,60}(\[\d{0,3}\]|\.[a-z][\w-]{0,60}){0,4}$/i
const inheritedName = /(^|\.)(constructor|prototype)(\.|\[|$)/

/** An action's reply about its form: the parts of conform's result that a page reads (`useServerForm`). */
export interface FormResult {
  status?: 'error' | 'success'
  /** Typed values; lists and groups of fields as arrays and objects. */
  initialValue?: Record<string, unknown> | null
  /** Errors by field name; '' for errors of the whole form. */
  error?: Record<string, string[] | null>
}
export type Reply = ReturnType<typeof data<FormResult>>
export type FieldErrors = Record<string, string[]>

export type ParsedForm<Value> =
  | { ok: false; posted: FormData; reply: () => Reply }
  | { ok: true; posted: FormData; value: Value; refuse: (formError: string | null, fieldErrors?: FieldErrors) => Reply }

interface Options {
  /** Fields never sent back to the page, unlike all other typed values. */
  secret?: readonly string[]
}

interface FieldOptions extends Options {
  /** Errors found before the schema runs, such as a rejected file. */
  fieldErrors?: FieldErrors
}

/**
 * Parses a posted form with the domain's schema. Errors (`reply`) and refusals of the use case (`refuse`) return 422
 * with everything typed kept.
 * @throws Response 413 for a body larger than any form of ours, 415 for a body that is not a form
 */
export async function parseForm<Schema extends z.ZodType>(request: Request, schema: Schema, options: Options = {}) {
  return parseFields(await readForm(request), schema, options)
}

/** Same as `parseForm` for a body that was already read. */
export function parseFields<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  { secret = [], fieldErrors: known = {} }: FieldOptions,
): ParsedForm<z.output<Schema>> {
  const submission = parseWithZod(form, { schema })
  const hideFields = [...secret]
  if (submission.status !== 'success' || Object.keys(known).length > 0) {
    return {
      ok: false,
      posted: form,
      reply: () => data(inOrderOf(schema, submission.reply({ hideFields, fieldErrors: known })), { status: 422 }),
    }
  }
  return {
    ok: true,
    posted: form,
    value: submission.value,
    refuse: (formError, fieldErrors = {}) =>
      data(submission.reply({ hideFields, formErrors: formError ? [formError] : [], fieldErrors }), { status: 422 }),
  }
}

/**
 * Sorts errors by the order of the schema's fields, which is also the order on the page. Otherwise the error of a check
 * that compares several fields would come last.
 */
function inOrderOf(schema: z.ZodType, result: FormResult): FormResult {
  let inputSchema: unknown = schema
  while (inputSchema instanceof z.ZodPipe) inputSchema = inputSchema.in
  if (!(inputSchema instanceof z.ZodObject) || !result.error) return result
  const order = Object.keys(inputSchema.shape)
  const rank = ([name]: [string, unknown]) => order.indexOf(name.split(/[.[]/)[0] ?? '')
  return { ...result, error: Object.fromEntries(Object.entries(result.error).sort((a, b) => rank(a) - rank(b))) }
}

/**
 * Reads form data up to the size limit.
 * @throws Response 413, 415 or 400
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type))
    throw new Response(null, { status: 415 })
  if (Number(request.headers.get('Content-Length') ?? 0) > maxFormBytes) throw new Response(null, { status: 413 })
  const form = await request.formData().catch(() => {
    throw new Response(null, { status: 400 })
  })
  checkNames(form)
  for (const [name, value] of form) if (typeof value !== 'string') form.set(name, '')
  return cleanForm(form)
}

/** Cleans the typed texts of a form, except passwords. */
export function cleanForm(form: FormData): FormData {
  const clean = new FormData()
  for (const [name, value] of form)
    clean.append(name, typeof value !== 'string' || /password/i.test(name) ? value : cleanLines(value))
  return clean
}

/** @throws Response 400 for a field name that our forms never have, 413 for too many fields or too long lists */
export function checkNames(form: FormData): void {
  const lengths = new Map<string, number>()
  let fields = 0
  for (const name of form.keys()) {
    if (++fields > maxFields) throw new Response(null, { status: 413 })
    if (!ownName.test(name) || inheritedName.test(name)) throw new Response(null, { status: 400 })
    for (const { index, 1: place } of name.matchAll(/\[(\d*)\]/g)) {
      const list = name.slice(0, index)
      lengths.set(list, Math.max(lengths.get(list) ?? 0, Number(place) + 1))
    }
  }
  const slots = [...lengths.values()].reduce((sum, length) => sum + length, 0)
  if (slots > maxLocations) throw new Response(null, { status: 413 })
}

/** Idempotency key of the form; a form without one gets a new key. */
export function formKeyOf(body: FormData): string {
  const key = String(body.get('form_key') ?? '')
  return /^[\w-]{8,40}$/.test(key) ? key : randomUUID()
}
