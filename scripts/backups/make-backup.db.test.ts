import { expect, it } from 'vitest'
import { newStorageKey } from '~/services/storage/key'
import { insert } from '../../tests/factories/insert'
import { makeSchool } from '../../tests/factories/school'
import { findMissing } from './make-backup'

it('findMissing: returns a file that a row names and no store contains', async () => {
  const school = await makeSchool()
  const lost = newStorageKey('receipts', 'pdf')
  await insert('files', {
    school_id: school.id,
    storage_key: lost,
    visibility: 'school',
    content_type: 'application/pdf',
    file_name: 'receipt.pdf',
    size_bytes: 1,
    created_at: new Date(),
  })
  expect(await findMissing({ has: (key) => key !== lost })).toEqual([lost])
  expect(await findMissing({ has: () => true })).toEqual([])
})
