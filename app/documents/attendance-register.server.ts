import type { Cell, Content, TextNode } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { sayIn } from '~/language/say'
import { formatDay, formatMonth, monthNames } from '~/models/core/shared/calendar'
import { attendanceStatuses, statusLetters } from '~/models/learning/attendance/options'
import type { Register } from '~/models/learning/attendance/register.server'
import { holidaysAmong } from '~/models/learning/attendance/rules'
import { statusWord } from '~/models/learning/attendance/words'
import { fullName } from '~/models/people/students/rules'
import { ink, soft } from './letterhead.server'
import { pdfText, phrase, widthOf } from './pdf.server'
import {
  columnRoom,
  fittedBox,
  fittedCell,
  lineHeight,
  type Middle,
  makeRegister,
  registerHeight,
  registerLayout,
  registerWidth,
} from './register-page.server'
import { fittedText } from './sheet.server'

export interface AttendanceRegisterView {
  schoolName: string
  className: string
  sectionName: string
  sessionName: string
  /** `2026-07` */
  month: string
  classTeacher: string | null
  register: Register
  /** YYYY-MM-DD */
  printedOn: string
}

type Day = Register['days'][number]
type Student = Register['students'][number]

/**
 * Colour of days off, red as in printed registers. On a black-and-white printer, the letters above and down the column
 * still mark them.
 */
const red = '#b3261e'
const wash = '#f4f4f4'

/** A section of up to this size fits one page; a larger one is divided evenly. */
const maxRows = 40
const tallestRow = 14
const size = 7
const widths = { roll: 18, admission: 46, day: 12.8, total: 29 }
/**
 * On the last page, `footLines` lines of day sums follow the table, then notes with totals and holidays. Every page
 * explains the codes. `noteHeights` are in points.
 */
const footLines = 3
const noteHeights = { facts: 11, holidays: 15, codes: 17.7 }
/** Height of all notes in points, including the space above them and the table's ruled lines at head and foot. */
const noteHeight = 51

/**
 * The monthly register of a section as schools keep it, A4 landscape: one row per student, one column per day. The last
 * columns count the days attended in this month, in earlier months and in total. Sundays and holidays are red, with
 * their names down the column. The foot counts boys, girls and all students present on each day. More than forty
 * students take several pages, with the foot on the last. The same view gives the same bytes.
 */
export function renderAttendanceRegister(view: AttendanceRegisterView, locale: Locale): Promise<Uint8Array> {
  const { register, month, sessionName, classTeacher, printedOn } = view
  const say = sayIn(locale)
  const { students } = register
  const pages = Math.max(1, Math.ceil(students.length / maxRows))
  const rowsOfPage = Math.ceil(students.length / pages)
  return makeRegister(
    {
      ...view,
      title: say(m.attendance_register_title),
      of: [
        formatMonth(month, locale),
        say(m.attendance_register_as_of, { date: formatDay(printedOn, locale) }),
        sessionName,
      ],
      signatories: [
        [say(m.results_card_teacher), classTeacher],
        [say(m.results_card_principal), null],
      ],
      pages: Array.from({ length: pages }, (_, page) => {
        const rows = students.slice(page * rowsOfPage, (page + 1) * rowsOfPage)
        return pageOf(view, rows, page === pages - 1, locale)
      }),
    },
    locale,
  )
}

function pageOf(view: AttendanceRegisterView, rows: readonly Student[], isLast: boolean, locale: Locale): Content[] {
  const { register } = view
  const { days } = register
  const foot = lineHeight(size) * footLines
  // Every page reserves the height of the last page's foot, so that all rows are equally high.
  const room = registerHeight - 2 * lineHeight(size) - foot - noteHeight
  const height = Math.min(tallestRow, room / Math.max(1, rows.length) - 0.4)
  const totals = 3
  const columns = 3 + days.length + totals
  const { roll, admission, day, total } = widths
  const name = registerWidth - columnRoom(columns) - roll - admission - days.length * day - totals * total
  const down = days.map((one, index) => lettersDown(one, days[index - 1], rows.length, locale))
  const body: Cell[][] = [
    ...heads(days, locale),
    ...rows.map((student, row) => [
      centred(String(student.rollNumber ?? '–')),
      fittedBox(student.admissionNumber ?? '–', { width: admission, height, size }),
      called(student, days, { width: name, height }, locale),
      ...dayCells(student, days, down, row, locale),
      figure(student.attended, total),
      figure(student.broughtForward, total),
      figure(`${student.attendedInAll}/${student.daysInAll}`, total, { bold: true }),
    ]),
    ...(isLast ? footRows(register, locale) : []),
  ]
  const headHeights = [lineHeight(size), lineHeight(size)]
  const heights = body.map((_, row) => headHeights[row] ?? (row < rows.length + 2 ? height : lineHeight(size)))
  const table: Content = {
    table: {
      widths: [roll, admission, name, ...days.map(() => day), ...Array.from({ length: totals }, () => total)],
      body,
      heights,
      headerRows: 2,
      dontBreakRows: true,
    },
    layout: registerLayout,
    margin: [0, 0, 0, 4],
  }
  return [table, ...(isLast ? notes(register, locale) : []), legend(locale)]
}

function centred(content: string, style: { bold?: boolean; color?: string; fontSize?: number } = {}): Middle<TextNode> {
  return {
    ...pdfText(content, { fontSize: size, noWrap: true, ...style }),
    alignment: 'center',
    verticalAlignment: 'middle',
  }
}

/** A centred figure, set smaller when it is long. */
function figure(value: number | string, width: number, style: { bold?: boolean; size?: number } = {}): Cell {
  return { ...fittedCell(String(value), { width, size, smallest: 4, lines: 1, ...style }), alignment: 'center' }
}

const isSunday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0

function heads(days: readonly Day[], locale: Locale): Cell[][] {
  const say = sayIn(locale)
  const label = (words: string, width: number): Cell => ({
    ...fittedCell(words, { width, size, smallest: 4.5, lines: 2, bold: true }),
    verticalAlignment: 'top' as const,
    rowSpan: 2,
  })
  const mark = ({ day, kind, holiday }: Day): string => {
    if (kind !== 'off') return ''
    if (isSunday(day)) return say(m.attendance_register_sun)
    return holiday === null ? say(m.attendance_register_sat) : say(m.attendance_register_hol)
  }
  const paint = ({ kind }: Day) => (kind === 'off' ? { color: red } : {})
  return [
    [
      label(say(m.attendance_register_roll), widths.roll),
      label(say(m.attendance_register_admission), widths.admission),
      label(say(m.attendance_register_name), widths.admission * 2),
      ...days.map((one) => centred(String(Number(one.day.slice(8))), { bold: true, ...paint(one) })),
      label(say(m.attendance_register_this_month), widths.total),
      label(say(m.attendance_register_before), widths.total),
      label(say(m.attendance_register_in_all), widths.total),
    ],
    [{}, {}, {}, ...days.map((one) => centred(mark(one), { fontSize: 5.5, bold: true, ...paint(one) })), {}, {}, {}],
  ]
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Letters of the name of a day off, one per row. Empty for every further day of the same holiday, and when the page has
 * too few rows.
 */
function lettersDown(one: Day, before: Day | undefined, rows: number, locale: Locale): string[] {
  if (one.kind !== 'off' || (one.holiday !== null && before?.holiday === one.holiday)) return []
  const say = sayIn(locale)
  const week = isSunday(one.day) ? say(m.attendance_register_sunday) : say(m.attendance_register_saturday)
  const letters = [...graphemes.segment(one.holiday ?? week)].map(({ segment }) => segment.toUpperCase())
  return letters.length <= rows ? letters : []
}

function dayCells(
  student: Student,
  days: readonly Day[],
  down: readonly string[][],
  row: number,
  locale: Locale,
): Cell[] {
  const { absentUntil, absentFrom } = away(student, days)
  const cells = days.map((one, index): Cell => {
    const status = student.statuses[index] ?? null
    if (status !== null) return centred(statusLetters[status], status === 'absent' ? { bold: true } : {})
    if (one.kind === 'off') {
      return { ...centred(down[index]?.[row] ?? '', { color: red, fontSize: 6 }), fillColor: wash }
    }
    return one.kind === 'outside' || index < absentUntil || index >= absentFrom
      ? centred('–', { color: soft })
      : centred('')
  })
  const [joined, left] = spans(student, days, locale)
  if (joined.fits) write(cells, 0, absentUntil, joined.words)
  if (left.fits) write(cells, absentFrom, days.length, left.words)
  return cells
}

/** Days outside the student's enrollment: those before index `absentUntil`, and those from index `absentFrom` on. */
function away({ joinedOn, leftOn }: Student, days: readonly Day[]) {
  const first = joinedOn === null ? 0 : days.findIndex(({ day }) => day >= joinedOn)
  const after = leftOn === null ? -1 : days.findIndex(({ day }) => day > leftOn)
  return { absentUntil: first === -1 ? days.length : first, absentFrom: after === -1 ? days.length : after }
}

/** Notes for joining and leaving, and whether they fit into the days outside the enrollment. */
function spans(student: Student, days: readonly Day[], locale: Locale) {
  const { absentUntil, absentFrom } = away(student, days)
  const makeNote = (day: string | null, word: (words: { date: string }) => string, from: number, until: number) => {
    const words = day === null ? '' : word({ date: shortDay(day, locale) })
    const isFree = student.statuses.slice(from, until).every((status) => status === null)
    return { words, fits: words !== '' && isFree && widthOf(words, 6) <= (until - from) * widths.day }
  }
  return [
    makeNote(student.joinedOn, (words) => m.attendance_register_joined(words, { locale }), 0, absentUntil),
    makeNote(student.leftOn, (words) => m.attendance_register_left(words, { locale }), absentFrom, days.length),
  ] as const
}

/** Day without its year, such as `12 Jul`: the page's heading has the year. */
const shortDay = (day: string, locale: Locale) =>
  `${Number(day.slice(8))} ${monthNames(locale, 'short')[Number(day.slice(5, 7)) - 1]}`

function write(cells: Cell[], from: number, until: number, words: string): void {
  cells[from] = { ...centred(words, { color: soft, fontSize: 6 }), colSpan: until - from }
  for (let index = from + 1; index < until; index += 1) cells[index] = {}
}

/** The student's name, followed by the notes that do not fit into the day columns; a long name is cut to make room. */
function called(
  student: Student,
  days: readonly Day[],
  { width, height }: Record<'width' | 'height', number>,
  locale: Locale,
): Cell {
  const spanWords = spans(student, days, locale).map(({ words, fits }) => (fits ? '' : words))
  const elsewhere = student.isElsewhere ? m.attendance_register_elsewhere({}, { locale }) : ''
  const hint = [...spanWords, elsewhere]
    .filter(Boolean)
    .map((words) => ` · ${words}`)
    .join('')
  if (hint === '') return fittedBox(fullName(student), { width, height, size: size + 0.5 })
  const hintSize = Math.min(5.5, (width * 0.6) / widthOf(hint, 1))
  const name = fittedText(fullName(student), {
    width: width - widthOf(hint, hintSize),
    size: Math.min(size + 0.5, height / lineHeight(1)),
    smallest: 4.4,
  })
  return {
    ...phrase(
      [name.lines.join(' '), { fontSize: name.size, noWrap: true }],
      [hint, { fontSize: hintSize, noWrap: true, color: soft }],
    ),
    verticalAlignment: 'middle',
  }
}

function footRows({ days, students }: Register, locale: Locale): Cell[][] {
  const say = sayIn(locale)
  const rows = [
    [say(m.attendance_register_boys), 'boys', students.filter(({ gender }) => gender === 'Male')],
    [say(m.attendance_register_girls), 'girls', students.filter(({ gender }) => gender === 'Female')],
    [say(m.attendance_register_all), 'all', students],
  ] as const
  return rows.map(([words, who, own]) => {
    const sum = (countFor: (student: Student) => number) => own.reduce((so, student) => so + countFor(student), 0)
    return [
      { ...pdfText(words, { bold: true, fontSize: size }), alignment: 'right', colSpan: 3 },
      {},
      {},
      ...days.map(({ kind, there }): Cell => {
        if (kind === 'off') return { text: '', fillColor: wash }
        return kind === 'marked' ? figure(there[who], widths.day, { size: 5.8 }) : { text: '' }
      }),
      figure(
        sum(({ attended }) => attended),
        widths.total,
        { bold: true },
      ),
      figure(
        sum(({ broughtForward }) => broughtForward),
        widths.total,
      ),
      figure(
        sum(({ attendedInAll }) => attendedInAll),
        widths.total,
      ),
    ]
  })
}

function notes({ days, onRoll, workingDays, average, percent }: Register, locale: Locale): Content[] {
  const say = sayIn(locale)
  const facts = [
    say(m.attendance_register_on_roll, { count: onRoll.all, boys: onRoll.boys, girls: onRoll.girls }),
    say(m.attendance_register_working_days, { count: workingDays }),
    ...(average === null || percent === null ? [] : [say(m.attendance_register_average, { average, percent })]),
  ]
  const span = (from: string, until: string) =>
    from === until ? shortDay(from, locale) : `${Number(from.slice(8))}–${shortDay(until, locale)}`
  const holidays = holidaysAmong(days)
    .map(({ name, from, until }) => `${name} (${span(from, until)})`)
    .join(', ')
  return [
    note(facts.join('  ·  '), 'facts', { bold: true, size: 8 }),
    ...(holidays === ''
      ? []
      : [note(say(m.attendance_register_holidays, { names: holidays }), 'holidays', { size, color: red })]),
  ]
}

function legend(locale: Locale): Content {
  const say = sayIn(locale)
  const codes = attendanceStatuses.map((status) => `${statusLetters[status]} ${say(statusWord, status)}`)
  const words = [codes.join(', '), say(m.attendance_how_counted), say(m.attendance_register_note)]
  return note(words.join('  ·  '), 'codes', { size: 6.5, color: soft })
}

/**
 * A note below the table. Its height does not depend on the length of its text, because a taller note could move to a
 * page of its own.
 */
function note(
  words: string,
  noteKind: keyof typeof noteHeights,
  { color = ink, ...how }: { size: number; bold?: boolean; color?: string },
): Content {
  return { ...fittedBox(words, { width: registerWidth, height: noteHeights[noteKind], ...how }), color }
}
