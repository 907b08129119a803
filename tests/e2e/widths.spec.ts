import { existsSync } from 'node:fs'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { makeEnrollment } from '../factories/academics'
import { makeDue } from '../factories/ledger'
import { readRows } from '../factories/read'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'
import { rightfulActor } from '../security/expectations'
import { policies } from '../security/policies'
import { makeWorld, type World } from '../security/world'
import { isRouteDue } from '../setup/rotation'
import { expect, reportStep, test } from './base'
import { redirectingPages } from './lead-on'
import { overflowFaults } from './overflow'
import { asStaff, cookiesOf, makeSmallSchool } from './people'

/** A phone, and typical office screens. */
const widths = [360, 1280, 1366, 1920]

/** Long but realistic names and texts in Gujarati. */
const longWords: ReadonlyArray<[table: string, column: string, words: string]> = [
  ['students', 'first_name', 'હર્ષવર્ધનસિંહ'],
  ['students', 'last_name', 'રાજેન્દ્રસિંહ ત્રિભુવનદાસવાળા'],
  ['guardians', 'father_name', 'રાજેન્દ્રસિંહ ત્રિભુવનદાસવાળા'],
  ['family_guardians', 'name', 'કુસુમબહેન રાજેન્દ્રસિંહ ત્રિભુવનદાસવાળા'],
  ['guardians', 'mother_name', 'કુસુમબહેન રાજેન્દ્રસિંહ ત્રિભુવનદાસવાળા'],
  ['dues', 'title', 'વાર્ષિક શિક્ષણ અને પ્રવૃત્તિ ફી – બીજો હપ્તો'],
  ['staff_users', 'name', 'ડૉ. પ્રજ્ઞાબહેન હસમુખલાલ ઉપાધ્યાય'],
]

/** Factor that turns the factories' thousands into lakhs. */
const times = 87

/**
 * Statements that make fee names unique, and raise amounts in tables without a school id, whose rows are found by their
 * parent rows.
 */
const partsOf = [
  "UPDATE fees SET name = CONCAT('વાર્ષિક શિક્ષણ અને પ્રવૃત્તિ ફી ', id, LEFT(:times, 0)) WHERE school_id = :school",
  'UPDATE due_concessions SET amount_paise = amount_paise * :times WHERE due_id IN (SELECT id FROM dues WHERE school_id = :school)',
  'UPDATE due_parts SET amount_paise = amount_paise * :times WHERE due_id IN (SELECT id FROM dues WHERE school_id = :school)',
  'UPDATE fee_heads SET amount_paise = amount_paise * :times WHERE fee_id IN (SELECT id FROM fees WHERE school_id = :school)',
  'UPDATE fee_instalments SET amount_paise = amount_paise * :times WHERE fee_id IN (SELECT id FROM fees WHERE school_id = :school)',
]

async function lengthen({ school }: World['own']): Promise<void> {
  for (const [table, column, words] of longWords) {
    await execute(`UPDATE ${table} SET ${column} = :words WHERE school_id = :school`, { words, school: school.id })
  }
  const amounts = await readRows<{ name: string; columns: string }>(
    `SELECT c.table_name AS name, GROUP_CONCAT(c.column_name) AS columns
     FROM information_schema.columns c
     JOIN information_schema.columns s ON s.table_schema = c.table_schema AND s.table_name = c.table_name
       AND s.column_name = 'school_id'
     WHERE c.table_schema = DATABASE() AND c.column_name LIKE '%\\_paise' AND c.generation_expression IS NULL
     GROUP BY c.table_name`,
    {},
  )
  for (const { name, columns } of amounts) {
    const grown = columns.split(',').map((column) => `${column} = ${column} * ${times}`)
    await execute(`UPDATE ${name} SET ${grown.join(', ')} WHERE school_id = :school`, { school: school.id })
  }
  for (const parts of partsOf) await execute(parts, { times, school: school.id })
}

/** Opens pages without JavaScript, which is faster; scripts only add content to the same boxes. */
const withoutScript = { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } }

test('no page scrolls sideways, cuts a number or overlaps texts, on a phone and on three desktops', {
  tag: '@enhanced',
}, async ({ browser, baseURL: url = '' }) => {
  const world = await makeWorld({ dataDir: process.env.DATA_DIR ?? '' })
  await lengthen(world.own)
  const context = await browser.newContext({ baseURL: url, ...withoutScript })
  const page = await context.newPage()
  const screen = await context.newCDPSession(page)
  const wrong: string[] = []
  // Tests the pages that the change under test reaches, and one in twenty of the others in turn. Files (.ts) are not
  // pages.
  const due = Object.entries(policies).filter(
    ([id, { get }]) => get !== 'nobody' && existsSync(`app/${id}.tsx`) && isRouteDue(id, 20),
  )
  let seen = 0
  for (const [, policy] of due) {
    reportStep()
    const address = policy.at(world.own)
    await context.clearCookies()
    await context.addCookies([
      { name: 'lang', value: 'gu', url },
      ...cookiesOf(world.cookies[rightfulActor(policy.get)]),
    ])
    // Pages that redirect are skipped.
    const answer = await page.goto(address).catch(() => null)
    const { 'content-type': type = '', refresh } = answer?.headers() ?? {}
    if (answer?.status() !== 200 || !type.includes('text/html') || refresh) continue
    seen += 1
    for (const width of widths) {
      // Uses a low screen: less is painted, but elements below its edge are still laid out and measured.
      const size = { width, height: 400, deviceScaleFactor: 1, mobile: false }
      await screen.send('Emulation.setDeviceMetricsOverride', size)
      const faults = await page.evaluate(overflowFaults)
      wrong.push(...faults.map((fault) => `${address} at ${width}: ${fault}`))
    }
  }
  await context.close()
  expect(wrong).toEqual([])
  // All due pages were measured, except the few that only redirect.
  expect(due.length - seen).toBeLessThanOrEqual(redirectingPages.length)
})

test('a clerk sees fourteen rows of a list at once, below filters on one line', { tag: '@enhanced' }, async ({
  browser,
  baseURL,
}) => {
  const { school, owner } = await makeSmallSchool()
  for (let more = 0; more < 16; more += 1) {
    const student = await makeStudent(school)
    await makeEnrollment(student)
    await makeDue(student, { dueOn: '2026-04-10', amountPaise: 1_234_567_50 })
  }
  // Records a payment, because an empty list has no filters.
  const { publicId: due, owedPaise: amountPaise } = await makeDue(await makeStudent(school))
  const money = { method: 'cash', reference: null, remarks: null, paidOn: todayInIndia(new Date()) } as const
  await recordOfflinePayment(owner.scope, { dueIds: [due], amountPaise, ...money, formKey: newFormKey() })
  const context = await browser.newContext({ baseURL, ...withoutScript })
  await asStaff(context, owner)
  const page = await context.newPage()
  for (const list of ['students', 'enrollments', 'collections/defaulters', 'collections', 'collections/day-book']) {
    await page.goto(`/school/${list}`)
    const { rows, lines } = await page.evaluate(() => {
      const bottom = (one: Element) => Math.round(one.getBoundingClientRect().bottom)
      return {
        rows: [...document.querySelectorAll('.table tbody tr')].filter((row) => bottom(row) <= 800).length,
        lines: new Set([...document.querySelectorAll('.filters .input, .filters .btn')].map(bottom).filter(Boolean))
          .size,
      }
    })
    if (!list.startsWith('collections') || list.endsWith('defaulters')) expect(rows, list).toBeGreaterThanOrEqual(14)
    expect(lines, list).toBe(1)
  }
  await context.close()
})
