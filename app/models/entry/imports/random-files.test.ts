import { expect, it } from 'vitest'
import { addDays, formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { parseSpreadsheet } from '~/services/spreadsheets/parse-spreadsheet.server'
import { writeXlsx } from '~/services/spreadsheets/write-xlsx.server'
import { randomOf } from '../../../../tests/factories/random'
import { textCell, xlsxOf } from '../../../../tests/factories/sheets'
import { isDeep, seedOf } from '../../../../tests/setup/rotation'
import { decideColumns } from './decide/decide-columns'
import { type Answers, isOpen, type Question } from './decide/port'
import { headingBook, knownHeadings } from './headings/heading-book'
import { isRemaining } from './headings/money-roles'
import { kindOfImport } from './kinds/registry.server'
import { type FeeOfRow, feesOf } from './match/fees-of-row'
import { matchColumns } from './match/match-columns'
import { type FileKind, fileKinds } from './options'
import { fileOfSheet, hasNeeded, headingsOf, impliedValues, rowsOfSheet } from './rows-of-sheet'
import { cellsOf } from './values/cell-marks'
import { classKey, sectionKey, splitClassSection } from './values/class-names'

const today = '2026-11-29'
const filesOfKind = isDeep ? 2_500 : 250

const { fraction: random, below: whole, pick, shuffled } = randomOf(seedOf('random files'))

/** A column of a random file: the text of each row, and what must be read from it, by key. */
interface RandomColumn {
  key: string
  heading: string
  cells: Array<{ text: string; date?: TrueDate; values: Readonly<Record<string, string>> }>
}

/** What a workbook stores for a date; `text` of its cell is what a spreadsheet program shows and writes to a CSV file. */
interface TrueDate {
  day: string
  minutes: number
  format: string
}

type Cell = RandomColumn['cells'][number]

const firstNames = ['Asha', 'Diya', 'Kavya', 'Mohammed', 'Zeel', 'Om', 'Harpreet', 'આશા', 'दीया']
const lastNames = ['Patel', 'Shah', 'Rao', 'Khan', 'Joshi', 'Kaur', 'Parmar', 'પટેલ', 'शाह']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** True to generate dates whose day and month, and amounts whose thousands and decimals, can be confused. */
let hasTwoReadings = false

interface WrittenDay {
  text: string
  date?: TrueDate
}

/** Writes days as one office does, the same way for the whole column. */
function dayWriter(): (day: string) => WrittenDay {
  const write = pick([
    textWriter,
    textWriter,
    textWriter,
    textWriter,
    shortYearWriter,
    instantWriter,
    dateCellWriter,
    ...(hasTwoReadings ? [bareInstantWriter] : []),
  ])()
  return (day) => {
    const written = write(day)
    return typeof written === 'string' ? { text: written } : written
  }
}

type DayWriter = (day: string) => string | WrittenDay

const partsOf = (day: string) => day.split('-') as [year: string, month: string, date: string]

function textWriter(): DayWriter {
  const separator = pick(['/', '-', '.'])
  return pick<DayWriter>([
    (day) => day,
    (day) => day.split('-').reverse().join(separator),
    (day) => day.split('-').reverse().map(Number).join(separator),
    (day) => {
      const [year, month, date] = day.split('-').map(Number)
      return [month, date, year].join(separator)
    },
    (day) => {
      const [year, month, date] = partsOf(day)
      return `${date}-${months[Number(month) - 1]}-${year}`
    },
    (day) => `${day}T00:00:00`,
  ])
}

/** Years of two digits: `5-4-17`, `05/04/17`, `4/5/17`, `17-04-05`, `5-Apr-17`. */
function shortYearWriter(): DayWriter {
  const separator = pick(['/', '-', '.'])
  const short = (write: (year: string, month: string, date: string) => string): DayWriter => {
    return (day) => {
      const [year, month, date] = partsOf(day)
      return write(year.slice(2), month, date)
    }
  }
  return pick([
    short((year, month, date) => [Number(date), Number(month), year].join(separator)),
    short((year, month, date) => [date, month, year].join(separator)),
    short((year, month, date) => [Number(month), Number(date), year].join(separator)),
    short((year, month, date) => `${Number(date)}-${months[Number(month) - 1]}-${year}`),
    ...(hasTwoReadings ? [short((year, month, date) => [year, month, date].join(separator))] : []),
  ])
}

/** Instants: the day in India is the right one, whatever the zone of the text. */
function instantWriter(): DayWriter {
  const utcOf = (day: string, minutes: number) =>
    new Date(Date.parse(`${day}T00:00:00+05:30`) + minutes * 60_000).toISOString()
  return pick<DayWriter>([
    (day) => utcOf(day, 0),
    (day) => utcOf(day, whole(1_440)).replace('.000', ''),
    (day) => `${day}T${clock(whole(1_440))}:00+05:30`,
    (day) => `${day} ${clock(whole(1_080))}:00`,
    (day) => `${day.split('-').reverse().join('/')} ${1 + whole(11)}:${pick(['05', '30', '45'])} ${pick(['AM', 'PM'])}`,
    (day) => `${day} 00:00:00 IST`,
  ])
}

/** Midnight in India in the time of London, without a word about it. */
const bareInstantWriter = (): DayWriter => (day) => `${addDays(day, -1)} 18:30:00`

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** True dates in the number format of an office, some with a time of day. */
function dateCellWriter(): DayWriter {
  const shown: Record<string, (day: string, minutes: number) => string> = {
    'dd/mm/yyyy': (day) => day.split('-').reverse().join('/'),
    'dd-mm-yyyy': (day) => day.split('-').reverse().join('-'),
    'd-mmm-yy': (day) => {
      const [year, month, date] = partsOf(day)
      return `${Number(date)}-${months[Number(month) - 1]}-${year.slice(2)}`
    },
    'yyyy-mm-dd hh:mm': (day, minutes) => `${day} ${clock(minutes)}`,
  }
  const format = pick(Object.keys(shown))
  return (day) => {
    const minutes = format.includes('hh') ? whole(1_080) : 0
    return { text: shown[format]?.(day, minutes) ?? '', date: { day, minutes, format } }
  }
}

/**
 * Days typed as in India into a spreadsheet with American settings: `05/12/2015` became 12 May, `25/12/2015` stayed a
 * text.
 */
function exchanged(day: string): WrittenDay {
  const [year, month, date] = partsOf(day)
  if (Number(date) > 12) return { text: `${date}/${month}/${year}` }
  const text = [Number(date), Number(month), year].join('/')
  return { text, date: { day: `${year}-${date}-${month}`, minutes: 0, format: 'm/d/yyyy' } }
}

function mobileWriter() {
  return pick<(mobile: string) => string>([
    (mobile) => mobile,
    (mobile) => `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`,
    (mobile) => `0${mobile}`,
    (mobile) => `91-${mobile}`,
    (mobile) => `${mobile}.0`,
  ])
}

function amountWriter(more: Array<(paise: number) => string> = []) {
  return pick<(paise: number) => string>([
    (paise) => String(paise / 100),
    (paise) => (paise / 100).toFixed(2),
    (paise) => formatPaise(paise, { style: 'exact' }),
    (paise) => (paise / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ','),
    (paise) => `Rs. ${(paise / 100).toFixed(2)}`,
    (paise) => `${paise / 100}/-`,
    ...more,
  ])
}

const romans = 'I II III IV V VI VII VIII IX X XI XII'.split(' ')
function classWriter() {
  return pick<(number: number) => string>([
    String,
    (number) => romans[number - 1] ?? '',
    (number) => `Std ${number}`,
    (number) => `Class ${number}`,
    (number) => `${number}th`,
  ])
}

/** Between a class and its section in one cell, as in `V-I`, `6(A)` and `STD-6 DIV-A`. */
const classJoins = () => ['-', ' - ', '/', '(', ' Div ', ' DIV-', ...(hasTwoReadings ? [' '] : [])]
/** Separates number and section in the expected value of a cell that names both. */
const andSection = ' | '

/** Writes class and section in one cell; the expected value has both. */
function classSectionWriter(): () => Cell {
  const numeral = pick([(number: number) => romans[number - 1] ?? '', String, (number: number) => `STD-${number}`])
  const join = pick(classJoins())
  const sections = pick(['A B C', 'I II III', '1 2 3', 'Gulab Kamal', 'અ બ']).split(' ')
  return () => {
    const [number, section] = [1 + whole(12), pick(sections)]
    const text = `${numeral(number)}${join}${section}${join === '(' ? ')' : ''}`
    return { text, values: { class: `${number}${andSection}${section}` } }
  }
}

function aDay(from: string, days: number): string {
  const day = addDays(from, whole(days))
  return hasTwoReadings ? `${day.slice(0, 8)}${String(1 + whole(12)).padStart(2, '0')}` : day
}
/** Returns a mobile number that does not begin with 79, the area code of Ahmedabad. */
const aMobile = () => `${6 + whole(4)}${String(1_000_000_00 + whole(799_999_999)).slice(0, 9)}`
const plain = (key: string, text: string): Cell => ({ text, values: { [key]: text } })

/** A field of days, so many days from the first one. */
const dayField = (key: string, from: string, days: number) =>
  field(key, () => {
    const isExchanged = random() < (hasTwoReadings ? 0.2 : 0.05)
    const write = isExchanged ? exchanged : dayWriter()
    return (row) => {
      const drawn = aDay(from, days)
      // Dates alone do not show that they are exchanged, so the first cell of such a column stays a text.
      const day = isExchanged && row === 0 ? `${drawn.slice(0, 8)}25` : drawn
      return { ...write(day), values: { [key]: day } }
    }
  })

/** Writers of the fields, by key; each one first chooses at random how its office writes the field. */
const fields: Record<string, (rows: number) => Cell[]> = {}
function field(key: string, ofOffice: () => (row: number) => Cell) {
  fields[key] = (rows) => {
    const ofRow = ofOffice()
    return Array.from({ length: rows }, (_, row) => ofRow(row))
  }
}
for (const key of ['enrollment_number', 'gr_number', 'admission_number', 'employee_number'])
  field(key, () => {
    const start = 100 + whole(9_000)
    const write = pick<(row: number) => string>([
      (row) => `R${start + row * 7}`,
      (row) => String(start + ((row * 37) % 97)),
      (row) => `2026/${start + row * 3}`,
    ])
    return (row) => plain(key, write(row))
  })
// Some offices write the surname first, and some the father's name behind the child's.
field('full_name', () => {
  const isSurnameFirst = random() < 0.15
  const hasFather = random() < 0.3
  return () => {
    const given = hasFather ? `${pick(firstNames)} ${pick(firstNames)}` : pick(firstNames)
    const last = pick(lastNames)
    return {
      text: isSurnameFirst ? `${last} ${given}` : `${given} ${last}`,
      values: { first_name: given, last_name: last },
    }
  }
})
field('first_name', () => () => plain('first_name', pick(firstNames)))
field('last_name', () => () => plain('last_name', pick(lastNames)))
for (const key of ['father_name', 'mother_name'])
  field(key, () => () => plain(key, `${pick(firstNames)} ${pick(lastNames)}`))
field('gender', () => {
  const [female, male] = pick([
    ['F', 'M'],
    ['Female', 'Male'],
    ['Girl', 'Boy'],
    ['girl', 'boy'],
  ]) as [string, string]
  return () =>
    pick([
      { text: female, values: { gender: 'Female' } },
      { text: male, values: { gender: 'Male' } },
    ])
})
dayField('date_of_birth', '2009-01-01', 5_400)
field('category', () => () => plain('category', pick(['General', 'OBC', 'SC', 'ST'])))
field('mobile_number', () => {
  const write = mobileWriter()
  return () => {
    const mobile = aMobile()
    return { text: write(mobile), values: { mobile_number: mobile } }
  }
})
field('class', () => {
  if (random() < 0.4) return classSectionWriter()
  const write = classWriter()
  return () => {
    const number = 1 + whole(12)
    return { text: write(number), values: { class: String(number) } }
  }
})
field('section', () => () => plain('section', pick(['A', 'B', 'C', 'Gulab'])))
field('roll_number', () => (row) => plain('roll_number', String(row + 1)))
field('email', () => (row) => plain('email', `parent${row}@example.com`))
field('address', () => (row) => plain('address', `${row + 1}, Shanti Nagar, ${pick(['Ahmedabad', 'Surat', 'Rajkot'])}`))
field('qualification', () => () => plain('qualification', pick(['B.Ed.', 'M.Sc. B.Ed.', 'PTC'])))
dayField('joined_on', '2001-01-01', 9_000)
field('student_name', () => () => ({ text: `${pick(firstNames)} ${pick(lastNames)}`, values: {} }))
field('name', () => () => plain('name', pick(['Tuition Fee', 'Transport Fee', 'Exam Fee', 'Annual charges'])))
field('amount', () => {
  const write = amountWriter(hasTwoReadings ? [(paise) => (paise / 100).toFixed(2).replace('.', ',')] : [])
  return () => {
    const paise = (100 + whole(20_000)) * 100 + pick([0, 0, 0, 50])
    return { text: write(paise), values: { amount: String(paise) } }
  }
})
dayField('due_on', '2026-04-01', 360)
dayField('paid_on', '2026-04-01', 230)
const methods = {
  cash: ['Cash', 'By cash', 'રોકડા'],
  upi: ['UPI', 'GPay', 'PhonePe'],
  cheque: ['Cheque', 'Chq'],
} as const
field('method', () => () => {
  const method = pick(['cash', 'upi', 'cheque'] as const)
  return { text: pick(methods[method]), values: { method } }
})
field('reference', () => (row) => plain('reference', `6171123${4_000 + row * 13}`))

field('guardian_name', () => () => plain('guardian_name', `${pick(firstNames)} ${pick(lastNames)}`))
field('relation', () => () => {
  const relation = pick(['father', 'mother', 'grandparent'] as const)
  return { text: pick(relationWords[relation]), values: { relation } }
})
const relationWords = {
  father: ['Father', 'F', 'પિતા'],
  mother: ['Mother', 'माता'],
  grandparent: ['Dada', 'Grandmother'],
}
field('month', () => {
  const write = pick<(month: number) => string>([
    (month) => `${months[month - 1]}-26`,
    (month) => `${String(month).padStart(2, '0')}/2026`,
    (month) => `${months[month - 1]} 2026`,
  ])
  return () => {
    const month = 4 + whole(7)
    return { text: write(month), values: { month: `2026-${String(month).padStart(2, '0')}` } }
  }
})
field('days_held', () => () => plain('days_held', String(18 + whole(9))))
field('days_attended', () => () => {
  const halves = whole(36)
  return { text: String(halves / 2), values: { days_attended: String(halves) } }
})

/** Columns of each kind: those always present, groups of which one is present, and those that may be present. */
const layouts: Record<FileKind, { always: string[]; oneOf: string[][]; maybe: string[] }> = {
  students: {
    always: ['class', 'date_of_birth'],
    oneOf: [['full_name'], ['first_name', 'last_name']],
    maybe:
      'enrollment_number gender category father_name mother_name mobile_number section roll_number email address'.split(
        ' ',
      ),
  },
  teachers: {
    always: ['employee_number'],
    oneOf: [['full_name'], ['first_name', 'last_name']],
    maybe: ['email', 'mobile_number', 'qualification', 'joined_on'],
  },
  opening_dues: { always: ['enrollment_number', 'name', 'amount'], oneOf: [[]], maybe: ['student_name', 'due_on'] },
  paid_fees: {
    always: ['enrollment_number', 'amount', 'paid_on', 'method'],
    oneOf: [[]],
    maybe: ['student_name', 'reference', 'name'],
  },
  guardians: {
    always: ['enrollment_number', 'guardian_name'],
    oneOf: [[]],
    maybe: ['student_name', 'relation', 'mobile_number', 'email'],
  },
  attendance_months: {
    always: ['enrollment_number', 'month', 'days_held', 'days_attended'],
    oneOf: [[]],
    maybe: ['student_name'],
  },
}

/** Expected value of an amount that only the user can decide. */
const onlyAsked = 'a question'

const columnOf = (key: string, heading: string, cells: Cell[]): RandomColumn => ({ key, heading, cells })

/** A column of whole rupees, with the values that must be read from each amount. */
function amounts(rows: number, heading: string, valuesOf: (paise: number) => Cell['values']) {
  const write = amountWriter()
  const paise = Array.from({ length: rows }, () => (100 + whole(20_000)) * 100)
  const cells = paise.map((one) => ({ text: write(one), values: valuesOf(one) }))
  return { paise, column: columnOf('amount', heading, cells) }
}

/** Layouts of money other than a single column of amounts; columns of the same group stay side by side. */
const moneyLayouts: Record<string, (kind: FileKind, rows: number, headings: readonly string[]) => RandomColumn[][]> = {
  second: (kind, rows, headings) => {
    const first = pick(headings)
    // No credit beside a balance: the balance already includes it, so the import need not ask which one is the due.
    const credit = isRemaining(first) ? [] : ['Credit']
    const others = kind === 'opening_dues' ? ['Advance', 'Concession', ...credit] : ['Fine', 'Late fee', 'Advance']
    return [first, pick([...headings, ...others])].map((heading) => [
      amounts(rows, heading, () => ({ amount: onlyAsked })).column,
    ])
  },
  balance: (kind, rows) => {
    const isDue = kind === 'opening_dues'
    const paid = amounts(rows, pick(['Paid', 'Amount Received', 'જમા રકમ']), (paise): Cell['values'] =>
      isDue ? {} : { amount: String(paise) },
    )
    const rest = amounts(rows, pick(['Balance', 'Pending', 'બાકી રકમ', 'Closing balance']), (paise): Cell['values'] =>
      isDue ? { amount: String(paise) } : {},
    )
    const write = amountWriter()
    const fees = paid.paise.map((paise, row) => ({ text: write(paise + (rest.paise[row] ?? 0)), values: {} }))
    return [[columnOf('fees', pick(['Total fee', 'Fee amount', 'Amount']), fees)], [paid.column], [rest.column]]
  },
  paise: (_, rows) => {
    const sums = Array.from({ length: rows }, () => 10_000 + whole(900_000))
    const paise = sums.map((sum) => ({ text: String(sum % 100).padStart(2, '0'), values: { amount: String(sum) } }))
    const rupees = sums.map((sum) => ({ text: String(Math.floor(sum / 100)), values: {} }))
    const [one, other] = pick([
      ['Rs.', 'Ps.'],
      ['Amount Rs', 'Amount Ps'],
      ['રૂપિયા', 'પૈસા'],
    ]) as [string, string]
    return [[columnOf('amount', one, rupees), columnOf('paise', other, paise)]]
  },
  wide: (_, rows) => {
    const names = shuffled(['Tuition Fee', 'Transport', 'Exam Fee', 'Annual charges', 'સત્ર ફી']).slice(0, 2 + whole(3))
    const fees = names.map((name) => amounts(rows, name, (paise) => ({ [`fee ${name}`]: String(paise) })))
    const total = fees[0]?.paise.map((_, row) => ({
      text: String(fees.reduce((sum, { paise }) => sum + (paise[row] ?? 0), 0) / 100),
      values: {},
    }))
    const numbers = pick(['Bus No', 'Exam No', 'Hostel Room', 'Library Card', 'Exam Marks', 'Exam'])
    const things = Array.from({ length: rows }, () => ({ text: String(1 + whole(60)), values: {} }))
    return [
      ...fees.map(({ column }) => [column]),
      ...(random() < 0.5 ? [[columnOf('total', 'Total', total ?? [])]] : []),
      ...(random() < 0.5 ? [[columnOf('other', numbers, things)]] : []),
    ]
  },
}

function randomColumns(kind: FileKind): RandomColumn[] {
  const { always, oneOf, maybe } = layouts[kind]
  const book = headingBook(kind, kindOfImport(kind).columns)
  const headingsFor = (key: string) => book.entries.flatMap(({ meaning, heading }) => (meaning === key ? heading : []))
  const rows = 3 + whole(25)
  const form = always.includes('amount') && random() < 0.5 ? pick(Object.keys(moneyLayouts)) : null
  const money = form === null ? [] : (moneyLayouts[form]?.(kind, rows, headingsFor('amount')) ?? [])
  const replaced = form === null ? [] : form === 'wide' ? ['amount', 'name'] : ['amount']
  const keys = [...always, ...pick(oneOf), ...maybe.filter(() => random() < 0.6)].filter(
    (key) => !replaced.includes(key),
  )
  const others = pick([[], [], [pick(headingsFor('other'))], [pick(headingsFor('other')), pick(headingsFor('other'))]])
  const columns = shuffled([
    ...money,
    ...keys.map((key) => [columnOf(key, pick(headingsFor(key)), fields[key]?.(rows) ?? [])]),
    ...others.map((heading) => [
      columnOf(
        'other',
        heading,
        Array.from({ length: rows }, () => ({ text: pick(['', 'x', 'Good']), values: {} })),
      ),
    ]),
  ]).flat()
  const namesSections = columns.some(({ cells }) => cells[0]?.values.class?.includes(andSection))
  return columns.filter(({ key }) => key !== 'section' || !namesSections)
}

const withBom = (text: string) => `\ufeff${text}`
const quoted = (text: string, separator: string) =>
  text.includes(separator) || text.includes('"') || text.includes('\n') ? `"${text.replaceAll('"', '""')}"` : text

type TableCell = string | (WrittenDay & { date: TrueDate })

const textOf = (cell: TableCell) => (typeof cell === 'string' ? cell : cell.text)

/** Workbook with true date cells, made by other means than the product's. */
function workbookOf(lines: readonly TableCell[][]): Uint8Array {
  const formats: string[] = []
  const styleOf = (format: string) => {
    if (!formats.includes(format)) formats.push(format)
    return formats.indexOf(format) + 1
  }
  const cellOf = (cell: TableCell, address: string) => {
    if (typeof cell === 'string') return cell === '' ? '' : textCell(address, cell)
    const { day, minutes, format } = cell.date
    const serial = (Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000 + minutes / 1_440
    return `<c r="${address}" s="${styleOf(format)}"><v>${serial}</v></c>`
  }
  const rows = lines.map((line, row) => {
    const cells = line.map((cell, column) => cellOf(cell, `${String.fromCharCode(65 + column)}${row + 1}`))
    return `<row r="${row + 1}">${cells.join('')}</row>`
  })
  return xlsxOf({ rows: rows.join(''), formats })
}

/** Bytes of a table as one of many programs writes them; true dates are mostly in a workbook. */
async function bytesOf(table: readonly TableCell[][]): Promise<Uint8Array> {
  const hasDates = table.some((line) => line.some((cell) => typeof cell !== 'string'))
  if (hasDates && random() < 0.8) return workbookOf(table)
  const lines = table.map((line) => line.map(textOf))
  if (random() < 0.1) return writeXlsx([{ name: 'Sheet1', rows: lines }])
  const separator = pick([',', ';', '\t', '|'])
  const width = Math.max(...lines.map(({ length }) => length))
  const full = lines.map((line) => Array.from({ length: width }, (_, index) => quoted(line[index] ?? '', separator)))
  const text = full.map((line) => line.join(separator)).join(pick(['\n', '\r\n', '\r'])) + pick(['', '\n'])
  const isLatin = /^[\x20-\x7e\s]*$/.test(text)
  return pick([
    () => Buffer.from(text),
    () => Buffer.from(withBom(text)),
    () => Buffer.from(withBom(text), 'utf16le'),
    () => (isLatin ? Buffer.from(text, 'latin1') : Buffer.from(text)),
  ])()
}

function tableOf(columns: readonly RandomColumn[]): TableCell[][] {
  const rows = columns[0]?.cells.length ?? 0
  const title = random() < 0.3 ? [['Shri Saraswati Vidyalaya'], []] : []
  const headings = columns.map(({ heading }) => heading)
  const cellOf = (cell: Cell | undefined): TableCell =>
    cell?.date ? { text: cell.text, date: cell.date } : (cell?.text ?? '')
  const lines = Array.from({ length: rows }, (_, row) => columns.map(({ cells }) => cellOf(cells[row])))
  if (random() < 0.2) lines.splice(whole(rows), 0, [])
  const total = random() < 0.2 ? [['Total', String(whole(90_000))]] : []
  return [...title, headings, ...lines, ...total]
}

/** Reads a file as an import's check does, but without a school; `answers` are the user's answers to its questions. */
async function readFile(kind: FileKind, bytes: Uint8Array, answers: Answers = {}) {
  const ofKind = kindOfImport(kind)
  const sheet = await parseSpreadsheet(bytes, { headings: knownHeadings(kind, ofKind.columns) })
  const file = fileOfSheet(sheet, kind, ofKind.columns)
  const { choice, readings } = matchColumns(kind, ofKind.columns, file)
  const implied = impliedValues(ofKind, file.heading, choice)
  const { rows } = rowsOfSheet(sheet, file.heading, choice, {
    meanings: new Map(),
    chosenSheet: 0,
    implied,
    kind: ofKind,
  })
  const isUnclear = [...readings.values()].some(({ confidence }) => confidence === 'unsure')
  const hasColumns = !isUnclear && hasNeeded(ofKind, choice, implied)
  const decided = decideColumns(
    ofKind.rules,
    rows.map((row) => ({ line: row.line, texts: cellsOf(row) })),
    { today, answers, ...headingsOf(file.heading, choice) },
  )
  const read = ofKind.reader(today, decided.decisions)
  const isRefused = !hasColumns || decided.contradictions.length > 0
  return {
    isAsked: isRefused || decided.questions.some(isOpen),
    /** Questions that answers can solve: those about values, in a file whose columns are known. */
    questions: isRefused ? [] : decided.questions,
    rows: rows.map((row) => ({ line: row.line, ...read(cellsOf(row)) })),
  }
}

/** All combinations of answers to the questions, in a random order. */
function drawnAnswers(questions: readonly Question[]): Answers[] {
  const all = questions.reduce<Answers[]>(
    (some, { id, options }) => some.flatMap((one) => options.map(({ value }) => ({ ...one, [id]: value }))),
    [{}],
  )
  return shuffled(all)
}

/** A value as the example of an option shows it. */
const exampleOf = (id: string, value: string) =>
  /^(?:order|dates|zone|bare):/.test(id) ? formatDay(value, 'en') : formatPaise(Number(value), { style: 'short' })

/** For a file with one question: returns a message if the value read differs from the chosen option's example. */
function brokenPromise([question, ...others]: readonly Question[], rows: Awaited<ReturnType<typeof readFile>>['rows']) {
  const example = question?.options.find(({ value }) => value === question.answer)?.example
  if (!question || others.length > 0 || !example) return []
  // The example of dates is the first one whose day and month differ; any other example is of the first line.
  const lines = question.id.startsWith('dates:') ? question.lines : question.lines.slice(0, 1)
  const examples = rows.filter(({ line }) => lines.includes(line))
  // The example may be of a refused row, such as a payment in the future, whose value is not known here.
  if (examples.some(({ problems }) => problems.length > 0)) return []
  const shown = examples.flatMap(({ values }) => {
    const value = values[question.column]
    return value ? [exampleOf(question.id, value)] : []
  })
  const isKept = shown.length === 0 || shown.some((value) => example.endsWith(` is ${value}`))
  return isKept ? [] : [`${question.id}: “${example}” is read as ${shown[0]}`]
}

/** Tries random answers to a file's questions until the file is read as it was written; returns what went wrong. */
async function answerFile(kind: FileKind, bytes: Uint8Array, { columns, questions }: AskedFile) {
  const tried: string[] = []
  const broken: string[] = []
  for (const answers of drawnAnswers(questions)) {
    const { isAsked, rows, questions: answered } = await readFile(kind, bytes, answers)
    broken.push(...brokenPromise(answered, rows))
    const isRead = rows.some(({ problems }) => problems.length === 0)
    const refused = `all rows are refused: ${rows[0]?.problems[0]?.message}`
    const wrong = isAsked ? ['more is asked'] : isRead ? silentlyWrong(columns, rows) : [refused]
    if (wrong.length === 0) return { wrong: broken, tries: tried.length + 1 }
    tried.push(`${JSON.stringify(answers)}: ${wrong[0]}`)
  }
  return { wrong: [...broken, `No answer reads the file as it was written. ${tried.join('; ')}`], tries: tried.length }
}

interface AskedFile {
  columns: readonly RandomColumn[]
  questions: readonly Question[]
}

/** Compares the class read with the expected number, and with the section that the same cell names. */
function sameClass(text: string, expected: string, section: string | undefined): boolean {
  const parts = splitClassSection(text)
  const [number, named] = expected.split(andSection)
  if (classKey(parts?.className ?? text) !== number || (named !== undefined && !parts)) return false
  return !parts || sectionKey(parts.sectionName) === sectionKey(named ?? section ?? '')
}

/**
 * Values that the import gets wrong without a message: the row has no problem, but the value differs from the file's.
 */
function silentlyWrong(columns: readonly RandomColumn[], rows: Awaited<ReturnType<typeof readFile>>['rows']): string[] {
  const count = columns[0]?.cells.length ?? 0
  if (rows.length !== count) return [`${rows.length} rows instead of ${count}`]
  return rows.flatMap(({ values, problems }, row) => {
    if (problems.length > 0) return []
    const expected: Record<string, string> = Object.assign({}, ...columns.map(({ cells }) => cells[row]?.values))
    const fees: FeeOfRow[] = values.fees === undefined ? [] : feesOf(values.fees)
    const read: typeof values = {
      ...values,
      ...Object.fromEntries(fees.map(({ name, paise }) => [`fee ${name}`, String(paise)])),
    }
    const more = fees.filter(({ name }) => expected[`fee ${name}`] === undefined)
    if (more.length > 0) return [`a fee of ${more.map(({ name }) => name).join(', ')}`]
    return Object.entries(expected).flatMap(([key, value]) => {
      const got = read[key] ?? ''
      const isRight = key === 'class' ? sameClass(got, value, expected.section) : got === value
      return isRight ? [] : [`${key}: “${value}” read as “${got}” (${columns.find((one) => one.key === key)?.heading})`]
    })
  })
}

// Each file has shuffled columns, headings from the synonym data, and a random separator, encoding and order of days.
it.each(fileKinds)('asks about a random file of %s, or reads every value as it was written', async (kind) => {
  const wrong: string[] = []
  let asked = 0
  let refused = 0
  for (let file = 0; file < filesOfKind; file++) {
    const columns = randomColumns(kind)
    const { isAsked, rows } = await readFile(kind, await bytesOf(tableOf(columns)))
    if (isAsked) asked++
    else {
      refused += rows.filter(({ problems }) => problems.length > 0).length
      wrong.push(...silentlyWrong(columns, rows))
    }
  }
  process.stdout.write(`${kind}: ${asked} of ${filesOfKind} files need a question; ${refused} rows are refused\n`)
  expect(wrong).toEqual([])
  // Otherwise a reader that asks about every file, or refuses every row, would pass.
  expect(asked).toBeLessThan(filesOfKind / 4)
  expect(refused).toBeLessThan(filesOfKind)
})

// Draws each answer from all options, because the first option is often the usual reading.
it.each(['students', 'teachers', 'opening_dues', 'paid_fees'] as const)(
  'given the right answer, reads random files of %s with two readings as they were written',
  async (kind) => {
    const wrong: string[] = []
    let answered = 0
    let tries = 0
    hasTwoReadings = true
    for (let file = 0; file < filesOfKind / 5; file++) {
      const columns = randomColumns(kind)
      const bytes = await bytesOf(tableOf(columns))
      const { questions } = await readFile(kind, bytes)
      if (questions.length === 0) continue
      const answer = await answerFile(kind, bytes, { columns, questions })
      answered++
      tries += answer.tries
      wrong.push(...answer.wrong)
    }
    hasTwoReadings = false
    process.stdout.write(`${kind}: questions of ${answered} files were answered, in ${tries} tries\n`)
    expect(wrong).toEqual([])
    // Some first draws must be wrong; otherwise the answers would have no effect.
    expect(tries).toBeGreaterThan(answered)
    expect(answered).toBeGreaterThan(filesOfKind / 100)
  },
)
