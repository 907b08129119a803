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
import { all, both, type Cells, lightOnly, type Mode, scriptOnly } from './modes'
import { type Piece, pieces } from './pieces'

export { type Mode, modes } from './modes'

/** Every flow of the product, with the modes it must work in and the pieces that it uses. A flow that no file registers fails tests/texts/flows.test.ts. */
export const flows = {
  // The way of the money
  'an office makes session, class, section, student and fee; the student pays online; the office sees the money': all(
    'fee form',
    'payment that moves on',
    'sign-in form',
  ),
  'a payment that fails can be tried again': both('payment that moves on', 'form'),
  'a payment that is cancelled charges nothing': both('payment that moves on', 'form'),
  'a payment whose payer never comes back is booked all the same': both('payment that moves on', 'form'),
  'a provider that is down is said to be, and nothing is charged': both('payment that moves on', 'form'),
  'a student of many years turns the pages of the fees': both('shell'),
  'a school without keys is told to pay at the office': both('form'),
  'an office records cash, and the student finds the receipt': all('counter', 'list page', 'filters'),
  'a cheque wants its number, and the list goes to a spreadsheet': both('counter', 'payer search', 'list page'),

  // Accounts
  'a school registers and is shown its first steps': both('first steps', 'sign-in form'),
  'a student signs in for the first time, chooses a password and sees nothing before that': all('sign-in form', 'form'),
  'an empty sign-in says what is missing, a wrong password offers the reset': both(
    'forgotten password',
    'sign-in form',
  ),
  'a student is led to sign in and back to the page asked for': all('sign-in form', 'form'),
  'a mobile number signs in, on a shared phone for as long as the browser is open': both('sign-in form', 'form'),
  'twins with one password choose whose account to open': both('account choice', 'sign-in form'),
  'a student who forgot the password gets a mail and chooses another': all(
    'forgotten password',
    'new password',
    'sign-in form',
  ),
  'an office user who forgot the password gets a mail and chooses another': both(
    'forgotten password',
    'new password',
    'sign-in form',
  ),
  'a reset link works once, and no other link works': both('forgotten password', 'new password'),
  'a student signs out, and the way back shows nothing': all('sign-out', 'sign-in form'),
  'a student changes the password and is signed out elsewhere': both('changed password', 'sign-in form'),
  'a student signs out everywhere else': both('sessions', 'sign-in form'),
  'a student sees where the account is open, and ends one': all('sessions', 'sign-in form'),
  'an office user sees where the account is open, and ends one': both('sessions', 'sign-in form'),
  'a student reads the portal in Hindi and in Gujarati': all('shell'),
  'data saver sends no script': both('data saver'),

  // Forms
  'an office is told what is wrong in a form, beside the field, and nothing typed is lost': all('form'),
  'going back after a form was sent does not send it again': both('form page', 'list page', 'filters'),
  'going back before the scripts are here shows the page of the address': scriptOnly('shell'),
  'what is typed before the scripts are here stays': scriptOnly('form'),
  'a fee form grows and splits without losing what was typed': both('fee form'),
  'an office deletes what nothing depends on, and is refused what something does': both(
    'delete page',
    'decision page',
    'form page',
  ),
  'an office edits a student, who then signs in with the new number': both('profile tab', 'sign-in form', 'list page'),

  // The shell
  'the sidebar is closed on a phone and opens, and the menu of the account leads on': all('shell'),
  'an address that does not exist and things of another school are not found': both('shell'),
  'pages follow each other without a whole document, in all parts of the portal': scriptOnly('shell'),
  'the portal is used by keyboard alone': scriptOnly('shell'),
  'a browser shows once that it is able, and has scripts from the next page on': scriptOnly('shell'),

  // The office, area by area
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

  // All of it
  'a new school comes from its registration to the first receipts and promotes a class': both(
    'promotion list',
    'print choice',
    'fee form',
  ),
  'a school moves in, takes money in every way, and each sum is reckoned again': lightOnly,
} as const satisfies Record<string, Cells>

export type Flow = keyof typeof flows
const names = Object.keys(flows) as Flow[]
const cellsOf = (name: Flow): Cells => flows[name]

/** Flows of the money that every run asks, without script and with it. */
const moneyWay: readonly Flow[] = [
  'an office makes session, class, section, student and fee; the student pays online; the office sees the money',
  'a payment that fails can be tried again',
  'an office records cash, and the student finds the receipt',
  'cash for three instalments at once, one of them in part, with the change worked out',
  'a student pays two fees together and a part of a third',
  'a declared transfer is confirmed, another refused',
  'a guardian pays for two children in one go and gets a receipt of each',
]

/** Flows that the change reaches; undefined where no file names them (TEST_FLOWS). */
const due = readDue()

function readDue(): ReadonlySet<string> | undefined {
  const file = process.env.TEST_FLOWS
  if (!file) return undefined
  // By the routes that a flow visits, and by the imports of its own file.
  const chosen: { due: string[]; known?: string[]; specs?: string[] } = JSON.parse(readFileSync(file, 'utf8'))
  const { due, known, specs = [] } = chosen
  // A flow that the gate does not know yet visits routes that nobody recorded.
  const unknown = known ? names.filter((name) => !known.includes(name)) : []
  return new Set([...due, ...unknown, ...specs.flatMap((spec) => flowsRegistered(readFileSync(spec, 'utf8')))])
}

/** Titles of the flows that the text of a file registers. A title with an apostrophe stands in double quotes. */
export function flowsRegistered(spec: string): string[] {
  return [...spec.matchAll(/^flow\(\s*(?:'([^']+)'|"([^"]+)")/gm)].map(([, single = '', double]) => double ?? single)
}

/** A change that reaches more flows than this asks a third of them with script. */
const fewFlows = 30

/** The modes of a flow in this run; `npm run test:all` asks all. */
export function modesNow(name: Flow): readonly Mode[] {
  return cellsOf(name).modes.filter((mode) => isDeep || (due ? isAsked(name, mode, due) : isAskedInTurn(name, mode)))
}

/**
 * Without script all are asked. With script the way of the money and a flow for each piece of the pages are asked. Of the core (what must also
 * work without its files, and what there is with script alone) half take turns, a fifth with broken scripts; of the others a quarter.
 */
function isAskedInTurn(name: Flow, mode: Mode): boolean {
  const { modes } = cellsOf(name)
  if (mode !== 'broken' && moneyWay.includes(name)) return true
  if (mode === 'enhanced' && drawnForPieces(new Set()).has(name)) return true
  const isCore = modes.includes('broken') || modes.length === 1
  return isDue(`${mode} ${name}`, { light: 1, enhanced: isCore ? 2 : 4, broken: 5 }[mode])
}

/** What the change reaches and a tenth of the rest; with script what the change reaches and a flow for each piece of the pages. */
function isAsked(name: Flow, mode: Mode, due: ReadonlySet<string>): boolean {
  const isReached = due.has(name)
  if (mode === 'broken') return drawOne(mode, flowsIn(mode)) === name || (isReached && isDue(`${mode} ${name}`, 5))
  if (moneyWay.includes(name)) return true
  if (mode === 'light') return isReached || isDue(`${mode} ${name}`, 10)
  return isReachedWithScript(name, due) || drawnForPieces(due).has(name)
}

function isReachedWithScript(name: Flow, due: ReadonlySet<string>): boolean {
  return due.has(name) && isDue(`enhanced ${name}`, due.size > fewFlows ? 3 : 1)
}

const flowsIn = (mode: Mode) => names.filter((name) => cellsOf(name).modes.includes(mode))

function drawOne<Thing>(key: string, among: readonly Thing[]): Thing | undefined {
  return among[seedOf(key) % among.length]
}

let drawn: ReadonlySet<Flow> | undefined

/** A flow for each piece that no other flow of this run uses with script. */
function drawnForPieces(due: ReadonlySet<string>): ReadonlySet<Flow> {
  if (drawn) return drawn
  const withScript = flowsIn('enhanced')
  const chosen = new Set(withScript.filter((name) => moneyWay.includes(name) || isReachedWithScript(name, due)))
  for (const piece of Object.keys(pieces).sort((one, other) => seedOf(one) - seedOf(other)) as Piece[]) {
    const users = withScript.filter((name) => cellsOf(name).pieces.includes(piece))
    const one = users.some((name) => chosen.has(name)) ? undefined : drawOne(piece, users)
    if (one) chosen.add(one)
  }
  drawn = chosen
  return drawn
}

/** Patterns of the tests that a project runs: flows by their titles, and tests that name the mode in a tag. */
export function titlesNow(mode: Mode, isWanted: (name: Flow) => boolean = () => true): RegExp[] {
  const wanted = names.filter((name) => isWanted(name) && modesNow(name).includes(mode))
  return [
    new RegExp(`@${mode}$`),
    ...wanted.map((name) => new RegExp(` ${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)),
  ]
}

/**
 * Flows that are asked in Chromium without script where a run asks them, and what only a browser knows of them. All other light flows are asked by
 * HTTP (http/), and in Chromium as well by `npm run test:all`.
 */
export const inBrowser: Partial<Record<Flow, string>> = {
  'an office makes session, class, section, student and fee; the student pays online; the office sees the money':
    'the way of the money: forms, the foreign payment page, the page that goes on by itself, the receipt as a file',
  'a student is led to sign in and back to the page asked for': 'cookies and redirects of the sign-in',
  'a student signs out, and the way back shows nothing': 'Back, and what the browser keeps of a page',
  'going back after a form was sent does not send it again': 'Back and Forward',
  'data saver sends no script': 'every file that the browser fetches',
  'an office is told what is wrong in a form, beside the field, and nothing typed is lost':
    'the focus after a link of the summary',
  'the sidebar is closed on a phone and opens, and the menu of the account leads on': 'widths, and what is in view',
  'the register, absentees and who is below 75 percent are read, downloaded and printed': 'how a page is printed',
  'a student reads the dashboard: the answer first, then cards, charts and lists': 'how many bytes come',
  'the gear of the dashboard is used by keyboard, and leads to what belongs to the student': 'the keyboard',
  'hostel applications are found, remarked on, refused, and end with the school': 'a table no wider than its box',
  'an office fills a week, and who is in the way is named beside the field': 'a page no wider than the phone',
  'a student reads the week of the own class': 'which day stands above which',
  'a photo and documents are uploaded, replaced and removed': 'the size of a picture',
  'an office edits the six sections of a student, with photo and marksheets': 'the size of a picture',
}
