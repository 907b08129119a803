import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RemarksForm } from '~/components/decisions/remarks-form'
import { VerbPage } from '~/components/decisions/verb-page'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { DefinitionList } from '~/components/ui/definition-list'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { approveApplication } from '~/models/hostels/approve-application.server'
import { genderWords } from '~/models/hostels/hostel-fields'
import { periodWord } from '~/models/hostels/office-words'
import { farAheadDays } from '~/models/hostels/options'
import { isPeriodOver, isRoomFree, mayLiveIn } from '~/models/hostels/rules'
import { daysBetween, formatDay, todayInIndia } from '~/models/shared/calendar'
import { remarksSchema } from '~/models/shared/decision-schema'
import { decisionView, requireApplication } from './__hostel-application.server'
import { freeBedWords } from './__place-cards'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Approve the application', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { application } = await requireApplication(args, 'hostel-applications:decide')
  const { genderType, studentGender, holdsBed, capacity, occupiedCount, roomStatus, status } = application
  const view = decisionView(application, 'approve')
  const isFull = !holdsBed && !isRoomFree({ ...application, status: roomStatus })
  const isFor = mayLiveIn(genderType, studentGender)
  const today = todayInIndia(new Date())
  const isOver = isPeriodOver(application, today)
  const { checkInDate, checkOutDate, yearEndsOn, academicYear, semester } = application
  return {
    ...view,
    obstacle:
      view.obstacle ??
      (isFor ? null : decisionRefusals['wrong-gender']) ??
      (isOver ? decisionRefusals['period-over'] : null) ??
      (isFull ? 'No bed of the room is free.' : null),
    mayWait: status === 'pending' && isFor && isFull && !isOver,
    asked: {
      period: `${academicYear}, ${periodWord(semester)}`,
      from: formatDay(checkInDate, 'en'),
      until: checkOutDate
        ? formatDay(checkOutDate, 'en')
        : `Not given; the academic year ends on ${formatDay(yearEndsOn, 'en')}`,
    },
    emptyUntil: daysBetween(today, checkInDate) > farAheadDays ? formatDay(checkInDate, 'en') : null,
    room: { capacity, occupiedCount, roomStatus },
    holdsBed,
    gender: `${genderWords[genderType]}; the student: ${studentGender}`,
    remarks: application.adminRemarks,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, application } = await requireApplication(args, 'hostel-applications:decide')
  const form = await parseForm(args.request, remarksSchema({ required: false }))
  if (!form.ok) return form.reply()
  const outcome = await approveApplication(staff.scope, application.publicId, form.value.remarks)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.hostelApplication(application.publicId), {
      type: 'success',
      title: 'Approved!',
      message: 'The student has a bed and is told by notice and mail.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(decisionRefusals[outcome.reason])
}

export default function ApproveHostelPage() {
  const { id, context, obstacle, mayWait, asked, emptyUntil, room, holdsBed, gender, remarks } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <VerbPage
      title="Approve the application?"
      backHref={schoolPaths.hostelApplication(id)}
      context={context}
      obstacle={obstacle}
      instead={
        mayWait ? (
          <ButtonLink href={schoolPaths.waitlistHostel(id)} variant="next">
            Waiting list
          </ButtonLink>
        ) : null
      }
    >
      <RemarksForm
        backHref={schoolPaths.hostelApplication(id)}
        remarks={remarks}
        submit="Approve"
        lastResult={lastResult}
      >
        <p>
          The student gets a bed in the room. The deposit and the first month’s charges are due by the day of moving in.
        </p>
        {emptyUntil ? (
          <Alert tone="warn" title={`This bed stays empty until ${emptyUntil}`}>
            <p>The bed is taken from today, and cannot be given to anybody else until then.</p>
          </Alert>
        ) : null}
        <div className="field">
          <DefinitionList
            items={[
              {
                label: 'Free beds',
                value: holdsBed ? `One is held for this student; others: ${freeBedWords(room)}` : freeBedWords(room),
              },
              { label: 'Hostel for', value: gender },
              { label: 'Period', value: asked.period },
              { label: 'Check-in asked for', value: asked.from },
              { label: 'Check-out asked for', value: asked.until },
            ]}
          />
        </div>
      </RemarksForm>
    </VerbPage>
  )
}
