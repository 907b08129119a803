import { expect, it } from 'vitest'
import { unpackTexts } from './stored-rows.server'

const columns = ['number', 'name', 'day', 'remark'].map((key) => ({ key, label: key, example: '' }))
const textsOf = (fileCells: string | null) =>
  unpackTexts('["B/1","Asha","2014-02-01"]', columns, 1, { secrets: false, fileCells })

it('returns the values read, or the file’s text where it differs from the value', () => {
  expect(textsOf(null)).toEqual({ number: 'B/1', name: 'Asha', day: '2014-02-01' })
  expect(textsOf('[[1,""],[2,"1/2/14"],[3,"new"]]')).toEqual({ number: 'B/1', day: '1/2/14', remark: 'new' })
})

it('returns the file’s own words from rows that an older version stored', () => {
  expect(textsOf('["B/1","",null,"new"]')).toEqual({ number: 'B/1', day: '', remark: 'new' })
})
