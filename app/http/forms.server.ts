import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { z } from 'zod'

/** Largest body of a form without files. */
const largestFormBytes = 256 * 1024

/**
 * Names as our forms have them: `email`, `heads[3].amount`. A larger index would be believed and filled up to by whoever
 * makes objects of names: one post could take all memory.
 */
const ownName = /^[a-z][\w-]{0,60}(\[\d{0,3}\]|\.[a-z][\w-]{0,60}){0,4}$/i
const inheritedName = /(^|\.)(constructor|prototype)(\.|\[|$)/

type Reply = ReturnType<typeof data<SubmissionResult<string[]>>>
type FieldErrors = Record<string, string[]>

export type ParsedForm<Value> =
  | { ok: false; reply: () => Reply }
  | { ok: true; value: Value; refuse: (formError: string | null, fieldErrors?: FieldErrors) => Reply }

interface Options {
  /** Never sent back to the page, unlike everything else that was typed. */
  secret?: readonly string[]
}

/**
 * Reads a posted form with the domain's schema. What is wrong comes back as 422 with everything typed still there
 * (`reply`); what the use case refuses, likewise (`refuse`).
 * @throws Response 413 for a body that no form of ours makes, 415 for one that is no form
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options: Options = {},
): Promise<ParsedForm<z.output<Schema>>> {
  const submission = parseWithZod(await readForm(request), { schema })
  const hideFields = [...(options.secret ?? [])]
  if (submission.status !== 'success') {
    return {
      ok: false,
      reply: () => data(submission.reply({ hideFields }) as SubmissionResult<string[]>, { status: 422 }),
    }
  }
  return {
    ok: true,
    value: submission.value,
    refuse: (formError, fieldErrors = {}) =>
      data(
        submission.reply({ hideFields, formErrors: formError ? [formError] : [], fieldErrors }) as SubmissionResult<
          string[]
        >,
        { status: 422 },
      ),
  }
}

/** The form's data, read up to the limit. @throws Response 413, 415 or 400 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type))
    throw new Response(null, { status: 415 })
  if (Number(request.headers.get('Content-Length') ?? 0) > largestFormBytes) throw new Response(null, { status: 413 })
  const form = await request.formData().catch(() => {
    throw new Response(null, { status: 400 })
  })
  for (const [name, value] of form) {
    if (!ownName.test(name) || inheritedName.test(name)) throw new Response(null, { status: 400 })
    if (typeof value !== 'string') form.set(name, '')
  }
  return form
}
