import { expect, it } from 'vitest'
import { unsavedMarks } from './__marks-form.server'

it('returns every row of marks as typed when no row could be saved', () => {
  const row = { enrollment: 'asha', text: '41.', presence: 'absent' as const, seen: '40' }
  expect(unsavedMarks([row], 'Published')).toEqual({
    status: 'error',
    saved: 0,
    trouble: 'Published',
    rows: { asha: { text: '41.', presence: 'absent', seen: '40', problem: null } },
  })
})
