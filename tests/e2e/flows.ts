import { readFileSync } from 'node:fs'
import { academicsFlows } from '../academics/flows'
import { accountsFlows } from '../accounts/flows'
import { admissionsFlows } from '../admissions/flows'
import { attendanceFlows } from '../attendance/flows'
import { breachFlows } from '../breaches/flows'
import { certificatesFlows } from '../certificates/flows'
import { consentsFlows } from '../consents/flows'
import { dashboardFlows } from '../dashboard/flows'
import { examsFlows } from '../exams/flows'
import { feesFlows } from '../fees/flows'
import { guardiansFlows } from '../guardians/flows'
import { guardianOfficeFlows } from '../guardians/office-flows'
import { familyPaymentFlows } from '../guardians/pay-flows'
import { hostelsFlows } from '../hostels/flows'
import { importsFlows } from '../imports/flows'
import { mailFlows } from '../mail/flows'
import { messageSetupFlows } from '../message-setup/flows'
import { messagingFlows } from '../messaging/flows'
import { noticesFlows } from '../notices/flows'
import { quizzesFlows } from '../quizzes/flows'
import { registerFlows } from '../register/flows'
import { reportCardsFlows } from '../report-cards/flows'
import { retentionFlows } from '../retention/flows'
import { secondPersonFlows } from '../second-person/flows'
import { isDeep, isDue, seedOf } from '../setup/rotation'
import { shopFlows } from '../shop/flows'
import { studentsFlows } from '../students/flows'
import { timetableFlows } from '../timetable/flows'
import { transportFlows } from '../transport/flows'
import { enhancedOnly, type FlowCoverage, inAllModes, lightAndEnhanced, lightOnly, type Mode } from './modes'
import { type Piece, pieces } from './pieces'

export { type Mode, modes } from './modes'

/**
 * Every flow of the product, with the modes it must work in and the page pieces that it uses. A flow that no file
 * registers fails tests/texts/flows.test.ts.
 */
export const flows = {
  // Money
  'an office creates session, class, section, student and fee; the student pays online; the office sees the payment':
    inAllModes('fee form', 'payment that moves on', 'sign-in form'),
  'a failed payment can be retried': lightAndEnhanced('payment that moves on', 'form'),
  'a cancelled payment charges nothing': lightAndEnhanced('payment that moves on', 'form'),
  'a payment is recorded even when the payer never returns': lightAndEnhanced('payment that moves on', 'form'),
  'an unavailable provider shows an error, and nothing is charged': lightAndEnhanced('payment that moves on', 'form'),
  'a student with fees of many years reads them page by page': lightAndEnhanced('shell'),
  'a school without payment keys asks students to pay at the office': lightAndEnhanced('form'),
  'an office records cash, and the student finds the receipt': inAllModes('counter', 'list page', 'filters'),
  'a cheque requires its number, and the list is exported to a spreadsheet': lightAndEnhanced(
    'counter',
    'payer search',
    'list page',
  ),

  // Accounts
  'a school registers and sees its first steps': lightAndEnhanced('first steps', 'sign-in form'),
  'a student signs in for the first time, chooses a password and sees nothing before that': inAllModes(
    'sign-in form',
    'form',
  ),
  'an empty sign-in shows the missing fields, and a wrong password offers the reset': lightAndEnhanced(
    'forgotten password',
    'sign-in form',
  ),
  'a student is redirected to sign in and back to the requested page': inAllModes('sign-in form', 'form'),
  'a student signs in with a mobile number, and on a shared phone only until the browser closes': lightAndEnhanced(
    'sign-in form',
    'form',
  ),
  'twins who share an email and a password choose whose account to open': lightAndEnhanced(
    'account choice',
    'sign-in form',
  ),
  'a student who forgot the password gets a mail and chooses a new one': inAllModes(
    'forgotten password',
    'new password',
    'sign-in form',
  ),
  'an office user who forgot the password gets a mail and chooses a new one': lightAndEnhanced(
    'forgotten password',
    'new password',
    'sign-in form',
  ),
  'a reset link works once, and not when it is altered or expired': lightAndEnhanced(
    'forgotten password',
    'new password',
  ),
  'a student signs out, and the Back button shows no personal data': inAllModes('sign-out', 'sign-in form'),
  'a student changes the password and is signed out elsewhere': lightAndEnhanced('changed password', 'sign-in form'),
  'a student ends all other sessions': lightAndEnhanced('sessions', 'sign-in form'),
  'a student lists the open sessions and ends one': inAllModes('sessions', 'sign-in form'),
  'an office user lists the open sessions and ends one': lightAndEnhanced('sessions', 'sign-in form'),
  'a student reads the portal in Hindi and in Gujarati': inAllModes('shell'),
  'a student turns data saver on and receives pages without scripts': lightAndEnhanced('data saver'),

  // Forms
  'an invalid form shows each error beside its field and keeps all input': inAllModes('form'),
  'going back after a form was sent does not send it again': lightAndEnhanced('form page', 'list page', 'filters'),
  'going back before the scripts have loaded shows the page that the address bar names': enhancedOnly('shell'),
  'text typed before the scripts have loaded is kept': enhancedOnly('form'),
  'a fee form gets another head and splits into instalments without losing input': lightAndEnhanced('fee form'),
  'an office deletes unused records, and cannot delete used ones': lightAndEnhanced(
    'delete page',
    'decision page',
    'form page',
  ),
  'an office edits a student, who then signs in with the new number': lightAndEnhanced(
    'profile tab',
    'sign-in form',
    'list page',
  ),

  // Shell
  'the sidebar opens and closes on a phone, and the account menu links to its pages': inAllModes('shell'),
  'unknown addresses and records of another school are not found': lightAndEnhanced('shell'),
  'navigation loads no whole document, in all parts of the portal': enhancedOnly('shell'),
  'the portal can be used by keyboard alone, and the focus is always visible': enhancedOnly('shell'),
  'a browser passes the probe once and gets scripts from the next page on': enhancedOnly('shell'),

  // Office, area by area
  ...studentsFlows,
  ...dashboardFlows,
  ...attendanceFlows,
  ...certificatesFlows,
  ...guardianOfficeFlows,
  ...guardiansFlows,
  ...breachFlows,
  ...mailFlows,
  ...registerFlows,
  ...consentsFlows,
  ...examsFlows,
  ...reportCardsFlows,
  ...retentionFlows,
  ...secondPersonFlows,
  ...timetableFlows,
  ...noticesFlows,
  ...quizzesFlows,
  ...shopFlows,
  ...hostelsFlows,
  ...transportFlows,
  ...importsFlows,
  ...academicsFlows,
  ...admissionsFlows,
  ...feesFlows,
  ...familyPaymentFlows,
  ...messageSetupFlows,
  ...messagingFlows,
  ...accountsFlows,

  // Complete walk-through
  'a new school registers, issues its first receipts and promotes a class': lightAndEnhanced(
    'promotion list',
    'print choice',
    'fee form',
  ),
  'a new school imports its students and takes payments by every method, and all sums are correct': lightOnly,
} as const satisfies Record<string, FlowCoverage>

export type Flow = keyof typeof flows
const names = Object.keys(flows) as Flow[]
const coverageOf = (name: Flow): FlowCoverage => flows[name]

/** Flows of money that every run includes, with and without JavaScript. */
const moneyWay: readonly Flow[] = [
  'an office creates session, class, section, student and fee; the student pays online; the office sees the payment',
  'a failed payment can be retried',
  'an office records cash, and the student finds the receipt',
  'an office records cash for three instalments at once, one in part, and sees the change to return',
  'a student pays two fees together and a part of a third',
  'a declared transfer is confirmed, another refused',
  'a guardian pays for two children at once and gets a receipt for each',
]

/** Flows that the tested change reaches, by the file TEST_FLOWS; undefined without that file. */
const due = readDue()

function readDue(): ReadonlySet<string> | undefined {
  const file = process.env.TEST_FLOWS
  if (!file) return undefined
  // Flows are matched by the routes that they visit (`due`) and by the imports of their own file (`specs`).
  const chosen: { due: string[]; known?: string[]; specs?: string[] } = JSON.parse(readFileSync(file, 'utf8'))
  const { due, known, specs = [] } = chosen
  // Includes new flows, because the routes that they visit are not recorded yet.
  const unknown = known ? names.filter((name) => !known.includes(name)) : []
  return new Set([...due, ...unknown, ...specs.flatMap((spec) => flowsRegistered(readFileSync(spec, 'utf8')))])
}

/** Returns the titles of the flows that a file registers. A title with an apostrophe is in double quotes. */
export function flowsRegistered(spec: string): string[] {
  return [...spec.matchAll(/^flow\(\s*(?:'([^']+)'|"([^"]+)")/gm)].map(([, single = '', double]) => double ?? single)
}

/** Number of reached flows above which only a quarter of them run with JavaScript. */
const fewFlows = 30

/** Returns the modes of a flow in this run; `npm run test:all` runs all. */
export function modesNow(name: Flow): readonly Mode[] {
  return coverageOf(name).modes.filter((mode) => isDeep || (due ? isAsked(name, mode, due) : isAskedInTurn(name, mode)))
}

/**
 * Without JavaScript, all flows run. With JavaScript, these run: the flows of money, one flow per page piece, half of
 * the core flows in turn (those that must also work with broken scripts, and script-only flows), and a quarter of the
 * others. With broken scripts, a fifth runs.
 */
function isAskedInTurn(name: Flow, mode: Mode): boolean {
  const { modes } = coverageOf(name)
  if (mode !== 'broken' && moneyWay.includes(name)) return true
  if (mode === 'enhanced' && drawnForPieces(new Set()).has(name)) return true
  const isCore = modes.includes('broken') || modes.length === 1
  return isDue(`${mode} ${name}`, { light: 1, enhanced: isCore ? 2 : 4, broken: 5 }[mode])
}

/**
 * Without JavaScript: reached flows and a tenth of the rest. With JavaScript: reached flows and one flow per page
 * piece. Both include the flows of money. With broken scripts: one flow and a tenth of the reached ones.
 */
function isAsked(name: Flow, mode: Mode, due: ReadonlySet<string>): boolean {
  const isReached = due.has(name)
  if (mode === 'broken') return drawOne(mode, flowsIn(mode)) === name || (isReached && isDue(`${mode} ${name}`, 10))
  if (moneyWay.includes(name)) return true
  if (mode === 'light') return isReached || isDue(`${mode} ${name}`, 10)
  return isReachedWithScript(name, due) || drawnForPieces(due).has(name)
}

function isReachedWithScript(name: Flow, due: ReadonlySet<string>): boolean {
  return due.has(name) && isDue(`enhanced ${name}`, due.size > fewFlows ? 4 : 1)
}

const flowsIn = (mode: Mode) => names.filter((name) => coverageOf(name).modes.includes(mode))

function drawOne<Thing>(key: string, among: readonly Thing[]): Thing | undefined {
  return among[seedOf(key) % among.length]
}

let drawn: ReadonlySet<Flow> | undefined

/** Returns the flows to run with JavaScript: of money, reached ones, and one for each piece that these do not use. */
function drawnForPieces(due: ReadonlySet<string>): ReadonlySet<Flow> {
  if (drawn) return drawn
  const withScript = flowsIn('enhanced')
  const chosen = new Set(withScript.filter((name) => moneyWay.includes(name) || isReachedWithScript(name, due)))
  for (const piece of Object.keys(pieces).sort((one, other) => seedOf(one) - seedOf(other)) as Piece[]) {
    const users = withScript.filter((name) => coverageOf(name).pieces.includes(piece))
    const one = users.some((name) => chosen.has(name)) ? undefined : drawOne(piece, users)
    if (one) chosen.add(one)
  }
  drawn = chosen
  return drawn
}

/** Returns title patterns of the tests that a project runs: flows by title, and tests with the mode in a tag. */
export function titlesNow(mode: Mode, isWanted: (name: Flow) => boolean = () => true): RegExp[] {
  const wanted = names.filter((name) => isWanted(name) && modesNow(name).includes(mode))
  return [
    new RegExp(`@${mode}$`),
    ...wanted.map((name) => new RegExp(` ${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)),
  ]
}

/**
 * Flows that run in Chromium without JavaScript, with the facts that only a browser can check. All other light flows
 * run over HTTP (http/), and with `npm run test:all` also in Chromium.
 */
export const inBrowser: Partial<Record<Flow, string>> = {
  'an office creates session, class, section, student and fee; the student pays online; the office sees the payment':
    'the way of the money: forms, the foreign payment page, the page that goes on by itself, the receipt as a file',
  'a student is redirected to sign in and back to the requested page': 'cookies and redirects of the sign-in',
  'a student signs out, and the Back button shows no personal data': 'Back, and what the browser keeps of a page',
  'going back after a form was sent does not send it again': 'Back and Forward',
  'a student turns data saver on and receives pages without scripts': 'every file that the browser fetches',
  'an invalid form shows each error beside its field and keeps all input': 'the focus after a link of the summary',
  'the sidebar opens and closes on a phone, and the account menu links to its pages': 'widths, and what is in view',
  'the register, the absentees and the students below 75 percent are viewed, downloaded and printed':
    'how a page is printed',
  'a student reads the dashboard: the next due date and exam first, then cards, charts and lists':
    'how many bytes come',
  'the gear menu of the dashboard works by keyboard and links to the student’s own pages': 'the keyboard',
  'an office finds, annotates and rejects hostel applications, and an application ends when the student leaves':
    'a table no wider than its box',
  'an office fills a week, and conflicts are named beside the field': 'a page no wider than the phone',
  'a student views the week of the class': 'which day stands above which',
  'a photo and documents are uploaded, replaced and removed': 'the size of a picture',
  'an office edits the six sections of a student, with photo and marksheets': 'the size of a picture',
}
