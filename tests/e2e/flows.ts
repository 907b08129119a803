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
import { isDue } from '../setup/rotation'
import { shopFlows } from '../shop/flows'
import { studentsFlows } from '../students/flows'
import { timetableFlows } from '../timetable/flows'
import { transportFlows } from '../transport/flows'
import { all, both, type Mode, scriptOnly } from './modes'

export { type Mode, modes } from './modes'

/** Every flow of the product, and the modes it must stand. A flow that no file registers fails tests/texts/flows.test.ts. */
export const flows = {
  // The way of the money
  'an office makes session, class, section, student and fee; the student pays online; the office sees the money': all,
  'a payment that fails can be tried again': both,
  'a payment that is cancelled charges nothing': both,
  'a payment whose payer never comes back is booked all the same': both,
  'a provider that is down is said to be, and nothing is charged': both,
  'a student of many years turns the pages of the fees': both,
  'a school without keys is told to pay at the office': both,
  'an office records cash, and the student finds the receipt': all,
  'a cheque wants its number, and the list goes to a spreadsheet': both,

  // Accounts
  'a school registers and is shown its first steps': both,
  'a student signs in for the first time, chooses a password and sees nothing before that': all,
  'an empty sign-in says what is missing, a wrong password offers the reset': both,
  'a student is led to sign in and back to the page asked for': all,
  'a mobile number signs in, on a shared phone for as long as the browser is open': both,
  'twins with one password choose whose account to open': both,
  'a student who forgot the password gets a mail and chooses another': all,
  'an office user who forgot the password gets a mail and chooses another': both,
  'a reset link works once, and no other link works': both,
  'a student signs out, and the way back shows nothing': all,
  'a student changes the password and is signed out elsewhere': both,
  'a student signs out everywhere else': both,
  'a student sees where the account is open, and ends one': all,
  'an office user sees where the account is open, and ends one': both,
  'a student reads the portal in Hindi and in Gujarati': all,
  'data saver sends no script': both,

  // Forms
  'an office is told what is wrong in a form, beside the field, and nothing typed is lost': all,
  'going back after a form was sent does not send it again': both,
  'going back before the scripts are here shows the page of the address': ['enhanced'],
  'what is typed before the scripts are here stays': ['enhanced'],
  'a fee form grows and splits without losing what was typed': both,
  'an office deletes what nothing depends on, and is refused what something does': both,
  'an office edits a student, who then signs in with the new number': both,

  // The shell
  'the sidebar is closed on a phone and opens, and the menu of the account leads on': all,
  'an address that does not exist and things of another school are not found': both,
  'pages follow each other without a whole document, in all parts of the portal': scriptOnly,
  'the portal is used by keyboard alone': scriptOnly,
  'a browser shows once that it is able, and has scripts from the next page on': scriptOnly,

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
  'a new school comes from its registration to the first receipts and promotes a class': both,
  'a school moves in, takes money in every way, and each sum is reckoned again': ['light'],
} as const satisfies Record<string, readonly Mode[]>

export type Flow = keyof typeof flows

/**
 * The modes of a flow in this run. Without script all are asked, and with it the core (what must also stand without its files, and what there
 * is with script alone); of the others a third, and of the core with broken scripts a fifth, take turns.
 */
export function modesNow(name: Flow): readonly Mode[] {
  const cells: readonly Mode[] = flows[name]
  const isCore = cells.includes('broken') || cells.length === 1
  const turns = { light: 1, enhanced: isCore ? 1 : 3, broken: 5 }
  return cells.filter((mode) => isDue(`${mode} ${name}`, turns[mode]))
}

/**
 * Flows that are asked in Chromium without script in every run, and what only a browser knows of them. All other light flows are asked by
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
