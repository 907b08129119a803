import type { Content } from 'pdfmake'
import { expectedWords, phonesOf, sectionText, stopText, timeLabel } from '~/models/money/vehicles/passenger-view'
import type { Passenger } from '~/models/money/vehicles/passengers.server'
import { tripClock } from '~/models/money/vehicles/rules'
import { officePaper, paperTable, ruled, soft, underHead } from './letterhead.server'
import { pdfText } from './pdf.server'

export interface PassengerListsView {
  schoolName: string
  routeName: string
  /** `YYYY-MM-DD` */
  printedOn: string
  /** Passengers of each trip; a trip without any has no list. */
  runs: ReadonlyArray<readonly Passenger[]>
}

/**
 * Passenger lists for the vehicle's crew, in English like all office papers: one list per trip, each from a new page.
 * Health data of students stays with the office.
 */
export function renderPassengerLists(view: PassengerListsView): Promise<Uint8Array> {
  const lists = view.runs.map((passengers, index) => listOf(passengers, view, index > 0))
  const content = lists.length > 0 ? lists : [pdfText(`No student has a seat on ${view.routeName}.`)]
  return officePaper({ ...view, title: `Passengers of ${view.routeName}`, fontSize: 9, content })
}

function listOf(passengers: readonly Passenger[], view: PassengerListsView, isLater: boolean): Content {
  const [first] = passengers
  if (!first) return { text: '' }
  const people = [
    `Driver: ${first.driverName}, ${first.driverPhone}`,
    ...(first.attendantName
      ? [`Attendant: ${[first.attendantName, first.attendantPhone].filter(Boolean).join(', ')}`]
      : []),
  ]
  const column = (label: string, textOf: (one: Passenger) => string, width: number | '*' | 'auto' = 'auto') => ({
    width,
    head: pdfText(label, { bold: true }),
    cell: (one: Passenger) => pdfText(textOf(one)),
  })
  const called = ({ isExpected, studentName }: Passenger) =>
    isExpected ? `${studentName} (${expectedWords.toLowerCase()})` : studentName
  const table = paperTable(passengers, [
    column('Student', called, '*'),
    { ...column('Class', sectionText), cell: (one) => pdfText(sectionText(one), { noWrap: true }) },
    column('Parents', phonesOf, 84),
    column('Emergency', (one) => one.emergencyContact, 68),
    column('Stop', stopText, '*'),
    column('Pickup', (one) => timeLabel(one.pickupMinute)),
    column('Drop', (one) => timeLabel(one.dropMinute)),
  ])
  const stack: Content[] = [
    pdfText(view.schoolName, { color: soft }),
    pdfText(`${view.routeName}  ·  ${first.vehicleNumber}`, { fontSize: 15, bold: true, margin: [0, 4, 0, 0] }),
    pdfText(`${tripClock(first)}  ·  ${passengers.length} ${passengers.length === 1 ? 'student' : 'students'}`),
    pdfText(people.join('  ·  '), { margin: [0, 0, 0, 8] }),
    { table, layout: ruled(underHead, 5) },
  ]
  return isLater ? { stack, pageBreak: 'before' } : { stack }
}
