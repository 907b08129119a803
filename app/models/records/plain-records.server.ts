import type { ModelStatic } from 'sequelize'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { releaseFiles } from '~/models/files/keep-received.server'
import { type Form, nameOf, type ValuesOf } from '~/models/shared/fields'
import { type Check, schemaOf } from '~/models/shared/form-schema.server'
import { makeOnce } from '~/models/shared/make-once.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type Described, lockThing } from '~/models/shared/table.server'

/** What a table must have for its rows to be made, changed and deleted by a form. */
type Thing = { id: number; publicId: string; schoolId: number; version: number; formKey: string }
type Refusal = { ok: false; reason: string }
type Details = Record<string, string | number | boolean | null>

type Rules<
  Row,
  Of extends Form,
  Taken extends string,
  Held extends string,
  NotNew extends Refusal,
  Not extends Refusal,
  Gone extends Refusal,
> = {
  /** What the audit log calls it: `hostel.created`, `hostel.updated`, `hostel.deleted`. */
  kind: string
  /** What the audit log keeps of it, and of one that goes: its name where nothing is said. */
  details: (values: ValuesOf<Of>) => Details
  lastDetails?: (row: Row) => Details
  /** What is wrong with values that each are right. */
  check?: Check<Of>
  /** Unique keys that a save may run into, and what they refuse. */
  taken: Readonly<Record<string, Taken>>
  /** Foreign keys that keep it from being deleted, and what they refuse. */
  held: Readonly<Record<string, Held>>
  /** What else refuses a new one, a change of a row, and that a row goes; both rows are held. */
  refuseNew?: (scope: SchoolScope, values: ValuesOf<Of>) => Promise<NotNew | null>
  refuse?: (scope: SchoolScope, row: Row, values: ValuesOf<Of>) => Promise<Not | null>
  refuseGone?: (scope: SchoolScope, row: Row) => Promise<Gone | null>
}

/** The three use cases of a thing that the office keeps by a form and no more, with the form and how it is read. */
export function plainRecords<
  Row extends Thing,
  Of extends Form,
  Taken extends string,
  Held extends string,
  NotNew extends Refusal = never,
  Not extends Refusal = never,
  Gone extends Refusal = never,
>(table: Described<Row>, form: Of, rules: Rules<Row, Of, Taken, Held, NotNew, Not, Gone>) {
  const model = table as unknown as ModelStatic<never>
  const note = (scope: SchoolScope, verb: string, id: number, details: Details) =>
    recordAudit(scope, { action: `${rules.kind}.${verb}`, subject: { kind: rules.kind, id }, details })
  return {
    form,
    schema: schemaOf(form, rules.check),

    /** Makes one, once for a form key, and answers its public id. Refuses what `taken` and `refuseNew` say. */
    create(scope: SchoolScope, formKey: string, values: ValuesOf<Of>): Promise<Outcome<string, Taken> | NotNew> {
      return makeOnce({ table, scope, formKey, taken: rules.taken }, async () => {
        const refusal = await rules.refuseNew?.(scope, values)
        if (refusal) return refusal
        const publicId = newPublicId()
        const row = { ...values, publicId, schoolId: scope.schoolId, formKey }
        const { id } = (await model.create(row as never)) as Thing
        await note(scope, 'created', id, rules.details(values))
        return done(publicId)
      })
    },

    /**
     * Changes one whole. Refuses `not-found`, `changed` (saved by somebody else since `version`), and what `taken` and `refuse` say.
     */
    async update(
      scope: SchoolScope,
      publicId: string,
      version: number,
      values: ValuesOf<Of>,
    ): Promise<Outcome<undefined, 'not-found' | 'changed' | Taken> | Not> {
      return inTransaction(async () => {
        const row = await lockThing(table, scope, publicId)
        if (!row) return refused('not-found')
        if (row.version !== version) return refused('changed')
        const refusal = await rules.refuse?.(scope, row, values)
        if (refusal) return refusal
        const change = { ...values, version: version + 1 }
        await model.update(change as never, { where: { id: row.id } as never })
        await note(scope, 'updated', row.id, rules.details(values))
        return done()
      }, rules.taken)
    },

    /** Deletes one with its files. Refuses `not-found` and what `held` and `refuseGone` say. */
    async remove(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found' | Held> | Gone> {
      return inTransaction(async () => {
        const row = await lockThing(table, scope, publicId)
        if (!row) return refused('not-found')
        const refusal = await rules.refuseGone?.(scope, row)
        if (refusal) return refusal
        await model.destroy({ where: { id: row.id } as never })
        await releaseFiles(scope, filesOf(table, row))
        await note(scope, 'deleted', row.id, rules.lastDetails?.(row) ?? { name: nameOf(form, row) })
        return done()
      }, rules.held)
    },
  }
}

function filesOf<Row>({ described }: Described<Row>, row: Row): number[] {
  const names = Object.keys(described).filter((name) => described[name]?.kind === 'file')
  return names.map((name) => row[name as keyof Row]).filter((id) => typeof id === 'number')
}
