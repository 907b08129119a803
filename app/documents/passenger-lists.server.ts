import type { Cell, Content } from 'pdfmake'
import { expectedWords, phonesOf, sectionOf, stopOf, timeOf } from '~/models/vehicles/passenger-view'
import type { Passenger } from '~/models/vehicles/passengers.server'
import { tripTimes } from '~/models/vehicles/rules'
import { officePaper, ruled, soft, underHead } from './letterhead.server'
import { text } from './pdf.server'

export interface PassengerListsView {
  schoolName: string
  routeName: string
  /** `YYYY-MM-DD` */
  printedOn: string
  /** The passengers of each run; a run without any has no list. */
  runs: ReadonlyArray<readonly Passenger[]>
}

/**
 * Who rides, for the people on board, in English as all of the office's papers: a list for each run, from a page of its own. What the
 * office knows of a student's health stays with the office.
 */
export function renderPassengerLists(view: PassengerListsView): Promise<Uint8Array> {
  const lists = view.runs.map((passengers, index) => listOf(passengers, view, index > 0))
  const content = lists.length > 0 ? lists : [text(`Nobody has a seat on ${view.routeName}.`)]
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
  const head = (label: string): Cell => text(label, { bold: true })
  const stack: Content[] = [
    text(view.schoolName, { color: soft }),
    text(`${view.routeName}  ·  ${first.vehicleNumber}`, { fontSize: 15, bold: true, margin: [0, 4, 0, 0] }),
    text(`${tripTimes(first)}  ·  ${passengers.length} ${passengers.length === 1 ? 'student' : 'students'}`),
    text(people.join('  ·  '), { margin: [0, 0, 0, 8] }),
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: ['*', 'auto', 84, 68, '*', 'auto', 'auto'],
        body: [
          ['Student', 'Class', 'Parents', 'Emergency', 'Stop', 'Pickup', 'Drop'].map(head),
          ...passengers.map((one): Cell[] => [
            text(one.isExpected ? `${one.studentName} (${expectedWords.toLowerCase()})` : one.studentName),
            text(sectionOf(one), { noWrap: true }),
            text(phonesOf(one)),
            text(one.emergencyContact),
            text(stopOf(one)),
            text(timeOf(one.pickupMinute)),
            text(timeOf(one.dropMinute)),
          ]),
        ],
      },
      layout: ruled(underHead, 5),
    },
  ]
  return isLater ? { stack, pageBreak: 'before' } : { stack }
}
