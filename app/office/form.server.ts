import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { differences, lockOf } from '~/http/edit-lock.server'
import { type FieldErrors, formKeyOf, parseFields, type Reply, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { redirectWithToast } from '~/http/toast.server'
import type { Permission } from '~/models/accounts/permissions'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { type Field, type Form, type Shown, shownValues, type ValuesOf } from '~/models/shared/fields'
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

type Schema<Of extends Form> = z.ZodType<ValuesOf<Of>>

type Common<Of extends Form, Answered extends Answer, Given extends unknown[] = []> = {
  may: Permission
  form: Of
  /** How it is read, where something depends on several fields, or on the thing. */
  schema?: Schema<Of> | ((...given: Given) => Schema<Of>)
  refusals: Refusals<Of, NoInfer<Answered>>
}

function schemaFor<Of extends Form, Given extends unknown[]>(
  { form, schema = schemaOf(form) }: Pick<Common<Of, Answer, Given>, 'form' | 'schema'>,
  ...given: Given
): Schema<Of> {
  return typeof schema === 'function' ? schema(...given) : schema
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

/** Who has opened a page, and what its address says after the `?`. */
type Visit = { staff: StaffSession; query: URLSearchParams }

type Creation<Of extends Form, Answered extends Answer, At extends Place, Parent, More> = Common<Of, Answered> & {
  /** What it is added to, where the address names that. */
  within?: (scope: SchoolScope, at: At, visit: Visit) => Promise<Parent | null>
  /** What stands in the form at first where that is known, by posted names. */
  opened?: (parent: Parent, visit: Visit) => Record<string, Shown> | Promise<Record<string, Shown>>
  /** What the page shows besides. */
  more?: (parent: Parent, scope: SchoolScope, visit: Visit) => More
  create: (
    scope: SchoolScope,
    formKey: string,
    values: ValuesOf<Of>,
    at: At,
    within: { parent: Parent; staff: StaffSession },
  ) => Promise<Answered>
  /** Where it goes on, with the id of what was made, and what is said there besides 'Created!'. */
  created: (made: string, at: At, parent: Parent) => string
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
  const { may, form } = creation
  const opening = async ({ context, request, params }: LoaderFunctionArgs) => {
    const staff = await requireStaff(context, request, may)
    const at = placeOf<At>(params)
    const visit = { staff, query: new URL(request.url).searchParams }
    const parent = creation.within ? foundOr404(await creation.within(staff.scope, at, visit)) : undefined
    return { visit, at, parent: parent as Parent }
  }
  return {
    loader: async (args: LoaderFunctionArgs) => {
      const { visit, at, parent } = await opening(args)
      const [opened, more] = await Promise.all([
        creation.opened?.(parent, visit),
        creation.more?.(parent, visit.staff.scope, visit),
      ])
      const values = { ...shownValues(form), ...opened }
      return { at, formKey: randomUUID(), values, more: more as Awaited<More> }
    },
    action: async (args: ActionFunctionArgs) => {
      const { visit, at, parent } = await opening(args)
      const body = await readForm(args.request)
      const read = parseFields(body, schemaFor(creation), {})
      if (!read.ok) return answer(read.reply())
      const { staff } = visit
      const outcome = await creation.create(staff.scope, formKeyOf(body), read.value, at, { parent, staff })
      if (outcome.ok) {
        const toast = { type: 'success', title: 'Created!', message: creation.message } as const
        return redirectWithToast(creation.created(String(outcome.value), at, parent), toast)
      }
      if (outcome.reason === 'not-found') return foundOr404(null)
      return answer(read.refuse(...refusalOf(creation, outcome)))
    },
  }
}

type Edition<Of extends Form, Answered extends Answer, Thing, At extends Place, More> = Common<
  Of,
  Answered,
  [Thing]
> & {
  find: (scope: SchoolScope, at: At, staff: StaffSession) => Promise<Thing | null>
  /** What the page shows besides. */
  more?: (thing: Thing, scope: SchoolScope, staff: StaffSession) => More
  /** What a field's value is called where the form offers things by their ids. */
  called?: (thing: Thing) => { readonly [Name in keyof Of['fields']]?: string | null }
  /** Refuses `changed` when the thing is not of this version any more. */
  update: (scope: SchoolScope, at: At, version: number, values: ValuesOf<Of>, staff: StaffSession) => Promise<Answered>
  updated: (at: At, thing: Thing) => string
}

/** Loader and action of a page that edits a thing, with the lock of every edit form: who saves second learns what was saved meanwhile. */
export function editing<
  Of extends Form,
  Answered extends Answer,
  Thing extends { version: number },
  At extends Place = string,
  More = undefined,
>(edition: Edition<Of, Answered, Thing, At, More>) {
  const { may, form, more } = edition
  const opening = async ({ context, request, params }: LoaderFunctionArgs) => {
    const staff = await requireStaff(context, request, may)
    const at = placeOf<At>(params)
    const find = async () => foundOr404(await edition.find(staff.scope, at, staff))
    return { staff, at, find, thing: await find() }
  }
  return {
    loader: async (args: LoaderFunctionArgs) => {
      const { staff, at, thing } = await opening(args)
      const values = shownValues(form, thing)
      return { at, version: thing.version, values, more: (await more?.(thing, staff.scope, staff)) as Awaited<More> }
    },
    action: async (args: ActionFunctionArgs) => {
      const { staff, at, thing, find } = await opening(args)
      const body = await readForm(args.request)
      const lock = lockOf(body, thing, (now) => changesOf(form, now, body, edition.called?.(now)))
      const read = parseFields(body, schemaFor(edition, thing), {})
      if (!read.ok) return lock.answer(read.reply())
      const outcome = await edition.update(staff.scope, at, lock.version, read.value, staff)
      if (outcome.ok) return redirectWithToast(edition.updated(at, thing), { type: 'success', title: 'Updated!' })
      if (outcome.reason === 'not-found') return foundOr404(null)
      if (outcome.reason !== 'changed') return lock.answer(read.refuse(...refusalOf(edition, outcome)))
      return lock.answer(read.refuse(`Somebody else saved this ${form.noun} since you opened it`), await find())
    },
  }
}

/** What is stored now where a described form says something else. */
function changesOf(form: Form, thing: object, body: FormData, called: Record<string, unknown> = {}): string[] {
  const now = shownValues(form, thing)
  const fields = Object.entries(form.fields)
  const wordsOf = (key: string, { options = [], name }: Field & { name: string }) => {
    const words = [now[name]].flat().map((shown) => options.find(({ value }) => value === shown)?.label ?? shown)
    return String(called[key] ?? words.join(', '))
  }
  return differences(
    Object.fromEntries(fields.map(([, { name, label }]) => [name, label])),
    now,
    body,
    Object.fromEntries(fields.map(([key, field]) => [field.name, wordsOf(key, field)])),
  )
}

const answer = ({ data: result }: Reply) => data({ result, conflict: null }, { status: 422 })
