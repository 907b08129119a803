import { inTransaction } from '~/database/database.server'
import { type Form, nameOf, type ValuesOf } from '~/kit/forms/fields'
import { type Check, schemaOf } from '~/kit/forms/form-schema.server'
import { lockThing, modelOf, type TableDescription } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { releaseFiles } from '~/models/core/files/keep-received.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** Columns required for creating, updating and deleting rows by a form. */
type Thing = { id: number; publicId: string; schoolId: number; version: number; formKey: string }
type Refusal = { ok: false; reason: string }
type Details = Record<string, string | number | boolean | null>

type Saving<Row, Values> = {
  scope: SchoolScope
  row: Row | null
  values: Values
  /** Writes the row's columns and audits it, with optional extra details; returns its id. */
  write: (columns: Partial<Row> & object, details?: Details) => Promise<number>
}

type Rules<Row, Of extends Form, Values, Taken extends string, Held extends string, Not extends Refusal, Kept> = {
  /** Name in the audit log: `hostel.created`, `hostel.updated`, `hostel.deleted`. */
  kind: string
  /** Audit details: `details` when a thing is saved, `lastDetails` when it is deleted (by default its name). */
  details: (values: Values, before: Row | null) => Details
  lastDetails?: (row: Row) => Details
  /** Check that compares several valid fields. */
  check?: Check<Of>
  /** Refusals by unique key that a save may violate. */
  taken: Readonly<Record<string, Taken>>
  /** Refusals by the foreign key that prevents the deletion; '*' matches any key. */
  held: Readonly<Record<string, Held>>
  /** Additional check of the values alone; it needs no stored row. */
  accept?: (values: Values) => Promise<Not | null>
  /** Additional check of a change to a locked row. */
  refuse?: (scope: SchoolScope, row: Row, values: Values) => Promise<Not | null>
  /** `follow`: makes further changes after an update. `removeParts`: deletes a row's parts, returns their file ids. */
  follow?: (scope: SchoolScope, row: Row, values: Values) => Promise<void>
  removeParts?: (scope: SchoolScope, row: Row) => Promise<number[]>
  /** Takes an additional lock, before a row is created, or locked for an update or deletion. */
  hold?: (scope: SchoolScope) => Promise<void>
  /** Writes a row with its parts in other tables, or refuses; `row` is null for a new one. */
  save?: (saving: Saving<Row, Values>) => Promise<Not | null>
  /** Additional check before deletion. */
  keep?: (scope: SchoolScope, row: Row) => Promise<Kept | null>
}

/** Defines create, update and delete of a thing that the office edits in a form, with the form and its reads. */
export function plainRecords<
  Row extends Thing,
  Of extends Form,
  Taken extends string,
  Held extends string,
  Not extends Refusal = never,
  Kept extends Refusal = never,
  Values extends object = ValuesOf<Of>,
>(table: TableDescription<Row>, form: Of, rules: Rules<Row, Of, Values, Taken, Held, Not, Kept>) {
  const model = modelOf(table)
  const note = (scope: SchoolScope, verb: string, id: number, details: Details) =>
    recordAudit(scope, { action: `${rules.kind}.${verb}`, subject: { kind: rules.kind, id }, details })
  const save = async (
    { scope, row, values }: Omit<Saving<Row, Values>, 'write'>,
    writeRow: (columns: object) => Promise<number>,
  ): Promise<Not | null> => {
    const write = async (columns: object, details?: Details) => {
      const id = await writeRow(columns)
      const noted = { ...rules.details({ ...values, ...columns }, row), ...details }
      await note(scope, row ? 'updated' : 'created', id, noted)
      return id
    }
    if (rules.save) return rules.save({ scope, row, values, write })
    await write(values)
    return null
  }
  return {
    form,
    schema: schemaOf(form, rules.check),

    /** Creates a row once per form key and returns its public id. Refuses as `taken`, `accept` and `save` specify. */
    async create(scope: SchoolScope, formKey: string, values: Values): Promise<Outcome<string, Taken> | Not> {
      const refusal = await rules.accept?.(values)
      if (refusal) return refusal
      return createOnce<Taken, Not>({ table, scope, formKey, taken: rules.taken }, async () => {
        await rules.hold?.(scope)
        const publicId = newPublicId()
        const ours = { publicId, schoolId: scope.schoolId, formKey }
        const createRow = async (columns: object) =>
          ((await model.create({ ...columns, ...ours } as never)) as Thing).id
        return (await save({ scope, row: null, values }, createRow)) ?? done(publicId)
      })
    },

    /**
     * Updates a whole row. Refuses `not-found`, `changed` (another user saved it since `version`), and as `taken`,
     * `accept`, `refuse` and `save` specify.
     */
    async update(
      scope: SchoolScope,
      publicId: string,
      version: number,
      values: Values,
    ): Promise<Outcome<undefined, 'not-found' | 'changed' | Taken> | Not> {
      const refusedAlready = await rules.accept?.(values)
      if (refusedAlready) return refusedAlready
      return inTransaction(async () => {
        await rules.hold?.(scope)
        const row = await lockThing(table, scope, publicId)
        if (!row) return refused('not-found')
        if (row.version !== version) return refused('changed')
        const refusal = await rules.refuse?.(scope, row, values)
        if (refusal) return refusal
        const notSaved = await save({ scope, row, values }, async (columns) => {
          const change = { ...columns, version: version + 1 }
          await model.update(change as never, { where: { id: row.id } as never })
          return row.id
        })
        if (notSaved) return notSaved
        await rules.follow?.(scope, row, values)
        return done()
      }, rules.taken)
    },

    /** Deletes a row with its files. Refuses `not-found`, and as `held` and `keep` specify. */
    async remove(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found' | Held> | Kept> {
      return inTransaction(async () => {
        await rules.hold?.(scope)
        const row = await lockThing(table, scope, publicId)
        if (!row) return refused('not-found')
        const refusal = await rules.keep?.(scope, row)
        if (refusal) return refusal
        const files = (await rules.removeParts?.(scope, row)) ?? []
        await model.destroy({ where: { id: row.id } as never })
        await releaseFiles(scope, [...files, ...filesOf(table, row)])
        await note(scope, 'deleted', row.id, rules.lastDetails?.(row) ?? { name: nameOf(form, row) })
        return done()
      }, rules.held)
    },
  }
}

function filesOf<Row>({ described }: TableDescription<Row>, row: Row): number[] {
  const names = Object.keys(described).filter((name) => described[name]?.kind === 'file')
  return names.map((name) => row[name as keyof Row]).filter((id) => typeof id === 'number')
}
