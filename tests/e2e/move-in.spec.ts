import Papa from 'papaparse'
import { todayInIndia } from '~/models/core/shared/calendar'
import { unique } from '../factories/insert'
import { patience } from '../setup/slowness'
import { expect, expectTitle, field, fill, flow, follow, type Page, press, test } from './base'
import { openNewSchool, waitForWorker } from './new-school'
import { Walk } from './walk'

/*
 * A school moves in through its pages and takes money in every way. Every sum on a page or in a file is recomputed here
 * from the imported file and the typed input, in whole paise. `MOVE_IN_STUDENTS=10000 npx playwright test
 * tests/e2e/move-in.spec.ts` moves in a large school; 393 is a typical size.
 */
const count = Number(process.env.MOVE_IN_STUDENTS ?? 72)
const classNames = Array.from({ length: 12 }, (_, index) => `Class ${index + 1}`)
const seats = 60
const firstNames = ['Asha', 'Ravi', 'Fatima', 'Harpreet', 'Meera', 'Joseph', 'પ્રિયંકા', 'Dr. Bhagwatiprasad']
const lastNames = ['Patel', 'Kumar', 'Shaikh', 'D’Souza', 'Iyer', 'Fernandes', 'સોલંકી']

/** Thirds of a student's yearly fee, in paise; the odd paisa is in the first. */
const instalments = [5_000_01, 5_000_00, 5_000_00]
const feePaise = 15_000_01

const children = Array.from({ length: count }, (_, index) => ({
  // Some numbers are prefixes of others, as 1 is of 10.
  number: `MV/${1 + index}`,
  name: `${firstNames[index % firstNames.length]} ${lastNames[Math.floor(index / 3) % lastNames.length]}`,
  class: index % classNames.length,
  section: String.fromCharCode(65 + Math.floor(index / classNames.length / seats)),
  /** Exempt from fees by law (Right to Education). */
  isRte: index % 20 === 19,
}))
const paying = children.filter(({ isRte }) => !isRte)

function fileOf(key: string): string {
  const head =
    'GR No.,Student Name,Surname,M/F,D.O.B.,Caste,Father,Mother,Mobile No.,E-mail ID,Address,STD,DIV,RTE (Y/N)'
  const rows = children.map(({ number, name, class: of, section, isRte }, index) => {
    const at = name.lastIndexOf(' ')
    const born = `${String(1 + (index % 28)).padStart(2, '0')}/${String(1 + (index % 12)).padStart(2, '0')}/${2019 - of}`
    const parents = `Mahesh ${name.slice(at + 1)},Hansa ${name.slice(at + 1)}`
    const reach = `${9_000_000_000 + index},s${index}@${key}.example.com,"${index} Shanti Nagar, Ahmedabad"`
    return `${number},${name.slice(0, at)},${name.slice(at + 1)},${index % 2 ? 'M' : 'F'},${born},Gen,${parents},${reach},${of + 1},${section},${isRte ? 'Y' : 'N'}`
  })
  return [head, ...rows].join('\n')
}

/** Payment at the counter. The expected sums are computed from the list of payments below. */
interface Act {
  child: number
  method: 'Cash' | 'UPI' | 'Cheque' | 'Card machine' | 'Demand draft' | 'Bank transfer'
  /** Amount paid towards the first instalment; the surplus is an advance. */
  paise: number
  after?: 'bounced' | 'corrected' | { refundedPaise: number; by: 'Cash' }
}
const acts: readonly Act[] = [
  { child: 0, method: 'Cash', paise: 5_000_01 },
  { child: 1, method: 'Cash', paise: 1_234_56 },
  { child: 2, method: 'UPI', paise: 5_000_01, after: { refundedPaise: 1_000_50, by: 'Cash' } },
  { child: 3, method: 'Cheque', paise: 5_000_01, after: 'bounced' },
  { child: 4, method: 'Cheque', paise: 4_999_99 },
  { child: 5, method: 'Card machine', paise: 3_333_33 },
  { child: 6, method: 'Demand draft', paise: 5_000_01 },
  { child: 7, method: 'Cash', paise: 4_133_84, after: 'corrected' },
  { child: 7, method: 'Cash', paise: 4_133_84 },
  { child: 8, method: 'Bank transfer', paise: 5_000_01 },
]

const sum = (amounts: readonly number[]) => amounts.reduce((so, paise) => so + paise, 0)
const paiseIn = (text = '') => Math.round(Number(text.replace(/[₹,\s]/g, '')) * 100)
const rupees = (paise: number) => (paise / 100).toFixed(2)
/** Indian digit grouping: `exact` always has two digits of paise, `plain` only when there are any. */
const exact = (paise: number) => new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(paise / 100)
const plain = (paise: number) => (paise % 100 === 0 ? exact(paise).slice(0, -3) : exact(paise))

type Child = (typeof children)[number]

function payerOf({ child }: Act): Child {
  const payer = paying[child]
  if (!payer) throw new Error('There is no such student')
  return payer
}

/** Returns the money that the school keeps from these students. */
function keptOf(all: readonly Child[]): number {
  const own = acts.filter((act) => all.includes(payerOf(act)))
  return sum(own.map(({ paise, after }) => (typeof after === 'string' ? 0 : paise - (after?.refundedPaise ?? 0))))
}

/** Returns the cells of a page's table, by the text of each row's first cell. */
async function tableOf(page: Page, name: string): Promise<Map<string, number[]>> {
  const rows = await page.getByRole('table', { name }).locator('tbody tr').all()
  const cells = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
  return new Map(cells.map(([head = '', ...rest]) => [head.trim(), rest.map(paiseIn)]))
}

/** Returns the rows of a list's CSV file as a spreadsheet reads them. */
async function fileRows(page: Page, address: string): Promise<Record<string, string>[]> {
  const text = (await (await page.context().request.get(address)).text()).replace('\uFEFF', '')
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}

flow(
  'a new school imports its students and takes payments by every method, and all sums are correct',
  async ({ page, mode }) => {
    test.setTimeout(patience(150_000 + count * 60))
    const walk = new Walk(mode)
    const key = unique()
    const { firstDay, lastDay } = await openNewSchool(page, walk, key)

    walk.task(`Import ${count} students`)
    await page.goto('/school/students/import')
    await walk.follow(page, 'Import students')
    walk.click()
    await field(page, 'File').setInputFiles({
      name: 'students.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(fileOf(key)),
    })
    await walk.press(page, 'Upload and check')
    await waitForWorker(page, 'Checked. Nothing is changed yet')
    await walk.follow(page, 'Import')
    await walk.press(page, 'Import')
    await waitForWorker(page, 'Imported!')
    await expect(
      page.getByText(`${count.toLocaleString('en-IN')} new, 0 changed, 0 unchanged, 0 rejected.`),
    ).toBeVisible()

    walk.task('A fee for all classes')
    await page.goto('/school/fees/new')
    await walk.type(page, { 'Fee name': 'School fee' })
    await walk.choose(page, 'Class', classNames[0] ?? '')
    await walk.type(page.getByRole('group', { name: 'Head 1' }), { Name: 'Tuition fee', Amount: rupees(feePaise) })
    await walk.type(page, { 'Number of equal instalments': '3' })
    await walk.press(page, 'Split evenly')
    const parts = page.getByRole('group', { name: /^Instalment/ })
    await expect(parts).toHaveCount(3)
    for (const [index, paise] of instalments.entries())
      await walk.type(parts.nth(index), { 'Due date': index === 0 ? firstDay : lastDay, Amount: rupees(paise) })
    await walk.press(page, 'Create fee')
    await expectTitle(page, 'School fee')
    await walk.follow(page, 'Assign')
    await walk.press(page, 'Assign')
    const owing = (of: number) => paying.filter((child) => child.class === of)
    await expect(page.getByText(`${owing(0).length * 3} dues added.`)).toBeVisible()
    walk.task('The same fee for the other classes')
    await walk.follow(page, 'Copy')
    await walk.tick(page, 'Assign at once')
    await walk.press(page, 'Make copies')
    const added = (paying.length - owing(0).length) * 3
    await expect(page.getByText(`11 fees created; assigned: ${added} dues added`)).toBeVisible()

    walk.task('Money at the counter')
    for (const act of acts) {
      const { method, paise, after } = act
      const payer = payerOf(act)
      await page.goto('/school/collections/new')
      await fill(page, { 'Name, enrollment number or mobile number': payer.number })
      await press(page, 'Search')
      await page.getByRole('radio', { name: method }).check()
      await field(page, 'School fee · Instalment 1').fill(rupees(paise))
      if (method !== 'Cash') await fill(page, { Reference: `${method} 4512` })
      await press(page, 'Record payment')
      // For an amount other than the balance due, a page without JavaScript first shows the amount to collect.
      if (paise !== instalments[0]) await press(page, 'Record payment')
      await expectTitle(page, new RegExp(` · ${payer.name.replace('.', '\\.')}$`))
      if (after === 'bounced') {
        await follow(page, 'The cheque bounced')
        await fill(page, { Reason: 'Funds insufficient' })
        await press(page, 'Mark as bounced')
      } else if (after === 'corrected') {
        await follow(page, 'Cancel wrong entry')
        await fill(page, { Reason: 'Wrong amount' })
        await press(page, 'Cancel the payment')
      } else if (after) {
        await follow(page, 'Refund')
        await field(page, 'Refund method').selectOption(after.by)
        await fill(page, { Amount: rupees(after.refundedPaise), Reason: 'Paid too much' })
        await press(page, 'Record the refund')
      }
      if (after) await expect(page.getByText('Updated!')).toBeVisible()
    }

    // Students, in total and by class.
    const students = await fileRows(page, '/school/students.csv')
    expect(students.map((row) => row['Enrollment number']).sort()).toEqual(children.map(({ number }) => number).sort())

    // Summary: students, fees, paid, balance due and overdue of each class and in total.
    await page.goto('/school/collections/summary')
    const isLate = firstDay < todayInIndia(new Date())
    const lineOf = (all: readonly Child[]) => {
      const [fees, paid] = [all.length * feePaise, keptOf(all)]
      const latePaise = isLate ? all.length * (instalments[0] ?? 0) - paid : 0
      return [paiseIn(String(all.length)), fees, 0, 0, paid, fees - paid, latePaise]
    }
    const byClass = await tableOf(page, 'Dues by class')
    for (const [index, name] of classNames.entries()) expect(byClass.get(name), name).toEqual(lineOf(owing(index)))
    expect(byClass.get('Total'), 'all classes').toEqual(lineOf(paying))
    const byMonth = await tableOf(page, 'Collected by month')
    const kept = keptOf(paying)
    expect(byMonth.get('Total')).toEqual([kept, 0, kept])

    // Day book: receipts and refunds by method, and the cash in hand.
    await page.goto('/school/collections/day-book')
    const byMethod = await tableOf(page, 'Totals by method')
    const of = (method: string) => acts.filter((act) => act.method === method)
    for (const method of ['Cash', 'UPI', 'Cheque', 'Card machine', 'Demand draft', 'Bank transfer']) {
      const received = sum(of(method).map(({ paise }) => paise))
      const corrected = 0 - sum(of(method).map(({ after, paise }) => (after === 'corrected' ? paise : 0)))
      const bounced = 0 - sum(of(method).map(({ after, paise }) => (after === 'bounced' ? paise : 0)))
      const refunded =
        0 - sum(acts.map(({ after }) => (typeof after === 'object' && after.by === method ? after.refundedPaise : 0)))
      const net = received + corrected + bounced + refunded
      expect(byMethod.get(method), method).toEqual([received, corrected, refunded, bounced, net])
    }
    expect(byMethod.get('Total')?.at(-1)).toBe(kept)
    for (const table of ['Totals by fee head', 'Totals by cashier'])
      expect([...(await tableOf(page, table)).values()].at(-1)?.at(-1), table).toBe(kept)
    const moved = await fileRows(page, '/school/collections/day-book.csv')
    expect(sum(moved.map((row) => paiseIn(row['Amount (₹)'])))).toBe(kept)

    // Receipt numbers have no gaps and include cancelled ones.
    const receipts = await fileRows(page, '/school/collections/receipts.csv')
    const numbers = receipts.map((row) => Number(row.Receipt?.split('/').at(-1))).sort((a, b) => a - b)
    expect(numbers).toEqual(acts.map((_, index) => index + 1))

    // Overdue amounts in the list of defaulters and its file; balance due of each payer on the student's page.
    const late = lineOf(paying).at(-1) ?? 0
    await page.goto('/school/collections/defaulters')
    if (late > 0) await expect(page.locator('#main')).toContainText(`₹${exact(late)} overdue`)
    const defaulters = await fileRows(page, '/school/collections/defaulters.csv')
    expect(sum(defaulters.map((row) => paiseIn(row.Overdue)))).toBe(late)
    for (const payer of new Set(acts.map(payerOf))) {
      // A complete number finds its student even when it is a prefix of others.
      await page.goto(`/school/search?go=1&search=${encodeURIComponent(payer.number)}`)
      await follow(page, 'All fees')
      await expect(page.locator('#main'), payer.number).toContainText(`₹${exact(feePaise - keptOf([payer]))}`)
    }

    // Home shows the same totals as its lists.
    await page.goto('/school')
    const said = (label: string) => page.locator('.stat', { has: page.getByText(label, { exact: true }) })
    for (const label of ['Collected today', 'Collected this month'])
      await expect(said(label)).toContainText(`₹${plain(kept)}`)
    if (late > 0) await expect(said('Overdue')).toContainText(`₹${plain(late)}`)
    console.log(`${count} students, ${mode}\n${walk.table()}\n${await timesOf(page)}`)
  },
)

/** Returns the median of five response times of each list and search. For information only: a machine may be busy. */
async function timesOf(page: Page): Promise<string> {
  const lists = ['students', 'enrollments', 'fees', 'collections', 'collections/defaulters', 'collections/summary']
  const searches = [
    'students?search=patel',
    'students?search=asha+patel',
    'search?search=patel',
    'collections/new?search=9000000012',
  ]
  const lines: string[] = []
  for (const address of ['', ...lists, ...searches]) {
    const taken: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      const began = performance.now()
      await page.context().request.get(`/school/${address}`.replace(/\/$/, ''))
      taken.push(performance.now() - began)
    }
    lines.push(`/school/${address}: ${Math.round(taken.sort((a, b) => a - b)[2] ?? 0)} ms`)
  }
  return lines.join('\n')
}
