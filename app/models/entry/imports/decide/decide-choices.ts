import { latinDigits } from '~/language/language'
import { cellText } from '~/services/spreadsheets/port'
import { askOrAnswer, type ColumnCell, type ColumnFacts, type Decided, linesOf, type Question } from './port'

/**
 * Codes of UDISE by column: "Student Data Capture Format (in sync with U-DISE)" of 2016-17, items 6, 7 and 20. Its
 * later forms keep these codes. Religion has a code list of its own, which is not used here.
 */
export const udiseCodes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gender: { 1: 'Male', 2: 'Female', 3: 'Other' },
  category: { 1: 'General', 2: 'SC', 3: 'ST', 4: 'OBC' },
  medium: { 3: 'Gujarati', 4: 'Hindi', 19: 'English' },
  rte: { 0: 'No', 1: 'Yes', 2: 'No' },
}

export interface ChoiceFacts extends ColumnFacts {
  /** Other headings of the file show that it comes from UDISE+. */
  isUdise: boolean
}

const yesAndNo = new Set(['0', '1'])

/**
 * Decides once for a column of choices what its numbers mean. Unknown words, such as EWS, are not decided here: the
 * user explains them on the page of columns, once for all files.
 */
export function decideChoices(cells: readonly ColumnCell[], facts: ChoiceFacts): Decided<'choice'> {
  const questions: Question[] = []
  return { decision: { meanings: codesOf(cells, facts, questions) }, questions, contradictions: [] }
}

function codesOf(cells: readonly ColumnCell[], facts: ChoiceFacts, questions: Question[]): Record<string, string> {
  const codes = udiseCodes[facts.key]
  if (!codes || cells.length === 0) return {}
  const found = new Set(cells.map(({ cell }) => latinDigits(cellText(cell)).replace(/^0+(?=\d)/, '')))
  const areCodes = [...found].every((code) => /^\d{1,2}$/.test(code))
  // In the RTE column, 1 and 0 are always read as yes and no.
  if (!areCodes || (facts.key === 'rte' && [...found].every((code) => yesAndNo.has(code)))) return {}
  const known = Object.fromEntries([...found].flatMap((code) => (codes[code] ? [[code, codes[code]]] : [])))
  // `01` means the same as `1`.
  const meanings = { ...known, ...Object.fromEntries(Object.entries(known).map(([code, word]) => [`0${code}`, word])) }
  if (Object.keys(known).length === 0) return {}
  if (facts.isUdise) return meanings
  const words = Object.entries(known).map(([code, word]) => `${code} is ${word}`)
  const answer = askOrAnswer(facts, questions, {
    id: `codes:${facts.key}`,
    sentence: `“${facts.heading}” has numbers instead of words. Are they the codes of UDISE+?`,
    options: [
      { value: 'udise' as const, label: 'Codes of UDISE+', example: words.join(', ') },
      { value: 'other', label: 'Other codes', example: 'You say what each of them means' },
    ],
    lines: linesOf(cells),
  })
  return answer === 'udise' ? meanings : {}
}
