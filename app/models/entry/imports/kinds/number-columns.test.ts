import { expect, it } from 'vitest'
import { withNumberColumns } from './number-columns'

const [enrollment, admission, sr, gr, scholar] = [
  'enrollment_number',
  'admission_number',
  'sr_no',
  'gr_number',
  'scholar_number',
]

it.each<[string, string[], Record<string, string>]>([
  ['a G.R. number', [gr], { [admission]: gr, [enrollment]: gr }],
  ['a scholar number', [scholar], { [admission]: scholar, [enrollment]: scholar }],
  ['an SR number', [sr], { [admission]: sr, [enrollment]: sr }],
  ['an admission number', [admission], { [admission]: admission, [enrollment]: admission }],
  ['an enrollment number', [enrollment], { [enrollment]: enrollment }],
  ['enrollment and G.R. number', [enrollment, gr], { [enrollment]: enrollment, [admission]: gr }],
  ['enrollment and scholar number', [enrollment, scholar], { [enrollment]: enrollment, [admission]: scholar }],
  ['two columns of our export', [enrollment, sr], { [enrollment]: enrollment, [sr]: sr }],
  [
    'all columns of our export',
    [enrollment, admission, sr],
    { [enrollment]: enrollment, [admission]: admission, [sr]: sr },
  ],
  [
    'admission and scholar number',
    [admission, scholar],
    { [admission]: admission, [enrollment]: admission, [sr]: scholar },
  ],
  ['admission and SR number', [admission, sr], { [admission]: admission, [enrollment]: admission, [sr]: sr }],
  ['admission and G.R. number', [admission, gr], { [admission]: admission, [enrollment]: gr }],
  ['G.R. and scholar number', [gr, scholar], { [admission]: gr, [enrollment]: gr, [sr]: scholar }],
  [
    'enrollment, admission and G.R. number',
    [enrollment, admission, gr],
    { [enrollment]: enrollment, [admission]: admission, [sr]: gr },
  ],
  ['no number', [], {}],
])('fills enrollment and admission number from a file with %s', (_words, columns, filled) => {
  const places = Object.fromEntries(columns.map((key, index) => [key, index]))
  const found = withNumberColumns({ first_name: 9, ...places })
  const byField = Object.entries(filled).map(([field, column]) => [field, places[column]])
  expect(found).toEqual({ first_name: 9, ...Object.fromEntries(byField) })
})
