import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import {
  changesOf,
  type FieldErrors,
  formKeyOf,
  foundOr404,
  isPasswordFresh,
  lockOf,
  parseFields,
  passwordRefusal,
  type Reply,
  readForm,
  redirectWithToast,
  requireStaff,
} from '~/http/route.server'
import type { Permission } from '~/models/accounts/permissions'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { type Form, shownValues, startValues, type ValuesOf } from '~/models/shared/fields'
import { schemaOf } from '~/models/shared/form-schema.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { isWaiting, toWaiting } from './waits.server'

/** The public id of an address, or all of them by their names: `{ id, roomId }` of `/school/hostels/:id/rooms/:roomId/edit`. */
export type AddressIds = string | Readonly<Record<string, string>>

/** What an address names by public ids, or by one of `words`. @throws Response 404 where it can be neither */
export function addressIdsOf<At extends AddressIds>(
  params: Readonly<Record<string, string | undefined>>,
  words: readonly string[] = [],
): At {
  const named = Object.values(params)
  const ids = foundOr404(named.every((one) => isPublicId(one) || words.includes(String(one))) ? named : null)
  return (ids.length === 1 ? ids[0] : params) as At
}

export type Opening<At extends AddressIds, Thing> = {
  may: Permission
  /** What may stand in the address in place of a public id. */
  words?: readonly string[]
  /** Null is a 404, as for another school's. */
  find: (scope: SchoolScope, at: At, staff: StaffSession) => Promise<Thing | null>
}

/** Who asks, what the address names, and the thing there. @throws Response what the guard answers; 404 where there is none */
export async function openThing<At extends AddressIds, Thing>(
  { context, request, params }: LoaderFunctionArgs,
  { may, words, find }: Opening<At, Thing>,
) {
  const staff = await requireStaff(context, request, may)
  const at = addressIdsOf<At>(params, words)
  return { staff, scope: staff.scope, at, thing: foundOr404(await find(staff.scope, at, staff)) }
}

type Refused = { ok: false; reason: string }
export type Answer = { ok: true; value?: unknown } | Refused
/** How a use case refuses, of all that it answers. */
type Not<Of extends Answer> = Extract<Of, Refused>
/** Words about the form as a whole, or beside its fields. */
type Said<Of extends Form> = string | { readonly [Name in keyof Of['fields']]?: string }

/**
 * What is said for each reason of a use case to refuse, but those that are dealt with `elsewhere`: what is not found is a 404, what was
 * saved meanwhile is shown, what waits for a second person leads to its request.
 */
export type Refusals<
  Of extends Form,
  Answered extends Answer,
  Elsewhere extends string = 'not-found' | 'changed' | 'waits',
  Given extends unknown[] = [],
> = {
  readonly [Reason in Exclude<Not<Answered>['reason'], Elsewhere>]:
    | Said<Of>
    | ((refused: Extract<Answered, { reason: Reason }>, ...given: Given) => Said<Of>)
}

type Common<Of extends Form, Answered extends Answer, Given extends unknown[] = []> = {
  may: Permission
  form: Of
  /** What answers at once, before the form is read: a button that searches. It may put what was chosen into the form. */
  answer?: (scope: SchoolScope, body: FormData) => Promise<object | null>
  /** How it is read, where something depends on several fields, or on the thing as it stands. */
  schema?: z.ZodType<ValuesOf<Of>> | ((...given: Given) => z.ZodType<ValuesOf<Of>>)
  refusals: Refusals<Of, NoInfer<Answered>>
  /**
   * Whether the password is asked for again, where it was not given lately: for the page by who it is, for its answer by what was typed of
   * the thing that is there. `always`: however lately it was given.
   */
  asksPassword?: (staff: StaffSession, typed?: ValuesOf<Of>, thing?: object) => Asks | Promise<Asks>
}

export function schemaFor<Of extends Form, Given extends unknown[]>(
  { form, schema = schemaOf(form) }: Pick<Common<Of, Answer, Given>, 'form' | 'schema'>,
  ...given: Given
): z.ZodType<ValuesOf<Of>> {
  return typeof schema === 'function' ? schema(...given) : schema
}

type Asks = boolean | 'always'
type Asked = Asks | Promise<Asks> | undefined

async function asksNow(asked: Asked, staff: StaffSession): Promise<boolean> {
  const asks = await asked
  return asks === 'always' || (asks === true && !isPasswordFresh(staff))
}

async function wrongPassword(asked: Asked, request: Request, staff: StaffSession, body: FormData) {
  const typed = String(body.get('own_password') ?? '')
  const asks = await asked
  const wrong = asks ? await passwordRefusal(request, staff, typed, { isAlways: asks === 'always' }) : null
  return wrong === null ? null : { own_password: [wrong] }
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

type Creation<Of extends Form, Answered extends Answer, At extends AddressIds, Parent, More> = Common<Of, Answered> & {
  /** What it is added to, where the address names that. */
  within?: (scope: SchoolScope, at: At, query: URLSearchParams, staff: StaffSession) => Promise<Parent | null>
  /** What the page shows besides. */
  more?: (parent: Parent, scope: SchoolScope, staff: StaffSession, query: URLSearchParams) => More
  /** What the form starts with, where the database or the address's query knows that. */
  start?: (
    scope: SchoolScope,
    query: URLSearchParams,
    staff: StaffSession,
    parent: Parent,
    more: NoInfer<Awaited<More>>,
  ) => Partial<ValuesOf<Of>> | Promise<Partial<ValuesOf<Of>>>
  create: (
    scope: SchoolScope,
    formKey: string,
    values: ValuesOf<Of>,
    at: At,
    staff: StaffSession,
    parent: Parent,
  ) => Promise<Answered>
  /** Where it goes on, with the id of what was made, and what is said there besides 'Created!'. */
  created: (made: string, at: At, parent: Parent, typed: ValuesOf<Of>) => string
  message?: string | ((typed: ValuesOf<Of>, made: Extract<Answered, { ok: true }>) => string | undefined)
}

/** Loader and action of a page that makes a thing: once for one form, however often it is sent. */
export function creating<
  Of extends Form,
  Answered extends Answer,
  At extends AddressIds = string,
  Parent = undefined,
  More = undefined,
>(creation: Creation<Of, Answered, At, Parent, More>) {
  const { may, form } = creation
  const opening = async ({ context, request, params }: LoaderFunctionArgs) => {
    const staff = await requireStaff(context, request, may)
    const at = addressIdsOf<At>(params)
    const query = new URL(request.url).searchParams
    const parent = creation.within ? foundOr404(await creation.within(staff.scope, at, query, staff)) : undefined
    return { staff, scope: staff.scope, at, query, parent: parent as Parent }
  }
  return {
    loader: async (args: LoaderFunctionArgs) => {
      const { staff, scope, at, query, parent } = await opening(args)
      const more = (await creation.more?.(parent, scope, staff, query)) as Awaited<More>
      const start = (await creation.start?.(scope, query, staff, parent, more)) ?? {}
      const asksPassword = await asksNow(creation.asksPassword?.(staff), staff)
      return { at, formKey: randomUUID(), values: startValues(form, start), asksPassword, more }
    },
    action: async (args: ActionFunctionArgs) => {
      const { request } = args
      const { staff, scope, at, parent } = await opening(args)
      const body = await readForm(request)
      const answered = await creation.answer?.(scope, body)
      if (answered) return answered
      const read = parseFields(body, schemaFor(creation), { secret: ['own_password'] })
      if (!read.ok) return answer(read.reply())
      const wrong = await wrongPassword(creation.asksPassword?.(staff, read.value), request, staff, body)
      if (wrong) return answer(read.refuse(null, wrong))
      const outcome = await creation.create(scope, formKeyOf(body), read.value, at, staff, parent)
      if (outcome.ok) {
        const message =
          typeof creation.message === 'function'
            ? creation.message(read.value, outcome as Extract<Answered, { ok: true }>)
            : creation.message
        const to = creation.created(String(outcome.value), at, parent, read.value)
        return redirectWithToast(to, { type: 'success', title: 'Created!', message })
      }
      if (outcome.reason === 'not-found') return foundOr404(null)
      return answer(read.refuse(...refusalOf(creation, outcome)))
    },
  }
}

type Edition<Of extends Form, Answered extends Answer, Thing, At extends AddressIds, More> = {
  /** What the page shows besides. */
  more?: (thing: Thing, scope: SchoolScope, staff: StaffSession) => More
  /** Refuses `changed` when the thing is not of this version any more. */
  update: (scope: SchoolScope, at: At, version: number, values: ValuesOf<Of>, staff: StaffSession) => Promise<Answered>
  updated: (at: At, thing: Thing) => string
  /** What is said besides 'Updated!' of what the use case answers and what was typed. */
  message?: (value: unknown, typed: ValuesOf<Of>) => string | undefined
}

/** Loader and action of a page that edits a thing, with the lock of every edit form: who saves second learns what was saved meanwhile. */
export function editing<
  Of extends Form,
  Answered extends Answer,
  Thing extends { version: number },
  At extends AddressIds = string,
  More = undefined,
>(edition: Opening<At, Thing> & Common<Of, Answered, [Thing]> & Edition<Of, Answered, Thing, At, More>) {
  const { form, more } = edition
  return {
    loader: async (args: LoaderFunctionArgs) => {
      const { staff, scope, at, thing } = await openThing<At, Thing>(args, edition)
      const besides = (await more?.(thing, scope, staff)) as Awaited<More>
      const asksPassword = await asksNow(edition.asksPassword?.(staff), staff)
      return { at, version: thing.version, values: shownValues(form, thing), asksPassword, more: besides }
    },
    action: async (args: ActionFunctionArgs) => {
      const { request } = args
      const { staff, scope, at, thing: stored } = await openThing<At, Thing>(args, edition)
      const body = await readForm(request)
      const answered = await edition.answer?.(scope, body)
      if (answered) return answered
      const lock = lockOf(body, stored, (now) => changesOf(form, now, body))
      const read = parseFields(body, schemaFor(edition, stored), { secret: ['own_password'] })
      if (!read.ok) return lock.answer(read.reply())
      const wrong = await wrongPassword(edition.asksPassword?.(staff, read.value, stored), request, staff, body)
      if (wrong) return lock.answer(read.refuse(null, wrong))
      const outcome = await edition.update(scope, at, lock.version, read.value, staff)
      if (outcome.ok) {
        const message = edition.message?.(outcome.value, read.value)
        return redirectWithToast(edition.updated(at, stored), { type: 'success', title: 'Updated!', message })
      }
      if (outcome.reason === 'not-found') return foundOr404(null)
      if (isWaiting(outcome)) return toWaiting(outcome)
      if (outcome.reason !== 'changed') return lock.answer(read.refuse(...refusalOf(edition, outcome)))
      const { thing: now } = await openThing<At, Thing>(args, edition)
      return lock.answer(read.refuse(`Somebody else saved this ${form.noun} since you opened it`), now)
    },
  }
}

const answer = ({ data: result }: Reply) => data({ result, conflict: null }, { status: 422 })
