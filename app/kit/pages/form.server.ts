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
import { type Form, shownValues, startValues, type ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import type { Permission } from '~/models/people/accounts/staff/permissions'
import { toWaiting, waitsForSecondPerson } from './waits.server'

/** Public id from the URL, or several by name: `{ id, roomId }` of `/school/hostels/:id/rooms/:roomId/edit`. */
export type AddressIds = string | Readonly<Record<string, string>>

/**
 * Returns the parameters of the URL. Each is a public id or one of `words`.
 * @throws Response 404 for any other parameter
 */
export function addressIdsOf<At extends AddressIds>(
  params: Readonly<Record<string, string | undefined>>,
  words: readonly string[] = [],
): At {
  const paramValues = Object.values(params)
  const ids = foundOr404(
    paramValues.every((one) => isPublicId(one) || words.includes(String(one))) ? paramValues : null,
  )
  return (ids.length === 1 ? ids[0] : params) as At
}

export type Opening<At extends AddressIds, Thing> = {
  may: Permission
  /** Words that the URL accepts instead of a public id. */
  words?: readonly string[]
  /** Returns null if the school has no such thing; the page then answers 404. */
  find: (scope: SchoolScope, at: At, staff: StaffSession) => Promise<Thing | null>
}

/**
 * Returns the signed-in staff, the ids of the URL and the thing.
 * @throws Response of the guard; 404 if the thing does not exist
 */
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
/** Refusals among the outcomes of a use case. */
type Not<Of extends Answer> = Extract<Of, Refused>
/** Message about the whole form, or messages by field. */
type Said<Of extends Form> = string | { readonly [Name in keyof Of['fields']]?: string }

/**
 * Message per refusal of a use case, except those handled `Elsewhere`: `not-found` is a 404, `changed` shows what the
 * other user saved, `waits` redirects to the request for a second person's approval.
 */
export type Refusals<
  Of extends Form,
  Answered extends Answer,
  Elsewhere extends string = 'not-found' | 'changed' | 'waits',
  Given extends unknown[] = [],
> = {
  readonly [Reason in Exclude<Not<Answered>['reason'], Elsewhere>]:
    | Said<Of>
    | ((refused: Extract<Answered, { reason: Reason }>, ...args: Given) => Said<Of>)
}

type Common<Of extends Form, Answered extends Answer, Given extends unknown[] = []> = {
  may: Permission
  form: Of
  /**
   * Handles a post, for example by a search button, before its validation: returns new values for the form, or null to
   * continue with the validation.
   */
  answer?: (scope: SchoolScope, body: FormData) => Promise<object | null>
  /** Schema with rules about several fields or about the current thing; defaults to the fields' own rules. */
  schema?: z.ZodType<ValuesOf<Of>> | ((...args: Given) => z.ZodType<ValuesOf<Of>>)
  refusals: Refusals<Of, NoInfer<Answered>>
  /**
   * Returns whether the user must enter the password. One that was entered recently suffices, except with `always`. The
   * page passes only the user; the action also passes the typed values and the current thing.
   */
  asksPassword?: (staff: StaffSession, values?: ValuesOf<Of>, thing?: object) => Asks | Promise<Asks>
}

export function schemaFor<Of extends Form, Given extends unknown[]>(
  { form, schema = schemaOf(form) }: Pick<Common<Of, Answer, Given>, 'form' | 'schema'>,
  ...args: Given
): z.ZodType<ValuesOf<Of>> {
  return typeof schema === 'function' ? schema(...args) : schema
}

type Asks = boolean | 'always'
type Asked = Asks | Promise<Asks> | undefined

async function asksNow(passwordRule: Asked, staff: StaffSession): Promise<boolean> {
  const asks = await passwordRule
  return asks === 'always' || (asks === true && !isPasswordFresh(staff))
}

async function wrongPassword(passwordRule: Asked, request: Request, staff: StaffSession, body: FormData) {
  const password = String(body.get('own_password') ?? '')
  const asks = await passwordRule
  const wrong = asks ? await passwordRefusal(request, staff, password, { isAlways: asks === 'always' }) : null
  return wrong === null ? null : { own_password: [wrong] }
}

/** Returns the message of a refusal for the form and those for its fields. */
export function refusalOf(
  { form, refusals }: { form: Form; refusals: object },
  not: Refused,
  ...args: unknown[]
): [string | null, FieldErrors] {
  type Saying = Said<Form> | ((refused: Refused, ...parameters: unknown[]) => Said<Form>)
  const refusal = (refusals as Record<string, Saying | undefined>)[not.reason] ?? {}
  const refusalWords = typeof refusal === 'function' ? refusal(not, ...args) : refusal
  if (typeof refusalWords === 'string') return [refusalWords, {}]
  const beside = Object.entries(refusalWords).map(([key, words]) => [form.fields[key]?.name ?? '', [String(words)]])
  return [null, Object.fromEntries(beside)]
}

type Creation<Of extends Form, Answered extends Answer, At extends AddressIds, Parent, More> = Common<Of, Answered> & {
  /** Parent that the URL names. */
  within?: (scope: SchoolScope, at: At, query: URLSearchParams, staff: StaffSession) => Promise<Parent | null>
  /** Additional data for the page. */
  more?: (parent: Parent, scope: SchoolScope, staff: StaffSession, query: URLSearchParams) => More
  /** Initial values from the database or the query. */
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
  /** Returns the URL of the redirect after the creation. The toast adds `message` to 'Created!'. */
  created: (newId: string, at: At, parent: Parent, values: ValuesOf<Of>) => string
  message?: string | ((values: ValuesOf<Of>, outcome: Extract<Answered, { ok: true }>) => string | undefined)
}

/** Loader and action of a page that creates a thing: only once per form, however often it is submitted. */
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
  /** Additional data for the page. */
  more?: (thing: Thing, scope: SchoolScope, staff: StaffSession) => More
  /** Refuses with `changed` when the thing no longer has this version. */
  update: (scope: SchoolScope, at: At, version: number, values: ValuesOf<Of>, staff: StaffSession) => Promise<Answered>
  updated: (at: At, thing: Thing) => string
  /** Text of the toast 'Updated!', from the use case's value and the typed values. */
  message?: (value: unknown, values: ValuesOf<Of>) => string | undefined
}

/**
 * Loader and action of a page that edits a thing, with an optimistic lock: the second of two users sees what the first
 * has saved.
 */
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
      const extra = (await more?.(thing, scope, staff)) as Awaited<More>
      const asksPassword = await asksNow(edition.asksPassword?.(staff), staff)
      return { at, version: thing.version, values: shownValues(form, thing), asksPassword, more: extra }
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
      if (waitsForSecondPerson(outcome)) return toWaiting(outcome)
      if (outcome.reason !== 'changed') return lock.answer(read.refuse(...refusalOf(edition, outcome)))
      const { thing: now } = await openThing<At, Thing>(args, edition)
      return lock.answer(read.refuse(`Another person saved this ${form.noun} since you opened it`), now)
    },
  }
}

const answer = ({ data: result }: Reply) => data({ result, conflict: null }, { status: 422 })
