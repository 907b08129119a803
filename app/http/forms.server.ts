import { randomUUID } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { z } from 'zod'

/** Largest body of a form without files; of one with files, its texts. */
export const maxFormBytes = 256 * 1024

/**
 * Most fields of a form (marks of a large class in all subjects have some 1,500), and most places in all its lists together: a
 * list is filled up to its largest index by whoever makes objects of names, so a few names could take all memory.
 */
const maxFields = 2_000
const maxLocations = 5_000

/** Names as our forms have them: `email`, `heads[3].amount`. */
const ownName = /^[a-z][\w-]{0,60}(\[\d{0,3}\]|\.[a-z][\w-]{0,60}){0,4}$/i
const inheritedName = /(^|\.)(constructor|prototype)(\.|\[|$)/

/** What an action answers of its form: conform's shape, as far as a page reads it (`useServerForm`). */
export interface FormResult {
  status?: 'error' | 'success'
  /** What was typed; lists and groups of fields as lists and objects. */
  initialValue?: Record<string, unknown> | null
  /** By the fields' names; what is wrong with the form as a whole has the name ''. */
  error?: Record<string, string[] | null>
}
export type Reply = ReturnType<typeof data<FormResult>>
export type FieldErrors = Record<string, string[]>

export type ParsedForm<Value> =
  | { ok: false; posted: FormData; reply: () => Reply }
  | { ok: true; posted: FormData; value: Value; refuse: (formError: string | null, fieldErrors?: FieldErrors) => Reply }

interface Options {
  /** Never sent back to the page, unlike everything else that was typed. */
  secret?: readonly string[]
}

interface FieldOptions extends Options {
  /** What is wrong already, before the schema has looked: a file that was not taken. */
  fieldErrors?: FieldErrors
}

/**
 * Reads a posted form with the domain's schema. What is wrong comes back as 422 with everything typed still there
 * (`reply`); what the use case refuses, likewise (`refuse`).
 * @throws Response 413 for a body that no form of ours makes, 415 for one that is no form
 */
export async function parseForm<Schema extends z.ZodType>(request: Request, schema: Schema, options: Options = {}) {
  return parseFields(await readForm(request), schema, options)
}

/** The same for a form whose body has been read already. */
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
      reply: () =>
        data(inOrderOf(schema, submission.reply({ hideFields, fieldErrors: known })), {
          status: 422,
        }),
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

/** What is wrong in the order of the schema's fields, which is that of the form: what depends on several fields came last otherwise. */
function inOrderOf(schema: z.ZodType, result: FormResult): FormResult {
  let typed: unknown = schema
  while (typed instanceof z.ZodPipe) typed = typed.in
  if (!(typed instanceof z.ZodObject) || !result.error) return result
  const order = Object.keys(typed.shape)
  const rank = ([name]: [string, unknown]) => order.indexOf(name.split(/[.[]/)[0] ?? '')
  return { ...result, error: Object.fromEntries(Object.entries(result.error).sort((a, b) => rank(a) - rank(b))) }
}

/** The form's data, read up to the limit. @throws Response 413, 415 or 400 */
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
  return form
}

/** @throws Response 400 for a form with a field that no form of ours has, 413 for one of more fields or longer lists than any of ours */
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
  const places = [...lengths.values()].reduce((sum, length) => sum + length, 0)
  if (places > maxLocations) throw new Response(null, { status: 413 })
}

/** The once-only key of a form that makes something; a form without one is its own. */
export function formKeyOf(body: FormData): string {
  const key = String(body.get('form_key') ?? '')
  return /^[\w-]{8,40}$/.test(key) ? key : randomUUID()
}
