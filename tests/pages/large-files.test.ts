import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Tables that are sent whole because they are always short, with the reason. */
const short: Record<string, string> = {
  'attendance+/register[.]csv.ts': 'the students of a section',
  'breaches+/$id.board[.]csv.ts': 'one report',
  'collections+/fee-register[.]csv.ts': 'the students of a section',
  'consents+/index[.]csv.ts': 'the students of a section',
  'exams+/$id.marks[.]csv.ts': 'the students of a section',
  'exams+/$id.results[.]csv.ts': 'the students of a class, as its page shows them',
  'imports+/templates.$name.ts': 'headings and an example',
  'settings+/privacy.record[.]csv.ts': 'a table of the portal',
  'timetable+/index[.]csv.ts': 'the lessons of a week, as its page shows them',
}

const folder = 'app/routes/school+/_shell+/'
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, source: readFileSync(folder + name, 'utf8') }))

it('sends every spreadsheet export page by page, except the listed tables that are always short', () => {
  const whole = sources.filter(({ source }) => /\b(csvResponse|workbookResponse)\(/.test(source))
  const inTurn = (source: string) => /\bpagesOfFile\(/.test(source)
  expect(
    whole
      .filter(({ source }) => !inTurn(source))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(short))
})

it('builds every CSV and XLSX file with the shared functions', () => {
  const csvFiles = sources.filter(({ name }) => /\[\.\](csv|xlsx)\.ts$/.test(name))
  expect(csvFiles.length).toBeGreaterThan(50)
  // `listLoader.csvLoader` serves the file of a list whose page `listLoader` loads.
  const ways = /\b(fileLoader|csvOfList|csvResponse)[<(]|^export const loader = listLoader\.csvLoader$/m
  expect(csvFiles.filter(({ source }) => !ways.test(source)).map(({ name }) => name)).toEqual([])
})
