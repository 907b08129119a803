import { expect, it } from 'vitest'
import { cbseGrades } from '~/models/core/schools/options'
import { examSum, paperResult, rankingShare } from './result-rules'

const present = (marks: number | null, passMarks: number | null = 33) =>
  paperResult({ presence: 'present', marks, maxMarks: 100, passMarks })
const away = (presence: 'absent' | 'exempt', passMarks: number | null = 33) =>
  paperResult({ presence, marks: null, maxMarks: 100, passMarks })

it('decides whether a paper is passed, failed, not judged, waiting, absent or exempt', () => {
  expect([present(33), present(32.5), present(90, null), present(null), away('absent'), away('exempt')]).toMatchObject([
    { outcome: 'pass' },
    { outcome: 'fail' },
    { outcome: 'unjudged' },
    { outcome: 'waiting' },
    { outcome: 'absent' },
    { outcome: 'exempt' },
  ])
  expect(paperResult({ presence: null, marks: null, maxMarks: 50, passMarks: null })).toMatchObject({
    presence: 'present',
    outcome: 'waiting',
  })
})

it('rounds the exact percentage for the grade, not the displayed one', () => {
  const paper = paperResult({ presence: 'present', marks: 199, maxMarks: 220, passMarks: null })
  expect(examSum([paper], cbseGrades)).toMatchObject({ percent: 90.5, grade: 'A2' })
})

it('leaves exempt papers out of the sum of an exam, and counts absent ones as 0', () => {
  expect(examSum([present(80), present(61.5), away('exempt')], cbseGrades)).toEqual({
    marks: 141.5,
    maxMarks: 200,
    percent: 70.8,
    grade: 'B1',
    outcome: 'pass',
  })
  expect(examSum([present(80), away('absent')], cbseGrades)).toMatchObject({ percent: 40, outcome: 'fail' })
  expect(examSum([away('exempt')], cbseGrades)).toEqual({
    marks: 0,
    maxMarks: 0,
    percent: null,
    grade: null,
    outcome: null,
  })
})

it('returns no outcome without pass marks, and "waiting" while marks are missing', () => {
  expect(examSum([present(10, null), away('absent', null)], cbseGrades).outcome).toBeNull()
  expect(examSum([present(20), present(null)], cbseGrades).outcome).toBe('waiting')
  expect(examSum([], cbseGrades)).toMatchObject({ percent: null, outcome: null })
})

it('ranks by the exact share of the marks', () => {
  const share = (marks: number, maxMarks: number) =>
    rankingShare({ studies: true, papers: [present(1)], marks, maxMarks })
  expect(share(0, 0)).toBeNull()
  expect(share(33.5, 67)).toBe(share(40, 80))
  expect(share(400.5, 600)).not.toBe(share(400.6, 600))
})

it('ranks only current students with a result in every paper', () => {
  const row = { studies: true, papers: [present(80), away('absent'), away('exempt')], marks: 80, maxMarks: 200 }
  expect(rankingShare(row)).toBe(0.4)
  expect(rankingShare({ ...row, studies: false })).toBeNull()
  expect(rankingShare({ ...row, papers: [present(80), present(null)] })).toBeNull()
})
