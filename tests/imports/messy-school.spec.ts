import Papa from 'papaparse'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { expect, field, flow, type Page, press } from '../e2e/base'
import { openNewSchool, waitForWorker } from '../e2e/new-school'
import { Walk } from '../e2e/walk'
import { partOf } from '../factories/archive'
import { unique } from '../factories/insert'
import { textCell, xlsxOf } from '../factories/sheets'

/*
 * A school of 300 students and 40 teachers moves in from the files that it has. Every figure on a page is computed
 * again here from the bytes of the files, by other means than the product's.
 */
/** From the menu to the last import; answers to questions are not counted. */
const maxClicks = 25
/** With the registration and the first session, on a phone: it needs three clicks to open the page of imports. */
const maxClicksOfAll = 27
const today = todayInIndia(new Date())
const year = Number(today.slice(0, 4))
const classNames = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']
const perSection = 15
const count = classNames.length * 2 * perSection

const pick = <Thing>(list: readonly Thing[], index: number) => list[index % list.length] as Thing
const two = (number: number) => String(number).padStart(2, '0')
const grouped = (rupees: number) => new Intl.NumberFormat('en-IN').format(rupees)
const firstNames = ['Asha', 'Ravi', 'Fatima', 'Harpreet', 'Meera', 'Joseph', 'Diya', 'Kunal', 'પ્રિયંકા', 'Mohd.', 'Nila']
const lastNames = ['Patel', 'Kumar', 'Shaikh', 'Singh', 'Iyer', 'Fernandes', 'Desai', 'સોલંકી', 'Rao']
const numberOf = (index: number) => `SV/${1001 + index}`
const nameOf = (index: number) =>
  index % 40 === 7
    ? pick(['Meena', 'Ramesh', 'Lakshmi'], index)
    : `${pick(firstNames, index)} ${pick(lastNames, index)}`

/** Excel file of all students: a title above the headings, class and division in merged cells, a total below. */
function studentsFile(): Buffer {
  const headings =
    'Sr.|G.R. No|Pupil Name|M/F|D.O.B.|Cast|Father Name|Mother Name|Mob. No.|Res. Address|Std.|Div'.split('|')
  const lines = Array.from({ length: count }, (_, index) => {
    const born = `${two(1 + (index % 28))}/${two(1 + (index % 12))}/${year - 6 - Math.floor(index / perSection / 2)}`
    const mobile = `${98250}${10_000 + index}`
    return [
      String(index + 1),
      numberOf(index),
      nameOf(index),
      pick(['M', 'F', 'Boy', 'Girl'], index),
      born,
      pick(['Gen', 'OBC', 'SEBC', 'SC', 'Open', 'S.T.'], index),
      `${pick(['Mahesh', 'Imran', 'Rajesh'], index)} ${pick(lastNames, index)}`,
      `${pick(['Hansa', 'Salma', 'Rekha'], index)} ${pick(lastNames, index)}`,
      pick([mobile, `+91 ${mobile.slice(0, 5)}-${mobile.slice(5)}`, `0${mobile}`], index),
      `${index + 1}, Shanti Nagar, Ahmedabad`,
      index % (perSection * 2) === 0 ? pick(classNames, index / perSection / 2) : '',
      index % perSection === 0 ? pick(['A', 'B'], index / perSection) : '',
    ]
  })
  const all = [['Shri Saraswati Vidyalaya: list of all students'], headings, ...lines, ['', '', `Total ${count}`]]
  const cells = (line: readonly string[], row: number) =>
    line
      .map((text, column) => (text === '' ? '' : textCell(`${String.fromCharCode(65 + column)}${row}`, text)))
      .join('')
  const rows = all.map((line, index) => `<row r="${index + 1}">${cells(line, index + 1)}</row>`).join('')
  const merges = Array.from({ length: count / perSection }, (_, section) => {
    const first = 3 + section * perSection
    const division = `<mergeCell ref="L${first}:L${first + perSection - 1}"/>`
    return section % 2 === 0 ? `<mergeCell ref="K${first}:K${first + perSection * 2 - 1}"/>${division}` : division
  })
  return xlsxOf({ rows, after: `<mergeCells><mergeCell ref="A1:L1"/>${merges.join('')}</mergeCells>` })
}

function teachersFile(): Buffer {
  const lines = Array.from({ length: 40 }, (_, index) => {
    const joined = pick(
      [
        `${1 + (index % 28)} June ${2001 + (index % 20)}`,
        `${two(1 + (index % 28))}-Jul-${2001 + (index % 20)}`,
        `April ${2001 + (index % 20)}`,
      ],
      index,
    )
    const name = `${pick(['Mrs.', 'Shri', 'Dr.', 'Kum.'], index)} ${pick(firstNames.slice(0, 8), index)} ${pick(lastNames, index + 2)}`
    return `${index + 1}\tT-${two(index + 1)}\t${name}\t${joined}\t${pick(['B.Ed.', 'M.Sc., B.Ed.', 'P.T.C.'], index)}\t98251${20_000 + index}`
  })
  return Buffer.from(`Staff list\n\nSr\tEmp Code\tName of Staff\tDOJ\tQualification\tMob No\n${lines.join('\n')}\n`)
}

/** File of dues with a column for each head, a line of totals, and the signs that offices use for an empty amount. */
function duesFile(): Buffer {
  const heads = Array.from({ length: count }, (_, index) =>
    index % 3 === 0
      ? [0, 0, 0]
      : [4_500 + 100 * Math.floor(index / perSection / 2), index % 4 === 1 ? 1_250 : 0, index % 2 === 0 ? 350 : 0],
  )
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const word = (amount: number, nil: string) => (amount === 0 ? nil : grouped(amount))
  const lines = heads.map(([tuition = 0, bus = 0, exam = 0], index) =>
    [
      numberOf(index),
      nameOf(index),
      word(tuition, 'NIL'),
      word(bus, '-'),
      word(exam, ''),
      word(tuition + bus + exam, '0'),
    ].join(';'),
  )
  const totals = [0, 1, 2].map((head) => sumOf(heads.map((amounts) => amounts[head] ?? 0)))
  const last = ['Total', '', ...totals.map(grouped), grouped(sumOf(totals))].join(';')
  const head = 'G.R. No;Name of Student;Tuition Fee;Bus Fee;Exam Fee;Total'
  return Buffer.from(`\ufeffPending fees\r\n${head}\r\n${lines.join('\r\n')}\r\n${last}\r\n`)
}

const officeWords = [
  'G-Pay',
  'By Cash',
  'PhonePe-UPI',
  'CASH',
  'QR Code',
  'Cheque No 123456',
  'Cash (Rokda)',
  'NEFT/RTGS',
]

function paidFile(): Buffer {
  const days = (back: number) => {
    const day = addDays(today, -back)
    return `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
  }
  const payers = Array.from({ length: count }, (_, index) => index).filter((index) => index % 3 === 1)
  const lines = payers.map((index, nth) =>
    [
      700 + nth,
      days(1 + (nth % 40)),
      numberOf(index),
      nameOf(index),
      `"${grouped(1_000 + nth * 7)}.00"`,
      pick(officeWords, nth),
    ].join(','),
  )
  return Buffer.from(`Rec. No,Rec. Date,GR No,Student,Amount Rs.,Mode\n${lines.join('\n')}\n`)
}

const files = { students: studentsFile(), teachers: teachersFile(), dues: duesFile(), paid: paidFile() }

/** Reads the workbook's cells by their addresses, and gives each cell of a merged range the text of its first. */
function readStudents(): Array<{ number: string; section: string; className: string }> {
  const sheet = partOf(files.students, 'xl/worksheets/sheet1.xml')
  const cells = new Map(
    [...sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*>.*?<t>(.*?)<\/t>/g)].map(([, at = '', text = '']) => [at, text]),
  )
  for (const [, column = '', first, , last] of sheet.matchAll(/ref="([A-Z])(\d+):([A-Z])(\d+)"/g))
    for (let row = Number(first) + 1; row <= Number(last); row++)
      cells.set(`${column}${row}`, cells.get(`${column}${first}`) ?? '')
  return [...cells].flatMap(([at, text]) =>
    at.startsWith('B') && text.startsWith('SV/')
      ? [{ number: text, className: cells.get(`K${at.slice(1)}`) ?? '', section: cells.get(`L${at.slice(1)}`) ?? '' }]
      : [],
  )
}

const rupeesIn = (text: string) => Number(text.replace(/[^\d.]/g, '') || 0)
const linesOf = (file: Buffer, start: RegExp) =>
  file
    .toString()
    .split(/\r?\n/)
    .filter((line) => start.test(line))

/** Number of rows and total in rupees, by the name of a line. */
type Sums = Record<string, [rows: number, rupees: number]>

function sumBy<Row>(rows: readonly Row[], name: (row: Row) => string, rupees: (row: Row) => number = () => 0): Sums {
  const sums: Sums = {}
  for (const row of rows) {
    const [rowsBefore, before] = sums[name(row)] ?? [0, 0]
    sums[name(row)] = [rowsBefore + 1, before + rupees(row)]
  }
  return sums
}

/** Returns the lines of a table of totals on the page, even when the table is collapsed. */
async function shownSums(page: Page, title: string): Promise<Sums> {
  const sums: Sums = {}
  for (const row of await page.getByRole('table', { name: title, includeHidden: true }).locator('tbody tr').all()) {
    const [name = '', rows = '', amount = ''] = await row.locator('th, td').allTextContents()
    sums[name.trim()] = [rupeesIn(rows), rupeesIn(amount)]
  }
  return sums
}

/** Returns the numbers in each line of a page's table, by the text of the line's first cell. */
async function numbersOf(page: Page, address: string, table: string): Promise<Map<string, number[]>> {
  await page.goto(address)
  const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all()
  const cells = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
  return new Map(cells.map(([name = '', ...numbers]) => [name.trim(), numbers.map(rupeesIn)]))
}

interface File {
  kind: string
  name: string
  bytes: Buffer
  /** Options chosen on the page of questions, if it is shown. */
  answers?: readonly string[]
  /** Text that the preview must show, and its totals by the title of their table. */
  counts: string
  totals: Record<string, Sums>
}

/** Imports a file from the page of imports; answers to questions are not counted as clicks. */
async function importFile(
  page: Page,
  walk: Walk,
  { kind, name, bytes, answers = [], counts, totals }: File,
): Promise<void> {
  await walk.follow(page, `Import ${kind}`)
  walk.click()
  await field(page, 'File').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  await walk.press(page, 'Upload and check')
  if (answers.length > 0) {
    await waitForWorker(page, 'Some values can be read in two ways')
    await page.getByRole('link', { name: 'Answer the questions' }).click()
    for (const answer of answers) await page.getByLabel(answer).check()
    await press(page, 'Check again')
  }
  await waitForWorker(page, 'Checked. Nothing is changed yet')
  await expect(page.locator('#main')).toContainText(counts)
  // The preview adds the text of the file only to a value that it shows differently.
  await expect(page.getByText(/^(.+?)\s+\(in the file: \1\)$/)).toHaveCount(0)
  for (const [title, sums] of Object.entries(totals)) expect(await shownSums(page, title), title).toEqual(sums)
  await walk.follow(page, 'Import')
  await walk.press(page, 'Import')
  await waitForWorker(page, 'Imported!')
}

flow(
  'a registered school moves in from four messy files within 25 clicks, and all counts and sums agree',
  async ({ page, mode }) => {
    const walk = new Walk(mode)
    await openNewSchool(page, walk, unique())
    const opening = walk.clicks
    const students = readStudents()
    const classOf = new Map(students.map(({ number, className }) => [number, className]))
    const dues = linesOf(files.dues, /^SV/).flatMap((line) => {
      const [number = '', , ...amounts] = line.split(';')
      return ['Tuition Fee', 'Bus Fee', 'Exam Fee'].flatMap((head, index) => {
        const rupees = rupeesIn(amounts[index] ?? '')
        return rupees > 0 ? [{ head, rupees, className: classOf.get(number) ?? '' }] : []
      })
    })
    const methods: Record<string, RegExp> = {
      Cash: /cash/i,
      UPI: /pay|upi|qr/i,
      Cheque: /cheque/i,
      'Bank transfer': /neft/i,
    }
    const paid = linesOf(files.paid, /^\d/).map((line) => {
      const [, date = '', number = '', , amount = '', rest = ''] = line.match(/"[^"]*"|[^,]+/g) ?? []
      const method = Object.keys(methods).find((one) => methods[one]?.test(rest)) ?? ''
      const day = date.split('/').reverse().join('-')
      return { method, day, rupees: rupeesIn(amount), className: classOf.get(number) ?? '' }
    })
    const rupeesOf = ({ rupees }: { rupees: number }) => rupees

    walk.task('Students')
    await walk.sidebar(page, 'Import')
    await importFile(page, walk, {
      kind: 'students',
      name: 'All students.xlsx',
      bytes: files.students,
      answers: ['Yes'],
      counts: '300 rows are new and 0 change something; 0 rows are rejected.',
      totals: {
        'New and changed students by class and section': sumBy(
          students,
          ({ className, section }) => `${className} – ${section}`,
        ),
      },
    })
    walk.task('Teachers')
    await importFile(page, walk, {
      kind: 'teachers',
      name: 'staff.txt',
      bytes: files.teachers,
      answers: ['The first day'],
      counts: '40 rows are new',
      totals: {},
    })
    walk.task('Opening dues')
    await importFile(page, walk, {
      kind: 'opening dues',
      name: 'pending.csv',
      bytes: files.dues,
      counts: 'rows are new',
      totals: {
        'New and changed dues by fee': sumBy(dues, ({ head }) => head, rupeesOf),
        'New and changed dues by class': sumBy(dues, ({ className }) => className, rupeesOf),
      },
    })
    walk.task('Fees already paid')
    await importFile(page, walk, {
      kind: 'fees already paid',
      name: 'receipts.csv',
      bytes: files.paid,
      counts: `${paid.length} rows are new and 0 change something; 0 rows are rejected.`,
      totals: {
        'New payments by method': sumBy(paid, ({ method }) => method, rupeesOf),
        'New payments by class': sumBy(paid, ({ className }) => className, rupeesOf),
      },
    })
    console.log(walk.table())
    expect(walk.clicks - opening).toBeLessThanOrEqual(maxClicks)
    expect(walk.clicks).toBeLessThanOrEqual(maxClicksOfAll)

    // The fee summary and the list of students agree with the files as well.
    const summary = await numbersOf(page, '/school/collections/summary', 'Dues by class')
    for (const name of classNames) {
      const sum = (rows: ReadonlyArray<{ rupees: number; className: string }>) =>
        rows.filter(({ className }) => className === name).reduce((so, { rupees }) => so + rupees, 0)
      const [, fees, , , received, balance] = summary.get(name) ?? []
      expect([fees, received, balance], name).toEqual([sum(dues), sum(paid), sum(dues) - sum(paid)])
    }
    const days = paid.map(({ day }) => day).sort()
    const dayBook = `/school/collections/day-book?from=${days[0]}&to=${days.at(-1)}`
    const byMethod = await numbersOf(page, dayBook, 'Totals by method')
    for (const [method, [, rupees]] of Object.entries(sumBy(paid, (row) => row.method, rupeesOf)))
      expect(byMethod.get(method)?.at(-1), method).toBe(rupees)
    const list = await (await page.context().request.get('/school/students.csv')).text()
    const rows = Papa.parse<Record<string, string>>(list.replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    }).data
    const placeOf = (number: unknown, className: unknown, section: unknown) => `${number} ${className} – ${section}`
    expect(rows.map((row) => placeOf(row['Enrollment number'], row.Class, row.Section)).sort()).toEqual(
      students.map(({ number, className, section }) => placeOf(number, className, section)).sort(),
    )
    expect(rows.filter((row) => row['Last name'] === '')).toHaveLength(8)
  },
)
