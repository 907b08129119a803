import { inTransaction } from '~/database/database.server'
import { lockThing, modelOf, type TableDescription } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type AddressFields, type AddressRefusal, findAddress } from './find-address.server'

type Own = readonly number[] | null
type Found = { id: number; title: string; audience: string; writer: string; mayEdit: boolean; version: number }
type Row = { publicId: string; formKey: string | null }

type Kind<Values, Known> = {
  kind: 'notice' | 'event'
  find: (scope: SchoolScope, publicId: string, ownSectionIds: Own) => Promise<Known | null>
  /** Columns for the typed values, except the audience. */
  columns: (values: Values) => object
  firstDay: (announcement: Known) => string
  /** Runs after writing, in the same transaction; `before` is the previous state, null for a new one. */
  written?: (scope: SchoolScope, publicId: string, values: Values, before: Known | null) => Promise<void>
}

/**
 * Use cases for a notice or an event from the office to students. A teacher writes only to their own sections
 * (`ownSectionIds`) and the students in them, and changes and deletes only what they wrote.
 */
export function announcements<Values extends AddressFields, Known extends Found>(
  table: TableDescription<Row>,
  { kind, find, columns, firstDay, written }: Kind<Values, Known>,
) {
  const model = modelOf(table)
  const findOwn = async (scope: SchoolScope, publicId: string, ownSectionIds: Own) => {
    await lockThing(table, scope, publicId)
    const announcement = await find(scope, publicId, ownSectionIds)
    return announcement?.mayEdit ? announcement : null
  }
  const note = async (scope: SchoolScope, verb: 'created' | 'updated', publicId: string, before?: Known) => {
    const announcement = await find(scope, publicId, null)
    if (!announcement) throw new Error(`The ${kind} that was just saved was not found`)
    const { id, title, audience } = announcement
    const earlier = before && {
      titleBefore: before.title,
      audienceBefore: before.audience,
      fromBefore: firstDay(before),
    }
    const details = { title, audience, from: firstDay(announcement), ...earlier }
    await recordAudit(scope, { action: `${kind}.${verb}`, subject: { kind, id }, details })
  }
  const write = async (
    scope: SchoolScope,
    formKey: string,
    values: Values,
    ownSectionIds: Own,
  ): Promise<Outcome<string, AddressRefusal>> => {
    const address = await findAddress(scope, values, ownSectionIds)
    if (!address.ok) return address
    const publicId = newPublicId()
    const creator = { createdBy: scope.actor.id, createdByName: scope.actor.name }
    const ours = { publicId, schoolId: scope.schoolId, formKey, ...creator }
    await model.create({ ...columns(values), ...address.value, ...ours } as never)
    await note(scope, 'created', publicId)
    await written?.(scope, publicId, values, null)
    return done(publicId)
  }
  return {
    find,

    /**
     * Runs in the caller's transaction: writes the notice or event and returns its public id; the form key must be new.
     */
    write,

    /** Creates the notice or event and returns its public id; idempotent by form key. */
    create(scope: SchoolScope, formKey: string, values: Values, ownSectionIds: Own) {
      const work = () => write(scope, formKey, values, ownSectionIds)
      return createOnce<never, { ok: false; reason: AddressRefusal }>({ table, scope, formKey, taken: {} }, work)
    },

    /**
     * Changes the notice or event. Refuses `not-found`, `changed` (saved by another user since `version`), and an
     * audience that is not allowed.
     */
    update(
      scope: SchoolScope,
      publicId: string,
      version: number,
      values: Values,
      ownSectionIds: Own,
    ): Promise<Outcome<undefined, AddressRefusal | 'not-found' | 'changed'>> {
      return inTransaction(async () => {
        const before = await findOwn(scope, publicId, ownSectionIds)
        if (!before) return refused('not-found')
        if (before.version !== version) return refused('changed')
        const address = await findAddress(scope, values, ownSectionIds)
        if (!address.ok) return address
        const change = { ...columns(values), ...address.value, version: version + 1 }
        await model.update(change as never, { where: { id: before.id, schoolId: scope.schoolId } as never })
        await note(scope, 'updated', publicId, before)
        await written?.(scope, publicId, values, before)
        return done()
      })
    },

    remove(scope: SchoolScope, publicId: string, ownSectionIds: Own): Promise<Outcome<undefined, 'not-found'>> {
      return inTransaction(async () => {
        const announcement = await findOwn(scope, publicId, ownSectionIds)
        if (!announcement) return refused('not-found')
        const { id, title, audience, writer } = announcement
        await model.destroy({ where: { id, schoolId: scope.schoolId } as never })
        const details = { title, audience, writtenBy: writer, from: firstDay(announcement) }
        await recordAudit(scope, { action: `${kind}.deleted`, subject: { kind, id }, details })
        return done()
      })
    },
  }
}
