import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { differences, lockOf } from '~/http/edit-lock.server'
import { type FieldErrors, formKeyOf, parseFields, type Reply, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { redirectWithToast } from '~/http/toast.server'
import type { Permission } from '~/models/accounts/permissions'
import { type Form, type Shown, shownValues, type ValuesOf } from '~/models/shared/fields'
import { schemaOf } from '~/models/shared/form-schema.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** The public id of an address, or all of them by their names: `{ id, roomId }` of `/school/hostels/:id/rooms/:roomId/edit`. */
export type Place = string | Readonly<Record<string, string>>

/** What an address names. @throws Response 404 where that cannot be any public id */
export function placeOf<At extends Place>(params: Readonly<Record<string, string | undefined>>): At {
  const ids = foundOr404(Object.values(params).every(isPublicId) ? Object.values(params) : null)
  return (ids.length === 1 ? ids[0] : params) as At
}

type Refused = { ok: false; reason: string }
export type Answer = { ok: true; value?: unknown } | Refused
/** How a use case refuses, of all that it answers. */
type Not<Of extends Answer> = Extract<Of, Refused>
/** Words about the form as a whole, or beside its fields. */
type Said<Of extends Form> = string | { readonly [Name in keyof Of['fields']]?: string }

/**
 * What is said for each reason of a use case to refuse, but those that are dealt with `elsewhere`: what is not found is a 404, what was
 * saved meanwhile is shown.
 */
export type Refusals<
  Of extends Form,
  Answered extends Answer,
  Elsewhere extends string = 'not-found' | 'changed',
  Given extends unknown[] = [],
> = {
  readonly [Reason in Exclude<Not<Answered>['reason'], Elsewhere>]:
    | Said<Of>
    | ((refused: Extract<Answered, { reason: Reason }>, ...given: Given) => Said<Of>)
}

type Common<Of extends Form, Answered extends Answer> = {
  may: Permission
  form: Of
  /** How it is read, where something depends on several fields. */
  schema?: z.ZodType<ValuesOf<Of>>
  refusals: Refusals<Of, NoInfer<Answered>>
}

/** What a refusal says about the form, and beside its fields. */
export function refusalOf(
  { form, refusals }: { form: Form; refusals: object },
  not: Refused,
  ...given: unknown[]
): [string | null, FieldErrors] {
  type Saying = Said<Form> | ((refused: Refused, ...given: unknown[]) => Said<Form>)
  const refusal = (refusals as Record<string, Saying | undefined>)[not.reason] ?? {}
  const said = typeof refusal === 'function' ? refusal(not, ...given) : refusal
  if (typeof said === 'string') return [said, {}]
  const beside = Object.entries(said).map(([key, words]) => [form.fields[key]?.name ?? '', [String(words)]])
  return [null, Object.fromEntries(beside)]
}

type Creation<Of extends Form, Answered extends Answer, At extends Place, Parent, More> = Common<Of, Answered> & {
  /** What it is added to, where the address names that. */
  within?: (scope: SchoolScope, at: At) => Promise<Parent | null>
  /** What the page shows besides. */
  more?: (parent: Parent, scope: SchoolScope) => More
  create: (scope: SchoolScope, formKey: string, values: ValuesOf<Of>, at: At) => Promise<Answered>
  /** Where it goes on, with the id of what was made, and what is said there besides 'Created!'. */
  created: (made: string, at: At) => string
  message?: string
}

/** Loader and action of a page that makes a thing: once for one form, however often it is sent. */
export function creating<
  Of extends Form,
  Answered extends Answer,
  At extends Place = string,
  Parent = undefined,
  More = undefined,
>(creation: Creation<Of, Answered, At, Parent, More>) {
  const { may, form, schema = schemaOf(form) } = creation
  return {
    loader: async ({ context, request, params }: LoaderFunctionArgs) => {
      const { scope } = await requireStaff(context, request, may)
      const at = placeOf<At>(params)
      const parent = (creation.within ? foundOr404(await creation.within(scope, at)) : undefined) as Parent
      const more = (await creation.more?.(parent, scope)) as Awaited<More>
      return { at, formKey: randomUUID(), values: shownValues(form), more }
    },
    action: async ({ context, request, params }: ActionFunctionArgs) => {
      const { scope } = await requireStaff(context, request, may)
      const at = placeOf<At>(params)
      const body = await readForm(request)
      const read = parseFields(body, schema, {})
      if (!read.ok) return answer(read.reply())
      const outcome = await creation.create(scope, formKeyOf(body), read.value, at)
      if (outcome.ok) {
        const toast = { type: 'success', title: 'Created!', message: creation.message } as const
        return redirectWithToast(creation.created(String(outcome.value), at), toast)
      }
      if (outcome.reason === 'not-found') return foundOr404(null)
      return answer(read.refuse(...refusalOf(creation, outcome)))
    },
  }
}

type Edition<Of extends Form, Answered extends Answer, Thing, At extends Place, More> = Common<Of, Answered> & {
  find: (scope: SchoolScope, at: At) => Promise<Thing | null>
  /** What the page shows besides. */
  more?: (thing: Thing, scope: SchoolScope) => More
  /** Refuses `changed` when the thing is not of this version any more. */
  update: (scope: SchoolScope, at: At, version: number, values: ValuesOf<Of>) => Promise<Answered>
  updated: (at: At) => string
}

/** Loader and action of a page that edits a thing, with the lock of every edit form: who saves second learns what was saved meanwhile. */
export function editing<
  Of extends Form,
  Answered extends Answer,
  Thing extends { version: number },
  At extends Place = string,
  More = undefined,
>(edition: Edition<Of, Answered, Thing, At, More>) {
  const { may, form, schema = schemaOf(form), more } = edition
  return {
    loader: async ({ context, request, params }: LoaderFunctionArgs) => {
      const { scope } = await requireStaff(context, request, may)
      const at = placeOf<At>(params)
      const thing = foundOr404(await edition.find(scope, at))
      const values = shownValues(form, thing)
      return { at, version: thing.version, values, more: (await more?.(thing, scope)) as Awaited<More> }
    },
    action: async ({ context, request, params }: ActionFunctionArgs) => {
      const { scope } = await requireStaff(context, request, may)
      const at = placeOf<At>(params)
      const find = async () => foundOr404(await edition.find(scope, at))
      const body = await readForm(request)
      const lock = lockOf(body, await find(), (now) => changesOf(form, shownValues(form, now), body))
      const read = parseFields(body, schema, {})
      if (!read.ok) return lock.answer(read.reply())
      const outcome = await edition.update(scope, at, lock.version, read.value)
      if (outcome.ok) return redirectWithToast(edition.updated(at), { type: 'success', title: 'Updated!' })
      if (outcome.reason === 'not-found') return foundOr404(null)
      if (outcome.reason !== 'changed') return lock.answer(read.refuse(...refusalOf(edition, outcome)))
      return lock.answer(read.refuse(`Somebody else saved this ${form.noun} since you opened it`), await find())
    },
  }
}

/** What is stored now where a described form says something else. */
function changesOf({ fields }: Form, now: Record<string, Shown>, body: FormData): string[] {
  return differences(Object.fromEntries(Object.values(fields).map(({ name, label }) => [name, label])), now, body)
}

const answer = ({ data: result }: Reply) => data({ result, conflict: null }, { status: 422 })
