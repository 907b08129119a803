import { expect, it } from 'vitest'
import { cbseGrades } from '~/models/core/schools/options'
import { formatClock } from '~/models/core/shared/clock'
import { daysUntilExam, examStatus, gradeOf, meanPercent, nearness, ranksOf, totalMarks } from './rules'

it('derives the status of an exam from its days', () => {
  const exam = { startsOn: '2026-09-10', endsOn: '2026-09-12' }
  expect(['2026-09-09', '2026-09-10', '2026-09-12', '2026-09-13'].map((day) => examStatus(exam, day))).toEqual([
    'upcoming',
    'ongoing',
    'ongoing',
    'completed',
  ])
})

it('counts the days until an exam, and groups them into week, fortnight, month and later', () => {
  expect(daysUntilExam('2026-09-10', '2026-09-01')).toBe(9)
  expect(daysUntilExam('2026-09-10', '2026-09-20')).toBe(0)
  expect([7, 8, 14, 15, 30, 31].map(nearness)).toEqual(['week', 'fortnight', 'fortnight', 'month', 'month', 'later'])
})

it('leaves exempt papers and missing marks out of the total, and counts absent papers as 0', () => {
  const papers = [
    { presence: 'present' as const, marks: 40.5, maxMarks: 50 },
    { presence: 'absent' as const, marks: null, maxMarks: 50 },
    { presence: 'exempt' as const, marks: null, maxMarks: 50 },
    { presence: 'present' as const, marks: null, maxMarks: 50 },
  ]
  expect(totalMarks(papers)).toEqual({ marks: 40.5, maxMarks: 100 })
  expect(meanPercent([80, 70.5])).toBe(75.3)
  expect(meanPercent([50.1, 50.2])).toBe(50.2)
  expect(meanPercent([])).toBeNull()
})

it('rounds the exact percentage to a whole one for the grade', () => {
  // 199 of 220 is 90.45 %, so 90 and A2. Rounded to one decimal first, it would be 90.5, then 91 and A1.
  expect(gradeOf(199, 220, cbseGrades)).toBe('A2')
  expect(gradeOf(18.1, 20, cbseGrades)).toBe('A1')
  expect(gradeOf(0, 0, cbseGrades)).toBeNull()
  expect([100, 90.5, 90.4, 33, 32.4].map((marks) => gradeOf(marks, 100, cbseGrades))).toEqual([
    'A1',
    'A1',
    'A2',
    'D',
    'E',
  ])
})

it('gives students with equal marks the same rank', () => {
  expect(ranksOf([80, 90, null, 80, 70])).toEqual([2, 1, null, 2, 4])
})

it('formats a time with two digits and AM or PM, as in 09:00 AM', () => {
  expect(['09:00', '00:05:00', '12:30', '13:30:00', '23:59'].map(formatClock)).toEqual([
    '09:00 AM',
    '12:05 AM',
    '12:30 PM',
    '01:30 PM',
    '11:59 PM',
  ])
})
