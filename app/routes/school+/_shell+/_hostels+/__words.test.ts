import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { historyLabel, historyLabels } from './__words'

it('has a label for every action on a hostel application', () => {
  const folder = 'app/models'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const source = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  expect(source, 'actions are written out, so that they can be looked for').not.toContain('`hostel-application.')
  const done = [...new Set(source.match(/(?<=')hostel-application\.[\w-]+(?=')/g))].sort()
  expect(done).toContain('hostel-application.offered')
  expect(done).toEqual(Object.keys(historyLabels).sort())
})

it('distinguishes an approval by the student from one by the office', () => {
  const action = 'hostel-application.approved'
  expect(historyLabel({ action, actorKind: 'student' })).toBe('Accepted the bed that was offered')
  expect(historyLabel({ action, actorKind: 'staff' })).toBe('Approved')
})
