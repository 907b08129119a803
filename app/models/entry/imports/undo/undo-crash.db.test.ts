import { expect, it } from 'vitest'
import { recordOf } from '../../../../../tests/factories/imports'
import { makeImportToUndo, undoKinds, withoutReversed } from '../../../../../tests/factories/imports-to-undo'
import { snapshotOf } from '../../../../../tests/factories/school-rows'
import { startUndo, undoImport } from './undo-import.server'

it.each(undoKinds)(
  'changes no row when the undo of %s fails half-way, and completes the undo at the next try',
  async (kind) => {
    const { school, scope, record, before } = await makeImportToUndo(kind)
    const imported = await snapshotOf(school.id)
    expect(imported).not.toEqual(before)
    expect(await startUndo(scope, record.publicId, { rest: false })).toMatchObject({ ok: true })
    // Makes the undo fail at its end: the name is too long for the audit entry, which is written last.
    const actor = { ...scope.actor, name: 'x'.repeat(500) }
    await expect(undoImport({ ...scope, actor }, record.id)).rejects.toThrow()
    expect(await snapshotOf(school.id)).toEqual(imported)
    expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'undoing' })
    expect(await undoImport(scope, record.id)).toBe('over')
    expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'undone', keptRows: 0 })
    const after = await snapshotOf(school.id)
    expect(kind === 'paid_fees' ? withoutReversed(after, before) : after).toEqual(before)
  },
)
