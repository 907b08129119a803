import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatDay, formatInstant } from '~/models/core/shared/calendar'
import { findHostelApplication } from '~/models/money/hostels/decide/applications.server'
import { possibleVerbs, shownStatusOf } from '~/models/money/hostels/decide/decision-rules'
import { genderWords } from '~/models/money/hostels/hostel-fields'
import { periodWord } from '~/models/money/hostels/office-words'
import { roomTypeWords } from '~/models/money/hostels/room-fields'
import { monthlyNow } from '~/models/money/hostels/rules'
import { chargesOf } from '~/models/money/hostels/stay/charges.server'
import { loadApplicationDetails } from '../__application.server'
import { ApplicationPage, exactRupees } from '../__application-page'
import { freeBedWords, historyLabel, hostelStatusNames } from './__words'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ application }) => `Hostel application of ${application.studentName}`)

export async function loader(args: LoaderFunctionArgs) {
  const opening = { may: 'hostel-applications:view', find: findHostelApplication } as const
  const { staff, thing: found } = await openThing(args, opening)
  // Leaves out the internal ids, and the requests, which are returned separately.
  const { id: _id, studentId: _student, hostelId: _hostel, requests: _, ...application } = found
  return {
    application,
    shownStatus: shownStatusOf(application),
    offeredUntil: application.offeredUntil && formatInstant(application.offeredUntil, 'en'),
    verbs: possibleVerbs(application),
    details: await loadApplicationDetails(staff, found, { kind: 'hostel-application', chargesOf }),
  }
}

const day = (date: string | null) => date && formatDay(date, 'en')

export default function HostelApplicationPage() {
  const { application: of, shownStatus, offeredUntil, verbs, details } = useLoaderData<typeof loader>()
  const can = (verb: keyof typeof verbs) => details.may.decide && verbs[verb]
  const id = of.publicId
  const monthly = monthlyNow(of)
  const hasOtherMonths = of.nextRentPaise !== null || of.nextMealPaise !== null
  return (
    <ApplicationPage
      of={of}
      details={details}
      status={hostelStatusNames[shownStatus]}
      asked={`${of.hostelName}, room ${of.roomNumber}`}
      what="the place"
      next={[
        { can: can('approve'), href: schoolPaths.approveHostel(id), label: 'Approve' },
        { can: can('checkIn'), href: schoolPaths.hostelCheckIn(id), label: 'Check in' },
        { can: can('checkOut'), href: schoolPaths.hostelCheckOut(id), label: 'Check out' },
        { can: details.may.correct && verbs.refund, href: schoolPaths.hostelRefund(id), label: 'Decide on the refund' },
      ]}
      others={[
        { can: can('change'), href: schoolPaths.hostelRoomMove(id), label: 'Change room' },
        { can: can('change'), href: schoolPaths.hostelStay(id), label: 'Change days or meals' },
        { can: can('waitlist'), href: schoolPaths.waitlistHostel(id), label: 'Waiting list' },
        { can: can('reject'), href: schoolPaths.rejectHostel(id), label: 'Reject' },
        { can: can('cancel'), href: schoolPaths.cancelHostel(id), label: 'Cancel the application' },
      ]}
      allHref={schoolPaths.hostelApplications}
      alert={
        <>
          {offeredUntil ? (
            <Alert tone="info" title="A free bed is held">
              <p>{`The student can accept it until ${offeredUntil}; after that it is offered to the next student on the waiting list.`}</p>
            </Alert>
          ) : null}
          {shownStatus === 'pending' && of.holdsBed ? (
            <Alert tone="info" title="A bed is held">
              <p>The student was on the waiting list and accepted the bed. It is kept until the office decides.</p>
            </Alert>
          ) : null}
          {shownStatus === 'waitlisted' ? (
            <Alert tone="info" title={of.offerLapsedAt ? 'A bed was not accepted in time' : waitingWords(of.ahead)}>
              <p>
                {of.offerLapsedAt
                  ? 'The student stays on the waiting list, but is not offered a bed automatically again. Approve the application to give a free bed.'
                  : 'When a bed in this room becomes free, it is offered automatically to the first student on the waiting list for 48 hours.'}
              </p>
              {of.decidedAt ? null : (
                <p>
                  The student applied for the waiting list because the room was full; the office has not decided yet. A
                  bed that is offered and accepted is kept until the office decides.
                </p>
              )}
            </Alert>
          ) : null}
        </>
      }
      student={[
        { label: 'Gender', value: of.studentGender },
        { label: 'Special requirements', value: of.specialRequirements },
      ]}
      cards={[
        {
          title: 'Room',
          items: [
            { label: 'Hostel', value: <a href={schoolPaths.hostel(of.hostelPublicId)}>{of.hostelName}</a> },
            { label: 'For', value: genderWords[of.genderType] },
            { label: 'Room', value: `${of.roomNumber}, ${roomTypeWords[of.roomType]}` },
            { label: 'Free beds', value: freeBedWords(of) },
            { label: 'Period', value: `${of.academicYear}, ${periodWord(of.semester)}` },
            { label: 'Requested check-in', value: day(of.checkInDate) },
            { label: 'Requested check-out', value: day(of.checkOutDate) },
            { label: 'Moved in', value: day(of.checkedInOn) },
            { label: 'Moved out', value: day(of.checkedOutOn) },
          ],
        },
        {
          title: 'Guardian',
          items: [
            { label: 'Name', value: of.guardianName },
            { label: 'Phone', value: of.guardianPhone },
            { label: 'E-mail', value: of.guardianEmail },
            { label: 'Address', value: of.guardianAddress },
            { label: 'Emergency contact', value: of.emergencyContact },
          ],
        },
        {
          title: 'Cost',
          items: [
            { label: 'Monthly rent', value: exactRupees(of.rentPaise) },
            { label: 'Monthly mess charges', value: of.mealPaise > 0 ? exactRupees(of.mealPaise) : 'None' },
            { label: 'Deposit', value: exactRupees(of.depositPaise) },
            { label: 'Processing fee', value: exactRupees(of.feePaise) },
            { label: 'First payment', value: exactRupees(of.rentPaise + of.mealPaise + of.depositPaise + of.feePaise) },
            ...(hasOtherMonths
              ? [
                  { label: 'Rent for months billed later', value: exactRupees(monthly.rentPaise) },
                  { label: 'Mess charges for months billed later', value: exactRupees(monthly.mealPaise) },
                ]
              : []),
            { label: 'Months are counted from', value: day(of.startsOn) },
          ],
        },
      ]}
      remarks={of.adminRemarks}
      remarksHref={schoolPaths.hostelRemarks(id)}
      deedWord={historyLabel}
    />
  )
}

function waitingWords(ahead: number): string {
  return ahead === 0 ? 'First on the room’s waiting list' : `Number ${ahead + 1} on the room’s waiting list`
}
