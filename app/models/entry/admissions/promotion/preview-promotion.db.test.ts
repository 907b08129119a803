import { expect, it } from 'vitest'
import { countQueries } from '~/database/database.server'
import { lastResults } from '~/models/learning/exams/results/last-result.server'
import { makePromotable } from '../../../../../tests/factories/promotions'
import { giveMarks, makeExamWithPapers } from '../../../../../tests/factories/results'
import { previewPromotion } from './preview-promotion.server'

it('shows each student’s last published result of the ending session, with one statement for all', async () => {
  const house = await makePromotable()
  const { school, from, six } = house
  const [asha, ravi, meera] = [await house.student(), await house.student(), await house.student()]
  const place = { session: from, class: six, published: true, endsOn: from.endsOn }
  const unit = await makeExamWithPapers(school, { ...place, name: 'Unit test', papers: [{ maxMarks: 20 }] })
  const annual = { ...place, startsOn: from.endsOn, papers: [{ maxMarks: 60 }, { maxMarks: 40, passMarks: null }] }
  const last = await makeExamWithPapers(school, { ...annual, name: 'Annual' })
  const hidden = await makeExamWithPapers(school, { ...annual, name: 'Not yet', published: false })
  for (const one of [asha, ravi]) await giveMarks(unit, one.student, one.enrollment, [20])
  await giveMarks(last, asha.student, asha.enrollment, [19.5, 30])
  for (const one of [asha, meera]) await giveMarks(hidden, one.student, one.enrollment, [60, 40])
  const chosen = { from: from.publicId, to: house.to.publicId, class: six.publicId, section: '', next: '' }
  const ofClass = await countQueries(() => previewPromotion(school.scope, chosen))
  const found = new Map(ofClass.value?.rows.map((row) => [row.enrollment, row.lastResult]))
  expect(found.get(asha.enrollment.publicId)).toEqual({
    exam: last.publicId,
    name: 'Annual',
    percent: 49.5,
    outcome: 'fail',
  })
  expect(found.get(ravi.enrollment.publicId)).toMatchObject({ name: 'Unit test', percent: 100, outcome: 'pass' })
  expect(found.get(meera.enrollment.publicId)).toBeNull()
  await house.student()
  expect((await countQueries(() => previewPromotion(school.scope, chosen))).count).toBe(ofClass.count)
  const stranger = await makePromotable()
  expect(await lastResults(stranger.school.scope, [asha.enrollment.id])).toEqual(new Map())
})
