import { expect, it } from 'vitest'
import { newStorageKey } from '~/services/storage/key'
import { insert } from '../../tests/factories/insert'
import { makeSchool } from '../../tests/factories/school'
import { countMissing } from './make-backup'

it('countMissing: counts a file that a row names and no store has', async () => {
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
  expect(await countMissing({ has: (key) => key !== lost })).toBe(1)
  expect(await countMissing({ has: () => true })).toBe(0)
})
