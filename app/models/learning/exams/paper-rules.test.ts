import { expect, it } from 'vitest'
import { obstacleOfMarks, overlap, paperProblem, proposeDays, publishedObstacle, timeWords } from './paper-rules'

const exam = { name: 'Half-yearly', startsOn: '2026-09-10', endsOn: '2026-09-15' }
const at = (heldOn: string, startTime: string | null, endTime: string | null) => ({ heldOn, startTime, endTime })
const other = { ...at('2026-09-10', '09:00', '12:00'), publicId: 'x', subjectName: 'Science', examName: 'Half-yearly' }

it('detects overlapping papers, but lets one begin when the other ends', () => {
  expect(overlap(at('2026-09-10', '11:59', '13:00'), other)).toBe(true)
  expect(overlap(at('2026-09-10', '12:00', '13:00'), other)).toBe(false)
  expect(overlap(at('2026-09-11', '09:00', '12:00'), other)).toBe(false)
  expect(overlap(at('2026-09-10', '08:00', '09:00'), other)).toBe(false)
  expect(overlap(at('2026-09-10', '08:00', '09:01'), other)).toBe(true)
  expect(overlap(at('2026-09-10', null, null), other)).toBe(false)
  expect(overlap(other, at('2026-09-10', null, null))).toBe(false)
  // A start time without an end time, or the reverse, counts as no time.
  expect(overlap(at('2026-09-10', '10:00', null), other)).toBe(false)
  expect(overlap(at('2026-09-10', null, '10:00'), other)).toBe(false)
  expect(overlap(other, at('2026-09-10', '10:00', null))).toBe(false)
  expect(overlap(other, at('2026-09-10', null, '10:00'))).toBe(false)
  expect([
    timeWords(other),
    timeWords(at('2026-09-10', '10:00', null)),
    timeWords(at('2026-09-10', null, '10:00')),
  ]).toEqual(['09:00 to 12:00', '', ''])
})

it('reports an overlap beside its field, and names the other paper', () => {
  expect(paperProblem(at('2026-09-16', null, null), exam, [])).toEqual({
    field: 'heldOn',
    message: 'Choose a day of the exam: 10 Sep 2026 to 15 Sep 2026',
  })
  expect(paperProblem(at('2026-09-10', '10:00', '11:00'), exam, [other])).toEqual({
    field: 'startTime',
    message: 'The class has Science from 09:00 to 12:00 on this day',
  })
  expect(paperProblem(at('2026-09-10', '10:00', '11:00'), { ...exam, name: 'Unit test' }, [other])?.message).toBe(
    'The class has Science (Half-yearly) from 09:00 to 12:00 on this day',
  )
  expect(paperProblem(at('2026-09-10', '12:00', '13:00'), exam, [other])).toBeNull()
  expect(paperProblem(at('2026-09-15', null, null), exam, [])).toBeNull()
  expect(paperProblem(at('2026-09-09', null, null), exam, [])?.field).toBe('heldOn')
})

it('proposes one day per paper, skips Sundays, and repeats the last day when days run out', () => {
  expect(proposeDays(exam, ['2026-09-10'], 3)).toEqual(['2026-09-11', '2026-09-12', '2026-09-14'])
  expect(proposeDays({ startsOn: '2026-09-13', endsOn: '2026-09-13' }, [], 2)).toEqual(['2026-09-13', '2026-09-13'])
})

it('reports how many marks prevent the deletion of an exam', () => {
  expect(obstacleOfMarks('Half-yearly', 0)).toBeNull()
  const stays = 'entered in Half-yearly, so it cannot be deleted. Clear the marks first if they were a mistake.'
  expect(obstacleOfMarks('Half-yearly', 1)).toBe(`1 mark is ${stays}`)
  expect(obstacleOfMarks('Half-yearly', 2)).toBe(`2 marks are ${stays}`)
  expect(publishedObstacle).toBe('The results are published. Withdraw them first.')
})
